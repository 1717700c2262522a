import type { DisbursementReason } from '#shared/contract/disbursement-reasons.ts'
import type { Tx } from '#server/db/database.ts'

function reasonRows(tx: Tx, pharmacyId: string) {
  return tx.selectFrom('disbursement_reasons').select(['id', 'label', 'archived']).where('pharmacy_id', '=', pharmacyId)
}

/** Archived ones last. */
export async function pageOfReasons(
  tx: Tx,
  pharmacyId: string,
  { page, size }: { page: number; size: number },
): Promise<{ items: DisbursementReason[]; total: number }> {
  const items = await reasonRows(tx, pharmacyId)
    .orderBy('archived')
    .orderBy('label')
    .orderBy('id')
    .limit(size)
    .offset(page * size)
    .execute()
  const { total } = await tx
    .selectFrom('disbursement_reasons')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('pharmacy_id', '=', pharmacyId)
    .executeTakeFirstOrThrow()
  return { items, total }
}

export function reasonsInUse(tx: Tx, pharmacyId: string): Promise<DisbursementReason[]> {
  return reasonRows(tx, pharmacyId).where('archived', '=', false).orderBy('label').orderBy('id').execute()
}

export function findReason(tx: Tx, pharmacyId: string, id: string): Promise<DisbursementReason | undefined> {
  return reasonRows(tx, pharmacyId).where('id', '=', id).executeTakeFirst()
}

export async function insertReason(
  tx: Tx,
  pharmacyId: string,
  { id, label }: { id: string; label: string },
): Promise<void> {
  await tx.insertInto('disbursement_reasons').values({ pharmacy_id: pharmacyId, id, label }).execute()
}

export async function updateReason(
  tx: Tx,
  pharmacyId: string,
  { id, label, archived }: DisbursementReason,
): Promise<void> {
  await tx
    .updateTable('disbursement_reasons')
    .set({ label, archived })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}
