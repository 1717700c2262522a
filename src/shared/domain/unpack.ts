import { minor, type Minor } from '#shared/domain/money.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const versionDigit = 14

/**
 * The stock item id of the loose units of a lot of boxes: the same UUID with version digit 8 (7 when the box's own is
 * 8), so that two offline terminals that open boxes of the same lot use the same id. Throws RangeError for an id that
 * is not a UUID.
 */
export function unitItemIdOf(boxItemId: string): string {
  if (!uuid.test(boxItemId)) throw new RangeError(`${boxItemId} is no UUID`)
  const id = boxItemId.toLowerCase()
  return `${id.slice(0, versionDigit)}${id[versionDigit] === '8' ? 7 : 8}${id.slice(versionDigit + 1)}`
}

/**
 * The price of one unit in minor units, rounded up to the cash step, so that a box sold by the unit never brings less
 * than the box. Throws RangeError unless `units` and `cashStep` are integers of at least 1.
 */
export function unitPriceOf(boxPrice: number, units: number, cashStep: number): Minor {
  demandCount(units)
  demandCount(cashStep)
  return minor(Math.ceil(boxPrice / (units * cashStep)) * cashStep)
}

/**
 * The smallest number of boxes to open for the units asked; a negative `unitsLeft` counts as 0. Throws RangeError for
 * an invalid `unitsPerBox`.
 */
export function boxesToOpen({
  asked,
  unitsLeft,
  unitsPerBox,
}: {
  asked: number
  unitsLeft: number
  unitsPerBox: number
}): number {
  demandCount(unitsPerBox)
  return Math.max(0, Math.ceil((asked - Math.max(0, unitsLeft)) / unitsPerBox))
}

type UnitRecord = {
  stockItemId: string
  quantity: number
  opens?: { stockItemId: string; boxes: number } | null | undefined
}

/**
 * Loose units that open sales need, by stock item: their units beyond the boxes opened for them. Subtracted from the
 * stock shown to other sales, so that no unit is promised twice. `unitsOf`: units per box of a lot, at least 1.
 */
export function looseUnitsClaimed(
  records: readonly UnitRecord[],
  unitsOf: (boxItemId: string) => number,
): ReadonlyMap<string, number> {
  const claimed = new Map<string, number>()
  for (const { stockItemId, quantity, opens } of records) {
    const loose = Math.max(0, quantity - (opens ? opens.boxes * unitsOf(opens.stockItemId) : 0))
    claimed.set(stockItemId, (claimed.get(stockItemId) ?? 0) + loose)
  }
  return claimed
}

function demandCount(count: number): void {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${count} is not a whole number from 1`)
}
