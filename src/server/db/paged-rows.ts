import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** The page as the query of a list gives it; the first page is 0. */
export type Page = { page: number; size: number; rowsOnly?: 'true' | undefined }

/**
 * Returns one page, and the total number of rows of `from`. `items` reads the page: it ends its statement with the
 * `limit` that it receives. With `rowsOnly` the total is 0 and is not sent (`replyTo`).
 */
export async function pagedRows<Item>(
  tx: Tx,
  { page, size, rowsOnly }: Page,
  { from, items }: { from: RawBuilder<unknown>; items: (limit: RawBuilder<unknown>) => Promise<Item[]> },
): Promise<{ items: Item[]; total: number }> {
  const ofPage = await items(sql`limit ${size} offset ${page * size}`)
  if (rowsOnly) return { items: ofPage, total: 0 }
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(tx)
  return { items: ofPage, total: rows[0]!.total }
}
