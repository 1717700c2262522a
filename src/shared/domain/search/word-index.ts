import { compareTexts } from '#shared/domain/compare-texts.ts'
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
  /** The folded labels that put the items in order. */
  keys: readonly string[]
  words: readonly string[]
  /** Letters and digits that occur, for corrections. */
  letters: readonly string[]
  /** Of word w: postings[offsets[w] … offsets[w + 1]], ascending. */
  offsets: Uint32Array
  postings: Uint32Array
  /** Of item i: the numbers of its words, ownWords[ownOffsets[i] … ownOffsets[i + 1]], those of its label first. */
  ownOffsets: Uint32Array
  ownWords: Uint32Array
  /** Places by whole code, as `plainCode` writes it; nearly every code is one item's alone. */
  codes: ReadonlyMap<string, number | readonly number[]>
}

const BATCH = 500
const WORD_BATCH = 8 * BATCH

/** Builds the index in slices of a few milliseconds. `yield`s between them. */
export function* buildWordIndex(items: readonly SearchItem[]): Generator<void, WordIndex> {
  const labelled = yield* inLabelOrder(items)
  const seen = new Vocabulary()
  const own: number[][] = []
  for (const { item, words } of labelled) {
    if (own.push(seen.numbersOf(words, item.texts)) % BATCH === 0) yield
  }
  const words = yield* sortInSlices(seen.words, compareTexts)
  const { offsets, places } = yield* invert(words, seen, own)
  const codes = yield* byCode(labelled)
  return { items: labelled.map(({ item }) => item), keys: labelled.map(({ key }) => key), words, letters: [...seen.letters], offsets, ...places, codes }
}

/** Words in the order they are met, with how many items have each. Texts repeat (an INN, a maker): each is read once. */
class Vocabulary {
  readonly words: string[] = []
  readonly counts: number[] = []
  readonly letters = new Set<string>()
  readonly #numbers = new Map<string, number>()
  readonly #texts = new Map<string, readonly number[]>()
  /** By word: the last item that has it. */
  readonly #lastItems: number[] = []
  #items = 0

  /** The words of one more item, each once. */
  numbersOf(labelWords: readonly string[], texts: readonly string[]): number[] {
    this.#items++
    const own: number[] = []
    for (const word of labelWords) this.#count(this.#meet(word), own)
    for (const text of texts) for (const number of this.#numbersIn(text)) this.#count(number, own)
    return own
  }

  number(word: string): number {
    return this.#numbers.get(word)!
  }

  #numbersIn(text: string): readonly number[] {
    // Numbers of telephones do not repeat, and are read as fast as looked up.
    if (/^\d+$/.test(text)) return [this.#meet(text)]
    const known = this.#texts.get(text)
    if (known) return known
    const numbers = wordsOf(text).map((word) => this.#meet(word))
    this.#texts.set(text, numbers)
    return numbers
  }

  #count(number: number, own: number[]): void {
    if (this.#lastItems[number] === this.#items) return
    this.#lastItems[number] = this.#items
    this.counts[number]!++
    own.push(number)
  }

  #meet(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    for (const letter of word) this.letters.add(letter)
    this.#numbers.set(word, this.words.length)
    this.counts.push(0)
    this.#lastItems.push(0)
    return this.words.push(word) - 1
  }
}

// From the words of each item to the items of each word, in word order. The first of an item's own words is that of its label.
function* invert(words: readonly string[], seen: Vocabulary, own: readonly (readonly number[])[]) {
  const inOrder = new Uint32Array(words.length)
  const counts = new Uint32Array(words.length)
  for (let number = 0; number < words.length; number++) {
    const met = seen.number(words[number]!)
    inOrder[met] = number
    counts[number] = seen.counts[met]!
    if (number % WORD_BATCH === 0) yield
  }
  const offsets = running(counts)
  const ownOffsets = running(Uint32Array.from(own, (list) => list.length))
  yield
  const postings = new Uint32Array(offsets.at(-1)!)
  const ownWords = new Uint32Array(ownOffsets.at(-1)!)
  const filled = offsets.slice()
  for (const [place, list] of own.entries()) {
    for (const [at, met] of list.entries()) {
      const number = inOrder[met]!
      postings[filled[number]!++] = place
      ownWords[ownOffsets[place]! + at] = number
    }
    if (place % BATCH === 0) yield
  }
  return { offsets, places: { postings, ownOffsets, ownWords } }
}

function* byCode(labelled: readonly Labelled[]): Generator<void, Map<string, number | number[]>> {
  const codes = new Map<string, number | number[]>()
  for (const [place, { item }] of labelled.entries()) {
    for (const code of plainCodes(item)) {
      const known = codes.get(code)
      codes.set(code, known === undefined ? place : [known, place].flat())
    }
    if (place % BATCH === 0) yield
  }
  return codes
}

function plainCodes({ codes }: SearchItem): Iterable<string> {
  // Nearly every box has one.
  return codes.length === 1 ? [plainCode(codes[0]!)] : new Set(codes.map(plainCode))
}

type Labelled = { item: SearchItem; words: readonly string[]; key: string }

function* inLabelOrder(items: readonly SearchItem[]): Generator<void, Labelled[]> {
  const labelled: Labelled[] = []
  for (const item of items) {
    const words = wordsOf(item.label)
    if (labelled.push({ item, words, key: words.join(' ') }) % BATCH === 0) yield
  }
  return yield* sortInSlices(labelled, (a, b) => compareTexts(a.key, b.key) || compareTexts(a.item.id, b.item.id))
}

const isNumber = /^\d*$/

/** Codes are compared without blanks, dashes and case. */
export function plainCode(code: string): string {
  return isNumber.test(code) ? code : code.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** A range of words that begin alike: from, and up to but not with. */
export type WordRange = readonly [from: number, to: number]

/** The words that begin with a text: one range, or none. */
export function rangesOf(index: WordIndex, text: string): WordRange[] {
  const from = lowerBound(index.words, text)
  return beginsAt(index, from, text) ? [[from, lowerBound(index.words, text + '\uffff', from)]] : []
}

/** The words that begin with a text after one edit. Short texts and numbers are never corrected. */
export function correctedRangesOf(index: WordIndex, text: string): WordRange[] {
  if (text.length < MIN_CORRECTED || /^\d+$/.test(text)) return []
  return [...oneEditTexts(text, matchedLength(index, text), index.letters)].flatMap((other) => rangesOf(index, other))
}

/** The number of a word that is exactly this text, or -1. */
export function wordNumber(index: WordIndex, text: string): number {
  const at = lowerBound(index.words, text)
  return index.words[at] === text ? at : -1
}

// How many letters from the start still begin some word.
function matchedLength(index: WordIndex, text: string): number {
  let length = 0
  while (length < text.length && rangesOf(index, text.slice(0, length + 1)).length > 0) length++
  return length
}

function beginsAt(index: WordIndex, at: number, prefix: string): boolean {
  return index.words[at]?.startsWith(prefix) ?? false
}

function lowerBound(words: readonly string[], text: string, from = 0): number {
  let [low, high] = [from, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}

function running(lengths: Uint32Array): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1)
  for (const [at, length] of lengths.entries()) offsets[at + 1] = offsets[at]! + length
  return offsets
}
