import type { Availability } from '#shared/domain/price-lists/price-list.ts'

/** What a supplier last asked for a box (minor units), and the free boxes that came with so many paid ones. */
export type Offer = {
  supplierId: string
  price: number
  paid: number
  free: number
  on: string
  availability: Availability
}

/** What one box costs once the free boxes are counted, in minor units. */
export function netPriceOf({ price, paid, free }: Pick<Offer, 'price' | 'paid' | 'free'>): number {
  return paid + free > 0 ? (price * paid) / (paid + free) : price
}

/** The cheapest offer of a supplier that has the product; of equal ones the newest, then the first by supplier. Undefined without an offer. */
export function bestOffer(offers: readonly Offer[]): Offer | undefined {
  const open = offers.filter(({ availability }) => availability !== 'out')
  return open.toSorted(
    (a, b) =>
      netPriceOf(a) - netPriceOf(b) || (a.on === b.on ? (a.supplierId < b.supplierId ? -1 : 1) : a.on > b.on ? -1 : 1),
  )[0]
}

/** Days from one delivery of a supplier to the next, by its weekdays; `usual` when it has none. */
export function rhythmOf(deliveryDays: readonly number[], usual: number): number {
  return deliveryDays.length === 0 ? usual : Math.ceil(7 / new Set(deliveryDays).size)
}
