import { sql } from 'kysely'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { FiscalState } from '#shared/contract/fiscal-documents.ts'
import type { FiscalReport, fiscalReports, ZRow } from '#shared/contract/fiscal-reports.ts'
import type { FiscalDocument } from '#shared/domain/fiscal/fiscal-document.ts'
import { fiscalReport } from '#shared/domain/fiscal/fiscal-report.ts'
import { fiscalProfile, type FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { withheldFrom } from '#server/register-ledger/sight.ts'

type Query<Call extends keyof typeof fiscalReports> = HandlerInput<(typeof fiscalReports)[Call]>['query']

/**
 * The sums of documents: of one closing, of the closings of a day, or of what no closing has counted. Canceled sales that
 * were never sent count nowhere. Throws `requests:notFound` for a closing that the pharmacy does not have.
 */
export function readFiscalReport(context: Context, query: Query<'read'>): Promise<FiscalReport> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const isOpen = query.z === undefined && query.day === undefined
    const withheld = isOpen ? await withheldFrom(tx, context) : []
    const { rows: heads } = await sql<{ platform: FiscalPlatform; numbers: number[] }>`
      select c.fiscal_platform as platform, array(select z.number from fiscal_z_reports z
        where z.pharmacy_id = p.id and (${query.z ?? null}::int is null or z.number = ${query.z ?? null})
          and (${query.day ?? null}::date is null or (z.closed_at at time zone p.time_zone)::date = ${query.day ?? null})
          and (${query.registerId ?? null}::uuid is null or z.register_id = ${query.registerId ?? null})
        order by z.number) as numbers
      from pharmacies p join countries c on c.code = p.country_code where p.id = ${pharmacyId}`.execute(tx)
    const { platform, numbers } = heads[0]!
    if (query.z !== undefined) requireRow(numbers[0])
    const counted = isOpen ? [] : numbers
    const { rows } = await sql<{ content: FiscalDocument | null; state: FiscalState; soldAt: Date }>`
      select content, state, sold_at as "soldAt" from fiscal_documents d
      where d.pharmacy_id = ${pharmacyId} and (d.state <> 'settled' or d.settled_way <> 'canceled')
        and ${isOpen ? sql`d.z_number is null and d.register_id <> all(${withheld}::uuid[])` : sql`d.z_number = any(${counted}::int[])`}
        and (${query.registerId ?? null}::uuid is null or d.register_id = ${query.registerId ?? null})
      order by d.sold_at`.execute(tx)
    const states: Partial<Record<FiscalState, number>> = {}
    for (const { state } of rows) states[state] = (states[state] ?? 0) + 1
    const documents = rows.flatMap(({ content, state }) => (content && state !== 'settled' ? [content] : []))
    return {
      ...fiscalReport(documents, fiscalProfile(platform).rounding),
      states,
      from: rows[0]?.soldAt.toISOString() ?? null,
      to: rows.at(-1)?.soldAt.toISOString() ?? null,
      numbers: counted,
      withheld: withheld.length,
    }
  })
}

export function listFiscalClosings(
  context: Context,
  query: Query<'list'>,
): Promise<CallReply<typeof fiscalReports.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => {
    const from = sql`fiscal_z_reports z join pharmacies p on p.id = z.pharmacy_id
      join cash_registers r on r.pharmacy_id = z.pharmacy_id and r.id = z.register_id
      left join users u on u.id = r.closed_by
      where z.pharmacy_id = ${pharmacyId}
        and (${query.from ?? null}::date is null or (z.closed_at at time zone p.time_zone)::date >= ${query.from ?? null})
        and (${query.to ?? null}::date is null or (z.closed_at at time zone p.time_zone)::date <= ${query.to ?? null})`
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
  })
}
