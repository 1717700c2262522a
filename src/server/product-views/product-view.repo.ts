import { sql, type RawBuilder } from 'kysely'
import type { ProductView } from '#shared/contract/product-views.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { displayName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'

type Row = Omit<ProductView, 'own' | 'ownerName'> & { userId: string; firstName: string; lastName: string }

/** The views that this member sees: his own and the shared ones, by list and name. */
export function viewsSeenBy(
  tx: Tx,
  pharmacyId: string,
  userId: string,
  { list, search, ...page }: Page & { list?: string | undefined; search?: string | undefined },
): Promise<{ items: ProductView[]; total: number }> {
  const words = wordsOf(search ?? '').map((word) => sql`strpos(folded(v.name), ${word}) > 0`)
  const ofList = list === undefined ? sql`true` : sql`v.list = ${list}`
  const from = sql`product_views v join users u on u.id = v.user_id
    where ${seen(pharmacyId, userId)} and ${sql.join([ofList, ...words], sql` and `)}`
  return pagedRows(tx, page, {
    from,
    items: async (limit) => rowsOf(tx, sql`${from} order by v.list, folded(v.name), v.id ${limit}`, userId),
  })
}

export async function findView(
  tx: Tx,
  pharmacyId: string,
  userId: string,
  id: string,
): Promise<ProductView | undefined> {
  const from = sql`product_views v join users u on u.id = v.user_id
    where ${seen(pharmacyId, userId)} and v.id = ${id}`
  return (await rowsOf(tx, from, userId))[0]
}

function seen(pharmacyId: string, userId: string): RawBuilder<unknown> {
  return sql`v.pharmacy_id = ${pharmacyId} and (v.shared or v.user_id = ${userId})`
}

async function rowsOf(tx: Tx, from: RawBuilder<unknown>, userId: string): Promise<ProductView[]> {
  const { rows } = await sql<Row>`
    select v.id, v.list, v.name, v.search, v.columns, v.shared, v.user_id as "userId", u.first_name as "firstName",
      u.last_name as "lastName" from ${from}`.execute(tx)
  return rows.map(({ userId: owner, firstName, lastName, ...view }) => ({
    ...view,
    own: owner === userId,
    ownerName: displayName({ firstName, lastName }),
  }))
}

type Stored = Pick<ProductView, 'id' | 'list' | 'name' | 'search' | 'columns' | 'shared'>

export async function insertView(tx: Tx, pharmacyId: string, userId: string, view: Stored): Promise<void> {
  await sql`
    insert into product_views (pharmacy_id, id, user_id, shared, list, name, search, columns)
    values (${pharmacyId}, ${view.id}, ${userId}, ${view.shared}, ${view.list}, ${view.name}, ${view.search},
      ${view.columns && JSON.stringify(view.columns)}::text::jsonb)`.execute(tx)
}

export async function updateView(tx: Tx, pharmacyId: string, view: Stored): Promise<void> {
  await sql`
    update product_views set shared = ${view.shared}, name = ${view.name}, search = ${view.search},
      columns = ${view.columns && JSON.stringify(view.columns)}::text::jsonb
    where pharmacy_id = ${pharmacyId} and id = ${view.id}`.execute(tx)
}

export async function deleteView(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  await tx.deleteFrom('product_views').where('pharmacy_id', '=', pharmacyId).where('id', '=', id).execute()
}
