import type { Database } from '#server/db/database.ts'
import type { Hints } from '#server/hints/hints.ts'
import { openJobLoop, type JobKind, type JobLoop, type PlatformJobKind } from '#server/jobs/job-loop.ts'
import { stockExportJob, stockExportJobs } from '#server/stock-exports/stock-export-job.ts'

/** A loop of its own, as another process has one. A test runs it with `runWaiting`; an unexpected error fails it. */
export function aJobLoop(
  { database, hints }: { database: Database; hints: Hints },
  kinds: Record<string, JobKind | PlatformJobKind> = { [stockExportJob]: stockExportJobs(database) },
  onError: (error: unknown) => void = fail,
): JobLoop {
  return openJobLoop({ database, hints, kinds, onError })
}

function fail(error: unknown): never {
  throw error
}
