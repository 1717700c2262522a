import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

/** What the supplier's earlier notes taught about these codes. */
export async function rememberedCodes(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; productId: string }>`
    select code, pharmacy_product_id as "productId" from supplier_codes
    where pharmacy_id = ${pharmacyId} and supplier_id = ${supplierId} and code = any(${[...codes]}::text[])`.execute(tx)
  return new Map(rows.map(({ code, productId }) => [code, productId]))
}

export async function rememberCodes(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  codes: readonly { code: string; productId: string }[],
): Promise<void> {
  await sql`
    insert into supplier_codes (pharmacy_id, supplier_id, code, pharmacy_product_id)
    select distinct on (r.code) ${pharmacyId}::uuid, ${supplierId}::uuid, r.code, r."productId"
      from ${jsonRows(codes)} as r (code text, "productId" uuid)
    on conflict (pharmacy_id, supplier_id, code) do update
      set pharmacy_product_id = excluded.pharmacy_product_id`.execute(tx)
}
