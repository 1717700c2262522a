import { sql } from 'kysely'
import type { KeptQuestion } from '#shared/contract/own-reports.ts'
import type { PersonName } from '#shared/domain/person.ts'
import type { Schedule } from '#shared/domain/reports/schedule.ts'
import { stableId } from '#server/base/stable-id.ts'
import type { Tx } from '#server/db/database.ts'
import { personName } from '#server/db/person-name.ts'
import { insertJob } from '#server/jobs/job.repo.ts'

export type Scheduled = Schedule & {
  pharmacyId: string
  timeZone: string
  reportId: string
  /** Who scheduled it. */
  userId: string
}

/** Every schedule of the pharmacies that work and are no copies. Needs a transaction of the platform. */
export async function allSchedules(tx: Tx): Promise<Scheduled[]> {
  const { rows } = await sql<Scheduled>`
    select s.pharmacy_id as "pharmacyId", p.time_zone as "timeZone", s.report_id as "reportId", s.user_id as "userId",
      s.rhythm, s.hour, s.set_at as "setAt"
    from report_schedules s join pharmacies p on p.id = s.pharmacy_id
    where p.suspended_at is null and lets_leave(p) order by s.pharmacy_id, s.report_id`.execute(tx)
  return rows
}

export const reportMailJob = 'report-mail'

/** Queues the job that sends a report for a day. Returns false when the day has one, or when the report is gone. */
export async function queueSending(
  tx: Tx,
  pharmacyId: string,
  { reportId, userId, day, at }: { reportId: string; userId: string; day: string; at: Date },
): Promise<boolean> {
  const id = stableId(pharmacyId, reportId, day)
  const { numAffectedRows } = await sql`
    insert into report_sendings (pharmacy_id, report_id, day, id, at)
    select pharmacy_id, id, ${day}::date, ${id}::uuid, ${at} from own_reports
    where pharmacy_id = ${pharmacyId} and id = ${reportId}
    on conflict (pharmacy_id, report_id, day) do nothing`.execute(tx)
  return numAffectedRows === 1n && insertJob(tx, pharmacyId, { id, kind: reportMailJob, askedBy: userId, askedAt: at })
}

/** Who scheduled a report. */
export async function schedulerOf(tx: Tx, pharmacyId: string, reportId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('report_schedules')
    .select('user_id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('report_id', '=', reportId)
    .executeTakeFirst()
  return row?.user_id
}

export type Sending = {
  reportId: string
  day: string
  name: string
  question: KeptQuestion
  to: string[]
  format: 'xlsx' | 'csv'
  member: { id: string; active: boolean; name: PersonName }
}

/** What a job sends; undefined when the report or its schedule was taken away. */
export async function findSending(tx: Tx, pharmacyId: string, id: string): Promise<Sending | undefined> {
  const { rows } = await sql<Omit<Sending, 'member'> & { userId: string; active: boolean; by: PersonName }>`
    select r.id as "reportId", x.day, r.name, r.question, s.recipients as "to", s.format, u.id as "userId", u.active,
      ${personName('u')} as by
    from report_sendings x join own_reports r on r.pharmacy_id = x.pharmacy_id and r.id = x.report_id
      join report_schedules s on s.pharmacy_id = r.pharmacy_id and s.report_id = r.id
      join users u on u.id = s.user_id
    where x.pharmacy_id = ${pharmacyId} and x.id = ${id}`.execute(tx)
  return rows.map(({ userId, active, by, ...sending }) => ({ ...sending, member: { id: userId, active, name: by } }))[0]
}

/** Notes why nothing was sent. */
export async function noteProblem(
  tx: Tx,
  pharmacyId: string,
  id: string,
  problem: 'gone' | 'rights' | 'words' | 'off',
): Promise<void> {
  await sql`update report_sendings set problem = ${problem} where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(
    tx,
  )
}
