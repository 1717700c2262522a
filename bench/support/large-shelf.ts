import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from '#server/db/database.ts'
import { administer } from '#tests/support/cluster.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

export const shelf = { products: 52_000, lots: 78_000, busiest: 100_000 } as const

/** The id of the product with the most movements, as a statement. */
export const busiestProduct = sql<{ id: string }>`select ${productId(sql`0`)} as id`

/** Products, lots with their initial movement five years ago, categories and storages, in a pharmacy. */
export async function fillShelf(database: Database, shop: Pick<Shop, 'id'>): Promise<void> {
  await database.platform(async (tx) => {
    await sql`insert into packagings (id, label, units) values (${idOf('packaging')}, 'Boîte', 1)
      on conflict do nothing`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      select id from packagings where label = 'Boîte' and units = 1`.execute(tx)
    await sql`insert into product_categories (id, label) select ${uuid(sql`'category' || n`)}, 'Catégorie ' || n
      from generate_series(0, 19) n`.execute(tx)
    await sql`insert into storages (pharmacy_id, id, label) select ${shop.id}, ${uuid(sql`'storage' || n`)}, 'Rayon ' || n
      from generate_series(0, 49) n`.execute(tx)
    await sql`insert into pharmacy_products (pharmacy_id, id, private_label, category_id, storage_id, rev)
      select ${shop.id}, ${productId(sql`n`)}, 'Produit ' || lpad(n::text, 6, '0'), ${uuid(sql`'category' || n % 20`)},
        ${uuid(sql`'storage' || n % 50`)}, 1
      from generate_series(0, ${sql.lit(shelf.products - 1)}) n`.execute(tx)
    await sql`insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, lot, expires_on, quantity,
        purchase_price, sale_price)
      select ${shop.id}, ${lotId(sql`n`)}, ${productId(sql`n % ${sql.lit(shelf.products)}`)}, ${rows[0]!.id}, 'B' || n,
        current_date + n % 900, 100, 100 + n % 5000, 150 + n % 7000
      from generate_series(0, ${sql.lit(shelf.lots - 1)}) n`.execute(tx)
    await sql`insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, at)
      select pharmacy_id, gen_random_uuid(), id, 'initial', 100, 0, 100, now() - interval '5 years' from stock_items
      where pharmacy_id = ${shop.id} and lot like 'B%'`.execute(tx)
  })
}

/**
 * Adds movements until the ledger has `count`, each a minute older than the one before. The first 100,000 that are older
 * than the newest thousand are of one product.
 */
export async function lengthenLedger(database: Database, url: string, shop: Shop, count: number): Promise<void> {
  await database.platform(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from stock_movements where link_kind = 'bench'`.execute(tx)
    await insertMovements(tx, shop, { from: rows[0]!.count, to: count - 1 })
    await sql`update stock_items i set quantity = m.quantity
      from (select stock_item_id, sum(quantity) as quantity from stock_movements where pharmacy_id = ${shop.id} group by 1) m
      where i.pharmacy_id = ${shop.id} and i.id = m.stock_item_id and i.quantity <> m.quantity`.execute(tx)
  })
  await administer(url, 'vacuum analyze')
}

async function insertMovements(tx: Tx, shop: Shop, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`
    insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, user_id, at, link_kind, link_id)
    select ${shop.id}, gen_random_uuid(), case when n between 1000 and ${sql.lit(999 + shelf.busiest)} then ${lotId(sql`0`)}
        else ${lotId(sql`(n::bigint * 7919) % ${sql.lit(shelf.lots)}`)} end,
      case when q > 0 then 'delivery' else 'sale' end, q, 100, 100 + q, ${shop.vendeur.id},
      date_trunc('minute', now()) - n * interval '1 minute', 'bench', ${shop.id}
    from generate_series(${sql.lit(to)}, ${sql.lit(from)}, -1) n, lateral (select case when n % 6 = 0 then 6 else -1 end as q) x
    order by n desc`.execute(tx)
}

type Sql = RawBuilder<unknown>

function productId(n: Sql): Sql {
  return uuid(sql`'product' || ${n}`)
}

function lotId(n: Sql): Sql {
  return uuid(sql`'lot' || ${n}`)
}

function uuid(text: Sql): Sql {
  return sql`overlay(overlay(md5(${text}) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid`
}
