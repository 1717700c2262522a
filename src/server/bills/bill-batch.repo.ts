import { sql } from 'kysely'
import type { BillBatch, BillBatchKind, BillBatchRow } from '#shared/contract/bill-batches.ts'
import type { BillFile } from '#shared/contract/bill-files.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { billsOf } from '#server/bills/bill.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { type Page, pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'

export type BatchOrder = { kind: BillBatchKind; format: BillFile['format'] | null }
type Refusal = BillBatch['error']
type ItemRow = {
  billId: string
  doneAt: Date | null
  error: Refusal
  /** The state of the e-mail that takes it. */
  mailStatus: BillBatch['status'] | null
  mailError: Refusal
}

export async function insertBatch(
  tx: Tx,
  pharmacyId: string,
  { id, kind, format, billIds }: BatchOrder & { id: string; billIds: readonly string[] },
): Promise<void> {
  await tx.insertInto('bill_batches').values({ pharmacy_id: pharmacyId, id, kind, format }).execute()
  await sql`
    insert into bill_batch_items (pharmacy_id, batch_id, bill_id, position)
    select ${pharmacyId}, ${id}, r.id, r.position
    from ${jsonRows(billIds.map((billId, position) => ({ id: billId, position })))} as r (id uuid, position int)`.execute(
    tx,
  )
}

/** What was asked for, of which bills, in their order. */
export async function findBatchOrder(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<(BatchOrder & { askedBy: string; askedAt: Date; by: PersonName; billIds: string[] }) | undefined> {
  const { rows } = await sql<BatchOrder & { askedBy: string; askedAt: Date; by: PersonName; billIds: string[] }>`
    select x.kind, x.format, j.asked_by as "askedBy", j.asked_at as "askedAt", ${personName('u')} as by,
      array(select i.bill_id from bill_batch_items i where i.pharmacy_id = x.pharmacy_id and i.batch_id = x.id
        order by i.position) as "billIds"
    from bill_batches x join jobs j on j.pharmacy_id = x.pharmacy_id and j.id = x.id join users u on u.id = j.asked_by
    where x.pharmacy_id = ${pharmacyId} and x.id = ${id}`.execute(tx)
  return rows[0]
}

const columns = sql`x.id, x.kind, case when x.content is null then null when x.kind = 'export' then 'zip' else 'pdf' end
  as file, j.status, j.progress, j.error, j.asked_at as "askedAt", ${personName('u')} as by`
const joined = sql`bill_batches x join jobs j on j.pharmacy_id = x.pharmacy_id and j.id = x.id
  join users u on u.id = j.asked_by`
type BatchRow<Batch extends { askedAt: string; byName: string }> = Omit<Batch, 'askedAt' | 'byName'> & {
  askedAt: Date
  by: PersonName
}

/** Newest first. An e-mail that the mail server refused fails its bill, as in `stateOf`. */
export function pageOfBatches(
  tx: Tx,
  pharmacyId: string,
  page: Page,
): Promise<{ items: BillBatchRow[]; total: number }> {
  const from = sql`${joined} where x.pharmacy_id = ${pharmacyId}`
  return pagedRows(tx, page, {
    from,
    async items(limit) {
      const { rows } = await sql<BatchRow<BillBatchRow>>`
        select ${columns}, n.bills, n.failed from ${joined} cross join lateral (
            select count(*)::int as bills,
              (count(*) filter (where i.error is not null or m.status = 'failed'))::int as failed
            from bill_batch_items i left join jobs m on m.pharmacy_id = i.pharmacy_id and m.id = i.mail_id
            where i.pharmacy_id = x.pharmacy_id and i.batch_id = x.id) n
        where x.pharmacy_id = ${pharmacyId} order by j.asked_at desc, x.id ${limit}`.execute(tx)
      return rows.map(({ askedAt, by, ...row }) => ({
        ...row,
        askedAt: askedAt.toISOString(),
        byName: displayName(by),
      }))
    },
  })
}

export async function findBatch(tx: Tx, pharmacyId: string, id: string): Promise<BillBatch | undefined> {
  const { rows } = await sql<BatchRow<Omit<BillBatch, 'items'>>>`
    select ${columns} from ${joined} where x.pharmacy_id = ${pharmacyId} and x.id = ${id}`.execute(tx)
  if (!rows[0]) return undefined
  const { askedAt, by, ...batch } = rows[0]
  const { rows: items } = await sql<ItemRow>`
    select i.bill_id as "billId", i.done_at as "doneAt", i.error, m.status as "mailStatus", m.error as "mailError"
    from bill_batch_items i left join jobs m on m.pharmacy_id = i.pharmacy_id and m.id = i.mail_id
    where i.pharmacy_id = ${pharmacyId} and i.batch_id = ${id} order by i.position`.execute(tx)
  const bills = new Map(
    (
      await billsOf(
        tx,
        pharmacyId,
        items.map(({ billId }) => billId),
      )
    ).map((bill) => [bill.id, bill]),
  )
  return {
    ...batch,
    askedAt: askedAt.toISOString(),
    byName: displayName(by),
    items: items.map((item) => {
      const { number, payerName, amount } = bills.get(item.billId)!
      return { billId: item.billId, number, payerName, amount, ...stateOf(item) }
    }),
  }
}

/** An e-mail that the mail server refused fails its bill. */
function stateOf({
  doneAt,
  error,
  mailStatus,
  mailError,
}: ItemRow): Pick<BillBatch['items'][number], 'state' | 'error'> {
  if (error) return { state: 'failed', error }
  if (mailStatus === 'failed') return { state: 'failed', error: mailError ?? { message: 'internal' } }
  const isWaiting = doneAt === null || mailStatus === 'queued' || mailStatus === 'running'
  return { state: isWaiting ? 'waiting' : 'done', error: null }
}

export async function endBatchItem(
  tx: Tx,
  pharmacyId: string,
  batchId: string,
  { billId, at, error = null, mailId = null }: { billId: string; at: Date; error?: Refusal; mailId?: string | null },
): Promise<void> {
  await sql`update bill_batch_items set done_at = ${error ? null : at}, mail_id = ${mailId},
      error = ${error ? JSON.stringify(error) : null}::text::jsonb
    where pharmacy_id = ${pharmacyId} and batch_id = ${batchId} and bill_id = ${billId}`.execute(tx)
}

export async function fillBatch(tx: Tx, pharmacyId: string, id: string, content: Buffer | null): Promise<void> {
  await tx
    .updateTable('bill_batches')
    .set({ content })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

export async function batchContent(tx: Tx, pharmacyId: string, id: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('bill_batches')
    .select('content')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.content ?? undefined
}
