import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { enterPharmacy } from '#server/lists/product-revisions.repo.ts'
import { takeRevisions } from '#server/lists/revision.repo.ts'

/** Of four products, one is delivered each month and the others come four times a year. */
const soldOut = { monthly: 36, rarely: 12 }

/** Three years in the lists of a till: the lots of every product that were sold out since, and clients. */
export async function addYearsOfLots(database: Database, pharmacyId: string, clients: number): Promise<void> {
  await database.platform(async (tx) => {
    await enterPharmacy(tx, pharmacyId)
    await sql`
      insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, lot, expires_on, quantity,
        purchase_price, sale_price, archived, emptied_at)
      select i.pharmacy_id, gen_random_uuid(), i.pharmacy_product_id, i.packaging_id, 'Y' || (n * 7919 + i.nth) % 100000,
        current_date + 500 - n * 30, 0, i.purchase_price, i.sale_price, false,
        now() - make_interval(days => n * 1095 / case when i.nth % 4 = 0 then ${soldOut.monthly}::int else ${soldOut.rarely}::int end)
      from (select distinct on (pharmacy_product_id) *, dense_rank() over (order by pharmacy_product_id) as nth
          from stock_items where pharmacy_id = ${pharmacyId} order by pharmacy_product_id, id) i,
        generate_series(1, case when i.nth % 4 = 0 then ${soldOut.monthly}::int else ${soldOut.rarely}::int end) n`.execute(
      tx,
    )
    const before = await takeRevisions(tx, pharmacyId, clients)
    await sql`
      insert into persons (pharmacy_id, id, first_name, last_name, rev)
      select ${pharmacyId}, gen_random_uuid(), 'Afi', 'CLIENT ' || n, ${before}::bigint + n
      from generate_series(1, ${clients}::int) n`.execute(tx)
  })
}
