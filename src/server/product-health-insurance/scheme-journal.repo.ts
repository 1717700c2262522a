import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

export type LineRow = {
  code: string | null
  label: string
  inn: string | null
  dosage: string | null
  form: string | null
  basePrice: number
  rate: number
  productId: string | null
  archived: boolean
}

/** Every line by its id: what an import and its undo compare. */
export async function everyLineRow(tx: Tx, pharmacyId: string): Promise<Map<string, LineRow>> {
  const { rows } = await sql<{ id: string; row: LineRow }>`
    select id, jsonb_build_object('code', code, 'label', label, 'inn', inn, 'dosage', dosage, 'form', form,
      'basePrice', base_price, 'rate', rate, 'productId', product_id, 'archived', archived) as row
    from product_health_insurances where pharmacy_id = ${pharmacyId}`.execute(tx)
  return new Map(rows.map(({ id, row }) => [id, row]))
}

/** Writes lines as they were. Those that are archived come first: a product has one line that is not. */
export async function writeLineRows(
  tx: Tx,
  pharmacyId: string,
  lines: readonly (LineRow & { id: string })[],
): Promise<void> {
  for (const archived of [true, false])
    await sql`
      update product_health_insurances h set label = r.label, inn = r.inn, dosage = r.dosage, form = r.form,
        base_price = r."basePrice", rate = r.rate, product_id = r."productId", archived = r.archived
      from ${jsonRows(lines)} as r (id uuid, label text, inn text, dosage text, form text, "basePrice" bigint, rate int,
        "productId" uuid, archived boolean)
      where h.pharmacy_id = ${pharmacyId} and h.id = r.id and r.archived = ${archived}`.execute(tx)
}
