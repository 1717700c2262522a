import { sql } from 'kysely'
import type { SupplierCode, Wholesaler } from '#shared/contract/suppliers.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'

/** By name. */
export async function wholesalersOf(tx: Tx, countryCode: string): Promise<Wholesaler[]> {
  const { rows } = await sql<Wholesaler>`
    select id, name, phone, email from wholesalers where country_code = ${countryCode} and not archived
    order by folded(name), id`.execute(tx)
  return rows
}

/** How many deliveries, returns and orders of a supplier wait for something. */
export async function openMattersOf(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
): Promise<{ deliveries: number; returns: number; orders: number }> {
  const { rows } = await sql<{ deliveries: number; returns: number; orders: number }>`
    select (select count(*)::int from deliveries where pharmacy_id = ${pharmacyId} and supplier_id = ${supplierId}
        and state in ('draft', 'open')) as deliveries,
      (select count(*)::int from supplier_returns where pharmacy_id = ${pharmacyId} and supplier_id = ${supplierId}
        and state = 'sent') as returns,
      (select count(*)::int from orders o where o.pharmacy_id = ${pharmacyId} and o.supplier_id = ${supplierId}
        and (o.step = 'draft' or o.step in ('sent', 'confirmed') and exists (
          select from order_lines l where l.pharmacy_id = o.pharmacy_id and l.order_id = o.id
            and l.quantity - l.given_up > coalesce((select sum(n.received + n.given_up) from deliveries v join delivery_lines n
              on n.pharmacy_id = v.pharmacy_id and n.delivery_id = v.id and not n.removed
              where v.pharmacy_id = o.pharmacy_id and v.order_id = o.id and v.state = 'closed'
                and n.pharmacy_product_id = l.pharmacy_product_id), 0)))) as orders`.execute(tx)
  return rows[0]!
}

export async function updateSupplierEmail(tx: Tx, pharmacyId: string, id: string, email: string): Promise<void> {
  await sql`update suppliers set email = ${email} where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export function codesOfSupplier(
  tx: Tx,
  pharmacyId: string,
  supplierId: string,
  { search, ...page }: Page & { search?: string | undefined },
): Promise<{ items: SupplierCode[]; total: number }> {
  const label = sql`coalesce(o.private_label, p.label)`
  const words = wordsOf(search ?? '').map(
    (word) => sql`and strpos(folded(concat_ws(' ', c.code, ${label})), ${word}) > 0`,
  )
  const from = sql`supplier_codes c
    join pharmacy_products o on o.pharmacy_id = c.pharmacy_id and o.id = c.pharmacy_product_id
    left join products p on p.id = o.product_id
    where c.pharmacy_id = ${pharmacyId} and c.supplier_id = ${supplierId} ${sql.join(words, sql` `)}`
  return pagedRows(tx, page, {
    from,
    async items(limit) {
      const { rows } = await sql<SupplierCode>`
        select c.code, o.id as "productId", ${label} as "productLabel" from ${from}
        order by folded(${label}), c.code ${limit}`.execute(tx)
      return rows
    },
  })
}

/** Returns whether the code was known. */
export async function forgetSupplierCode(
  tx: Tx,
  pharmacyId: string,
  { id, code }: { id: string; code: string },
): Promise<boolean> {
  const { rows } = await sql`delete from supplier_codes where pharmacy_id = ${pharmacyId} and supplier_id = ${id}
    and code = ${code} returning code`.execute(tx)
  return rows.length > 0
}
