import { compareTexts } from '#shared/domain/compare-texts.ts'
import { sortInSlices } from '#shared/domain/search/sort-in-slices.ts'

/**
 * Many texts concatenated into one: text n is `text.slice(offsets[n], offsets[n + 1])`. Reads from disk as a single
 * value.
 */
export type PackedTexts = { text: string; offsets: Uint32Array }

const SLICE = 4096

/** Packs texts, yielding every few milliseconds. */
export function* packTexts(texts: readonly string[]): Generator<void, PackedTexts> {
  const offsets = new Uint32Array(texts.length + 1)
  const parts: string[] = []
  for (let from = 0; from < texts.length; from += SLICE) {
    const slice = texts.slice(from, from + SLICE)
    for (const [at, text] of slice.entries()) offsets[from + at + 1] = offsets[from + at]! + text.length
    parts.push(slice.join(''))
    yield
  }
  return { text: parts.join(''), offsets }
}

/** Packs texts in plain order (stable). `from[n]` is the former position of text n. */
export function* packInOrder(texts: readonly string[]): Generator<void, { texts: PackedTexts; from: Uint32Array }> {
  const order = yield* sortInSlices([...texts.keys()], (a, b) => compareTexts(texts[a]!, texts[b]!))
  return { texts: yield* packTexts(order.map((number) => texts[number]!)), from: Uint32Array.from(order) }
}

/** The number of texts. */
export function textCount({ offsets }: PackedTexts): number {
  return offsets.length - 1
}

/** Text `number`. */
export function textAt({ text, offsets }: PackedTexts, number: number): string {
  return text.slice(offsets[number], offsets[number + 1])
}

/** Whether text `number` exists and begins with `prefix`. */
export function beginsAt({ text, offsets }: PackedTexts, number: number, prefix: string): boolean {
  return (
    number < offsets.length - 1 &&
    offsets[number]! + prefix.length <= offsets[number + 1]! &&
    text.startsWith(prefix, offsets[number])
  )
}

/** The number of the first text equal to `wanted` in sorted texts, or -1. */
export function numberOf(texts: PackedTexts, wanted: string): number {
  const number = lowerBound(texts, wanted)
  return isAt(texts, number, wanted) ? number : -1
}

/** Whether text `number` exists and equals `wanted`. */
export function isAt(texts: PackedTexts, number: number, wanted: string): boolean {
  return beginsAt(texts, number, wanted) && texts.offsets[number + 1]! - texts.offsets[number]! === wanted.length
}

/** The number of the first text at or after `from` that is not before `wanted`, in sorted texts. */
export function lowerBound(texts: PackedTexts, wanted: string, from = 0): number {
  let [low, high] = [from, textCount(texts)]
  while (low < high) {
    const middle = (low + high) >> 1
    if (comesBefore(texts, middle, wanted)) low = middle + 1
    else high = middle
  }
  return low
}

// Compares in place: a binary search must not slice each text.
function comesBefore({ text, offsets }: PackedTexts, number: number, wanted: string): boolean {
  const start = offsets[number]!
  const length = offsets[number + 1]! - start
  const shared = Math.min(length, wanted.length)
  for (let at = 0; at < shared; at++) {
    const difference = text.charCodeAt(start + at) - wanted.charCodeAt(at)
    if (difference !== 0) return difference < 0
  }
  return length < wanted.length
}
