import { compareTexts } from '#shared/domain/compare-texts.ts'
import { nearestAmount, supplierPrice, type SupplierPrice } from '#shared/domain/supplier-price.ts'
import {
  closedAt,
  lineOf,
  minuteMs,
  noteNumber,
  ownCodeOf,
  type DeliveryPast,
  type DeliveryPlan,
  type PlannedLine,
} from '#server/demo/delivery-plan.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import type { ProductStock } from '#server/demo/past-lots.ts'
import type { ShelfProduct } from '#server/demo/shelf.ts'

/** Days ago. */
const [partial, rest, priced, canceled, risen] = [8, 6, 1, 5, 4] as const
/** Of the price. */
const costShare = 0.72
/** What the last delivery of a supplier costs more than the one before, in hundredths. */
const rises = [4, 9, 6, 3, 7] as const
/** On these notes the supplier writes codes of its own. */
const ownCoded: ReadonlySet<string> = new Set(['partial', 'rest', 'open'])
/** Journeys of the tests count the boxes and the prices of these. */
const untouched = /coartem|doliprane|efferalgan|augmentin/i

/** Deliveries that are not among the past arrivals (`arrivals`). Nothing of their lots was sold. */
export function ownDeliveries(
  pharmacy: DemoPharmacy,
  { stock, sales, calendar, packagingIdOf }: DeliveryPast,
  arrivals: readonly DeliveryPlan[],
): DeliveryPlan[] {
  const pricedAt = calendar.at(priced, 19, 1800)
  const soldSince = new Set(
    sales.flatMap(({ at, records }) => (at > pricedAt ? records.map(({ lot }) => lot.product.id) : [])),
  )
  // From the last drawers: their products are in no journey of the tests.
  const products = stock
    .map(({ product }) => product)
    .filter(({ medicine, condition: { kind } }) => kind === 'steady' && medicine.atc && !untouched.test(medicine.label))
    .toReversed()
  const repriced = products.find((product) => !soldSince.has(product.id) && bearsMore(stock, product))!
  const unsold = [
    repriced,
    ...products.filter((product) => product !== repriced && !soldSince.has(product.id)).slice(0, 4),
  ]
  const others = products.filter(({ id }) => unsold.every((product) => product.id !== id))
  const line = (
    key: string,
    product: ShelfProduct,
    position: number,
    rest: Partial<PlannedLine> & { expiresInDays?: number },
  ): PlannedLine => {
    // After the lots of the shelf: those are still sold first.
    const { expiresInDays = 1000 + 30 * position, ...fields } = rest
    const noted = fields.noted ?? 6 + 2 * position
    return {
      ...lineOf(product, packagingIdOf(product), {
        id: demoId('delivery-line', pharmacy.slug, key, String(position)),
        position,
      }),
      ...(ownCoded.has(key) ? { code: ownCodeOf(product.id) } : {}),
      ordered: noted,
      noted,
      received: noted,
      purchasePrice: supplierPrice(
        Math.round((product.medicine.price * costShare * (noted + (fields.free ?? 0))) / noted),
      ),
      lot: `${pharmacy.slug.charAt(0).toUpperCase()}${key.charAt(0).toUpperCase()}${400 + 17 * position}`,
      expiresOn: calendar.day(-expiresInDays).date,
      ...fields,
    }
  }
  const linesOf = (
    key: string,
    of: readonly ShelfProduct[],
    special: Record<number, Parameters<typeof line>[3]> = {},
  ) => of.map((product, position) => line(key, product, position, special[position] ?? {}))
  const note = (key: string): string => noteNumber(pharmacy, key)
  const ago = (minutes: number): Date => new Date(calendar.now.getTime() - minutes * minuteMs)
  const today = { receivedOn: calendar.day(0).date, endedAt: null, cancelReason: null, restOf: null }
  const unchecked = { isChecked: false }
  const counted = linesOf('open', others.slice(5, 13), {
    2: { noted: 12, received: 11 },
    5: unchecked,
    6: { productId: null, packagingId: null, code: '2914077', label: 'SERUM PHYSIO BEBE 40 DOSES', ...unchecked },
    7: { lot: null, expiresOn: null, ...unchecked },
  })
  return [
    {
      ...closedAt(calendar.at(partial, 7), calendar.day(partial).date),
      key: 'partial',
      supplier: 'Golfe Répartition',
      bl: note('partial'),
      lines: linesOf('partial', others.slice(0, 5), { 0: { noted: 24, received: 14 }, 1: { noted: 20, free: 2 } }),
    },
    {
      ...closedAt(calendar.at(rest, 7), calendar.day(rest).date),
      key: 'rest',
      restOf: 'partial',
      supplier: 'Golfe Répartition',
      bl: note('partial'),
      lines: linesOf('rest', others.slice(0, 1), { 0: { noted: 10 } }),
    },
    {
      ...closedAt(calendar.at(risen, 7), calendar.day(risen).date),
      key: 'risen',
      supplier: 'Sahel Pharma',
      bl: note('risen'),
      lines: boughtBefore(products, arrivals, repriced).map(({ product, price }, position) =>
        line('risen', product, position, { purchasePrice: dearer(price, rises[position]!) }),
      ),
    },
    {
      ...closedAt(pricedAt, calendar.day(priced).date),
      key: 'priced',
      supplier: 'Sahel Pharma',
      bl: note('priced'),
      lines: linesOf('priced', unsold, {
        0: { salePrice: raised(repriced.medicine.price), notePrice: raised(repriced.medicine.price) },
        1: { expiresInDays: 110 },
        2: { noted: 20, free: 4 },
      }),
    },
    {
      ...closedAt(calendar.at(canceled, 8), calendar.day(canceled).date),
      state: 'canceled',
      key: 'canceled',
      supplier: 'Sahel Pharma',
      bl: note('canceled'),
      cancelReason: 'BL d’une autre pharmacie',
      lines: linesOf('canceled', others.slice(13, 16), { 0: unchecked, 1: unchecked, 2: unchecked }),
    },
    {
      ...today,
      key: 'open',
      supplier: 'Golfe Répartition',
      bl: note('open'),
      state: 'open',
      createdAt: ago(50),
      lines: counted,
    },
    {
      ...today,
      key: 'draft',
      supplier: 'Sahel Pharma',
      bl: note('draft'),
      state: 'draft',
      createdAt: ago(20),
      lines: others.slice(16, 22).map((product, position) => line('draft', product, position, unchecked)),
    },
  ]
}

/** Whether its lots cost so much that a higher price is no surprise. */
function bearsMore(stock: readonly ProductStock[], { id, medicine: { price } }: ShelfProduct): boolean {
  const lots = stock.find(({ product }) => product.id === id)?.lots ?? []
  return price >= 1000 && lots.every(({ purchasePrice }) => purchasePrice >= price * 0.7)
}

/** Products that Sahel Pharma brought before, with its last price. */
function boughtBefore(products: readonly ShelfProduct[], arrivals: readonly DeliveryPlan[], except: ShelfProduct) {
  const prices = new Map(
    arrivals
      .filter(({ supplier }) => supplier === 'Sahel Pharma')
      .toSorted((a, b) => compareTexts(a.receivedOn, b.receivedOn))
      .flatMap(({ lines }) => lines.map(({ productId, purchasePrice }) => [productId, purchasePrice] as const)),
  )
  return products
    .flatMap((product) => {
      const price = prices.get(product.id)
      return price && product !== except ? [{ product, price }] : []
    })
    .slice(0, rises.length)
}

/** So many hundredths more, in whole francs. */
function dearer(price: SupplierPrice, hundredths: number): SupplierPrice {
  return supplierPrice(Math.ceil((nearestAmount(price) * (100 + hundredths)) / 100))
}

/** A twentieth more, in coins of 5 francs. */
function raised(price: number): number {
  return Math.ceil((price * 1.05) / 5) * 5
}
