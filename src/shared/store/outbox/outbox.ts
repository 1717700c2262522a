import { NoAnswer, probe } from '#shared/client/call.ts'
import { salesAtOnce } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { backOffMs, lastWaitMs } from '#shared/store/tools/back-off.ts'
import { openingSales } from '#shared/store/sales/opening-sales.ts'
import { isDecision, isSilence, isUnauthorized } from '#shared/store/outbox/server-decisions.ts'
import { throttle } from '#shared/store/tools/throttle.ts'
import { acknowledged, postponed, refused, type Settlement, type Wait } from '#shared/store/outbox/outbox-store.ts'
import { kindOf, parcelOf } from '#shared/store/outbox/parcels.ts'
import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'
import { orderedPool } from '#shared/store/tools/ordered-pool.ts'
import { writeInBatches } from '#shared/store/tools/write-in-batches.ts'
import { lockNames, withLock } from '#shared/windows/locks.ts'

/** Hears which rows are on their way in this window, by their ids: until what became of them is written down. */
export type OnSending = (rowIds: ReadonlySet<string>) => void

/** Tokens for sending, best first; each is asked for only when the server refused the one before. Undefined ones are skipped. */
type Tokens = readonly (() => Promise<string | undefined>)[]
/** Sales that answer with the same list, the very same object, may go in one request. */
export type SendingTokens = (row: OutboxRow) => Tokens

export type Outbox = {
  /** Sends what is due, now. Callers in the meantime share one run. Never throws. */
  drain(): Promise<void>
  /** The network is back: what waited for its next attempt is due at once. */
  drainAll(): Promise<void>
  stop(): void
}

const lookEveryMs = 15_000
/** Sales on their way at once, in one request: two would take their numbers by turns, and numbers follow the order of selling. */
const width = salesAtOnce
/** What is no sale has a request of its own, and a browser makes few of them at once. */
const widthAlone = 4
/** A screen that is drawn anew for each of 200 sales holds up their sending. */
const tellEveryMs = 250

/**
 * Sends what waits (ended sales, patients made here, photos, …) from any window, one window at a time (Web Lock): a lock saves traffic, only the server's unique key makes it exactly once.
 * `written` hears that rows were settled: at once, then four times a second at most, and before a run ends.
 */
export function startOutbox(
  store: SalesStore,
  tokens: SendingTokens,
  written: () => void | Promise<void>,
  onSending: OnSending = () => undefined,
): Outbox {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  let isDirty = false
  let isUrgent = false
  let looksWhenDue: ReturnType<typeof setTimeout> | undefined

  const drain = (): Promise<void> => {
    // A sale that ends during a run is seen by the next one.
    isDirty = true
    running ??= runs().finally(() => {
      running = undefined
    })
    return running
  }
  const runs = async () => {
    while (isDirty && !stopped.signal.aborted) {
      const run = async () => {
        // Whatever was asked for until now, this run sees.
        const everything = isUrgent
        isDirty = isUrgent = false
        const screen = throttle(written, tellEveryMs)
        try {
          lookAt(
            await drainOnce(store, tokens, { everything, signal: stopped.signal, onSending, onSettled: screen.call }),
          )
        } finally {
          await screen.flush()
        }
      }
      await withLock(lockNames.outbox(store.pharmacyId), run, stopped.signal).catch(() => {
        // The disk or the lock gave up (a closing window): the rows stand, and the next look finds them.
        isDirty = isUrgent = false
      })
    }
  }
  // What was put off is sent when it is due; the round finds what a closed window left behind.
  const lookAt = (dueAt: number) => {
    clearTimeout(looksWhenDue)
    if (Number.isFinite(dueAt) && !stopped.signal.aborted)
      looksWhenDue = setTimeout(() => void drain(), dueAt - Date.now())
  }
  const drainAll = () => {
    isUrgent = true
    return drain()
  }
  const looking = setInterval(() => void drain(), lookEveryMs)
  void drain()
  return {
    drain,
    drainAll,
    stop() {
      stopped.abort()
      clearInterval(looking)
      clearTimeout(looksWhenDue)
    },
  }
}

/** How a row fared, and what is to be written of it; one that is settled has no wait. */
type Sent = { settlement: Settlement; wait?: Wait; isAccepted: boolean }
const never = Infinity

type Run = { everything: boolean; signal: AbortSignal; onSending: OnSending; onSettled: () => void }

/** Answers when the first of the rows that wait is due. */
async function drainOnce(
  store: SalesStore,
  tokens: SendingTokens,
  { everything, signal, onSending, onSettled }: Run,
): Promise<number> {
  // Read under the lock: another window may have sent some since.
  const rows = (await store.outbox()).toSorted(photosLast)
  const unknown = new Set([...rows.filter(isNamedByOthers).map(({ saleId }) => saleId), ...(await store.saleIds())])
  // The server would refuse what it does not know yet: what names a patient who still waits, or a sale, goes after it; the rest goes on.
  const isKnown = (row: OutboxRow) =>
    !parcelOf(row)
      .needs(row)
      .some((id) => unknown.has(id))
  // What comes after others waits for their answers, whatever they are: units after the boxes that are opened for them. One that stands behind it now was refused before, and ended anew since.
  const unanswered = new Map(rows.map(({ saleId, seq }) => [saleId, seq]))
  const opening = openingSales(rows)
  const isItsTurn = (row: OutboxRow) =>
    [...(row.after ?? []), ...opening(row)].every((id) => (unanswered.get(id) ?? never) > row.seq)
  const now = Date.now()
  const isDue = ({ nextAttemptAt }: OutboxRow) => everything || isDueAt(nextAttemptAt, now)
  // Each has a moment of its own, and by chance the younger one's is earlier: what nobody answered goes with whatever is due, oldest first.
  const isLineDue = rows.some(isDue)
  const goes = (row: OutboxRow) => isDue(row) || (isLineDue && row.waitsForLine === true)
  let firstDueAt = Math.min(never, ...rows.filter((row) => !goes(row)).map(({ nextAttemptAt }) => nextAttemptAt))
  const onTheirWay = new Set<string>()
  const leave = (row: OutboxRow) => {
    onTheirWay.delete(row.saleId)
    onSending(new Set(onTheirWay))
  }
  // The disk writes answers down while the next rows are on their way: lost in a power cut, a row is sent again and answered the same.
  const writeDown = writeInBatches(store.settle)
  const writings: Promise<void>[] = []
  let diskGaveUp = false

  // Two requests beside each other would take their numbers by turns. What nobody answered goes alone: sixteen may be too much for this line, again and again.
  const isOneRequest = (row: OutboxRow, others: readonly OutboxRow[]) =>
    !isSale(row) ||
    others.every((other) => !isSale(other) || (tokens(other) === tokens(row) && isUntried(other) && isUntried(row)))
  const work = async (row: OutboxRow): Promise<boolean> => {
    onSending(new Set(onTheirWay.add(row.saleId)))
    const { settlement, wait, isAccepted } = await sendRow(store, tokens, row).catch((error: unknown) => {
      leave(row)
      throw error
    })
    firstDueAt = Math.min(firstDueAt, wait?.nextAttemptAt ?? never)
    if (!wait) unanswered.delete(row.saleId)
    // A refused patient holds nothing back, the server decides on the sale that names him; a refused sale will come again, and its photos with it.
    if (isAccepted || (!wait && kindOf(row) === 'patient')) unknown.delete(row.saleId)
    const writing = writeDown(settlement).finally(() => leave(row))
    writings.push(writing)
    void writing.then(onSettled, () => (diskGaveUp = true))
    // Nobody answers or nobody knows us: the rows behind would fare the same.
    return !wait?.waitsForLine && !diskGaveUp
  }
  try {
    await orderedPool(rows.filter(goes), {
      width,
      mayJoin: (row, others) => mayJoin(row, others) && isOneRequest(row, others),
      work,
      isWanted: (row) => !signal.aborted && isKnown(row) && isItsTurn(row),
    })
  } finally {
    await Promise.allSettled(writings)
  }
  await Promise.all(writings)
  return signal.aborted ? never : firstDueAt
}

/** What has to do with each other goes one after the other: who is owed or insured, the sale and what replaces it, the units of a box that is opened. A photo takes the whole line. */
function mayJoin(row: OutboxRow, onTheirWay: readonly OutboxRow[]): boolean {
  if (isPhoto(row) || (!isSale(row) && onTheirWay.length >= widthAlone)) return false
  const needed = new Set(parcelOf(row).needs(row))
  return !onTheirWay.some(
    (other) =>
      row.after?.includes(other.saleId) ||
      parcelOf(other)
        .changes(other)
        .some((id) => needed.has(id)),
  )
}

const noToken = new NoAnswer('no token')

async function sendRow(store: SalesStore, tokens: SendingTokens, row: OutboxRow): Promise<Sent> {
  let refusal: unknown = noToken
  for (const tokenOf of tokens(row)) {
    const token = await tokenOf()
    if (!token) continue
    try {
      const accept = await parcelOf(row).send(row, token, store)
      return { settlement: acknowledged(row, accept, Date.now()), isAccepted: true }
    } catch (error) {
      refusal = error
      if (!isUnauthorized(error)) break
    }
  }
  if (refusal instanceof AppError && isDecision(refusal)) {
    return { settlement: refused(row, [{ message: refusal.message, details: refusal.details }]), isAccepted: false }
  }
  const wait = {
    nextAttemptAt: Date.now() + backOffMs(row.attempts),
    lastFailure: reasonOf(refusal),
    waitsForLine: await isOfLine(refusal, row),
  }
  return { settlement: postponed(row, wait), wait, isAccepted: false }
}

/** Would the rows behind fare the same? Nobody knows us, or nobody answers: unless it is this one alone that is not answered, again, by a server that is there. */
async function isOfLine(refusal: unknown, row: OutboxRow): Promise<boolean> {
  if (refusal === noToken || isUnauthorized(refusal)) return true
  return isSilence(refusal) && (isUntried(row) || (await probe()) === null)
}

/** Nothing is put off for longer than the longest wait: what seems to be was put off before the clock was set back. */
function isDueAt(moment: number, now: number): boolean {
  return moment <= now || moment > now + lastWaitMs
}

function isSale(row: OutboxRow): boolean {
  return kindOf(row) === 'sale'
}

function isUntried({ attempts }: OutboxRow): boolean {
  return attempts === 0
}

function isPhoto(row: OutboxRow): boolean {
  return kindOf(row) === 'photo' || kindOf(row) === 'disbursement-photo'
}

/** A patient is named by sales, a disbursement by the photo of its receipt. */
function isNamedByOthers(row: OutboxRow): boolean {
  return kindOf(row) === 'patient' || kindOf(row) === 'register-act'
}

/** Photos are large and nobody waits for them; and a sale that ended after its photo was taken is known by then. */
function photosLast(one: OutboxRow, other: OutboxRow): number {
  return Number(isPhoto(one)) - Number(isPhoto(other))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
