import { sameLot } from '#shared/domain/fefo.ts'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { scanOf } from '#shared/domain/scan.ts'

type Line = {
  stockItemId: string
  pharmacyProductId: string
  packagingId: string
  label: string
  lot: string | null
  codes: readonly string[]
}

export type CountingScan<Each extends Line> =
  /** The lot that is counted. */
  | { kind: 'line'; line: Each }
  /** Several lots of the product: the box does not say which. */
  | { kind: 'lots'; lines: Each[] }
  /** A lot of the product that the inventory does not have; `like`: one that it has. */
  | { kind: 'found'; like: Each; lot: string; expiresOn: string | null }
  /** The code of a product that is not of the inventory, or of none. */
  | { kind: 'unknown' }
  /** Words to search. */
  | { kind: 'text' }

/** What a scan means to who counts: which lot of the inventory the box in the hand belongs to. */
export function readCountingScan<Each extends Line>(
  text: string,
  lines: readonly Each[],
  today: string,
): CountingScan<Each> {
  const scan = scanOf(text, today)
  if (scan.kind === 'text') return { kind: 'text' }
  const own = lines.filter(({ codes }) => codes.some((code) => scan.codes.includes(code)))
  const first = own[0]
  if (!first) return { kind: 'unknown' }
  const { lot } = scan
  if (lot === null) return own.length === 1 ? { kind: 'line', line: first } : { kind: 'lots', lines: own }
  const line = own.find((each) => each.lot !== null && sameLot(each.lot, lot))
  return line ? { kind: 'line', line } : { kind: 'found', like: first, lot, expiresOn: scan.expiresOn }
}

/** The lots whose product, number or place has all words. */
export function matchingLines<Each extends Line & { storage: string | null }>(
  lines: readonly Each[],
  typed: string,
): Each[] {
  const words = wordsOf(typed)
  if (words.length === 0) return [...lines]
  return lines.filter(({ label, lot, storage, codes }) => {
    const text = fold([label, lot, storage, ...codes].filter(Boolean).join(' '))
    return words.every((word) => text.includes(word))
  })
}
