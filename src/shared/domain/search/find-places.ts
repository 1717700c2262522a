import { placeCount, wordNumber, type WordIndex, type WordRange } from '#shared/domain/search/word-index.ts'

/** A word index with its mutable state and preallocated buffers, so that typing allocates nothing per item. */
export type Shelf = {
  index: WordIndex
  /** By place. */
  ranks: Float64Array
  /** By place, from 0 to below 1: orders hits of the same rank. */
  weights: Float64Array
  /** 1 where the item was removed or replaced. */
  gone: Uint8Array
  room: { marks: Uint32Array; mark: number; found: Uint32Array; exact: Uint8Array }
}

/** A shelf with all items of the index. */
export function newShelf(index: WordIndex): Shelf {
  const size = placeCount(index)
  return {
    index,
    ranks: index.ranks.slice(),
    weights: new Float64Array(size),
    gone: new Uint8Array(size),
    room: { marks: new Uint32Array(size), mark: 0, found: new Uint32Array(size), exact: new Uint8Array(size) },
  }
}

/**
 * Quality of a hit: number of whole-word matches, then whether the label begins with a searched word, then rank with
 * its weight, then label order.
 */
export type Hit = { place: number; exact: number; isFirst: boolean; rank: number }

/** Insertion is faster for a screenful; for a larger limit one sort is faster. */
const MAX_INSERTED = 500

/** A searched word, and the ranges of index words that match it. */
export type SearchedWord = { text: string; ranges: readonly WordRange[] }

/** Items that match every searched word, in any order: the best `limit` of them and the total. */
export function findPlaces(
  shelf: Shelf,
  searched: readonly SearchedWord[],
  limit: number,
): { hits: Hit[]; total: number } {
  const [rarest, ...others] = searched
    .map(({ ranges }) => ranges)
    .toSorted((a, b) => postingCount(shelf.index, a) - postingCount(shelf.index, b))
  if (!rarest) return { hits: [], total: 0 }
  let total = collect(shelf, rarest)
  for (const ranges of others) total = keep(shelf, total, ranges)
  return { hits: bestOf(shelf, total, searched, limit), total }
}

/** Whether an item with one of these words is left. */
export function hasAny({ index, gone }: Shelf, ranges: readonly WordRange[]): boolean {
  for (const [from, to] of ranges)
    for (let at = index.offsets[from]!; at < index.offsets[to]!; at++) if (gone[index.postings[at]!] === 0) return true
  return false
}

function postingCount({ offsets }: WordIndex, ranges: readonly WordRange[]): number {
  return ranges.reduce((count, [from, to]) => count + offsets[to]! - offsets[from]!, 0)
}

function mark({ index, room }: Shelf, ranges: readonly WordRange[]): void {
  room.mark++
  for (const [from, to] of ranges)
    for (let at = index.offsets[from]!; at < index.offsets[to]!; at++) room.marks[index.postings[at]!] = room.mark
}

function collect({ index, gone, room }: Shelf, ranges: readonly WordRange[]): number {
  let count = 0
  room.mark++
  for (const [from, to] of ranges) {
    for (let at = index.offsets[from]!; at < index.offsets[to]!; at++) {
      const place = index.postings[at]!
      if (room.marks[place] === room.mark || gone[place] === 1) continue
      room.marks[place] = room.mark
      room.found[count++] = place
    }
  }
  return count
}

// With few candidates check their own words; with many, walk the postings once.
function keep(shelf: Shelf, count: number, ranges: readonly WordRange[]): number {
  const { room } = shelf
  const isCheapToRead = count * 16 < postingCount(shelf.index, ranges)
  if (!isCheapToRead) mark(shelf, ranges)
  let kept = 0
  for (let at = 0; at < count; at++) {
    const place = room.found[at]!
    if (isCheapToRead ? hasWordIn(shelf.index, place, ranges) : room.marks[place] === room.mark)
      room.found[kept++] = place
  }
  return kept
}

function hasWordIn({ ownOffsets, ownWords }: WordIndex, place: number, ranges: readonly WordRange[]): boolean {
  for (let at = ownOffsets[place]!; at < ownOffsets[place + 1]!; at++) if (isIn(ranges, ownWords[at]!)) return true
  return false
}

function isIn(ranges: readonly WordRange[], word: number): boolean {
  for (const [from, to] of ranges) if (word >= from && word < to) return true
  return false
}

function bestOf(shelf: Shelf, total: number, searched: readonly SearchedWord[], limit: number): Hit[] {
  const { index, ranks, weights, room } = shelf
  const whole = [...new Set(searched.map(({ text }) => wordNumber(index, text)))].filter((number) => number >= 0)
  const ranges = searched.flatMap((word) => word.ranges)
  const hitAt = (place: number): Hit => ({
    place,
    exact: room.exact[place]!,
    isFirst: isFirstWordIn(index, place, ranges),
    rank: ranks[place]! + weights[place]!,
  })
  countWhole(shelf, whole, 1)
  const best =
    limit > MAX_INSERTED
      ? Array.from(room.found.subarray(0, total), hitAt).sort(compareHits).slice(0, limit)
      : bestFew(shelf, total, hitAt, limit)
  countWhole(shelf, whole, 0)
  return best
}

function bestFew({ ranks, weights, room }: Shelf, total: number, hitAt: (place: number) => Hit, limit: number): Hit[] {
  const best: Hit[] = []
  for (let at = 0; at < total; at++) {
    const place = room.found[at]!
    const [exact, rank] = [room.exact[place]!, ranks[place]! + weights[place]!]
    const last = best.length === limit ? best[limit - 1] : undefined
    // Most of many hits are worse than the last one shown: skip them before allocating.
    if (
      last &&
      (exact < last.exact ||
        (exact === last.exact && last.isFirst && (rank < last.rank || (rank === last.rank && place > last.place))))
    )
      continue
    insert(best, hitAt(place), limit)
  }
  return best
}

// A candidate has at least one word. If its label has none, the first word comes from another text, which is
// acceptable.
function isFirstWordIn({ ownOffsets, ownWords }: WordIndex, place: number, ranges: readonly WordRange[]): boolean {
  return isIn(ranges, ownWords[ownOffsets[place]!]!)
}

// Counts whole-word matches per place, or resets them (step 0), which is cheaper than clearing all places.
function countWhole({ index, room }: Shelf, words: readonly number[], step: 0 | 1): void {
  for (const word of words) {
    for (let at = index.offsets[word]!; at < index.offsets[word + 1]!; at++) {
      const place = index.postings[at]!
      room.exact[place] = step === 0 ? 0 : room.exact[place]! + 1
    }
  }
}

function insert(best: Hit[], hit: Hit, limit: number): void {
  let at = best.length
  while (at > 0 && compareHits(hit, best[at - 1]!) < 0) at--
  if (at >= limit) return
  best.splice(at, 0, hit)
  if (best.length > limit) best.pop()
}

/** Negative when `a` comes first. Equal hits of one shelf are in label order. */
export function compareHits(a: Hit, b: Hit): number {
  return b.exact - a.exact || Number(b.isFirst) - Number(a.isFirst) || b.rank - a.rank || a.place - b.place
}
