import type { UnusedDisbursement } from '#shared/contract/disbursements.ts'
import { AppError } from '#shared/domain/errors.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { findDisbursed, unusedDisbursements } from '#server/register-acts/disbursed.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'

const daysOfCash = 60

/** Cash that left a drawer lately and pays nobody yet. */
export function listUnusedDisbursements(context: Context): Promise<UnusedDisbursement[]> {
  const pharmacyId = pharmacyOf(context)
  const since = new Date(context.now.getTime() - daysOfCash * 86_400_000)
  return context.database.read(pharmacyId, (tx) => unusedDisbursements(tx, pharmacyId, since))
}

/**
 * Checks that what an office pays is the cash of the disbursement that it names: one disbursement pays one thing, with
 * its own amount. Throws `requests:invalid`, `disbursements:used`.
 */
export async function checkDisbursement(
  tx: Tx,
  pharmacyId: string,
  { disbursementId, means, amount }: { disbursementId: string | null; means: string; amount: number },
): Promise<void> {
  if (disbursementId === null) return
  const cash = await findDisbursed(tx, pharmacyId, disbursementId)
  if (!cash) refuseFields([{ path: 'body.disbursementId', message: 'unknown' }])
  if (means !== 'CASH') refuseFields([{ path: 'body.means', message: 'a drawer gives cash' }])
  if (cash!.amount !== amount) refuseFields([{ path: 'body.amount', message: 'not that of the drawer' }])
  if (cash!.isUsed) throw new AppError('disbursements:used')
}
