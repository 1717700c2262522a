import { compareTexts } from '#shared/domain/compare-texts.ts'
import { fingerprintOf } from '#shared/domain/search/fingerprint.ts'
import { comparedWords, elidedWords } from '#shared/domain/search/fold.ts'
import { MIN_CORRECTED, oneEditTexts } from '#shared/domain/search/one-edit.ts'
import {
  beginsAt,
  isAt,
  lowerBound,
  numberOf,
  packInOrder,
  packTexts,
  textAt,
  type PackedTexts,
} from '#shared/domain/search/packed-texts.ts'
import { sortInSlices } from '#shared/domain/search/sort-in-slices.ts'

/**
 * A searchable item. `label` is displayed and orders equal hits; `texts` are searched too (INN, brand); `codes` match
 * only as a whole.
 */
export type SearchItem = {
  id: string
  label: string
  texts: readonly string[]
  codes: readonly string[]
  /** Higher ranks come first among equally good hits, e.g. 1 in stock, 0 out of stock. */
  rank: number
}

/**
 * An inverted index. Items are numbered by place, in label order. Immutable; consists of a few long texts and number
 * arrays, so that it can be stored directly (`saveIndex`: increase its format when this type or its content changes).
 */
export type WordIndex = {
  words: PackedTexts
  /** Letters and digits that occur, for corrections. */
  letters: readonly string[]
  /** Of word w: postings[offsets[w] … offsets[w + 1]], ascending. */
  offsets: Uint32Array
  postings: Uint32Array
  /** Of item i: its word numbers ownWords[ownOffsets[i] … ownOffsets[i + 1]], those of its label first. */
  ownOffsets: Uint32Array
  ownWords: Uint32Array
  /** Of item i: its folded label, the sort key. */
  keys: PackedTexts
  /** Of item i: a fingerprint of its texts and codes, and its rank at indexing. */
  fingerprints: Float64Array
  ranks: Float64Array
  /** The ids in plain order: id n belongs to item placeOf[n], and item i has id idOf[i]. */
  ids: PackedTexts
  placeOf: Uint32Array
  idOf: Uint32Array
  /**
   * Codes in plain order, normalized by `plainCode`: code n belongs to item codePlaces[n]; a code of several items is
   * repeated.
   */
  codes: PackedTexts
  codePlaces: Uint32Array
}

const BATCH = 500

/** Builds the index, yielding every few milliseconds. */
export function* buildWordIndex(items: readonly SearchItem[]): Generator<void, WordIndex> {
  const labelled = yield* inLabelOrder(items)
  const seen = new Vocabulary()
  const own: number[][] = []
  for (const { item, words } of labelled) {
    if (own.push(seen.numbersOf(words, item.texts)) % BATCH === 0) yield
  }
  const { texts: words, from: met } = yield* packInOrder(seen.words)
  const inverted = yield* invert(met, seen.counts, own)
  return {
    words,
    letters: [...seen.letters],
    ...inverted,
    ...(yield* byPlace(labelled)),
    ...(yield* byId(labelled)),
    ...(yield* byCode(labelled)),
  }
}

/**
 * Words in the order of first occurrence, with the number of items that have each. Texts repeat (INN, maker), so each
 * is parsed once.
 */
class Vocabulary {
  readonly words: string[] = []
  readonly counts: number[] = []
  readonly letters = new Set<string>()
  readonly #numbers = new Map<string, number>()
  readonly #texts = new Map<string, readonly number[]>()
  /** By word: the last item that has it. */
  readonly #lastItems: number[] = []
  #items = 0

  /** The word numbers of the next item, without duplicates. */
  numbersOf(labelWords: readonly string[], texts: readonly string[]): number[] {
    this.#items++
    const own: number[] = []
    for (const word of labelWords) this.#count(this.#meet(word), own)
    for (const text of texts) for (const number of this.#numbersIn(text)) this.#count(number, own)
    return own
  }

  #numbersIn(text: string): readonly number[] {
    // Phone numbers do not repeat: caching them gains nothing.
    if (/^\d+$/.test(text)) return [this.#meet(text)]
    const known = this.#texts.get(text)
    if (known) return known
    const numbers = [...comparedWords(text), ...elidedWords(text)].map((word) => this.#meet(word))
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

// Inverts the words of each item into the items of each word, in word order. An item's first word is from its label.
function* invert(met: Uint32Array, counts: readonly number[], own: readonly (readonly number[])[]) {
  const inOrder = inverse(met)
  const offsets = running(met.map((number) => counts[number]!))
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
  return { offsets, postings, ownOffsets, ownWords }
}

function* byPlace(labelled: readonly Labelled[]) {
  const fingerprints = new Float64Array(labelled.length)
  const ranks = new Float64Array(labelled.length)
  for (const [place, { item }] of labelled.entries()) {
    fingerprints[place] = readingOf(item)
    ranks[place] = item.rank
    if (place % BATCH === 0) yield
  }
  return { keys: yield* packTexts(labelled.map(({ key }) => key)), fingerprints, ranks }
}

function* byId(labelled: readonly Labelled[]) {
  const { texts: ids, from: placeOf } = yield* packInOrder(labelled.map(({ item }) => item.id))
  return { ids, placeOf, idOf: inverse(placeOf) }
}

function* byCode(labelled: readonly Labelled[]) {
  const codes: string[] = []
  const places: number[] = []
  for (const [place, { item }] of labelled.entries()) {
    for (const code of plainCodes(item)) places[codes.push(code) - 1] = place
    if (place % BATCH === 0) yield
  }
  const { texts, from } = yield* packInOrder(codes)
  return { codes: texts, codePlaces: from.map((number) => places[number]!) }
}

function plainCodes({ codes }: SearchItem): Iterable<string> {
  // Most products have one code.
  return codes.length === 1 ? [plainCode(codes[0]!)] : new Set(codes.map(plainCode))
}

type Labelled = { item: SearchItem; words: readonly string[]; key: string }

function* inLabelOrder(items: readonly SearchItem[]): Generator<void, Labelled[]> {
  const labelled: Labelled[] = []
  for (const item of items) {
    const words = comparedWords(item.label)
    const labelWords = [...words, ...elidedWords(item.label)]
    if (labelled.push({ item, words: labelWords, key: words.join(' ') }) % BATCH === 0) yield
  }
  return yield* sortInSlices(labelled, (a, b) => compareTexts(a.key, b.key) || compareTexts(a.item.id, b.item.id))
}

function readingOf({ label, texts, codes }: SearchItem): number {
  return fingerprintOf([[label], texts, codes])
}

const isNumber = /^\d*$/

/** Normalizes a code: without white space, dashes and case. */
export function plainCode(code: string): string {
  return isNumber.test(code) ? code : code.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** The code under which an item is found by the number of one of its lots. No box carries such a code. */
export function lotCode(lot: string): string {
  return `LOT:${plainCode(lot)}`
}

/** The number of items. */
export function placeCount({ idOf }: WordIndex): number {
  return idOf.length
}

/** The id of the item at a place. */
export function idAt({ ids, idOf }: WordIndex, place: number): string {
  return textAt(ids, idOf[place]!)
}

/** The place of the item with this id; undefined when there is none. */
export function placeOfId({ ids, placeOf }: WordIndex, id: string): number | undefined {
  return placeOf[numberOf(ids, id)]
}

/** The places of the items with this code, in label order. */
export function placesOfCode({ codes, codePlaces }: WordIndex, code: string): number[] {
  const plain = plainCode(code)
  const places: number[] = []
  for (let at = lowerBound(codes, plain); isAt(codes, at, plain); at++) places.push(codePlaces[at]!)
  return places
}

/** Whether the item's texts and codes are the same as when this place was indexed. */
export function readsAlike({ fingerprints }: WordIndex, place: number, item: SearchItem): boolean {
  return fingerprints[place] === readingOf(item)
}

/** A range of words with a common prefix: from inclusive, to exclusive. */
export type WordRange = readonly [from: number, to: number]

/** The words that begin with a text: one range or none. */
export function rangesOf(index: WordIndex, text: string): WordRange[] {
  const from = lowerBound(index.words, text)
  return beginsAt(index.words, from, text) ? [[from, lowerBound(index.words, text + '\uffff', from)]] : []
}

/** The words that begin with a text after one edit. Short texts and numbers are not corrected. */
export function correctedRangesOf(index: WordIndex, text: string): WordRange[] {
  if (text.length < MIN_CORRECTED || /^\d+$/.test(text)) return []
  return [...oneEditTexts(text, matchedLength(index, text), index.letters)].flatMap((other) => rangesOf(index, other))
}

/** The number of the word equal to this text, or -1. */
export function wordNumber(index: WordIndex, text: string): number {
  return numberOf(index.words, text)
}

// Length of the longest prefix that begins some word.
function matchedLength(index: WordIndex, text: string): number {
  let length = 0
  while (length < text.length && rangesOf(index, text.slice(0, length + 1)).length > 0) length++
  return length
}

function inverse(order: Uint32Array): Uint32Array {
  const inverted = new Uint32Array(order.length)
  for (const [at, number] of order.entries()) inverted[number] = at
  return inverted
}

function running(lengths: Uint32Array): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1)
  for (const [at, length] of lengths.entries()) offsets[at + 1] = offsets[at]! + length
  return offsets
}
