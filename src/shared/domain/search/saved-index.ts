import { newShelf } from '#shared/domain/search/find-places.ts'
import { SearchIndex } from '#shared/domain/search/search-index.ts'
import type { WordIndex } from '#shared/domain/search/word-index.ts'

/** An index as a disk keeps it: plain data, a few long texts and lists of numbers, read back at once. */
export type SavedIndex = { format: number; index: WordIndex; gone: Uint8Array }

/** One more whenever an index is made otherwise, be it only how texts are folded or fingerprinted: an older one is then built anew. */
const FORMAT = 1

/** What to keep of an index as it stands at this moment; null while changes lie beside it, which only a new build takes in. */
export function saveIndex(index: SearchIndex): SavedIndex | null {
  const shelf = index.unchanged
  return shelf && { format: FORMAT, index: { ...shelf.index, ranks: shelf.ranks.slice() }, gone: shelf.gone.slice() }
}

/** The index that was kept; null when it is of another format or not whole. Whoever asks can always build it instead. */
export function restoreIndex(saved: unknown): SearchIndex | null {
  return isWhole(saved) ? new SearchIndex({ ...newShelf(saved.index), gone: saved.gone.slice() }) : null
}

// Only what could make a question fail later: the parts are there and their lengths agree. A disk keeps all of a value or nothing.
function isWhole(saved: unknown): saved is SavedIndex {
  if (!isRecord(saved) || saved.format !== FORMAT || !isRecord(saved.index)) return false
  const { index, gone } = saved
  const [items, words, codes] = [lengthOf(gone), lengthOf(index.offsets) - 1, lengthOf(index.codePlaces)]
  return [
    Array.isArray(index.letters),
    isTexts(index.words, words),
    isOffsets(index.offsets, words, lengthOf(index.postings)),
    isOffsets(index.ownOffsets, items, lengthOf(index.ownWords)),
    isTexts(index.keys, items),
    isTexts(index.ids, items),
    isTexts(index.codes, codes),
    [index.postings, index.ownWords, index.codePlaces].every(isNumbers),
    [index.placeOf, index.idOf].every((numbers) => isNumbers(numbers) && numbers.length === items),
    [index.fingerprints, index.ranks].every((numbers) => numbers instanceof Float64Array && numbers.length === items),
    gone instanceof Uint8Array,
  ].every(Boolean)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isNumbers(value: unknown): value is Uint32Array {
  return value instanceof Uint32Array
}

function lengthOf(value: unknown): number {
  return ArrayBuffer.isView(value) && 'length' in value ? Number(value.length) : Number.NaN
}

function isTexts(value: unknown, count: number): boolean {
  return isRecord(value) && typeof value.text === 'string' && isOffsets(value.offsets, count, value.text.length)
}

/** Of `count` parts of one thing that is `length` long. */
function isOffsets(value: unknown, count: number, length: number): boolean {
  return isNumbers(value) && value.length === count + 1 && value.at(-1) === length
}
