import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Domain, domains as calls } from '#shared/contract/platform.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'

const count = sql<number>`(select count(*) from pharmacies where pharmacies.domain_id = domains.id)`

function domainRows(tx: Tx) {
  return tx.selectFrom('domains').select(['id', 'name']).select(count.as('pharmacies'))
}

export function pageOfDomains(
  tx: Tx,
  { search = '', sort, ...page }: HandlerInput<typeof calls.list>['query'],
): Promise<{ items: Domain[]; total: number }> {
  const kept = sql<boolean>`${sql.join(
    [sql`true`, ...wordsOf(search).map((word) => sql`strpos(folded(domains.name), ${word}) > 0`)],
    sql` and `,
  )}`
  const columns = { name: sql`folded(domains.name)`, pharmacies: count }
  return pagedRows(tx, page, {
    from: sql`domains where ${kept}`,
    items: (limit) =>
      domainRows(tx)
        .where(kept)
        .modifyEnd(sql`order by ${sortOrder(sort, columns, sql`folded(domains.name), domains.id`)} ${limit}`)
        .execute(),
  })
}

export function findDomain(tx: Tx, id: string): Promise<Domain | undefined> {
  return domainRows(tx).where('id', '=', id).executeTakeFirst()
}

export async function insertDomain(tx: Tx, id: string, name: string): Promise<void> {
  await tx.insertInto('domains').values({ id, name }).execute()
}

export async function renameDomain(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('domains').set({ name }).where('id', '=', id).execute()
}

export async function deleteDomain(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('domains').where('id', '=', id).execute()
}
