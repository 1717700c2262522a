import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { retryAfterMs } from '#shared/domain/fiscal/retry-after.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Database } from '#server/db/database.ts'
import {
  nextDue,
  passDocument,
  saysNothingOfIt,
  storeResult,
  type DueDocument,
  type Lease,
} from '#server/fiscal-life/fiscal-queue.repo.ts'
import { openDraftsAhead } from '#server/fiscal-documents/drafts-ahead.ts'
import { NotOurs, type openSender, type Sent } from '#server/fiscal-documents/fiscal-sender.ts'
import type { FiscalResult } from '#server/fiscal/fiscal-family.ts'
import { refusalOfTwin } from '#server/http/taken-fields.ts'
import type { Hints } from '#server/hints/hints.ts'
import { fiscalSeller } from '#server/pharmacies/fiscal-token.service.ts'

type Options = {
  database: Database
  hints: Hints
  secrets: Secrets | undefined
  sender: ReturnType<typeof openSender>
  now: () => Date
  onError: (error: unknown) => void
  isStopping: () => boolean
}

/** A document that failed, and how long a pharmacy waits for it. */
type Tried = { id: string; attempts: number; soon: boolean }

/** After so many tries that were answered the next document is tried too: the trouble may be the document’s own. */
const doubtedAfter = 4

/**
 * Sends what waits of a pharmacy, one confirmation at a time, in the order of selling; until when the pharmacy waits, null
 * when nothing does. After a trouble all wait for the document that met it, unless the trouble is its own: the platform
 * answers, and takes the next one.
 */
export async function takeTurn(
  lease: Lease,
  { database, hints, secrets, sender: { send, compareDaily }, now, onError, isStopping }: Options,
): Promise<Date | null> {
  const { pharmacyId } = lease
  const { mostPending } = await database.read(pharmacyId, async (tx) => {
    const { pharmacy } = await fiscalSeller(tx, pharmacyId, secrets)
    return fiscalProfile(pharmacy.country.fiscalPlatform)
  })
  const drafts = openDraftsAhead(prepare)
  // Until one was certified they go one by one: a platform that is down is asked once.
  let isAnswering = false
  /** Documents that failed often, one after the other: those behind them show whose trouble it is. */
  let doubted: Tried[] = []

  async function store(document: DueDocument, { result, isSimulated }: Sent<FiscalResult>): Promise<void> {
    const write = (written: FiscalResult) =>
      database.read(pharmacyId, (tx) => storeResult(tx, lease, { document, result: written, isSimulated, now: now() }))
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

  /** What fails is tried again at its turn, and its trouble is written then. */
  async function prepare(document: DueDocument): Promise<boolean> {
    try {
      const { result, isSimulated } = await send(lease, document, async (port, job) => port.prepare?.(job) ?? null)
      if (result?.kind === 'rejected') await store(document, { result, isSimulated })
      return result === null || result.kind === 'rejected'
    } catch (error) {
      // Not ours: it was undone meanwhile, or the lease is lost, which the next commit says.
      if (!(error instanceof NotOurs)) onError(error)
      return error instanceof NotOurs
    }
  }

  async function certify(document: DueDocument): Promise<FiscalResult> {
    const sent = await send(lease, document, (port, job) => port.certify(job)).catch((error: unknown) => {
      if (error instanceof NotOurs) throw error
      onError(error)
      return { result: failed, isSimulated: false }
    })
    await store(document, sent)
    return sent.result
  }

  const after = (waits: 'pharmacy' | 'document', tried: Tried): Date =>
    new Date(now().getTime() + retryAfterMs(waits, tried))
  const pass = (tried: readonly Tried[]): Promise<void> =>
    database.read(pharmacyId, async (tx) => {
      for (const each of tried) await passDocument(tx, pharmacyId, { id: each.id, nextAt: after('document', each) })
    })
  const readDue = (): Promise<DueDocument[]> =>
    database.read(pharmacyId, (tx) =>
      nextDue(tx, pharmacyId, { now: now(), most: mostPending, passed: doubted.map(({ id }) => id), doubtedAfter }),
    )

  try {
    while (!isStopping()) {
      const due = await readDue()
      const [document] = due
      if (!document) {
        // Several that fail, and none that is taken: nothing shows that the trouble is theirs.
        if (doubted.length > 1) return after('pharmacy', doubted[0]!)
        if (doubted.length === 1) await pass(doubted)
        else await compareDaily(lease)
        return null
      }
      if (isAnswering) drafts.begin(due)
      const isDrafted = await drafts.end(document.id)
      if (isDrafted !== undefined) {
        isAnswering &&= isDrafted
        // Read again: how far it is was committed.
        continue
      }
      const result = await certify(document)
      isAnswering = result.kind === 'certified' || result.kind === 'rejected'
      if (result.kind !== 'retry') {
        await pass(doubted)
        doubted = []
        continue
      }
      const tried = { id: document.id, attempts: document.attempts + 1, soon: result.soon }
      if (saysNothingOfIt(result) || document.failures + 1 < doubtedAfter) return after('pharmacy', doubted[0] ?? tried)
      // What was overtaken has lost its place: nobody waits for it any more.
      if (document.isOvertaken) await pass([tried])
      else doubted = [...doubted, tried]
    }
    return null
  } finally {
    // The lease covers each call that is under way.
    await drafts.endAll()
  }
}

type Trouble = Extract<FiscalResult, { kind: 'retry' }>
const failed: Trouble = { kind: 'retry', why: 'answer', message: 'internal', soon: false }
