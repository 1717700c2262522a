import { sql, type RawBuilder } from 'kysely'
import type { OwnReport, SendingProblem } from '#shared/contract/own-reports.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'

/** Who asks. `isManager`: he may change what others share, and what those leave who work here no longer. */
export type Reader = { userId: string; isManager: boolean }
type Filters = { search?: string | undefined; only?: 'pinned' | 'failed' | undefined }

/** The reports that a member sees, by name. */
export function reportsSeenBy(
  tx: Tx,
  pharmacyId: string,
  reader: Reader,
  { search, only, ...page }: Page & Filters,
): Promise<{ items: OwnReport[]; total: number }> {
  const words = wordsOf(search ?? '').map((word) => sql`strpos(folded(r.name), ${word}) > 0`)
  const kept =
    only === 'pinned'
      ? sql`r.pinned`
      : only === 'failed'
        ? sql`(${problem}) is not null and s.report_id is not null`
        : sql`true`
  const from = sql`${joined} where ${seen(pharmacyId, reader)} and ${sql.join([kept, ...words], sql` and `)}`
  return pagedRows(tx, page, {
    from,
    items: (limit) => rowsOf(tx, sql`${from} order by folded(r.name), r.id ${limit}`, reader),
  })
}

export async function findReport(
  tx: Tx,
  pharmacyId: string,
  reader: Reader,
  id: string,
): Promise<OwnReport | undefined> {
  return (await rowsOf(tx, sql`${joined} where ${seen(pharmacyId, reader)} and r.id = ${id}`, reader))[0]
}

/** With the last sending `l`, its job `j` and its e-mails. A job is deleted after a month: it was done. */
const joined = sql`own_reports r join users u on u.id = r.user_id
  left join report_schedules s on s.pharmacy_id = r.pharmacy_id and s.report_id = r.id
  left join users v on v.id = s.user_id
  left join lateral (select * from report_sendings x where x.pharmacy_id = r.pharmacy_id and x.report_id = r.id
    order by x.day desc limit 1) l on true
  left join jobs j on j.pharmacy_id = r.pharmacy_id and j.id = l.id
  left join lateral (
    select count(*) as mails, count(*) filter (where m.sent_at is null) as unsent,
      count(*) filter (where m.sent_at is null and coalesce(k.status, 'failed') = 'failed') as failed,
      string_agg(m.recipient || ${'\u00a0: '} || (k.error -> 'details' ->> 'reason'), '; ' order by m.recipient)
        filter (where m.sent_at is null) as reason
    from mails m left join jobs k on k.pharmacy_id = m.pharmacy_id and k.id = m.id
    where m.pharmacy_id = r.pharmacy_id and m.about = 'report' and m.about_id = r.id and m.asked_at >= l.at) e on true`

const problem = sql`case when l.problem is not null then l.problem when j.status = 'failed' then 'failed'
  when e.failed > 0 then 'refused' end`

function seen(pharmacyId: string, { userId, isManager }: Reader): RawBuilder<unknown> {
  return sql`r.pharmacy_id = ${pharmacyId}
    and (r.shared or r.user_id = ${userId} or (${isManager} and not u.active))`
}

type Row = Pick<OwnReport, 'id' | 'name' | 'shared' | 'pinned' | 'question'> & {
  userId: string
  owner: PersonName
  schedule: Omit<NonNullable<OwnReport['schedule']>, 'byName'> | null
  by: PersonName
  day: string | null
  at: Date
  problem: SendingProblem | null
  reason: string | null
  isWaiting: boolean
  /** False: its schedule was taken away before its e-mails were made. */
  isMade: boolean
}

async function rowsOf(tx: Tx, from: RawBuilder<unknown>, reader: Reader): Promise<OwnReport[]> {
  const { rows } = await sql<Row>`
    select r.id, r.name, r.shared, r.pinned, r.question, r.user_id as "userId", ${personName('u')} as owner,
      case when s.report_id is not null then json_build_object('rhythm', s.rhythm, 'hour', s.hour, 'to', s.recipients,
        'format', s.format) end as schedule, ${personName('v')} as by, l.day, l.at, ${problem} as problem,
      e.reason, coalesce(j.status in ('queued', 'running') or e.unsent > e.failed, false) as "isWaiting",
      e.mails > 0 as "isMade"
    from ${from}`.execute(tx)
  return rows.map(({ userId, owner, schedule, by, day, at, problem: why, reason, isWaiting, isMade, ...report }) => ({
    ...report,
    own: userId === reader.userId,
    ownerName: displayName(owner),
    mayChange: userId === reader.userId || reader.isManager,
    schedule: schedule && { ...schedule, byName: displayName(by) },
    sending:
      day === null || (!why && !isWaiting && !isMade)
        ? null
        : {
            day,
            at: at.toISOString(),
            state: why ? 'failed' : isWaiting ? 'waiting' : 'sent',
            problem: why,
            reason: why === 'refused' ? reason : null,
          },
  }))
}

type Stored = Pick<OwnReport, 'id' | 'name' | 'shared' | 'pinned' | 'question'>

export async function insertReport(tx: Tx, pharmacyId: string, userId: string, report: Stored): Promise<void> {
  const { question, ...rest } = report
  await tx
    .insertInto('own_reports')
    .values({ pharmacy_id: pharmacyId, user_id: userId, ...rest, question: JSON.stringify(question) })
    .execute()
}

export async function updateReport(tx: Tx, pharmacyId: string, report: Stored): Promise<void> {
  const { id, name, shared, pinned, question } = report
  await tx
    .updateTable('own_reports')
    .set({ name, shared, pinned, question: JSON.stringify(question) })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

/** Its schedule and its sendings go with it. */
export async function deleteReport(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  await tx.deleteFrom('own_reports').where('pharmacy_id', '=', pharmacyId).where('id', '=', id).execute()
}

export async function putSchedule(
  tx: Tx,
  pharmacyId: string,
  id: string,
  schedule: Omit<NonNullable<OwnReport['schedule']>, 'byName'> & { userId: string; at: Date },
): Promise<void> {
  const { userId, rhythm, hour, to, format, at } = schedule
  await sql`
    insert into report_schedules (pharmacy_id, report_id, user_id, rhythm, hour, recipients, format, set_at)
    values (${pharmacyId}, ${id}, ${userId}, ${rhythm}, ${hour}, ${to}, ${format}, ${at})
    on conflict (pharmacy_id, report_id) do update set user_id = excluded.user_id, rhythm = excluded.rhythm,
      hour = excluded.hour, recipients = excluded.recipients, format = excluded.format, set_at = excluded.set_at`.execute(
    tx,
  )
}

/** What is sent is made with the rights of who decided last what it says. */
export async function scheduleAs(tx: Tx, pharmacyId: string, id: string, userId: string): Promise<void> {
  await tx
    .updateTable('report_schedules')
    .set({ user_id: userId })
    .where('pharmacy_id', '=', pharmacyId)
    .where('report_id', '=', id)
    .execute()
}

export async function deleteSchedule(tx: Tx, pharmacyId: string, id: string): Promise<void> {
  await tx.deleteFrom('report_schedules').where('pharmacy_id', '=', pharmacyId).where('report_id', '=', id).execute()
}
