import { unitItemIdOf } from '#shared/domain/unpack.ts'

/** `units`: units per package. `sells`: neither archived, set aside nor expired. */
type HeldLot = { id: string; units: number; quantity: number; sells: boolean }

/**
 * What may be sold of a product: boxes, and loose units of opened boxes, never summed up. Lots that do not sell count
 * nothing; a sum below zero, sold before its delivery was entered, is 0.
 */
export function boxesAndUnits(lots: readonly HeldLot[]): { boxes: number; units: number } {
  const looseIds = new Set(lots.filter(({ units }) => units > 1).map(({ id }) => unitItemIdOf(id)))
  const sum = (isLoose: boolean) =>
    lots.reduce(
      (total, { id, quantity, sells }) => (sells && looseIds.has(id) === isLoose ? total + quantity : total),
      0,
    )
  return { boxes: Math.max(0, sum(false)), units: Math.max(0, sum(true)) }
}
