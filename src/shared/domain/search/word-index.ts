import { wordsOf } from '#shared/domain/search/fold.ts'
import { MIN_CORRECTED, oneEditTexts } from '#shared/domain/search/one-edit.ts'
import { sortInSlices } from '#shared/domain/search/sort-in-slices.ts'

/** One thing to find: `label` is what is shown and orders equal hits, `texts` are found too (INN, brand), `codes` only whole. */
export type SearchItem = {
  id: string
  label: string
  texts: readonly string[]
  codes: readonly string[]
  /** Higher comes first among equally good hits: 1 in stock, 0 not, or finer. */
  rank: number
}

/** Words in order, and for each the items that have it: item numbers are places in label order. Never changes once built. */
export type WordIndex = {
  items: readonly SearchItem[]
  words: readonly string[]
  /** Letters and digits that occur, for corrections. */
  letters: readonly string[]
  /** Of word w: postings[offsets[w] … offsets[w + 1]], ascending. */
  offsets: Uint32Array
  postings: Uint32Array
  /** Of item i: the numbers of its words, ownWords[ownOffsets[i] … ownOffsets[i + 1]]. */
  ownOffsets: Uint32Array
  ownWords: Uint32Array
  /** The first word of each label; 0xffffffff for a label without words. */
  firstWord: Uint32Array
  /** Places by whole code, as `plainCode` writes it. */
  codes: ReadonlyMap<string, readonly number[]>
}

const BATCH = 1000
const NO_WORD = 0xffffffff

/** Builds the index in slices of a few milliseconds. `yield`s between them. */
export function* buildWordIndex(items: readonly SearchItem[]): Generator<void, WordIndex> {
  const sorted = yield* inLabelOrder(items)
  const counts = new Map<string, number>()
  const own: string[][] = []
  for (const item of sorted) {
    const words = [...new Set([item.label, ...item.texts].flatMap(wordsOf))]
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    if (own.push(words) % BATCH === 0) yield
  }
  const words = yield* sortInSlices([...counts.keys()], byText)
  const numbers = new Map(words.map((word, number) => [word, number]))
  yield
  const offsets = running(words.map((word) => counts.get(word)!))
  const ownOffsets = running(own.map((list) => list.length))
  const postings = new Uint32Array(offsets.at(-1)!)
  const ownWords = new Uint32Array(ownOffsets.at(-1)!)
  const firstWord = new Uint32Array(sorted.length)
  const codes = new Map<string, number[]>()
  const filled = offsets.slice()
  for (const [place, list] of own.entries()) {
    let at = ownOffsets[place]!
    for (const word of list) {
      const number = numbers.get(word)!
      postings[filled[number]!++] = place
      ownWords[at++] = number
    }
    firstWord[place] = numbers.get(wordsOf(sorted[place]!.label)[0] ?? '') ?? NO_WORD
    for (const code of sorted[place]!.codes) {
      const known = codes.get(plainCode(code))
      if (known) known.push(place)
      else codes.set(plainCode(code), [place])
    }
    if (place % BATCH === 0) yield
  }
  return { items: sorted, words, letters: [...new Set(words.join(''))], offsets, postings, ownOffsets, ownWords, firstWord, codes }
}

function* inLabelOrder(items: readonly SearchItem[]): Generator<void, SearchItem[]> {
  const keyed: { key: string; item: SearchItem }[] = []
  for (const item of items) if (keyed.push({ key: wordsOf(item.label).join(' '), item }) % BATCH === 0) yield
  const sorted = yield* sortInSlices(keyed, (a, b) => byText(a.key, b.key) || byText(a.item.id, b.item.id))
  return sorted.map(({ item }) => item)
}

/** Codes are compared without blanks, dashes and case. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** A range of words that begin alike: from, and up to but not with. */
export type WordRange = readonly [from: number, to: number]

/** The words that begin with a text, as one range; or, where there are none and it is long enough, those that do after one edit. */
export function rangesOf(index: WordIndex, text: string): WordRange[] {
  const exact = prefixRange(index, text)
  if (exact[0] < exact[1]) return [exact]
  if (text.length < MIN_CORRECTED || /^\d+$/.test(text)) return []
  const corrected = [...oneEditTexts(text, matchedLength(index, text), index.letters)].map((other) => prefixRange(index, other))
  return corrected.filter(([from, to]) => from < to)
}

/** The number of a word that is exactly this text, or -1. */
export function wordNumber(index: WordIndex, text: string): number {
  const at = lowerBound(index.words, text)
  return index.words[at] === text ? at : -1
}

function prefixRange(index: WordIndex, prefix: string): WordRange {
  return [lowerBound(index.words, prefix), lowerBound(index.words, prefix + '\uffff')]
}

// How many letters from the start still begin some word.
function matchedLength(index: WordIndex, text: string): number {
  let length = 0
  while (beginsSomeWord(index, text.slice(0, length + 1))) length++
  return length
}

function beginsSomeWord(index: WordIndex, prefix: string): boolean {
  return index.words[lowerBound(index.words, prefix)]?.startsWith(prefix) ?? false
}

function lowerBound(words: readonly string[], text: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}

function running(lengths: readonly number[]): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1)
  for (const [at, length] of lengths.entries()) offsets[at + 1] = offsets[at]! + length
  return offsets
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
