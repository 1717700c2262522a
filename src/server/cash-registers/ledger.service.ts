import type { RegisterLedger } from '#shared/contract/cash-registers.ts'
import { AppError } from '#shared/domain/errors.ts'
import { findRegister } from '#server/register-ledger/cash-register.repo.ts'
import { maySeeExpected, withheldFrom } from '#server/register-ledger/sight.ts'
import { isCountedSince } from '#server/register-ledger/withheld.repo.ts'
import { gapsOf } from '#server/register-ledger/close-register.ts'
import { countsOf } from '#server/register-ledger/count.repo.ts'
import {
  lastDenominations,
  linesOfRegister,
  pastDisbursements,
  salesOfRegister,
} from '#server/cash-registers/ledger.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'

/**
 * The ledger of a register, line by line. Throws `requests:notFound` when the pharmacy has no such register. Throws
 * `auth:forbidden` when the register has not been counted since it was last handed over, closed or reopened, and the
 * member may not see expected amounts, or none of this drawer before its count.
 */
export function readLedger(context: Context, registerId: string): Promise<RegisterLedger> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    if (!(await findRegister(tx, pharmacyId, registerId))) throw new AppError('requests:notFound')
    const isWithheld =
      (!maySeeExpected(context) && !(await isCountedSince(tx, pharmacyId, registerId))) ||
      (await withheldFrom(tx, context)).includes(registerId)
    if (isWithheld) throw new AppError('auth:forbidden', { permission: 'register.seeExpected' })
    const counts = await countsOf(tx, pharmacyId, registerId)
    return {
      lines: await linesOfRegister(tx, pharmacyId, registerId),
      sales: await salesOfRegister(tx, pharmacyId, registerId),
      found: counts.flatMap(gapsOf),
      counts: counts.map(({ id }) => id),
      pastDisbursements: await pastDisbursements(tx, pharmacyId, registerId),
      countedBefore: await lastDenominations(tx, pharmacyId, registerId),
    }
  })
}
