import { sameLot } from '#shared/domain/fefo.ts'
import type { DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'
import { comparePrices } from '#shared/domain/supplier-price.ts'

type Line = DeliveryLineFields & { id: string }

/** A line that stands twice in one note, and the line that it repeats. */
export type RepeatedLine<L> = { first: L; again: L }

/**
 * Lines with the product, packaging, price and lot of an earlier one: the note repeats itself, or boxes came twice; only a
 * member knows. Two unknown lots are the same; two dates that differ are not. Removed lines repeat nothing.
 */
export function repeatedLines<L extends Line>(all: readonly L[]): RepeatedLine<L>[] {
  const firsts = new Map<string, L[]>()
  return all.flatMap((line) => {
    if (line.isRemoved || line.productId === null || line.received + line.free === 0) return []
    const key = `${line.productId} ${line.packagingId}`
    const earlier = firsts.get(key) ?? []
    const first = earlier.find(
      (one) => comparePrices(one.purchasePrice, line.purchasePrice) === 0 && isSameLot(one, line),
    )
    if (first) return [{ first, again: line }]
    firsts.set(key, [...earlier, line])
    return []
  })
}

/** What the first line holds when both are one: the boxes of both. The other one is then removed. */
export function joinedLine({
  first,
  again,
}: RepeatedLine<DeliveryLineFields>): Pick<DeliveryLineFields, 'noted' | 'received' | 'free' | 'expiresOn'> {
  return {
    noted: first.noted + again.noted,
    received: first.received + again.received,
    free: first.free + again.free,
    expiresOn: first.expiresOn ?? again.expiresOn,
  }
}

function isSameLot(a: Line, b: Line): boolean {
  const lots = a.lot === null || b.lot === null ? a.lot === b.lot : sameLot(a.lot, b.lot)
  return lots && (a.expiresOn === null || b.expiresOn === null || a.expiresOn === b.expiresOn)
}
