import { newShelf } from '#shared/domain/search/find-places.ts'
import { SearchIndex } from '#shared/domain/search/search-index.ts'
import type { WordIndex } from '#shared/domain/search/word-index.ts'

/** An index as stored on disk: plain data of a few long texts and number arrays. */
export type SavedIndex = { format: number; index: WordIndex; gone: Uint8Array }

/**
 * Increase whenever indexes are built differently, also when only folding or fingerprints change: older ones are then
 * rebuilt.
 */
const FORMAT = 3

/** The storable state of an index; null while it has changes that only a rebuild includes. */
export function saveIndex(index: SearchIndex): SavedIndex | null {
  const shelf = index.unchanged
  return shelf && { format: FORMAT, index: { ...shelf.index, ranks: shelf.ranks.slice() }, gone: shelf.gone.slice() }
}

/** A stored index; null when its format differs or it is damaged. The caller can always rebuild it. */
export function restoreIndex(saved: unknown): SearchIndex | null {
  return isWhole(saved) ? new SearchIndex({ ...newShelf(saved.index), gone: saved.gone.slice() }) : null
}

// Checks only what could make a search fail: all parts exist with matching lengths. The disk stores a value completely
// or not at all.
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

/** Offsets of `count` parts with a total length of `length`. */
function isOffsets(value: unknown, count: number, length: number): boolean {
  return isNumbers(value) && value.length === count + 1 && value.at(-1) === length
}
