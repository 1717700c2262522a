import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { NewWholesalerProduct, WholesalerProduct, wholesalerProducts } from '#shared/contract/wholesalers.ts'
import type { PriceListProfile } from '#shared/domain/price-lists/price-list-fields.ts'
import type { SupplierPrice } from '#shared/domain/supplier-price.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type ProductQuery = HandlerInput<typeof wholesalerProducts.list>['query']

/** For the list of wholesalers: the products on the last price list of each. */
export const listedProducts = sql<number>`(select count(*)::int from wholesaler_products w
  where w.wholesaler_id = wholesalers.id and not w.archived)`

const sortColumns = {
  code: sql`w.code`,
  label: sql`folded(w.label)`,
  productLabel: sql`folded(p.label)`,
  price: sql`w.price`,
  publicPrice: sql`w.public_price`,
  availability: sql`w.availability`,
  listedOn: sql`w.listed_on`,
}
const columns = sql`w.wholesaler_id as "wholesalerId", w.code, w.label, w.pack, w.availability, w.price::text as price,
  w.public_price as "publicPrice", w.per, w.free, w.rebate, w.product_id as "productId", p.label as "productLabel",
  w.listed_on as "listedOn", w.archived`

export function findWholesalerProducts(
  tx: Tx,
  { wholesalerId, search, show, sort, ...page }: ProductQuery,
): Promise<{ items: WholesalerProduct[]; total: number }> {
  const shown = {
    listed: sql`not w.archived`,
    untied: sql`not w.archived and w.product_id is null`,
    archived: sql`w.archived`,
  }
  const kept = sql.join(
    [
      sql`w.wholesaler_id = ${wholesalerId}`,
      shown[show],
      ...wordsOf(search ?? '').map(
        (word) => sql`strpos(folded(concat_ws(' ', w.code, w.label, p.label)), ${word}) > 0`,
      ),
    ],
    sql` and `,
  )
  const from = sql`wholesaler_products w left join products p on p.id = w.product_id where ${kept}`
  return pagedRows(tx, page, {
    from,
    async items(limit) {
      const { rows } = await sql<WholesalerProduct>`
        select ${columns} from ${from}
        order by ${sortOrder(sort, sortColumns, sql`folded(w.label)`)}, w.code ${limit}`.execute(tx)
      return rows
    },
  })
}

export async function findWholesalerProduct(
  tx: Tx,
  wholesalerId: string,
  code: string,
): Promise<WholesalerProduct | undefined> {
  const { rows } = await sql<WholesalerProduct>`
    select ${columns} from wholesaler_products w left join products p on p.id = w.product_id
    where w.wholesaler_id = ${wholesalerId} and w.code = ${code}`.execute(tx)
  return rows[0]
}

export async function pricesOfCode(tx: Tx, wholesalerId: string, code: string) {
  const { rows } = await sql<{
    from: string
    price: SupplierPrice
    publicPrice: number | null
    per: number
    free: number
    rebate: number
  }>`
    select from_day as "from", price::text as price, public_price as "publicPrice", per, free, rebate from wholesaler_product_prices
    where wholesaler_id = ${wholesalerId} and code = ${code} order by from_day desc`.execute(tx)
  return rows
}

export async function isWholesaler(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from wholesalers where id = ${id} and not archived`.execute(tx)
  return rows.length > 0
}

export async function isProduct(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from products where id = ${id} and not archived`.execute(tx)
  return rows.length > 0
}

/**
 * Writes the lines of a list, and a price from its day on where the terms differ from those before that day. Returns how
 * many codes are new, and how many have other terms.
 */
export async function writeList(
  tx: Tx,
  wholesalerId: string,
  day: string,
  lines: readonly NewWholesalerProduct[],
): Promise<{ added: number; repriced: number }> {
  const { rows } = await sql<{ added: number; repriced: number }>`
    with listed as (
      select * from ${jsonRows(lines)} as r (code text, label text, pack text, availability text, price numeric,
        "publicPrice" bigint, per int, free int, rebate int)
    ), before as (
      select w.code, h.code is not null and (h.price, h.public_price, h.per, h.free, h.rebate)
          is not distinct from (r.price, r."publicPrice", r.per, r.free, r.rebate) as same
      from wholesaler_products w join listed r on r.code = w.code
        left join lateral (
          select * from wholesaler_product_prices h where h.wholesaler_id = w.wholesaler_id and h.code = w.code
            and h.from_day <= ${day}::date order by h.from_day desc limit 1
        ) h on true
      where w.wholesaler_id = ${wholesalerId}
    ), written as (
      insert into wholesaler_products (wholesaler_id, code, label, pack, availability, price, public_price, per, free,
        rebate, listed_on)
      select ${wholesalerId}, code, label, pack, availability, price, "publicPrice", per, free, rebate, ${day}::date
      from listed
      on conflict (wholesaler_id, code) do update set label = excluded.label, pack = excluded.pack,
        availability = excluded.availability, price = excluded.price, public_price = excluded.public_price,
        per = excluded.per, free = excluded.free, rebate = excluded.rebate, listed_on = excluded.listed_on,
        archived = false
      where wholesaler_products.listed_on <= excluded.listed_on
    )
    select count(*) filter (where b.code is null)::int as added,
      count(*) filter (where not b.same)::int as repriced
    from listed r left join before b on b.code = r.code`.execute(tx)
  await sql`
    insert into wholesaler_product_prices (wholesaler_id, code, from_day, price, public_price, per, free, rebate)
    select ${wholesalerId}, r.code, ${day}::date, r.price, r."publicPrice", r.per, r.free, r.rebate
    from ${jsonRows(lines)} as r (code text, price numeric, "publicPrice" bigint, per int, free int, rebate int)
    where not exists (
      select from (
        select * from wholesaler_product_prices h where h.wholesaler_id = ${wholesalerId} and h.code = r.code
          and h.from_day <= ${day}::date order by h.from_day desc limit 1
      ) h where (h.price, h.public_price, h.per, h.free, h.rebate)
        is not distinct from (r.price, r."publicPrice", r.per, r.free, r.rebate))
    on conflict (wholesaler_id, code, from_day) do update set price = excluded.price,
      public_price = excluded.public_price, per = excluded.per, free = excluded.free, rebate = excluded.rebate`.execute(
    tx,
  )
  return rows[0]!
}

/** Codes that a whole list of that day does not have any more; returns how many left. */
export async function archiveOthers(
  tx: Tx,
  wholesalerId: string,
  day: string,
  codes: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    update wholesaler_products set archived = true where wholesaler_id = ${wholesalerId} and not archived
      and listed_on <= ${day}::date and code <> all(${[...codes]}::text[]) returning code`.execute(tx)
  return rows.length
}

/**
 * Ties codes without a product: to the only product that has the code (`spellings`: how each may be written), else to the
 * only one to which pharmacies tied it on notes of this wholesaler. Returns how many.
 */
export async function tieByCodes(
  tx: Tx,
  wholesalerId: string,
  spellings: readonly { code: string; spelling: string }[],
): Promise<number> {
  const { rows } = await sql`
    with asked as (
      select x.code, x.spelling from ${jsonRows(spellings)} as x (code text, spelling text)
        join wholesaler_products w on w.wholesaler_id = ${wholesalerId} and w.code = x.code and w.product_id is null
    ), found as (
      select a.code, c.product_id, 1 as rank from asked a join product_codes c on c.code = a.spelling
        join products p on p.id = c.product_id and not p.archived
      union
      select a.code, o.product_id, 2 from asked a join supplier_codes k on k.code = a.code
        join suppliers s on s.pharmacy_id = k.pharmacy_id and s.id = k.supplier_id and s.wholesaler_id = ${wholesalerId}
        join pharmacy_products o on o.pharmacy_id = k.pharmacy_id and o.id = k.pharmacy_product_id
          and o.product_id is not null
    ), best as (
      select code, rank, min(product_id::text)::uuid as product_id, count(distinct product_id) as products
      from found group by code, rank
    ), chosen as (
      select distinct on (code) code, product_id, products from best order by code, rank
    )
    update wholesaler_products w set product_id = c.product_id from chosen c
    where w.wholesaler_id = ${wholesalerId} and w.code = c.code and c.products = 1 returning w.code`.execute(tx)
  return rows.length
}

export async function countUntied(tx: Tx, wholesalerId: string): Promise<number> {
  const { rows } = await sql<{ untied: number }>`select count(*)::int as untied from wholesaler_products
    where wholesaler_id = ${wholesalerId} and not archived and product_id is null`.execute(tx)
  return rows[0]!.untied
}

export async function writeTie(tx: Tx, wholesalerId: string, code: string, productId: string | null): Promise<void> {
  await sql`update wholesaler_products set product_id = ${productId}
    where wholesaler_id = ${wholesalerId} and code = ${code}`.execute(tx)
}

export async function priceListProfile(tx: Tx, wholesalerId: string): Promise<PriceListProfile | null> {
  const { rows } = await sql<{ profile: PriceListProfile }>`
    select profile from price_list_profiles where wholesaler_id = ${wholesalerId}`.execute(tx)
  return rows[0]?.profile ?? null
}

export async function keepPriceListProfile(tx: Tx, wholesalerId: string, profile: PriceListProfile): Promise<void> {
  await sql`insert into price_list_profiles (wholesaler_id, profile)
    values (${wholesalerId}, ${JSON.stringify(profile)}::text::jsonb)
    on conflict (wholesaler_id) do update set profile = excluded.profile`.execute(tx)
}
