import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Movement, MovementReport, movements } from '#shared/contract/movements.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { inDays } from '#server/locale/pharmacy-day.repo.ts'
import { safeSum } from '#server/db/safe-sum.ts'
import { notWithheld } from '#server/register-ledger/withheld.repo.ts'

/** `timeZone`: the pharmacy's, which defines the days. `withheld`: the drawers whose movements are left out. */
export type MovementFilters = HandlerInput<typeof movements.report>['query'] & {
  timeZone: string
  withheld: readonly string[]
}
export type Page = { cursor?: string | undefined; size: number }

type Row = Omit<Movement, 'occurredAt' | 'recordedAt' | 'userName' | 'clientName'> & {
  occurredAt: Date
  recordedAt: Date
  seq: number
  by: PersonName
  person: PersonName | null
  organization: string | null
}

/**
 * Newest first, by the time of the movement, then by the time of writing. Reads one range of the index, from a cursor
 * on.
 */
export async function pageOfMovements(
  tx: Tx,
  pharmacyId: string,
  filters: MovementFilters,
  { cursor, size }: Page,
): Promise<{ items: Movement[]; next: string | null }> {
  const { rows } = await sql<Row>`
    with page as materialized (
      select m.* from register_movements m where ${kept(pharmacyId, filters)} ${after(cursor)}
        order by m.occurred_at desc, m.seq desc limit ${size}
    )
    select m.id, m.seq, m.occurred_at as "occurredAt", m.at as "recordedAt", m.kind, m.type, m.operator, m.amount,
      m.user_id as "userId", m.register_id as "registerId", m.sale_id as "saleId", s.number as "saleNumber",
      m.client_id as "clientId", m.note, json_build_object('firstName', u.first_name, 'lastName', u.last_name) as by,
      case when f.id is not null then json_build_object('firstName', f.first_name, 'lastName', f.last_name) end
        as person, o.name as organization
    from page m join users u on u.id = m.user_id
      left join sales s on s.pharmacy_id = m.pharmacy_id and s.id = m.sale_id
      left join persons f on f.pharmacy_id = m.pharmacy_id and f.id = m.client_id
      left join organizations o on o.pharmacy_id = m.pharmacy_id and o.id = m.client_id
    order by m.occurred_at desc, m.seq desc`.execute(tx)
  const last = rows.length === size ? rows.at(-1) : undefined
  return { items: rows.map(movementOf), next: last ? `${last.occurredAt.getTime()}.${last.seq}` : null }
}

/** Sums of all filtered movements by kind and type, and by hour of the pharmacy's day. */
export async function sumsOfMovements(
  tx: Tx,
  pharmacyId: string,
  filters: MovementFilters,
): Promise<Omit<MovementReport, 'withheld'>> {
  const { rows } = await sql<Omit<MovementReport, 'withheld'>>`
    with sums as materialized (
      select m.kind, m.type, extract(hour from m.occurred_at at time zone ${filters.timeZone})::int as hour,
        sum(m.amount) as amount, count(*) as count
      from register_movements m where ${kept(pharmacyId, filters)} group by 1, 2, 3
    )
    select coalesce((select sum(count) from sums), 0) as count,
      (select coalesce(json_agg(json_build_object('kind', kind, 'type', type, 'amount', amount, 'count', count)
          order by kind, type), '[]')
        from (select kind, type, ${safeSum(sql`amount`)} as amount, sum(count) as count from sums group by 1, 2) t
      ) as totals,
      (select coalesce(json_agg(json_build_object('hour', hour, 'type', type, 'amount', amount)
          order by hour, type), '[]')
        from (select hour, type, ${safeSum(sql`amount`)} as amount from sums where kind <> 'rounding' group by 1, 2) h
      ) as hours`.execute(tx)
  return rows[0]!
}

function movementOf(line: Row): Movement {
  const { seq: _, by, person, organization, occurredAt, recordedAt, ...row } = line
  return {
    ...row,
    occurredAt: occurredAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
    userName: displayName(by),
    clientName: person ? displayName(person) : organization,
  }
}

/** The movements of a client include those of persons merged into this client. */
function kept(
  pharmacyId: string,
  { from, to, search, type, kind, operator, userId, clientId, registerId, timeZone, withheld }: MovementFilters,
): RawBuilder<unknown> {
  const conditions = [
    sql`m.pharmacy_id = ${pharmacyId}`,
    notWithheld(sql`m.register_id`, withheld),
    ...inDays(sql`m.occurred_at`, { from, to }, timeZone),
    ...(type ? [sql`m.type = any(${type}::text[])`] : []),
    ...(kind ? [sql`m.kind = any(${kind}::text[])`] : []),
    ...(operator ? [sql`m.operator = ${operator}`] : []),
    ...(userId ? [sql`m.user_id = ${userId}`] : []),
    ...(clientId
      ? [
          sql`m.client_id = any(array(select ${clientId}::uuid union select id from persons
            where pharmacy_id = ${pharmacyId} and merged_into = ${clientId}))`,
        ]
      : []),
    ...(registerId ? [sql`m.register_id = ${registerId}`] : []),
    ...wordsOf(search ?? '').map((word) => mentions(pharmacyId, word)),
  ]
  return sql.join(conditions, sql` and `)
}

/**
 * The word is the number of the sale, or occurs in the operator, the note, or the name of the user or client. The
 * arrays of ids are computed once; the ledger is then read in its order, and only its own columns are compared.
 */
function mentions(pharmacyId: string, word: string): RawBuilder<unknown> {
  const ids = (rows: RawBuilder<unknown>) => sql`any(array(select t.id from ${rows}))`
  const named = (table: 'users' | 'persons') =>
    ids(
      sql`${sql.table(table)} t where t.pharmacy_id = ${pharmacyId}
        and strpos(folded(t.last_name || ' ' || t.first_name), ${word}) > 0`,
    )
  const ofSale = /^\d{1,9}$/.test(word)
    ? [sql`m.sale_id = ${ids(sql`sales t where t.pharmacy_id = ${pharmacyId} and t.number = ${Number(word)}`)}`]
    : []
  const fits = [
    ...ofSale,
    sql`strpos(folded(m.operator), ${word}) > 0`,
    sql`strpos(folded(m.note), ${word}) > 0`,
    sql`m.user_id = ${named('users')}`,
    sql`m.client_id = ${named('persons')}`,
    sql`m.client_id = ${ids(sql`organizations t where t.pharmacy_id = ${pharmacyId}
      and strpos(folded(t.name), ${word}) > 0`)}`,
  ]
  return sql`(${sql.join(fits, sql` or `)})`
}

function after(cursor: string | undefined): RawBuilder<unknown> {
  if (cursor === undefined) return sql``
  const [moment, seq] = cursor.split('.').map(Number)
  return sql`and (m.occurred_at, m.seq) < (${new Date(moment!)}::timestamptz, ${seq}::bigint)`
}
