import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { exports, ExportTrace } from '#shared/contract/exports.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { timeZoneOf, inDays } from '#server/locale/pharmacy-day.repo.ts'

export type ExportQuery = HandlerInput<typeof exports.list>['query']

export async function isExportKnown(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  return (
    (await tx
      .selectFrom('exports')
      .select('id')
      .where('pharmacy_id', '=', pharmacyId)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined
  )
}

type ExportRow = Omit<ExportTrace, 'exportedAt' | 'byName'> & { exportedAt: string; by: PersonName }

/** One page of the exports. Days are in the pharmacy's time zone. */
export async function findExports(
  tx: Tx,
  pharmacyId: string,
  { from, to, search, sort, page, size }: ExportQuery,
): Promise<{ items: ExportTrace[]; total: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const name = sql`folded(u.last_name || ' ' || u.first_name)`
  const kept = sql.join(
    [
      sql`e.pharmacy_id = ${pharmacyId}`,
      ...inDays(sql`e.exported_at`, { from, to }, timeZone),
      ...wordsOf(search ?? '').map(
        (word) => sql`(strpos(folded(e.list), ${word}) > 0 or strpos(${name}, ${word}) > 0)`,
      ),
    ],
    sql` and `,
  )
  const order = sortOrder(
    sort,
    {
      exportedAt: sql`e.exported_at`,
      hour: sql`(e.exported_at at time zone ${timeZone})::time`,
      list: sql`folded(e.list)`,
      filters: sql`folded(e.filters)`,
      format: sql`e.format`,
      rows: sql`e.row_count`,
      by: name,
    },
    sql`e.exported_at desc, e.id`,
  )
  const { rows } = await sql<{ total: number; items: ExportRow[] }>`
    with page as (
      select e.id, e.list, e.filters, e.format, e.row_count as rows, e.exported_at as "exportedAt",
        json_build_object('firstName', u.first_name, 'lastName', u.last_name) as by,
        row_number() over (order by ${order}) as place
      from exports e join users u on u.id = e.user_id where ${kept} order by place limit ${size} offset ${page * size}
    )
    select (select count(*) from exports e join users u on u.id = e.user_id where ${kept}) as total,
      (select coalesce(json_agg(to_jsonb(p) - 'place' order by p.place), '[]') from page p) as items`.execute(tx)
  const { total, items } = rows[0]!
  return {
    total,
    items: items.map(({ by, exportedAt, ...row }) => ({
      ...row,
      exportedAt: new Date(exportedAt).toISOString(),
      byName: displayName(by),
    })),
  }
}
