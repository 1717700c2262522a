import type { ReplacedSale } from '#shared/domain/local-sale.ts'
import { minor, type Minor } from '#shared/domain/money.ts'
import { movementsOfReversal, movementsOfSale } from '#shared/domain/register/movements.ts'
import { expectedByMeans, expectedCash, type Means } from '#shared/domain/register/totals.ts'
import { cashDue, saleBalance, type SaleContent } from '#shared/domain/sale.ts'

type Correcting = { replaces?: ReplacedSale | null | undefined }

/** What changes hands in a correction, in minor units: positive to collect, negative to give back. */
export type CorrectionMoney = {
  cash: Minor
  /** Means other than cash whose amount changes. */
  others: (Means & { amount: Minor })[]
}

/** Cash that the replaced sale left in a drawer, in minor units. The customer has handed it over already. */
export function bookedCash({ replaces }: Correcting): Minor {
  return replaces?.money ? minor(0 - expectedCash(movementsOfReversal(replaces.money))) : minor(0)
}

/**
 * What changes hands when this sale replaces another one. Cash includes what the new version still asks for, with
 * `dutyToCome`, the stamp duty that its cash will bring. Null unless it replaces a sale whose money is known. Law: for a
 * paid sale, these are the changes that its closing makes to the expected amounts of the registers.
 */
export function correctionMoney(
  sale: SaleContent & Correcting,
  cashStep: number,
  dutyToCome = 0,
): CorrectionMoney | null {
  const money = sale.replaces?.money
  if (!money) return null
  const { rounding, remainder } = saleBalance(sale, cashStep)
  const moved = [...movementsOfSale({ payments: sale.payments, rounding }), ...movementsOfReversal(money)]
  const inCoins = Math.max(0, cashDue(remainder, cashStep))
  const stillDue = inCoins > 0 ? inCoins + dutyToCome : 0
  return {
    cash: minor(expectedCash(moved) + stillDue),
    others: expectedByMeans(moved).flatMap(({ type, operator, expected }) =>
      type === 'CASH' || expected === 0 ? [] : [{ type, operator, amount: expected }],
    ),
  }
}
