import type { CashRegister } from '#shared/contract/cash-registers.ts'
import { findOpenRegister } from '#server/cash-registers/cash-register.repo.ts'
import { pharmacyOf, type Context } from '#server/context.ts'

/** The register that a user has open, the latest where a terminal that was offline opened another; null for nobody's, and for a user of another pharmacy. */
export async function currentCashRegister(context: Context, userId: string): Promise<CashRegister | null> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findOpenRegister(tx, pharmacyId, userId))
}
