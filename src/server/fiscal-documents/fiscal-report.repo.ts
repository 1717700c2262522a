import { sql } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { FiscalState } from '#shared/contract/fiscal-documents.ts'
import type { fiscalReports, ZRow } from '#shared/contract/fiscal-reports.ts'
import type { FiscalDocument } from '#shared/domain/fiscal/fiscal-document.ts'
import type { FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { inDays, timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

type Query<Call extends keyof typeof fiscalReports> = HandlerInput<(typeof fiscalReports)[Call]>['query']
export type ReportQuery = Query<'read'>
export type ClosingsQuery = Query<'list'>

/** The reports of closings that a question means, none without a number or a day; and the platform of the pharmacy. */
export async function closingsMeant(
  tx: Tx,
  pharmacyId: string,
  { z = null, day = null, registerId = null }: { z?: number | null; day?: string | null; registerId?: string | null },
): Promise<{ platform: FiscalPlatform; numbers: number[] }> {
  const meant = [
    sql`z.pharmacy_id = ${pharmacyId}`,
    ...(z === null ? (day === null ? [sql`false`] : []) : [sql`z.number = ${z}`]),
    ...(day === null ? [] : inDays(sql`z.closed_at`, { from: day, to: day }, await timeZoneOf(tx, pharmacyId))),
    ...(registerId === null ? [] : [sql`z.register_id = ${registerId}`]),
  ]
  const { rows } = await sql<{ platform: FiscalPlatform; numbers: number[] }>`
    select c.fiscal_platform as platform, array(select z.number from fiscal_z_reports z
      where ${sql.join(meant, sql` and `)} order by z.number) as numbers
    from pharmacies p join countries c on c.code = p.country_code where p.id = ${pharmacyId}`.execute(tx)
  return rows[0]!
}

type Counted = { content: FiscalDocument | null; state: FiscalState; soldAt: Date }

/** The documents of closings, or with `numbers` null those that no closing has counted; canceled before they were sent: none. */
export async function documentsCounted(
  tx: Tx,
  pharmacyId: string,
  {
    numbers,
    withheld,
    registerId = null,
  }: { numbers: readonly number[] | null; withheld: readonly string[]; registerId?: string | null },
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select content, state, sold_at as "soldAt" from fiscal_documents d
    where d.pharmacy_id = ${pharmacyId} and (d.state <> 'settled' or d.settled_way <> 'canceled')
      and ${numbers === null ? sql`d.z_number is null` : sql`d.z_number = any(${numbers}::int[])`}
      and d.register_id <> all(${withheld}::uuid[]) and (${registerId}::uuid is null or d.register_id = ${registerId})
    order by d.sold_at`.execute(tx)
  return rows
}

/** The documents of sales and returns of these days; canceled before they were sent, or settled by hand: none. */
export async function documentsOfDays(
  tx: Tx,
  pharmacyId: string,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<FiscalDocument[]> {
  const { rows } = await sql<{ content: FiscalDocument }>`select content from fiscal_documents d
    where d.pharmacy_id = ${pharmacyId} and d.content is not null and d.state <> 'settled'
      and ${sql.join(inDays(sql`d.sold_at`, { from, to }, timeZone), sql` and `)} order by d.sold_at, d.id`.execute(tx)
  return rows.map(({ content }) => content)
}

/** The reports of closings, the latest first. */
export async function findClosings(
  tx: Tx,
  pharmacyId: string,
  query: ClosingsQuery,
): Promise<{ items: ZRow[]; total: number }> {
  const days = inDays(sql`z.closed_at`, query, await timeZoneOf(tx, pharmacyId))
  const from = sql`fiscal_z_reports z
      join cash_registers r on r.pharmacy_id = z.pharmacy_id and r.id = z.register_id
      left join users u on u.id = r.closed_by
      where ${sql.join([sql`z.pharmacy_id = ${pharmacyId}`, ...days], sql` and `)}`
  return pagedRows(tx, query, {
    from,
    items: async (limit) => {
      const { rows } = await sql<
        Omit<ZRow, 'closedAt' | 'closedByName'> & { closedAt: Date; closedBy: PersonName | null }
      >`
          select z.number, z.register_id as "registerId", z.closed_at as "closedAt",
            (select c.number from register_counts c where c.pharmacy_id = z.pharmacy_id and c.register_id = z.register_id
              order by c.number desc limit 1) as "closingNumber",
            case when u.id is not null then ${personName('u')} end as "closedBy",
            (select count(*)::int from fiscal_documents d where d.pharmacy_id = z.pharmacy_id and d.z_number = z.number
              and (d.state <> 'settled' or d.settled_way <> 'canceled')) as documents,
            (select coalesce(sum(case d.kind when 'sale' then d.total else -d.total end), 0)::bigint
              from fiscal_documents d where d.pharmacy_id = z.pharmacy_id and d.z_number = z.number
                and d.state <> 'settled') as total
          from ${from} order by z.number desc ${limit}`.execute(tx)
      return rows.map(({ closedAt, closedBy, ...row }) => ({
        ...row,
        closedAt: closedAt.toISOString(),
        closedByName: closedBy && displayName(closedBy),
      }))
    },
  })
}
