import { compareTexts } from '#shared/domain/compare-texts.ts'
import { costOfBox } from '#shared/domain/deliveries/delivery-sums.ts'
import { supplierPrice } from '#shared/domain/supplier-price.ts'
import { groupBy } from '#server/db/group-by.ts'
import { closedAt, lineOf, noteNumber, type DeliveryPast, type DeliveryPlan } from '#server/demo/delivery-plan.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { supplierId, supplierOfLot, type DemoSupplier } from '#server/demo/demo-suppliers.ts'
import { ownDeliveries } from '#server/demo/own-deliveries.ts'
import type { PastLot } from '#server/demo/past-lots.ts'
import { dayOfMoment } from '#server/demo/past-prescriptions.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'

export type PastDelivery = Omit<DeliveryPlan, 'supplier' | 'restOf'> & {
  id: string
  number: number
  supplierId: string
  partOf: string | null
}
export type PastDeliveries = {
  deliveries: PastDelivery[]
  /** The lots of past arrivals that came with a delivery, by the line that brought them. */
  lotOfLine: ReadonlyMap<string, string>
  /** The delivery of each of these lots. */
  deliveryOfLot: ReadonlyMap<string, string>
}

/** Days with arrivals that become deliveries, by supplier. */
const arrivalDays = { 'Golfe Répartition': 4, 'Sahel Pharma': 3 } as const

/** Deliveries of the last weeks, oldest first: closed ones, one that is counted, a draft, and a canceled one. */
export function pastDeliveries(pharmacy: DemoPharmacy, past: DeliveryPast): PastDeliveries {
  const arrivals = arrivalsOf(pharmacy, past)
  const arrived = arrivals.map(({ plan }) => plan)
  const plans = [...arrived, ...ownDeliveries(pharmacy, past, arrived)].toSorted(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
  )
  const idOf = (key: string): string => demoId('delivery', pharmacy.slug, key)
  return {
    deliveries: plans.map(({ supplier, restOf, ...plan }, index) => ({
      ...plan,
      id: idOf(plan.key),
      number: index + 1,
      supplierId: supplierId(pharmacy.id, supplier),
      partOf: restOf && idOf(restOf),
    })),
    lotOfLine: new Map(arrivals.flatMap(({ lots }) => lots.map(({ lineId, lot }) => [lineId, lot.id]))),
    deliveryOfLot: new Map(arrivals.flatMap(({ plan, lots }) => lots.map(({ lot }) => [lot.id, idOf(plan.key)]))),
  }
}

/** The lots that one supplier brought on one day, for its busiest days. */
function arrivalsOf(pharmacy: DemoPharmacy, { stock, packagingIdOf }: DeliveryPast) {
  const dayOf = dayOfMoment(pharmacy.utcOffsetHours)
  const arrived = stock.flatMap(({ lots }) => lots.filter(({ isDelivery }) => isDelivery))
  return Object.entries(arrivalDays).flatMap(([name, days]) => {
    const supplier = name as DemoSupplier
    const byDay = groupBy(
      arrived.filter(({ id }) => supplierOfLot(pharmacy.id, id) === supplierId(pharmacy.id, supplier)),
      ({ arrivedAt }) => dayOf(arrivedAt),
    )
    return [...byDay]
      .toSorted(([day, lots], [otherDay, others]) => others.length - lots.length || compareTexts(otherDay, day))
      .slice(0, days)
      .map(([day, lots]) => {
        const key = `${supplier} ${day}`
        const lines = lots.map((lot, position) => ({
          lineId: demoId('delivery-line', pharmacy.slug, key, String(position)),
          lot,
          ...arrivedBoxes(lot),
        }))
        const plan: DeliveryPlan = {
          ...closedAt(lots[0]!.arrivedAt, day),
          key,
          supplier,
          bl: noteNumber(pharmacy, key),
          lines: lines.map(({ lineId, lot, ...boxes }, position) => ({
            ...lineOf(lot.product, packagingIdOf(lot.product), { id: lineId, position }),
            ...boxes,
            lot: lot.lot,
            expiresOn: lot.expiresOn,
          })),
        }
        return { plan, lots: lines }
      })
  })
}

/** Some lots came with free boxes: the billed ones cost more, so that a box in stock costs what its lot says. */
function arrivedBoxes({ id, arrived, purchasePrice: cost }: PastLot) {
  const free = arrived >= 12 && seededRandom('free boxes', id).next() < 0.2 ? Math.floor(arrived / 12) : 0
  const received = arrived - free
  const purchasePrice = supplierPrice(Math.ceil(((cost - 0.5) * arrived) / received))
  if (costOfBox({ received, free, purchasePrice }) !== cost) throw new Error(`lot ${id} would cost something else`)
  return { ordered: received, noted: received, received, free, purchasePrice }
}
