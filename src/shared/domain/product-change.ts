import { belowCost, type NewLotPrice } from '#shared/domain/repricing.ts'

/** A product of the pharmacy after a change. `stocked`: lots whose quantity is not 0. Money in minor units. */
export type ChangedProduct = {
  minimum: number
  maximum: number
  archives: boolean
  stocked: number
  prices: readonly NewLotPrice[]
}

export type ProductRefusal =
  | { message: 'stocks:minimumAboveMaximum'; details: { minimum: number; maximum: number } }
  | { message: 'stocks:cannotArchiveStocked'; details: { lots: number } }
  | { message: 'stocks:priceBelowCost'; details: { price: number; cost: number } }

/**
 * Why a change of a product is refused; null when it is not. A maximum of 0 means no maximum. A product with stock
 * cannot be archived: its boxes would be on the shelf but could not be sold, counted or destroyed.
 */
export function productRefusal(
  { minimum, maximum, archives, stocked, prices }: ChangedProduct,
  acceptsBelowCost: boolean,
): ProductRefusal | null {
  if (maximum > 0 && minimum > maximum) return { message: 'stocks:minimumAboveMaximum', details: { minimum, maximum } }
  if (archives && stocked > 0) return { message: 'stocks:cannotArchiveStocked', details: { lots: stocked } }
  const loss = acceptsBelowCost ? null : belowCost(prices)
  return loss && { message: 'stocks:priceBelowCost', details: { price: loss.after, cost: loss.cost } }
}
