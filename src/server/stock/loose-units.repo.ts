import { sql } from 'kysely'

/**
 * Whether the stock item `i` holds the loose units of opened boxes of a lot of its product (see `domain/unpack`,
 * `unitItemIdOf`). The box is found by its id, not among all lots that
 * there ever were: `offset 0` keeps the planner from comparing each lot with each.
 */
export const isLoose = sql`exists (
  select from stock_items b join packagings bk on bk.id = b.packaging_id
  where b.pharmacy_id = i.pharmacy_id and bk.units > 1 and b.pharmacy_product_id is not distinct from i.pharmacy_product_id
    and b.id = any(array(select overlay(i.id::text placing digit from 15 for 1)::uuid
      from unnest(case substr(i.id::text, 15, 1) when '7' then '{8}'::text[]
        when '8' then '{0,1,2,3,4,5,6,7,9,a,b,c,d,e,f}' else '{}' end) digit)) offset 0)`
