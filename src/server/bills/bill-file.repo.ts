import { sql, type RawBuilder } from 'kysely'
import type { BillFile } from '#shared/contract/bill-files.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { personName } from '#server/db/person-name.ts'

export async function insertBillFile(
  tx: Tx,
  pharmacyId: string,
  { id, billId, format }: Pick<BillFile, 'id' | 'billId' | 'format'>,
): Promise<void> {
  await tx.insertInto('bill_files').values({ pharmacy_id: pharmacyId, id, bill_id: billId, format }).execute()
}

export async function findBillFile(tx: Tx, pharmacyId: string, id: string): Promise<BillFile | undefined> {
  const [file] = await readFiles(tx, sql`x.pharmacy_id = ${pharmacyId} and x.id = ${id}`)
  return file
}

/** Newest first. */
export function filesOfBill(tx: Tx, pharmacyId: string, billId: string): Promise<BillFile[]> {
  return readFiles(tx, sql`x.pharmacy_id = ${pharmacyId} and x.bill_id = ${billId} order by j.asked_at desc, x.id`)
}

export async function fillBillFile(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { rows, content }: { rows: number; content: Buffer },
): Promise<void> {
  await tx
    .updateTable('bill_files')
    .set({ row_count: rows, content })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

/** The content of the file; undefined until it is made. */
export async function billFileContent(tx: Tx, pharmacyId: string, id: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('bill_files')
    .select('content')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.content ?? undefined
}

async function readFiles(tx: Tx, which: RawBuilder<unknown>): Promise<BillFile[]> {
  const { rows } = await sql<
    Omit<BillFile, 'askedAt' | 'finishedAt' | 'byName'> & { askedAt: Date; finishedAt: Date | null; by: PersonName }
  >`
    select x.id, x.bill_id as "billId", x.format, j.status, j.progress, j.asked_at as "askedAt",
      j.finished_at as "finishedAt", x.row_count as rows, j.error, ${personName('u')} as by
    from bill_files x join jobs j on j.pharmacy_id = x.pharmacy_id and j.id = x.id join users u on u.id = j.asked_by
    where ${which}`.execute(tx)
  return rows.map(({ by, askedAt, finishedAt, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    byName: displayName(by),
  }))
}
