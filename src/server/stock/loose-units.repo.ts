import { sql } from 'kysely'

/**
 * Whether the stock item `i` holds the loose units of opened boxes of a lot of its product (see `domain/unpack`,
 * `unitItemIdOf`).
 */
export const isLoose = sql`exists (
  select from stock_items b join packagings bk on bk.id = b.packaging_id
  where b.pharmacy_id = i.pharmacy_id and b.pharmacy_product_id = i.pharmacy_product_id and bk.units > 1
    and i.id = overlay(b.id::text placing (case when substr(b.id::text, 15, 1) = '8' then '7' else '8' end)
      from 15 for 1)::uuid)`
