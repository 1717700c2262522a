import { randomUUID } from 'node:crypto'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { retryAfterMs } from '#shared/domain/fiscal/retry-after.ts'
import type { FiscalSimulators } from '#server/base/config.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Database } from '#server/db/database.ts'
import {
  endLease,
  nextDue,
  storeResult,
  takeQueue,
  type DueDocument,
  type Lease,
} from '#server/fiscal-life/fiscal-queue.repo.ts'
import { NotOurs, openSender, type Sent } from '#server/fiscal-documents/fiscal-sender.ts'
import type { FiscalResult } from '#server/fiscal/fiscal-family.ts'
import { refusalOfTwin } from '#server/http/taken-fields.ts'
import type { Hints } from '#server/hints/hints.ts'
import { fiscalSeller } from '#server/pharmacies/fiscal-token.service.ts'

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
  const { send, compareDaily } = openSender({ database, secrets, simulators, now })
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

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
        nextAt = await serve(lease)
      } catch (error) {
        if (!(error instanceof NotOurs)) throw error
      } finally {
        await database.platform((tx) => endLease(tx, lease, nextAt))
      }
    }
  }

  /**
   * Sends the documents of a pharmacy, and makes the drafts of the next ones while one is confirmed; until when nothing is
   * sent when the platform does not take any.
   */
  async function serve(lease: Lease): Promise<Date | null> {
    const { pharmacyId } = lease
    const { mostPending } = await database.read(pharmacyId, async (tx) => {
      const { pharmacy } = await fiscalSeller(tx, pharmacyId, secrets)
      return fiscalProfile(pharmacy.country.fiscalPlatform)
    })
    // Each is drafted ahead once. What fails is tried again at its turn, and its trouble is written then.
    const ahead = new Set<string>()
    const drafting = new Map<string, Promise<void>>()
    // Until one was certified they go one by one: a platform that is down is asked once.
    let isAnswering = false

    const store = async (document: DueDocument, { result, isSimulated }: Sent<FiscalResult>): Promise<void> => {
      const write = (written: FiscalResult) =>
        database.read(pharmacyId, (tx) =>
          storeResult(tx, lease, { document, result: written, isSimulated, now: now() }),
        )
      const isWritten = await write(result).catch((error: unknown) => {
        if (result.kind !== 'certified' || !refusalOfTwin(error)) throw error
        // Typed meanwhile as the code of another document: a person decides which one it is.
        return write({
          kind: 'uncertain',
          evidence: { why: 'its code is that of another document', ...result.elements },
        })
      })
      if (!isWritten) throw new NotOurs(document.id)
      hints.publish(pharmacyId, 'fiscal-documents')
    }
    const prepare = async (document: DueDocument): Promise<void> => {
      try {
        const { result, isSimulated } = await send(lease, document, async (port, job) => port.prepare?.(job) ?? null)
        if (result?.kind === 'rejected') await store(document, { result, isSimulated })
        else if (result) isAnswering = false
      } catch (error) {
        // Not ours: it was undone meanwhile, or the lease is lost, which the next commit says.
        if (!(error instanceof NotOurs)) onError(error)
      }
    }

    try {
      while (!isStopping) {
        const due = await database.read(pharmacyId, (tx) => nextDue(tx, pharmacyId, now(), mostPending))
        const [document] = due
        if (!document) {
          await compareDaily(lease)
          return null
        }
        if (isAnswering)
          for (const each of due) {
            if (hasDraft(each) || ahead.has(each.id)) continue
            ahead.add(each.id)
            drafting.set(each.id, prepare(each))
          }
        const made = drafting.get(document.id)
        if (made) {
          await made
          drafting.delete(document.id)
          // Read again: how far it is was committed.
          continue
        }
        const sent = await send(lease, document, (port, job) => port.certify(job)).catch((error: unknown) => {
          if (error instanceof NotOurs) throw error
          onError(error)
          // The others of the pharmacy go on; how far this one is was committed.
          return { result: failed, isSimulated: false }
        })
        await store(document, sent)
        isAnswering = sent.result.kind === 'certified' || sent.result.kind === 'rejected'
        if (takesNone(sent.result, due))
          return new Date(now().getTime() + retryAfterMs(document.attempts + 1, sent.result))
      }
      return null
    } finally {
      // The lease covers each call that is under way.
      await Promise.all(drafting.values())
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

function hasDraft({ progress }: DueDocument): boolean {
  return progress !== null && 'uid' in progress
}

/** Whether a trouble is one of all documents. A platform that is full takes more when one of its drafts is confirmed. */
function takesNone(result: FiscalResult, due: readonly DueDocument[]): result is Trouble {
  if (result.kind !== 'retry') return false
  return result.why === 'unreachable' || result.why === 'token' || (result.why === 'full' && !due.some(hasDraft))
}

type Trouble = Extract<FiscalResult, { kind: 'retry' }>
const failed: Trouble = { kind: 'retry', why: 'answer', message: 'internal', soon: false }
