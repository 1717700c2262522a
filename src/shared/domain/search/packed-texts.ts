import { compareTexts } from '#shared/domain/compare-texts.ts'
import { sortInSlices } from '#shared/domain/search/sort-in-slices.ts'

/** Many texts end to end in one: text n is `text.slice(offsets[n], offsets[n + 1])`. Read from a disk at once, however many they are. */
export type PackedTexts = { text: string; offsets: Uint32Array }

const SLICE = 4096

/** Packs texts in slices of a few milliseconds. */
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

/** Packs texts in plain order, equal ones as they came. `from` tells of each where it stood before. */
export function* packInOrder(texts: readonly string[]): Generator<void, { texts: PackedTexts; from: Uint32Array }> {
  const order = yield* sortInSlices([...texts.keys()], (a, b) => compareTexts(texts[a]!, texts[b]!))
  return { texts: yield* packTexts(order.map((number) => texts[number]!)), from: Uint32Array.from(order) }
}

export function textCount({ offsets }: PackedTexts): number {
  return offsets.length - 1
}

export function textAt({ text, offsets }: PackedTexts, number: number): string {
  return text.slice(offsets[number], offsets[number + 1])
}

export function beginsAt({ text, offsets }: PackedTexts, number: number, prefix: string): boolean {
  return (
    number < offsets.length - 1 &&
    offsets[number]! + prefix.length <= offsets[number + 1]! &&
    text.startsWith(prefix, offsets[number])
  )
}

/** Of texts in order: the number of the first that is exactly this, or -1. */
export function numberOf(texts: PackedTexts, wanted: string): number {
  const number = lowerBound(texts, wanted)
  return isAt(texts, number, wanted) ? number : -1
}

export function isAt(texts: PackedTexts, number: number, wanted: string): boolean {
  return beginsAt(texts, number, wanted) && texts.offsets[number + 1]! - texts.offsets[number]! === wanted.length
}

/** Of texts in order, from `from` on: the number of the first that does not come before `wanted`. */
export function lowerBound(texts: PackedTexts, wanted: string, from = 0): number {
  let [low, high] = [from, textCount(texts)]
  while (low < high) {
    const middle = (low + high) >> 1
    if (comesBefore(texts, middle, wanted)) low = middle + 1
    else high = middle
  }
  return low
}

// Compared where it stands: a search passes many texts and must not cut each of them out.
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
