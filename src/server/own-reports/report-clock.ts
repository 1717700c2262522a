import { dueDay } from '#shared/domain/reports/schedule.ts'
import { openRounds } from '#server/base/rounds.ts'
import type { Database } from '#server/db/database.ts'
import type { JobLoop } from '#server/jobs/job-loop.ts'
import { allSchedules, queueSending } from '#server/own-reports/report-sending.repo.ts'

type ReportClock = {
  start(): void
  /** Queues what is due now; returns how many reports. */
  look(): Promise<number>
  stop(): Promise<void>
}

/** In ms. */
const roundMs = 30_000

/**
 * Looks which reports are due, and queues a job for each, once for its day: whatever restarts, runs beside it or sets its
 * clock back finds the row of the day. It does nothing before `start`.
 */
export function openReportClock({
  database,
  jobs,
  now,
  onError,
}: {
  database: Database
  jobs: Pick<JobLoop, 'wake'>
  now: () => Date
  onError: (error: unknown) => void
}): ReportClock {
  const { start, stop } = openRounds(() => look(), { firstMs: 0, roundMs, onError })
  const look = async (): Promise<number> => {
    const at = now()
    let queued = 0
    for (const schedule of await database.platform(allSchedules)) {
      const { pharmacyId, reportId, userId } = schedule
      const day = dueDay(schedule, at, schedule.timeZone)
      if (day === null) continue
      // What fails for one report keeps no other pharmacy from its own; the next round tries again.
      const isNew = await database
        .read(pharmacyId, (tx) => queueSending(tx, pharmacyId, { reportId, userId, day, at }))
        .catch(onError)
      if (isNew === true) queued += 1
    }
    if (queued > 0) jobs.wake()
    return queued
  }
  return { start, stop, look }
}
