import { minor, type Minor } from '#shared/domain/money.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const versionDigit = 14

/**
 * The stock item of the loose units of a lot of boxes: the same UUID with version digit 8 (7 where that is the box's own), so that two
 * terminals that open boxes of one lot offline mean the same item. Throws RangeError for what is no UUID.
 */
export function unitItemIdOf(boxItemId: string): string {
  if (!uuid.test(boxItemId)) throw new RangeError(`${boxItemId} is no UUID`)
  const id = boxItemId.toLowerCase()
  return `${id.slice(0, versionDigit)}${id[versionDigit] === '8' ? 7 : 8}${id.slice(versionDigit + 1)}`
}

/**
 * One unit out of a box, in minor units, rounded up to coins that exist: a box sold by the unit never brings less than the box. Throws
 * RangeError where `units` or `cashStep` is not whole and at least 1.
 */
export function unitPriceOf(boxPrice: number, units: number, cashStep: number): Minor {
  demandCount(units)
  demandCount(cashStep)
  return minor(Math.ceil(boxPrice / (units * cashStep)) * cashStep)
}

/** The least whole number of boxes that are opened for the units asked; `unitsLeft` are loose already, below zero: none are. */
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
 * What lines that are not sold yet count on of what stands loose already, by stock item: all they ask beyond the boxes opened for them. Taken off for the
 * lines of every other sale, no unit is promised twice, whichever is closed first. `unitsOf` says how many are in one box of a lot, at least 1.
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
