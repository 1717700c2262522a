import { sql } from 'kysely'
import type { FiscalDocumentOfSale } from '#shared/contract/fiscal-documents.ts'
import { bareCode } from '#shared/domain/fiscal/portal-reading.ts'
import type { Tx } from '#server/db/database.ts'

/** Gives the lines of a sale that have no tax group the one of today. Their rate is that of the day of the sale. */
export async function groupsOfToday(
  tx: Tx,
  pharmacyId: string,
  saleId: string,
): Promise<{ country: string; day: string; groups: { lineId: string; group: string | null }[] }> {
  const { rows } = await sql<{ country: string; day: string; groups: { lineId: string; group: string | null }[] }>`
    select p.country_code as country, (s.sold_at at time zone p.time_zone)::date as day,
      (select coalesce(json_agg(json_build_object('lineId', l.id, 'group',
          case when l.stock_item_id is null then coalesce(p.settings ->> 'taxRegime', p.settings ->> 'voucherTaxGroup')
          else tax_group_of(p.id, i.pharmacy_product_id) end)), '[]')
        from sale_records l left join stock_items i on i.pharmacy_id = l.pharmacy_id and i.id = l.stock_item_id
        where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id and l.tax_group is null and l.levy is null) as groups
    from sales s join pharmacies p on p.id = s.pharmacy_id
    where s.pharmacy_id = ${pharmacyId} and s.id = ${saleId}`.execute(tx)
  return rows[0]!
}

/** Writes the taxes of the lines of a sale. */
export async function writeTaxes(
  tx: Tx,
  pharmacyId: string,
  saleId: string,
  lines: readonly { lineId: string; group: string | null; rate: number | null; total: number; tax: number | null }[],
): Promise<void> {
  await sql`
    update sale_records l set tax_group = t."group", tax_rate = t.rate, taxed_total = t.total, tax_amount = t.tax
    from json_to_recordset(${JSON.stringify(lines)}::json) as t ("lineId" uuid, "group" text, rate int, total bigint,
      tax bigint)
    where l.pharmacy_id = ${pharmacyId} and l.sale_id = ${saleId} and l.id = t."lineId"`.execute(tx)
}

/** The documents that wait for the tax group of a line of the sale, the invoice first. */
export async function incompleteOf(tx: Tx, pharmacyId: string, saleId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from fiscal_documents where pharmacy_id = ${pharmacyId} and sale_id = ${saleId} and state = 'incomplete'
    order by kind desc, sold_at`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Sends a refused document once more. Without the tax number of its client when asked: its credit notes, which wait for
 * it, go without it too.
 */
export async function sendAgain(
  tx: Tx,
  pharmacyId: string,
  { id, withoutTaxId, now }: { id: string; withoutTaxId: boolean; now: Date },
): Promise<void> {
  await sql`
    update fiscal_documents d set state = 'waiting', trouble = null, fields = null,
      next_at = case when d.original_id is null or exists (select from fiscal_documents o
        where o.pharmacy_id = d.pharmacy_id and o.id = d.original_id and o.state = 'certified') then ${now}::timestamptz end,
      content = case when ${withoutTaxId}
        then jsonb_set(d.content, '{client,taxId}', 'null', false) else d.content end
    where d.pharmacy_id = ${pharmacyId} and d.id = ${id} and d.state = 'rejected'`.execute(tx)
  if (withoutTaxId)
    await sql`
      update fiscal_documents set content = jsonb_set(content, '{client,taxId}', 'null', false)
      where pharmacy_id = ${pharmacyId} and original_id = ${id} and state = 'waiting'
        and content #>> '{client,taxId}' is not null`.execute(tx)
}

/** The sale of another document that has this code: its own, or that of the credit note that undid it on the portal. */
export async function saleOfCode(
  tx: Tx,
  pharmacyId: string,
  { code, otherThan }: { code: string; otherThan: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select s.number from fiscal_documents d join sales s on s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
    where d.pharmacy_id = ${pharmacyId} and d.id <> ${otherThan}
      and ${bareCode(code)} in (replace(d.elements ->> 'code', '-', ''), replace(d.settled_code, '-', '')) limit 1`.execute(
    tx,
  )
  return rows[0]?.number
}

export type Settlement = {
  id: string
  way: 'found' | 'credited' | 'never'
  reason: string
  creditCode: string | null
  elements: NonNullable<FiscalDocumentOfSale['elements']> | null
  userId: string
  at: Date
}

/** Writes what a person decided. Credit notes of an invoice that was never made, or is undone already, end with it. */
export async function writeSettlement(
  tx: Tx,
  pharmacyId: string,
  { id, way, reason, creditCode, elements, userId, at }: Settlement,
): Promise<void> {
  await sql`
    update fiscal_documents set state = ${elements ? 'certified' : 'settled'}, next_at = null, progress = null,
      elements = ${elements === null ? null : JSON.stringify(elements)}::jsonb,
      certified_at = ${elements ? at : null}, settled_way = ${way}, settled_reason = ${reason},
      settled_code = ${creditCode}, settled_by = ${userId}, settled_at = ${at}
    where pharmacy_id = ${pharmacyId} and id = ${id} and state in ('uncertain', 'rejected')`.execute(tx)
  if (!elements)
    await sql`
      update fiscal_documents set state = 'settled', next_at = null, settled_way = ${way}, settled_reason = ${reason},
        settled_code = ${creditCode}, settled_by = ${userId}, settled_at = ${at}
      where pharmacy_id = ${pharmacyId} and original_id = ${id} and state in ('incomplete', 'waiting', 'rejected')
        and progress is null`.execute(tx)
}
