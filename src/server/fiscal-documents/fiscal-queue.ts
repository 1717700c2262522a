import { randomUUID } from 'node:crypto'
import { accountAt } from '#shared/domain/fiscal/fiscal-account.ts'
import { platformDifferences } from '#shared/domain/fiscal/platform-differences.ts'
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
  readCheck,
  storeCheck,
  storeResult,
  takeQueue,
  type DueDocument,
  type Lease,
} from '#server/fiscal-life/fiscal-queue.repo.ts'
import type { FiscalResult } from '#server/fiscal/fiscal-family.ts'
import { openAsk } from '#server/fiscal/fiscal-http.ts'
import { addressesOf, openFiscalPort } from '#server/fiscal/fiscal-port.ts'
import type { Hints } from '#server/hints/hints.ts'
import { fiscalSeller, ratesOf } from '#server/pharmacies/fiscal-token.service.ts'

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
const dayMs = 86_400_000

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
      if (!document) {
        await compareDaily(lease)
        return null
      }
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

  /** The port of a pharmacy, null without a token. `document`: the calls about it are kept. */
  async function openPort(pharmacyId: string, document: DueDocument | null) {
    const { pharmacy, token } = await database.read(pharmacyId, (tx) => fiscalSeller(tx, pharmacyId, secrets))
    const profile = fiscalProfile(pharmacy.country.fiscalPlatform)
    const { fiscalAccount, fiscalCodes } = pharmacy.settings
    const seller = {
      taxId: pharmacy.taxId ?? '',
      addresses: addressesOf(profile, { nim: pharmacy.fiscalNim ?? null, simulators }),
      account: document && fiscalAccount && accountAt(fiscalAccount, pharmacy, document.terminalId),
    }
    const ask = openAsk(async (exchange) => {
      if (document) await database.read(pharmacyId, (tx) => insertExchange(tx, pharmacyId, document.id, exchange))
    }, now)
    return {
      pharmacy,
      profile,
      isSimulated: simulators[profile.family] !== undefined,
      port: token === null ? null : openFiscalPort(withCodes(profile, fiscalCodes), { ...seller, token }, ask),
    }
  }

  /** Compares the rates and codes of the platform with ours once a day, when nothing waits. */
  async function compareDaily({ pharmacyId }: Lease): Promise<void> {
    const { checkedAt } = await database.read(pharmacyId, (tx) => readCheck(tx, pharmacyId))
    if (checkedAt && now().getTime() - checkedAt.getTime() < dayMs) return
    const { port, profile, pharmacy } = await openPort(pharmacyId, null)
    const facts = await port?.facts()
    if (!facts) return
    const differences = platformDifferences(profile, ratesOf(pharmacy, now()), facts)
    await database.read(pharmacyId, (tx) => storeCheck(tx, pharmacyId, differences, now()))
  }

  async function send(lease: Lease, document: DueDocument): Promise<{ result: FiscalResult; isSimulated: boolean }> {
    const { pharmacyId } = lease
    const { port, isSimulated } = await openPort(pharmacyId, document)
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
