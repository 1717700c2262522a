import { sql } from 'kysely'
import type { RegisterReport } from '#shared/contract/cash-registers.ts'
import type { RegisterCount } from '#shared/contract/register-counts.ts'
import { minor } from '#shared/domain/money.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Count } from '#shared/domain/register/closing.ts'
import type { RegisterMovement } from '#shared/domain/register/movements.ts'
import type { Tx } from '#server/db/database.ts'

/** Sum of the movements of a register with the same kind, type and operator. */
export type Total = RegisterMovement & { operator: string | null; count: number }
/** The permanent record of a count. It contains all sums; reading hides those that the member may not see. */
export type WrittenCount = Omit<
  RegisterCount,
  'id' | 'number' | 'kind' | 'byName' | 'receivedByName' | 'countedAt' | 'recordedAt' | 'gap'
>
/** Extra field of a record: the act used a right that had been revoked meanwhile. */
export type Trace = Pick<RegisterCount, 'usedRevoked'>
export type NewCount = {
  id: string
  registerId: string
  kind: RegisterCount['kind']
  userId: string
  receivedBy: string | null
  countedAt: Date
  recordedAt: Date
  gap: number
  report: WrittenCount
}

/** The totals of all movements, or of those until an instant. */
export async function totalsOf(
  tx: Tx,
  pharmacyId: string,
  registerId: string,
  until: Date | null = null,
): Promise<Total[]> {
  const { rows } = await sql<Total>`
    select kind, type, operator, sum(amount) as amount, count(*) as count from register_movements
    where pharmacy_id = ${pharmacyId} and register_id = ${registerId}
      and (${until}::timestamptz is null or occurred_at <= ${until}::timestamptz)
    group by kind, type, operator order by kind, type, operator`.execute(tx)
  return rows.map((row) => ({ ...row, amount: minor(row.amount) }))
}

/** Inserts a count with the pharmacy's next number. */
export async function insertCount(
  tx: Tx,
  pharmacyId: string,
  { id, registerId, kind, userId, receivedBy, countedAt, recordedAt, gap, report }: NewCount,
): Promise<void> {
  await sql`
    with counted as (
      insert into pharmacy_counters (pharmacy_id, count_number) values (${pharmacyId}, 1)
      on conflict (pharmacy_id) do update set count_number = pharmacy_counters.count_number + 1 returning count_number
    )
    insert into register_counts (pharmacy_id, id, register_id, number, kind, user_id, received_by, counted_at,
      recorded_at, gap, report)
    select ${pharmacyId}, ${id}, ${registerId}, count_number, ${kind}, ${userId}, ${receivedBy}, ${countedAt},
      ${recordedAt}, ${gap}, ${JSON.stringify(report)}::jsonb from counted`.execute(tx)
}

/** What counts of before do not have. */
type Newer = 'earlier' | 'taking' | 'isRecount' | 'refusedTries'
type CountRow = Pick<RegisterCount, 'id' | 'number' | 'kind'> & {
  countedAt: Date
  recordedAt: Date
  gap: number
  report: Omit<WrittenCount, Newer> & Partial<Pick<WrittenCount, Newer>>
  by: PersonName
  receiver: PersonName | null
}

/** Counts, oldest first. */
export async function countsOf(
  tx: Tx,
  pharmacyId: string,
  registerId: string,
): Promise<(RegisterCount & { gap: number })[]> {
  const { rows } = await sql<CountRow>`
    select c.id, c.number, c.kind, c.counted_at as "countedAt", c.recorded_at as "recordedAt", c.gap, c.report,
      json_build_object('firstName', u.first_name, 'lastName', u.last_name) as by,
      case when v.id is not null then json_build_object('firstName', v.first_name,
        'lastName', v.last_name) end as receiver
    from register_counts c join users u on u.id = c.user_id left join users v on v.id = c.received_by
    where c.pharmacy_id = ${pharmacyId} and c.register_id = ${registerId} order by c.number`.execute(tx)
  return rows.map(({ by, receiver, report, countedAt, recordedAt, ...row }) => ({
    ...row,
    ...report,
    earlier: report.earlier ?? [],
    taking: report.taking ?? null,
    isRecount: report.isRecount ?? false,
    refusedTries: report.refusedTries ?? 0,
    byName: displayName(by),
    receivedByName: receiver && displayName(receiver),
    countedAt: countedAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
  }))
}

/** What a member put down before the amounts were shown, as its event keeps it. */
export type PutDown = Count & { countedAt: string; byName: string; reason: string | null }

/** The counts that were put down since the last hand-over or closing of a register, oldest first. */
export async function countsPutDown(tx: Tx, pharmacyId: string, registerId: string): Promise<PutDown[]> {
  const { rows } = await sql<{ by: PersonName; details: Omit<PutDown, 'byName'> }>`
    select e.details, ${nameOf('u')} as by from register_events e join users u on u.id = e.user_id
    where e.pharmacy_id = ${pharmacyId} and e.register_id = ${registerId} and e.kind = 'counted'
      and not exists (select from register_counts c where c.pharmacy_id = e.pharmacy_id
        and c.register_id = e.register_id and c.recorded_at >= e.at)
    order by e.at, e.details ->> 'countedAt'`.execute(tx)
  return rows.map(({ by, details: { countedAt, denominations, others, reason } }) => ({
    countedAt,
    denominations,
    others,
    // Counts of before a reason was asked have none.
    reason: reason ?? null,
    byName: displayName(by),
  }))
}

/** Whether a register was closed before: its report showed the amounts, so that a later count is a recount. */
export async function wasClosedBefore(tx: Tx, pharmacyId: string, registerId: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select (select kind from register_counts where pharmacy_id = ${pharmacyId} and register_id = ${registerId}
      order by number desc limit 1) is not distinct from 'closing' as was`.execute(tx)
  return rows[0]!.was
}

export type NewEvent = {
  registerId: string
  kind: RegisterReport['events'][number]['kind']
  userId: string
  at: Date
  details: unknown
}

export async function insertEvent(
  tx: Tx,
  pharmacyId: string,
  { registerId, kind, userId, at, details }: NewEvent,
): Promise<void> {
  await sql`
    insert into register_events (pharmacy_id, id, register_id, kind, user_id, at, details)
    values (${pharmacyId}, gen_random_uuid(), ${registerId}, ${kind}, ${userId}, ${at},
      ${JSON.stringify(details)}::jsonb)`.execute(tx)
}

/** The refused tries to take more out of a register than it holds, since its last hand-over or closing. */
export async function refusedTriesOf(tx: Tx, pharmacyId: string, registerId: string): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select count(*)::int as tries from register_events e
    where e.pharmacy_id = ${pharmacyId} and e.register_id = ${registerId} and e.kind = 'refused-beyond'
      and not exists (select from register_counts c where c.pharmacy_id = e.pharmacy_id
        and c.register_id = e.register_id and c.recorded_at >= e.at)`.execute(tx)
  return rows[0]!.tries
}

/** SQL: whether the grant `g` is the code of who took a register over: it stands with the hand-over, and nobody lent it. */
export const isCodeOfReceiver = sql<boolean>`(g.permission = 'register.use' and exists (select from register_counts c
  where c.pharmacy_id = g.pharmacy_id and c.id::text = g.used_for and c.received_by = g.granted_by))`

/** The events of a register, the sales that were opened before a count, and the rights that were lent, in their order. */
export async function eventsOf(tx: Tx, pharmacyId: string, registerId: string): Promise<RegisterReport['events']> {
  type Row = Omit<RegisterReport['events'][number], 'at' | 'byName'> & {
    at: Date
    by: PersonName
    to: PersonName | null
  }
  const { rows } = await sql<Row>`
    select e.kind, e.at, e.details, ${nameOf('u')} as by, null as "to"
      from register_events e join users u on u.id = e.user_id
    where e.pharmacy_id = ${pharmacyId} and e.register_id = ${registerId}
    union all
    select 'lent', g.used_at, jsonb_build_object('permission', g.permission, 'amount', g.amount), ${nameOf('w')},
      ${nameOf('u')}
      from grants g join users w on w.id = g.granted_by join users u on u.id = g.used_by
    where g.pharmacy_id = ${pharmacyId} and g.subject_id = ${registerId}
      and not ${isCodeOfReceiver}
    union all
    select 'sale-opened', o.at, o.details || jsonb_build_object('number', s.number), ${nameOf('u')}, null
      from sales s join sale_events o on o.pharmacy_id = s.pharmacy_id and o.sale_id = s.id and o.kind = 'opened'
        join users u on u.id = o.user_id
    where s.pharmacy_id = ${pharmacyId} and s.register_id = ${registerId} order by at, kind`.execute(tx)
  return rows.map(({ kind, at, details, by, to }) => ({
    kind,
    at: at.toISOString(),
    byName: displayName(by),
    details: to ? { ...(details as object), name: displayName(to) } : details,
  }))
}

const nameOf = (user: 'u' | 'w') =>
  sql`jsonb_build_object('firstName', ${sql.ref(`${user}.first_name`)}, 'lastName', ${sql.ref(`${user}.last_name`)})`
