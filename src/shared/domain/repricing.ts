import { priceOfCost } from '#shared/domain/price-policy.ts'
import { unitItemIdOf, unitPriceOf } from '#shared/domain/unpack.ts'

/** A lot as prices need it; money in minor units of the currency. */
export type PricedLot = {
  id: string
  packaging: string
  /** Units per package. */
  units: number
  cost: number
  price: number
  quantity: number
}
export type NewLotPrice = { id: string; before: number; after: number; cost: number }

/**
 * The lots whose price changes when `packaging` costs `price`: one price for all lots of a packaging, so that a shelf
 * never shows two. The loose units of these boxes follow, rounded up to the cash step of the country.
 */
export function pricesOfPackaging(
  lots: readonly PricedLot[],
  packaging: string,
  price: number,
  cashStep: number,
): NewLotPrice[] {
  const boxes = boxesOf(lots).filter((lot) => lot.packaging === packaging)
  const looseOf = new Map(boxes.filter(({ units }) => units > 1).map((box) => [unitItemIdOf(box.id), box]))
  return lots.flatMap((lot) => {
    const box = looseOf.get(lot.id)
    const after = box ? unitPriceOf(price, box.units, cashStep) : boxes.includes(lot) ? price : lot.price
    return after === lot.price ? [] : [{ id: lot.id, before: lot.price, after, cost: lot.cost }]
  })
}

/**
 * The lots whose price changes under a coefficient (thousandths). The price of a packaging follows from the highest
 * cost among its lots in stock (among all, when none is in stock), so that no lot sells under the coefficient.
 */
export function pricesOfPolicy(
  lots: readonly PricedLot[],
  coefficient: number,
  step: number,
  cashStep: number,
): NewLotPrice[] {
  const boxes = boxesOf(lots)
  const packagings = [...new Set(boxes.map(({ packaging }) => packaging))]
  return packagings.flatMap((packaging) => {
    const all = boxes.filter((lot) => lot.packaging === packaging)
    const inStock = all.filter(({ quantity }) => quantity > 0)
    const cost = Math.max(...(inStock.length > 0 ? inStock : all).map((lot) => lot.cost))
    return pricesOfPackaging(lots, packaging, priceOfCost(cost, coefficient, step), cashStep)
  })
}

/** The first lot that would sell below its cost; null when there is none. */
export function belowCost(changes: readonly NewLotPrice[]): NewLotPrice | null {
  return changes.find(({ after, cost }) => after < cost) ?? null
}

/** All lots but the loose units of an opened box. */
function boxesOf(lots: readonly PricedLot[]): PricedLot[] {
  const loose = new Set(lots.filter(({ units }) => units > 1).map(({ id }) => unitItemIdOf(id)))
  return lots.filter(({ id }) => !loose.has(id))
}
