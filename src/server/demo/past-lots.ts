import { pastDays, type DemoCalendar } from '#server/demo/demo-calendar.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { PastDemand } from '#server/demo/past-demand.ts'
import { seededRandom, type Random } from '#server/demo/seeded-random.ts'
import type { ShelfProduct } from '#server/demo/shelf.ts'

export type PastLot = {
  id: string
  product: ShelfProduct
  lot: string
  expiresOn: string | null
  purchasePrice: number
  salePrice: number
  arrivedAt: Date
  arrived: number
  isDelivery: boolean
}
export type ProductStock = {
  product: ShelfProduct
  minimum: number
  maximum: number
  lots: PastLot[]
  expired: PastLot[]
}

type Sold = { daysAgo: number; quantity: number }
type Arrival = { daysAgo: number; quantity: number }

/** What each delivery costs more than the one before, as a share of the sale price. */
const riseOfDelivery = 0.025
/** Deliveries reach the shelf in the morning, before the shop opens. */
const deliveryHour = 7

/** The deliveries of each product, computed so that the stock left after all sales matches the product's condition. */
export function pastStock(
  slug: string,
  shelf: readonly ShelfProduct[],
  demand: readonly PastDemand[],
  calendar: DemoCalendar,
): ProductStock[] {
  const soldOf = new Map<string, Sold[]>(shelf.map(({ id }) => [id, []]))
  for (const { daysAgo, lines } of demand)
    for (const { product, quantity } of lines) soldOf.get(product.id)?.push({ daysAgo, quantity })
  return shelf.map((product) => stockOf(slug, product, soldOf.get(product.id) ?? [], calendar))
}

function stockOf(slug: string, product: ShelfProduct, sold: readonly Sold[], calendar: DemoCalendar): ProductStock {
  const random = seededRandom('stock', slug, product.medicine.label)
  const total = sum(sold)
  const minimum = Math.max(2, Math.ceil(total / 7))
  const maximum = minimum * random.int(2, 4)
  const arrivals = arrivalsOf(sold, leftOver(product, minimum, maximum, random), random)
  const lastExpiry = product.condition.kind === 'near-expiry' ? random.int(8, 170) : random.int(200, 980)
  const lots = arrivals.map(({ daysAgo, quantity }, index): PastLot => ({
    // lots that arrived first expire first
    ...newLot(
      slug,
      product,
      index,
      Math.max(5, lastExpiry - (arrivals.length - 1 - index) * random.int(40, 120)),
      calendar,
      random,
      index * riseOfDelivery,
    ),
    arrived: quantity,
    arrivedAt: calendar.at(daysAgo, deliveryHour),
    isDelivery: index > 0,
  }))
  return {
    product,
    minimum,
    maximum,
    lots,
    expired: product.medicine.atc && random.next() < 0.03 ? [expiredLot(slug, product, calendar, random)] : [],
  }
}

/** Only a product that sells can have a shortage: with too few sales, one box remains. */
function leftOver({ condition }: ShelfProduct, minimum: number, maximum: number, random: Random): number {
  switch (condition.kind) {
    case 'out':
      return 0
    case 'below-zero':
      return -random.int(1, 3)
    case 'low':
      return random.int(1, minimum - 1)
    case 'steady':
    case 'near-expiry':
      return random.int(minimum + 1, maximum)
  }
}

/** The first stock-taking, then up to two deliveries: each covers the sales until the next one, plus a few boxes. */
function arrivalsOf(sold: readonly Sold[], left: number, random: Random): Arrival[] {
  const total = sum(sold)
  const all: Arrival = { daysAgo: pastDays, quantity: Math.max(1, total + left) }
  const deliveries = total < 8 ? 0 : total < 40 ? 1 : 2
  const days = Array.from(
    { length: deliveries },
    (_, index) => Math.round(pastDays * (1 - (index + 1) / (deliveries + 1))) - random.int(0, 6),
  )
  const starts = [pastDays, ...days]
  const before = starts.slice(0, -1).map((daysAgo, index): Arrival => ({
    daysAgo,
    quantity:
      sum(sold.filter((sale) => sale.daysAgo <= daysAgo && sale.daysAgo > (starts[index + 1] ?? 0))) + random.int(1, 3),
  }))
  const last: Arrival = { daysAgo: starts.at(-1) ?? pastDays, quantity: total + left - sum(before) }
  return deliveries === 0 || last.quantity < 1 ? [all] : [...before, last]
}

/** A lot that expired unnoticed: it is still on the shelf, and nothing of it was sold. */
function expiredLot(slug: string, product: ShelfProduct, calendar: DemoCalendar, random: Random): PastLot {
  return {
    ...newLot(slug, product, 9, -random.int(3, 120), calendar, random),
    arrived: random.int(1, 6),
    arrivedAt: calendar.at(pastDays, deliveryHour),
    isDelivery: false,
  }
}

function newLot(
  slug: string,
  product: ShelfProduct,
  index: number,
  expiresInDays: number,
  calendar: DemoCalendar,
  random: Random,
  rise = 0,
): Omit<PastLot, 'arrived' | 'arrivedAt' | 'isDelivery'> {
  const { price, label, prescriptionList, atc } = product.medicine
  const letters = (count: number): string =>
    Array.from({ length: count }, () => 'ABCDEFGHKLMNPRSTVX'.charAt(random.int(0, 17))).join('')
  // dressings and thermometers do not expire
  const expires = atc !== null || prescriptionList !== 'none' || random.next() < 0.5
  return {
    id: demoId('stock-item', slug, label, String(index)),
    product,
    lot: `${letters(random.int(1, 2))}${random.int(1000, 99999)}`,
    expiresOn: expires ? calendar.day(-expiresInDays).date : null,
    purchasePrice: Math.round(price * (0.65 + random.next() * 0.1 + rise)),
    salePrice: price,
  }
}

function sum(parts: readonly { quantity: number }[]): number {
  return parts.reduce((total, { quantity }) => total + quantity, 0)
}
