import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** `pharmacyId`: null for a job of the platform. */
export type Job = { pharmacyId: string | null; id: string; kind: string; attempt: number; askedBy: string | null }
type NewJob = { id: string; kind: string; askedBy: string; askedAt: Date }
type NewPlatformJob = { id: string; kind: string; askedBy: string | null; askedAt: Date }

/** A running job is lost when its process has not reported for so long, in seconds. */
const lostAfterSeconds = 60
const mostAttempts = 3
/** In days. How long a finished job and its result are kept. */
const keptDays = 30

/** Queues a job. Returns false when the pharmacy has a job of this id. */
export async function insertJob(tx: Tx, pharmacyId: string, job: NewJob): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('jobs')
    .values({ pharmacy_id: pharmacyId, id: job.id, kind: job.kind, asked_by: job.askedBy, asked_at: job.askedAt })
    .onConflict((conflict) => conflict.columns(['pharmacy_id', 'id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Queues a job of the platform, or starts it in this transaction. Returns false when there is a job of this id. */
export async function insertPlatformJob(
  tx: Tx,
  job: NewPlatformJob,
  status: 'queued' | 'running' = 'queued',
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('platform_jobs')
    .values({ id: job.id, kind: job.kind, status, asked_by: job.askedBy, asked_at: job.askedAt })
    .onConflict((conflict) => conflict.columns(['id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Takes the oldest job that waits, or that its process has lost; undefined when there is none. Several processes never
 * take the same one. `leaving`: kinds that wait while the pharmacy is a restored copy, or was replaced. Needs a transaction of the platform.
 */
export async function takeJob(tx: Tx, leaving: readonly string[] = []): Promise<Job | undefined> {
  const open = sql`attempt < ${mostAttempts} and (status = 'queued'
    or (status = 'running' and alive_at < now() - make_interval(secs => ${lostAfterSeconds})))`
  const taken = sql`status = 'running', attempt = attempt + 1, progress = 0, started_at = now(), alive_at = now()`
  const { rows } = await sql<Job>`
    update jobs set ${taken} where (pharmacy_id, id) = (
      select pharmacy_id, id from jobs where ${open} and not (kind = any(${leaving}::text[]) and exists (
        select from pharmacies p where p.id = jobs.pharmacy_id and not lets_leave(p)))
      order by asked_at, id limit 1 for update skip locked)
    returning pharmacy_id as "pharmacyId", id, kind, attempt, asked_by as "askedBy"`.execute(tx)
  if (rows[0]) return rows[0]
  const { rows: ofPlatform } = await sql<Job>`
    update platform_jobs set ${taken} where id = (
      select id from platform_jobs where ${open} order by asked_at, id limit 1 for update skip locked)
    returning null as "pharmacyId", id, kind, attempt, asked_by as "askedBy"`.execute(tx)
  return ofPlatform[0]
}

/** Ends jobs that no process could finish, and deletes old ones. Needs a transaction of the platform. */
export async function tidyJobs(tx: Tx): Promise<void> {
  for (const table of ['jobs', 'platform_jobs'] as const) {
    await sql`update ${sql.table(table)} set status = 'failed', finished_at = now(), error = '{"message": "internal"}'
      where status = 'running' and attempt >= ${mostAttempts}
        and alive_at < now() - make_interval(secs => ${lostAfterSeconds})`.execute(tx)
    await sql`delete from ${sql.table(table)}
      where finished_at < now() - make_interval(days => ${keptDays})`.execute(tx)
  }
}

/** Says that the job is still worked on. Returns false when another process has taken it. */
export function reportJob(tx: Tx, job: Job, progress: number): Promise<boolean> {
  return changed(tx, job, { progress, alive_at: sql<Date>`now()` })
}

/** Returns false when another process has taken the job: the caller drops its result. */
export function finishJob(tx: Tx, job: Job): Promise<boolean> {
  return changed(tx, job, { status: 'done', progress: 100, finished_at: sql<Date>`now()` })
}

export function failJob(tx: Tx, job: Job, error: { message: string; details?: unknown }): Promise<boolean> {
  return changed(tx, job, { status: 'failed', finished_at: sql<Date>`now()`, error: JSON.stringify(error) })
}

/** Gives the job back: the process ends before it could finish it. This attempt does not count. */
export function releaseJob(tx: Tx, job: Job): Promise<boolean> {
  return changed(tx, job, { status: 'queued', progress: 0, attempt: job.attempt - 1 })
}

type Change = {
  status?: 'queued' | 'done' | 'failed'
  progress?: number
  attempt?: number
  alive_at?: RawBuilder<Date>
  finished_at?: RawBuilder<Date>
  error?: string
}

async function changed(tx: Tx, { pharmacyId, id, attempt }: Job, change: Change): Promise<boolean> {
  const { numUpdatedRows } =
    pharmacyId === null
      ? await tx
          .updateTable('platform_jobs')
          .set(change)
          .where('id', '=', id)
          .where('status', '=', 'running')
          .where('attempt', '=', attempt)
          .executeTakeFirst()
      : await tx
          .updateTable('jobs')
          .set(change)
          .where('pharmacy_id', '=', pharmacyId)
          .where('id', '=', id)
          .where('status', '=', 'running')
          .where('attempt', '=', attempt)
          .executeTakeFirst()
  return numUpdatedRows === 1n
}
