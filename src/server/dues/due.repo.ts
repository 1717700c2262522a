import { sql } from 'kysely'
import type { NewDues } from '#shared/contract/dues.ts'
import type { Tx } from '#server/db/database.ts'

type By = { userId: string; at: Date }
export type DueFacts = { id: string; lineId: string; quantity: number; owed: number; isCanceled: boolean }
/** A sold line with what was returned and what its open dues owe. Vouchers have no line here. */
export type SoldLine = {
  id: string
  label: string
  productId: string
  packagingId: string
  sold: number
  returned: number
  owed: number
}

/** Of these dues, those that the pharmacy has. */
export async function dueFacts(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<DueFacts[]> {
  const { rows } = await sql<DueFacts>`
    select id, sale_record_id as "lineId", quantity, owed, canceled_at is not null as "isCanceled" from dues
    where pharmacy_id = ${pharmacyId} and id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows
}

/** Undefined: the pharmacy has no such sale. */
export async function saleStatus(tx: Tx, pharmacyId: string, saleId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('sales')
    .select('status')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', saleId)
    .executeTakeFirst()
  return row?.status
}

/** In the order of the sale. */
export async function soldLines(tx: Tx, pharmacyId: string, saleId: string): Promise<SoldLine[]> {
  const { rows } = await sql<SoldLine>`
    select r.id, r.label, i.pharmacy_product_id as "productId", i.packaging_id as "packagingId", r.quantity as sold,
      coalesce((select sum(l.quantity) from sale_returns b join sale_return_lines l on l.pharmacy_id = b.pharmacy_id
        and l.return_id = b.id where b.pharmacy_id = r.pharmacy_id and b.sale_id = r.sale_id and l.line_id = r.id),
        0) as returned,
      coalesce((select sum(d.owed) from dues d where d.pharmacy_id = r.pharmacy_id and d.sale_id = r.sale_id
        and d.sale_record_id = r.id), 0) as owed
    from sale_records r join stock_items i on i.pharmacy_id = r.pharmacy_id and i.id = r.stock_item_id
    where r.pharmacy_id = ${pharmacyId} and r.sale_id = ${saleId} order by r.position`.execute(tx)
  return rows
}

export type OpenDue = { id: string; lineId: string; owed: number }

/** Oldest first. */
export async function openDuesOfSale(tx: Tx, pharmacyId: string, saleId: string): Promise<OpenDue[]> {
  const { rows } = await sql<OpenDue>`
    select id, sale_record_id as "lineId", owed from dues
    where pharmacy_id = ${pharmacyId} and sale_id = ${saleId} and owed > 0 order by created_at, id`.execute(tx)
  return rows
}

export async function insertDues(
  tx: Tx,
  pharmacyId: string,
  { saleId, name, phone, note, lines }: NewDues,
  { userId, at }: By,
): Promise<void> {
  await tx
    .insertInto('dues')
    .values(
      lines.map(({ id, lineId, quantity }) => ({
        pharmacy_id: pharmacyId,
        id,
        sale_id: saleId,
        sale_record_id: lineId,
        quantity,
        owed: quantity,
        name,
        phone,
        note,
        created_by: userId,
        created_at: at,
      })),
    )
    .execute()
}

export async function markHandedOver(
  tx: Tx,
  pharmacyId: string,
  { id, left, userId, at }: By & { id: string; left: number },
): Promise<void> {
  await tx
    .updateTable('dues')
    .set({ owed: left, handed_over_by: userId, handed_over_at: at, lessened_at: at })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

/** What dues owe from now on. Those that owe nothing any more are canceled, with the reason. */
export async function reduceDues(
  tx: Tx,
  pharmacyId: string,
  reduced: readonly { id: string; owed: number }[],
  { reason, userId, at }: By & { reason: string },
): Promise<void> {
  await sql`
    update dues d set owed = n.owed, lessened_at = case when n.owed < d.owed then ${at}::timestamptz else d.lessened_at end,
      canceled_by = case when n.owed = 0 then ${userId}::uuid end,
      canceled_at = case when n.owed = 0 then ${at}::timestamptz end,
      cancel_reason = case when n.owed = 0 then ${reason}::text end
    from json_to_recordset(${JSON.stringify(reduced)}::json) as n (id uuid, owed int)
    where d.pharmacy_id = ${pharmacyId} and d.id = n.id`.execute(tx)
}

/** Ties open dues to lines of a new version of their sale. */
export async function moveDues(
  tx: Tx,
  pharmacyId: string,
  saleId: string,
  moved: readonly { id: string; lineId: string | null }[],
): Promise<void> {
  await sql`
    update dues d set sale_id = ${saleId}, sale_record_id = n."lineId"
    from json_to_recordset(${JSON.stringify(moved)}::json) as n (id uuid, "lineId" uuid)
    where d.pharmacy_id = ${pharmacyId} and d.id = n.id`.execute(tx)
}
