import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** As the query of a list has it, the first page is 0. */
export type Page = { page: number; size: number }

/** One page, and how many rows `from` has in all. `items` reads the page: it ends its statement with the `limit` that it gets. */
export async function pagedRows<Item>(
  tx: Tx,
  { page, size }: Page,
  { from, items }: { from: RawBuilder<unknown>; items: (limit: RawBuilder<unknown>) => Promise<Item[]> },
): Promise<{ items: Item[]; total: number }> {
  const ofPage = await items(sql`limit ${size} offset ${page * size}`)
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(tx)
  return { items: ofPage, total: rows[0]!.total }
}
