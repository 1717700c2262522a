import { randomUUID } from 'node:crypto'
import type { FiscalSimulators } from '#server/base/config.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { endLease, takeQueue } from '#server/fiscal-life/fiscal-queue.repo.ts'
import { NotOurs, openSender } from '#server/fiscal-documents/fiscal-sender.ts'
import { takeTurn } from '#server/fiscal-documents/fiscal-turn.ts'
import type { Hints } from '#server/hints/hints.ts'

export type FiscalQueue = {
  start(): void
  /** Sends what is due, until nothing is. */
  runWaiting(): Promise<void>
  /** Ends after the call that is under way. */
  stop(): Promise<void>
}

type Options = {
  database: Database
  hints: Hints
  secrets: Secrets | undefined
  simulators: FiscalSimulators
  now: () => Date
  onError: (error: unknown) => void
}

/** In ms: how long a closed sale waits at most until it is sent. */
const roundMs = 1_000
/** How many pharmacies are served side by side; each has its own machine at the platform. */
const sideBySide = 4

/**
 * Sends what waits for the platform: one process at a time for each pharmacy, one confirmation at a time, in the order of
 * selling. It does nothing before `start`.
 */
export function openFiscalQueue({ database, hints, secrets, simulators, now, onError }: Options): FiscalQueue {
  const sender = openSender({ database, secrets, simulators, now })
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const turn = { database, hints, secrets, sender, now, onError, isStopping: () => isStopping }

  const round = (): void => {
    running = runWaiting()
      .catch(onError)
      .then(() => {
        if (!isStopping) timer = setTimeout(round, roundMs)
      })
  }

  async function runWaiting(): Promise<void> {
    await Promise.all(Array.from({ length: sideBySide }, serveQueues))
  }

  async function serveQueues(): Promise<void> {
    while (!isStopping) {
      // A name for each lease: a process that slept longer than its lease is another one when it wakes.
      const lease = await database.platform((tx) => takeQueue(tx, randomUUID(), now()))
      if (!lease) return
      let nextAt: Date | null = null
      try {
        nextAt = await takeTurn(lease, turn)
      } catch (error) {
        if (!(error instanceof NotOurs)) throw error
      } finally {
        await database.platform((tx) => endLease(tx, lease, nextAt))
      }
    }
  }

  return {
    start: round,
    runWaiting,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await running
    },
  }
}
