import type { Bank } from '#shared/contract/banks.ts'
import type { Tx } from '#server/db/database.ts'

function bankRows(tx: Tx, pharmacyId: string) {
  return tx.selectFrom('banks').select(['id', 'name', 'archived']).where('pharmacy_id', '=', pharmacyId)
}

/** Archived ones last. */
export async function pageOfBanks(
  tx: Tx,
  pharmacyId: string,
  { page, size }: { page: number; size: number },
): Promise<{ items: Bank[]; total: number }> {
  const items = await bankRows(tx, pharmacyId)
    .orderBy('archived')
    .orderBy('name')
    .orderBy('id')
    .limit(size)
    .offset(page * size)
    .execute()
  const { total } = await tx
    .selectFrom('banks')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('pharmacy_id', '=', pharmacyId)
    .executeTakeFirstOrThrow()
  return { items, total }
}

export function banksInUse(tx: Tx, pharmacyId: string): Promise<Bank[]> {
  return bankRows(tx, pharmacyId).where('archived', '=', false).orderBy('name').orderBy('id').execute()
}

export function findBank(tx: Tx, pharmacyId: string, id: string): Promise<Bank | undefined> {
  return bankRows(tx, pharmacyId).where('id', '=', id).executeTakeFirst()
}

export async function insertBank(
  tx: Tx,
  pharmacyId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await tx.insertInto('banks').values({ pharmacy_id: pharmacyId, id, name }).execute()
}

export async function updateBank(tx: Tx, pharmacyId: string, { id, name, archived }: Bank): Promise<void> {
  await tx
    .updateTable('banks')
    .set({ name, archived })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}
