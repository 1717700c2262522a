import type { Resource } from '#shared/contract/freshness.ts'
import { AppError } from '#shared/domain/errors.ts'
import { actingAs, type Database, type Tx } from '#server/db/database.ts'
import type { Hints } from '#server/hints/hints.ts'
import { failJob, finishJob, releaseJob, reportJob, takeJob, tidyJobs, type Job } from '#server/jobs/job.repo.ts'

/** The work of one kind of job. */
export type JobKind = {
  /** The windows read its answers again while the job advances. */
  resource: Resource
  /**
   * Does the work, without changing anything, and returns a function that stores the result: it runs in the transaction
   * that ends the job. Reports the percent done. Throws an `AppError` for a refusal that the member reads.
   */
  run: (job: { pharmacyId: string; id: string }, how: JobRun) => Promise<(tx: Tx) => Promise<void>>
  /** The result is stored under the write lock of the pharmacy: other writes wait for it. */
  isWriting?: true
  /** It sends something out of the house: it waits while the pharmacy is a restored copy. */
  isLeaving?: true
  /** The windows read these again too, when the job has ended. */
  alsoTells?: readonly Resource[]
}
/** The work of one kind of job that belongs to no pharmacy. */
export type PlatformJobKind = {
  /**
   * Does the work and writes its result in one transaction, which also ends the job. Reports the percent done. Returns
   * the changes that windows of pharmacies are told after the commit.
   */
  runOnPlatform: (
    tx: Tx,
    id: string,
    how: JobRun,
  ) => Promise<{ pharmacyIds: readonly string[]; resources: readonly Resource[] }>
}
export type JobRun = { report: (percent: number) => void; signal: AbortSignal }

export type JobLoop = {
  start(): void
  /** Looks for a job now, instead of at the next round. */
  wake(): void
  /** Runs the waiting jobs, one after the other, until none is left. */
  runWaiting(): Promise<void>
  /** Ends the loop. A running job is given back: the next process takes it. */
  stop(): Promise<void>
}

type LoopOptions = {
  database: Database
  hints: Hints
  kinds: Readonly<Record<string, JobKind | PlatformJobKind>>
  onError: (error: unknown) => void
}

/** In ms. Jobs that another process queued or lost are found after this time. */
const roundMs = 10_000
/** In ms. How often a running job reports its progress. */
const reportMs = 1_000

/** The loop that runs background jobs, one at a time. It does nothing before `start`. */
export function openJobLoop({ database, hints, kinds, onError }: LoopOptions): JobLoop {
  const stopping = new AbortController()
  let isStarted = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAskedAgain = false

  const leaving = Object.keys(kinds).filter((name) => {
    const kind = kinds[name]!
    return 'run' in kind && kind.isLeaving
  })

  const round = (): void => {
    if (!isStarted || stopping.signal.aborted) return
    if (running) {
      isAskedAgain = true
      return
    }
    isAskedAgain = false
    clearTimeout(timer)
    running = runWaiting()
      // Without the database, the next round tries again.
      .catch(onError)
      .then(() => {
        running = undefined
        if (isAskedAgain) round()
        else if (!stopping.signal.aborted) timer = setTimeout(round, roundMs)
      })
  }

  const runWaiting = async (): Promise<void> => {
    await database.platform(tidyJobs)
    while (!stopping.signal.aborted) {
      const job = await database.platform((tx) => takeJob(tx, leaving))
      if (!job) return
      await runJob(job)
    }
  }

  const runJob = async (job: Job): Promise<void> => {
    const kind = kinds[job.kind]
    if (!kind) throw new Error(`no job of the kind ${job.kind}`)
    const tell = (): void => {
      if ('run' in kind && job.pharmacyId !== null) hints.publish(job.pharmacyId, kind.resource)
    }
    const reporting = reportOf(job, tell)
    const how = { report: reporting.set, signal: stopping.signal }
    try {
      // What a job changes was done by whoever asked for it.
      await actingAs({ userId: job.askedBy, unlockId: null, terminalId: null, call: `job ${job.kind}` }, () =>
        'run' in kind
          ? runOfPharmacy(database, kind, job, how, reporting.end)
          : runOfPlatform({ database, hints }, kind, job, how, reporting.end),
      )
    } catch (error) {
      await reporting.end()
      await inScope(database, job, (tx) => ended(tx, job, error))
    }
    tell()
    if ('run' in kind && job.pharmacyId !== null)
      for (const resource of kind.alsoTells ?? []) hints.publish(job.pharmacyId, resource)
  }

  /** Writes the progress every second, also while a long statement runs: it shows that the process is alive. */
  const reportOf = (job: Job, tell: () => void) => {
    let percent = 0
    let writing: Promise<void> = Promise.resolve()
    const write = async (): Promise<void> => {
      try {
        if (await inScope(database, job, (tx) => reportJob(tx, job, percent))) tell()
      } catch (error) {
        onError(error)
      }
    }
    const interval = setInterval(() => {
      writing = writing.then(write)
    }, reportMs)
    tell()
    return {
      set: (next: number) => {
        percent = Math.round(next)
      },
      end: () => {
        clearInterval(interval)
        return writing
      },
    }
  }

  const ended = (tx: Tx, job: Job, error: unknown): Promise<boolean> => {
    if (stopping.signal.aborted) return releaseJob(tx, job)
    if (error instanceof AppError) return failJob(tx, job, { message: error.message, details: error.details })
    onError(error)
    return failJob(tx, job, { message: 'internal' })
  }

  return {
    start() {
      isStarted = true
      round()
    },
    wake: round,
    runWaiting,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

function inScope<T>(database: Database, { pharmacyId }: Job, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pharmacyId === null ? database.platform(work) : database.read(pharmacyId, work)
}

async function runOfPharmacy(
  database: Database,
  kind: JobKind,
  job: Job,
  how: JobRun,
  endReports: () => Promise<void>,
): Promise<void> {
  const { pharmacyId, id } = job
  if (pharmacyId === null) throw new Error(`the job ${id} needs a pharmacy`)
  const store = await kind.run({ pharmacyId, id }, how)
  await endReports()
  await database[kind.isWriting ? 'write' : 'read'](pharmacyId, async (tx) => {
    if (await finishJob(tx, job)) await store(tx)
  })
}

async function runOfPlatform(
  { database, hints }: Pick<LoopOptions, 'database' | 'hints'>,
  kind: PlatformJobKind,
  job: Job,
  how: JobRun,
  endReports: () => Promise<void>,
): Promise<void> {
  const told = await database.platform(async (tx) => {
    const changes = await kind.runOnPlatform(tx, job.id, how)
    // A later report would wait for the row that this transaction holds.
    await endReports()
    if (!(await finishJob(tx, job))) throw new Error(`the job ${job.id} was taken by another process`)
    return changes
  })
  for (const pharmacyId of told.pharmacyIds) for (const resource of told.resources) hints.publish(pharmacyId, resource)
}
