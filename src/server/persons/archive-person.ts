import { archivingRefusal } from '#shared/domain/archiving.ts'
import { AppError } from '#shared/domain/errors.ts'
import { outgoingOf } from '#server/credit/outgoing.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { unclosedOf } from '#server/persons/unclosed.repo.ts'

/**
 * Throws `persons:archiveUnclosedBillsOrSales` with the counts of the person and the relatives, and the person's own
 * unbilled debt.
 */
export async function refuseUnclosed(tx: Tx, pharmacyId: string, personId: string): Promise<void> {
  const { bills, sales } = await unclosedOf(tx, pharmacyId, personId)
  const outgoing = (await outgoingOf(tx, pharmacyId, [personId])).get(personId)?.unbilled ?? 0
  const refusal = archivingRefusal('person', { bills, sales, outgoing })
  if (refusal) throw new AppError(refusal.message, refusal.details)
}
