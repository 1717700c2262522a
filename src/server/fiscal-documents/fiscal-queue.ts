import { randomUUID } from 'node:crypto'
import { accountAt } from '#shared/domain/fiscal/fiscal-account.ts'
import { fiscalProfile, withCodes } from '#shared/domain/fiscal/profiles.ts'
import { retryAfterMs } from '#shared/domain/fiscal/retry-after.ts'
import type { FiscalSimulators } from '#server/base/config.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Database } from '#server/db/database.ts'
import {
  endLease,
  insertExchange,
  keepProgress,
  nextDue,
  storeResult,
  takeQueue,
  type DueDocument,
  type Lease,
} from '#server/fiscal-life/fiscal-queue.repo.ts'
import type { FiscalResult } from '#server/fiscal/fiscal-family.ts'
import { openAsk } from '#server/fiscal/fiscal-http.ts'
import { addressesOf, openFiscalPort } from '#server/fiscal/fiscal-port.ts'
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

/** The document is another process’s, or it waits no more. */
class NotOurs extends Error {}

/**
 * Sends what waits for the platform: one document at a time for each pharmacy, in the order of selling, across all
 * processes. It does nothing before `start`.
 */
export function openFiscalQueue({ database, hints, secrets, simulators, now, onError }: Options): FiscalQueue {
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

  /** Sends the documents of a pharmacy; until when nothing is sent when the platform does not take any. */
  async function serve(lease: Lease): Promise<Date | null> {
    while (!isStopping) {
      const document = await database.read(lease.pharmacyId, (tx) => nextDue(tx, lease.pharmacyId, now()))
      if (!document) return null
      const { result, isSimulated } = await send(lease, document).catch((error: unknown) => {
        if (error instanceof NotOurs) throw error
        onError(error)
        // The others of the pharmacy go on; how far this one is was committed.
        return { result: failed, isSimulated: false }
      })
      await database.read(lease.pharmacyId, (tx) =>
        storeResult(tx, lease.pharmacyId, { document, result, isSimulated, now: now() }),
      )
      hints.publish(lease.pharmacyId, 'fiscal-documents')
      if (result.kind === 'retry' && (result.why === 'unreachable' || result.why === 'token'))
        return new Date(now().getTime() + retryAfterMs(document.attempts + 1, result))
    }
    return null
  }

  async function send(lease: Lease, document: DueDocument): Promise<{ result: FiscalResult; isSimulated: boolean }> {
    const { pharmacyId } = lease
    const { pharmacy, token } = await database.read(pharmacyId, (tx) => fiscalSeller(tx, pharmacyId, secrets))
    const profile = fiscalProfile(pharmacy.country.fiscalPlatform)
    const isSimulated = simulators[profile.family] !== undefined
    if (token === null) return { result: withoutToken, isSimulated }
    const port = openFiscalPort(
      withCodes(profile, pharmacy.settings.fiscalCodes),
      {
        taxId: pharmacy.taxId ?? '',
        token,
        addresses: addressesOf(profile, { nim: pharmacy.fiscalNim ?? null, simulators }),
        account:
          pharmacy.settings.fiscalAccount && accountAt(pharmacy.settings.fiscalAccount, pharmacy, document.terminalId),
      },
      openAsk(
        (exchange) => database.read(pharmacyId, (tx) => insertExchange(tx, pharmacyId, document.id, exchange)),
        now,
      ),
    )
    if (!port) return { result: withoutToken, isSimulated }
    const result = await port.certify({
      document: document.content,
      number: document.number,
      original: document.original,
      refunded: document.refunded,
      progress: document.progress,
      keep: async (progress) => {
        const isOurs = await database.read(pharmacyId, (tx) =>
          keepProgress(tx, lease, { id: document.id, progress, now: now() }),
        )
        if (!isOurs) throw new NotOurs(document.id)
      },
    })
    return { result, isSimulated }
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

const failed: FiscalResult = { kind: 'retry', why: 'answer', message: 'internal', soon: false }
const withoutToken: FiscalResult = {
  kind: 'retry',
  why: 'token',
  message: 'aucun jeton n’est enregistré',
  soon: false,
}
