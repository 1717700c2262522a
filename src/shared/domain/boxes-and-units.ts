import { unitItemIdOf } from '#shared/domain/unpack.ts'

/** `units`: units per package. */
type HeldLot = { id: string; units: number; quantity: number }
export type BoxesAndUnits = { boxes: number; units: number }

/**
 * Boxes, and loose units of opened boxes, never summed up. Below zero when more was sold than was entered. What may be
 * sold: the lots with their `sellableQuantity`.
 */
export function boxesAndUnits(lots: readonly HeldLot[]): BoxesAndUnits {
  const looseIds = new Set(lots.filter(({ units }) => units > 1).map(({ id }) => unitItemIdOf(id)))
  const sum = (isLoose: boolean) =>
    lots.reduce((total, { id, quantity }) => (looseIds.has(id) === isLoose ? total + quantity : total), 0)
  return { boxes: sum(false), units: sum(true) }
}

/** There is neither a box nor a loose unit. */
export function isOut({ boxes, units }: BoxesAndUnits): boolean {
  return boxes <= 0 && units <= 0
}
