import { sql } from 'kysely'
import type { AuditEntry, audit } from '#shared/contract/audit.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { recordName } from '#server/audit/record-name.ts'
import type { Tx } from '#server/db/database.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

export type AuditQuery = HandlerInput<typeof audit.list>['query']

type Fields = Record<string, unknown>
type EntryRow = Omit<AuditEntry, 'byName' | 'terminalCode' | 'changes'> & {
  user: PersonName | null
  terminalId: string | null
  before: Fields | null
  after: Fields | null
}

/** One page of the changes of a pharmacy. Days are those of its time zone. */
export async function findAuditEntries(
  tx: Tx,
  pharmacyId: string,
  { from, to, search, thing, recordId, sort, page, size }: AuditQuery,
): Promise<{ items: AuditEntry[]; total: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const name = sql`folded(u.last_name || ' ' || u.first_name)`
  const kept = sql.join(
    [
      sql`e.pharmacy_id = ${pharmacyId}`,
      ...(from ? [sql`e.at >= (${from}::date)::timestamp at time zone ${timeZone}`] : []),
      ...(to ? [sql`e.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
      ...(thing ? [sql`e.thing = ${thing}`] : []),
      ...(recordId ? [sql`e.record_id = ${recordId}`] : []),
      ...wordsOf(search ?? '').map((word) => sql`strpos(${name}, ${word}) > 0`),
    ],
    sql` and `,
  )
  const order = sortOrder(
    sort,
    { at: sql`e.at`, hour: sql`(e.at at time zone ${timeZone})::time`, by: name, thing: sql`e.thing` },
    sql`e.n desc`,
  )
  const { rows } = await sql<{ total: number; items: EntryRow[] }>`
    with page as (
      select e.n::text as id, e.at, e.terminal_id as "terminalId", e.call, e.thing, e.record_id as "recordId",
        ${recordName} as "recordName", e.part, e.action, e.before, e.after,
        case when u.id is not null then json_build_object('firstName', u.first_name, 'lastName', u.last_name) end
          as user,
        row_number() over (order by ${order}) as place
      from audit_entries e left join users u on u.id = e.user_id where ${kept}
      order by place limit ${size} offset ${page * size}
    )
    select (select count(*) from audit_entries e left join users u on u.id = e.user_id where ${kept}) as total,
      (select coalesce(json_agg(to_jsonb(p) - 'place' order by p.place), '[]') from page p) as items`.execute(tx)
  const { total, items } = rows[0]!
  return { total, items: items.map(entryOf) }
}

function entryOf({ user, terminalId, at, before, after, ...row }: EntryRow): AuditEntry {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted()
  return {
    ...row,
    at: new Date(at).toISOString(),
    byName: user && displayName(user),
    terminalCode: terminalId && terminalCode(terminalId),
    changes: fields.map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) })),
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
