import { emptyLine, type DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'
import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import type { DemoSupplier } from '#server/demo/demo-suppliers.ts'
import type { ProductStock } from '#server/demo/past-lots.ts'
import type { PastSale } from '#server/demo/past-trade.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import type { ShelfProduct } from '#server/demo/shelf.ts'

/** What past deliveries are made of. */
export type DeliveryPast = {
  stock: readonly ProductStock[]
  sales: readonly PastSale[]
  calendar: DemoCalendar
  packagingIdOf: (product: ShelfProduct) => string
}

export type PlannedLine = DeliveryLineFields & {
  id: string
  position: number
  code: string | null
  label: string
  ordered: number | null
  notePrice: number | null
}

/** A delivery before it has its number. `key`: its name in the demo. */
export type DeliveryPlan = {
  key: string
  supplier: DemoSupplier
  bl: string
  receivedOn: string
  state: 'draft' | 'open' | 'closed' | 'canceled'
  createdAt: Date
  /** When it was closed or canceled. */
  endedAt: Date | null
  cancelReason: string | null
  /** The delivery that waited for these boxes, by its key. */
  restOf: string | null
  lines: PlannedLine[]
}

export const minuteMs = 60_000

export function closedAt(at: Date, receivedOn: string) {
  return {
    receivedOn,
    state: 'closed' as const,
    createdAt: new Date(at.getTime() - 25 * minuteMs),
    endedAt: at,
    cancelReason: null,
    restOf: null,
  }
}

export function noteNumber({ slug }: DemoPharmacy, key: string): string {
  return `BL${seededRandom('note', slug, key).int(100_000, 999_999)}`
}

/** A line of a product that was compared with the goods. */
export function lineOf(
  { id: productId, medicine }: ShelfProduct,
  packagingId: string,
  at: { id: string; position: number },
) {
  return {
    ...emptyLine,
    ...at,
    code: medicine.codes[0]?.code ?? null,
    label: medicine.label.toUpperCase(),
    productId,
    packagingId,
    ordered: null,
    notePrice: medicine.price,
    vat: medicine.atc === null ? 1800 : 0,
    isChecked: true,
  }
}

/** The code that the first supplier writes for a product. */
export function ownCodeOf(productId: string): string {
  return `27${seededRandom('supplier code', productId).int(10_000, 99_999)}`
}
