import { demoId } from '#server/demo/demo-id.ts'
import { keeperOf, type DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import type { PastLot, ProductStock } from '#server/demo/past-lots.ts'

export type Movement = {
  id: string
  lotId: string
  cause: 'initial' | 'delivery' | 'sale' | 'sale-canceled' | 'return'
  quantity: number
  before: number
  after: number
  userId: string | null
  at: Date
  saleId: string | null
}
export type Taken = { lot: PastLot; quantity: number; after: number }

type Selling = { saleId: string; userId: string; at: Date }

export type Ledger = {
  /**
   * Takes boxes from the lots that have arrived, first those that expire first. When they lack boxes, the newest lot
   * goes below zero.
   */
  sell(productId: string, quantity: number, by: Selling): Taken[]
  /** Boxes of a sale that come back to their lot. */
  takeBack(lot: PastLot, quantity: number, cause: 'sale-canceled' | 'return', by: Selling): void
  movements(): Movement[]
  quantities(): ReadonlyMap<string, number>
}

/** The stock of a pharmacy, lot by lot, with every movement. Sales must be given in chronological order. */
export function openLedger(pharmacy: DemoPharmacy, stock: readonly ProductStock[]): Ledger {
  const { slug, members } = pharmacy
  const keeper = keeperOf(pharmacy)
  const owner = members.find(({ role }) => role === 'titulaire')
  const lotsOf = new Map(stock.map(({ product, lots }) => [product.id, lots]))
  const left = new Map<string, number>()
  const movements: Movement[] = []
  for (const { lots, expired } of stock) {
    for (const { id, arrived, arrivedAt, isDelivery } of [...lots, ...expired]) {
      left.set(id, arrived)
      movements.push({
        id: demoId('movement', slug, id, 'arrival'),
        lotId: id,
        cause: isDelivery ? 'delivery' : 'initial',
        quantity: arrived,
        before: 0,
        after: arrived,
        userId: (isDelivery ? keeper : owner)?.id ?? null,
        at: arrivedAt,
        saleId: null,
      })
    }
  }
  const move = (lot: PastLot, quantity: number, cause: Movement['cause'], by: Selling): number => {
    const before = left.get(lot.id) ?? 0
    const after = before + quantity
    left.set(lot.id, after)
    const id = cause === 'sale' ? demoId('movement', by.saleId, lot.id) : demoId('movement', by.saleId, lot.id, cause)
    movements.push({ id, lotId: lot.id, cause, quantity, before, after, ...by })
    return after
  }
  return {
    sell: (productId, quantity, by) => {
      const arrived = (lotsOf.get(productId) ?? []).filter(({ arrivedAt }) => arrivedAt <= by.at)
      const plan = planTaking(arrived, quantity, (lot) => left.get(lot.id) ?? 0)
      return plan.map(({ lot, quantity: taken }) => ({ lot, quantity: taken, after: move(lot, -taken, 'sale', by) }))
    },
    takeBack: (lot, quantity, cause, by) => void move(lot, quantity, cause, by),
    movements: () => movements,
    quantities: () => left,
  }
}

/**
 * `arrived` is sorted by expiry. One movement per lot: the missing quantity is added to the quantity taken from the
 * newest lot.
 */
function planTaking(
  arrived: readonly PastLot[],
  quantity: number,
  leftOf: (lot: PastLot) => number,
): { lot: PastLot; quantity: number }[] {
  const newest = arrived.at(-1)
  if (!newest) throw new Error('sold before anything arrived')
  let wanted = quantity
  const plan = arrived.map((lot) => {
    const given = lot === newest ? wanted : Math.min(wanted, Math.max(0, leftOf(lot)))
    wanted -= given
    return { lot, quantity: given }
  })
  return plan.filter(({ quantity }) => quantity > 0)
}
