import { pastDays, type DemoCalendar } from '#server/demo/demo-calendar.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { seededRandom, type Random } from '#server/demo/seeded-random.ts'
import type { ShelfProduct } from '#server/demo/shelf.ts'

/** A customer's demand: a sale before its lots are chosen. */
export type PastDemand = {
  key: string
  at: Date
  daysAgo: number
  lines: { product: ShelfProduct; quantity: number }[]
}

/** Share of a day's sales by hour, with rush hours at 11–13 h and 17–19 h. */
const salesByHour: readonly (readonly [hour: number, weight: number])[] = [
  [8, 5],
  [9, 7],
  [10, 8],
  [11, 14],
  [12, 14],
  [13, 7],
  [14, 4],
  [15, 5],
  [16, 7],
  [17, 14],
  [18, 13],
  [19, 7],
  [20, 2],
]
/** Sunday first: only the pharmacy on duty opens, with few customers. */
const weekdayFactor = [0.4, 1.08, 1, 0.98, 1, 1.05, 1.07] as const
const lineCounts = [50, 27, 13, 7, 3] as const
const quantities = [84, 12, 4] as const

/** The demands of the past days until now, oldest first, each at its own instant. */
export function pastDemand(
  pharmacy: DemoPharmacy,
  shelf: readonly ShelfProduct[],
  calendar: DemoCalendar,
): PastDemand[] {
  const choose = chooser(shelf)
  return Array.from({ length: pastDays }, (_, index) => pastDays - 1 - index).flatMap((daysAgo) => {
    const { date, weekday } = calendar.day(daysAgo)
    const random = seededRandom('sales', pharmacy.slug, date)
    const count = Math.round(pharmacy.salesPerDay * (weekdayFactor[weekday] ?? 1) * (0.92 + random.next() * 0.16))
    return momentsOf(count, random)
      .map(({ hour, seconds }, index): PastDemand => ({
        key: `${date}/${index}`,
        at: calendar.at(daysAgo, hour, seconds),
        daysAgo,
        lines: linesOf(choose, daysAgo, random),
      }))
      .filter(({ at }) => at <= calendar.now)
  })
}

function momentsOf(count: number, random: Random): { hour: number; seconds: number }[] {
  const weights = salesByHour.map(([, weight]) => weight)
  const moments = new Map<number, { hour: number; seconds: number }>()
  while (moments.size < count) {
    const hour = salesByHour[random.weighted(weights)]?.[0] ?? 12
    const seconds = random.int(0, 3599)
    moments.set(hour * 3600 + seconds, { hour, seconds })
  }
  return [...moments].toSorted(([a], [b]) => a - b).map(([, moment]) => moment)
}

type Chooser = (random: Random) => ShelfProduct

/**
 * Picks a product, weighted by popularity. Uses binary search over the running sums: it is called tens of thousands of
 * times.
 */
function chooser(shelf: readonly ShelfProduct[]): Chooser {
  let total = 0
  const upTo = shelf.map(({ popularity }) => (total += popularity))
  return (random) => {
    const wanted = random.next() * total
    let from = 0
    let to = upTo.length - 1
    while (from < to) {
      const middle = (from + to) >> 1
      if ((upTo[middle] ?? 0) > wanted) to = middle
      else from = middle + 1
    }
    const product = shelf[from]
    if (!product) throw new RangeError('an empty shelf')
    return product
  }
}

function linesOf(choose: Chooser, daysAgo: number, random: Random): PastDemand['lines'] {
  const wanted = 1 + random.weighted(lineCounts)
  const lines = new Map<string, PastDemand['lines'][number]>()
  while (lines.size < wanted) {
    const product = choose(random)
    const isOut = product.condition.kind === 'out' && daysAgo < product.condition.forDays
    if (!isOut) lines.set(product.id, { product, quantity: 1 + random.weighted(quantities) })
  }
  return [...lines.values()]
}
