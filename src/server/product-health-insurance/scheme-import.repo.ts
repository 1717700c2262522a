import { sql } from 'kysely'
import type { NewProductHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

export type ListedLine = NewProductHealthInsurance & { id: string; code: string }
export type ImportedLines = { created: string[]; changed: string[]; archived: string[] }

/**
 * Imports a list, each code once: inserts new codes with the given ids, changes lines that differ, and leaves the
 * others alone. A restored line loses its product to the line that has it meanwhile.
 */
export async function importLines(
  tx: Tx,
  pharmacyId: string,
  lines: readonly ListedLine[],
  archiveOthers: boolean,
): Promise<ImportedLines> {
  const rows = sql`${jsonRows(lines)} as r (id uuid, code text, label text, inn text, dosage text, form text,
    "basePrice" bigint, rate int)`
  const changed = await sql<{ id: string }>`
    update product_health_insurances h set label = r.label, inn = r.inn, dosage = r.dosage, form = r.form,
      base_price = r."basePrice", rate = r.rate, archived = false,
      product_id = case when not h.archived or not exists (
        select from product_health_insurances t where t.pharmacy_id = h.pharmacy_id and t.product_id = h.product_id
          and not t.archived) then h.product_id end
    from ${rows}
    where h.pharmacy_id = ${pharmacyId} and h.code = r.code
      and (h.label, h.inn, h.dosage, h.form, h.base_price, h.rate, h.archived)
        is distinct from (r.label, r.inn, r.dosage, r.form, r."basePrice", r.rate, false)
    returning h.id`.execute(tx)
  const created = await sql<{ id: string }>`
    insert into product_health_insurances (pharmacy_id, id, code, label, inn, dosage, form, base_price, rate)
    select ${pharmacyId}::uuid, r.id, r.code, r.label, r.inn, r.dosage, r.form, r."basePrice", r.rate from ${rows}
    where not exists (select from product_health_insurances h where h.pharmacy_id = ${pharmacyId} and h.code = r.code)
    returning id`.execute(tx)
  const archived = archiveOthers
    ? await sql<{ id: string }>`
        update product_health_insurances h set archived = true
        where h.pharmacy_id = ${pharmacyId} and not h.archived and h.code is not null
          and h.code <> all(${lines.map(({ code }) => code)}::text[]) returning h.id`.execute(tx)
    : { rows: [] }
  return { created: idsOf(created.rows), changed: idsOf(changed.rows), archived: idsOf(archived.rows) }
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
