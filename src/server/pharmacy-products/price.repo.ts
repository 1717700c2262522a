import { sql } from 'kysely'
import type { PriceChange } from '#shared/contract/product-prices.ts'
import { displayName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'

type Row = Omit<PriceChange, 'at' | 'userName' | 'cost'> & {
  at: Date
  cost: number
  firstName: string
  lastName: string
}

/** Newest first. */
export function priceChangesOf(
  tx: Tx,
  pharmacyId: string,
  productId: string,
  page: Page,
): Promise<{ items: (PriceChange & { cost: number })[]; total: number }> {
  const from = sql`price_changes h where h.pharmacy_id = ${pharmacyId} and h.pharmacy_product_id = ${productId}`
  return pagedRows(tx, page, {
    from,
    async items(limit) {
      const { rows } = await sql<Row>`
        select h.id, h.at, i.lot, k.label as packaging, h.before, h.after, h.cost, h.cause, h.reason,
          u.first_name as "firstName", u.last_name as "lastName"
        from (select * from ${from} order by h.at desc, h.id ${limit}) h
          join stock_items i on i.pharmacy_id = h.pharmacy_id and i.id = h.stock_item_id
          join packagings k on k.id = i.packaging_id join users u on u.id = h.user_id
        order by h.at desc, h.id`.execute(tx)
      return rows.map(({ firstName, lastName, at, ...change }) => ({
        ...change,
        at: at.toISOString(),
        userName: displayName({ firstName, lastName }),
      }))
    },
  })
}

export async function packagingLabels(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; label: string }>`
    select id, label from packagings where id = any(${[...new Set(ids)]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, label }) => [id, label]))
}
