import { NoAnswer, probe } from '#shared/client/call.ts'
import { salesAtOnce } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { backOffMs, lastWaitMs } from '#shared/store/tools/back-off.ts'
import { openingSales } from '#shared/store/sales/opening-sales.ts'
import { isDecision, isSilence, isSlowedDown, isUnauthorized } from '#shared/store/outbox/server-decisions.ts'
import { throttle } from '#shared/store/tools/throttle.ts'
import { acknowledged, postponed, refused, type Settlement, type Wait } from '#shared/store/outbox/outbox-store.ts'
import { kindOf, parcelOf } from '#shared/store/outbox/parcels.ts'
import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'
import { orderedPool } from '#shared/store/tools/ordered-pool.ts'
import { writeInBatches } from '#shared/store/tools/write-in-batches.ts'
import { watchQueue } from '#shared/store/outbox/stalled-queue.ts'
import { lockNames, takeLock, withLock } from '#shared/windows/locks.ts'

/** Receives the ids of the rows that this window is sending, until their outcome is written. */
export type OnSending = (rowIds: ReadonlySet<string>) => void

/**
 * Token sources for one row, in order of preference. The next one is tried only after the server refused the one
 * before; undefined tokens are skipped.
 */
type Tokens = readonly (() => Promise<string | undefined>)[]
/** Sales for which this returns the same array object may share one request. */
export type SendingTokens = (row: OutboxRow) => Tokens

export type Outbox = {
  /** Sends the rows that are due. Concurrent callers share one run. Never throws. */
  drain(): Promise<void>
  /** Sends all waiting rows, including rows scheduled for a later attempt. For use when the network is back. */
  drainAll(): Promise<void>
  stop(): void
}

export const lookEveryMs = 15_000
/**
 * Number of rows sent at once. Sales share one request: two parallel requests would interleave their sale numbers,
 * which must follow the order of selling.
 */
const width = salesAtOnce
/** The same for other rows: each has its own request, and browsers limit parallel requests per host. */
const widthAlone = 4
/** In ms. Updating the screens after each of 200 sales would slow down the sending. */
const tellEveryMs = 250

/**
 * Sends waiting rows (ended sales, new patients, photos, …). Any window may start it; a Web Lock lets one window send
 * at a time. The lock only saves traffic: the unique key on the server makes each row count once. So it is taken from a
 * window that hangs while it has it, and from a run that never ends because the disk lost a request. `written` is called
 * after rows were settled (answered by the server): first at once, then at most four times a second. Pending changes
 * are reported before a run ends.
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
    // A sale that ends during a run is sent by the next run.
    isDirty = true
    running ??= runs().finally(() => {
      running = undefined
    })
    return running
  }
  const runs = async () => {
    while (isDirty && !stopped.signal.aborted)
      await inTurn((run) => withLock(lockNames.outbox(store.pharmacyId), run, stopped.signal))
  }
  /** One run, inside the lock that `ask` gets. */
  const inTurn = async (ask: (run: () => Promise<void>) => Promise<void>) => {
    const over = new AbortController()
    const run = async () => {
      // This run covers all requests made until now.
      const everything = isUrgent
      isDirty = isUrgent = false
      const screen = throttle(written, tellEveryMs)
      const isOver = () => stopped.signal.aborted || over.signal.aborted
      try {
        const dueAt = await drainOnce(store, tokens, { everything, isOver, onSending, onSettled: screen.call })
        if (!isOver()) lookAt(dueAt)
      } finally {
        await screen.flush()
      }
    }
    await ask(run).catch(() => {
      // The disk or the lock failed (for example in a closing window), or another window took the turn: the rows stay
      // queued and the next check finds them.
      over.abort()
      isDirty = isUrgent = false
    })
  }
  const isStalled = watchQueue()
  const look = async () => {
    void drain()
    const rows = await store.outbox()
    if (!stopped.signal.aborted && isStalled(rows, Date.now()))
      await inTurn((run) => takeLock(lockNames.outbox(store.pharmacyId), run))
  }
  // Wakes up when the next postponed row is due. The interval below finds rows that a closed window left.
  const lookAt = (dueAt: number) => {
    clearTimeout(looksWhenDue)
    if (Number.isFinite(dueAt)) looksWhenDue = setTimeout(() => void drain(), dueAt - Date.now())
  }
  const drainAll = () => {
    isUrgent = true
    return drain()
  }
  const looking = setInterval(() => void look().catch(() => undefined), lookEveryMs)
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

/** The outcome of sending a row. Without `wait` the row is settled. */
type Sent = { settlement: Settlement; wait?: Wait; isAccepted: boolean }
const never = Infinity

type Run = { everything: boolean; isOver: () => boolean; onSending: OnSending; onSettled: () => void }

/** Sends the rows that are due; returns when the next waiting row is due (ms, Infinity for none). */
async function drainOnce(
  store: SalesStore,
  tokens: SendingTokens,
  { everything, isOver, onSending, onSettled }: Run,
): Promise<number> {
  // Read under the lock: another window may have sent rows since.
  const rows = (await store.outbox()).toSorted(photosLast)
  const unknown = new Set([...rows.filter(isNamedByOthers).map(({ saleId }) => saleId), ...(await store.saleIds())])
  // The server refuses references that it does not know: a row that needs a waiting patient or sale goes after it.
  // Other rows are not held back.
  const isKnown = (row: OutboxRow) =>
    !parcelOf(row)
      .needs(row)
      .some((id) => unknown.has(id))
  // A row listed in `after`, or a sale that opens the box of these units, must be answered first, whatever the answer
  // is. A predecessor with a higher queue number was refused and ended again since; it is not waited for.
  const unanswered = new Map(rows.map(({ saleId, seq }) => [saleId, seq]))
  const opening = openingSales(rows)
  const isItsTurn = (row: OutboxRow) =>
    [...(row.after ?? []), ...opening(row)].every((id) => (unanswered.get(id) ?? never) > row.seq)
  const now = Date.now()
  const isDue = ({ nextAttemptAt }: OutboxRow) => everything || isDueAt(nextAttemptAt, now)
  // Each row has its own random back-off, so a younger row may be due earlier. As soon as one row is due, all rows that
  // waited because of the connection go too, oldest first.
  const isLineDue = rows.some(isDue)
  const goes = (row: OutboxRow) => isDue(row) || (isLineDue && row.waitsForLine === true)
  let firstDueAt = Math.min(never, ...rows.filter((row) => !goes(row)).map(({ nextAttemptAt }) => nextAttemptAt))
  const onTheirWay = new Set<string>()
  const leave = (row: OutboxRow) => {
    onTheirWay.delete(row.saleId)
    onSending(new Set(onTheirWay))
  }
  // Outcomes are written while the next rows are sent. When a power cut loses an outcome, the row is sent again and
  // gets the same answer.
  const writeDown = writeInBatches(store.settle)
  const writings: Promise<void>[] = []
  let diskGaveUp = false

  // Two parallel requests would interleave sale numbers. A sale that got no answer before goes alone: a full batch may
  // be too large for this connection each time.
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
    // A refused patient blocks nothing: the server decides about the sale that names him. A refused sale will be sent
    // again, and its photos after it.
    if (isAccepted || (!wait && kindOf(row) === 'patient')) unknown.delete(row.saleId)
    const writing = writeDown(settlement).finally(() => leave(row))
    writings.push(writing)
    void writing.then(onSettled, () => (diskGaveUp = true))
    // No answer, or no valid token: the rows behind would fail for the same reason.
    return !wait?.waitsForLine && !diskGaveUp
  }
  try {
    await orderedPool(rows.filter(goes), {
      width,
      mayJoin: (row, others) => mayJoin(row, others) && isOneRequest(row, others),
      work,
      isWanted: (row) => !isOver() && isKnown(row) && isItsTurn(row),
    })
  } finally {
    await Promise.allSettled(writings)
  }
  await Promise.all(writings)
  return isOver() ? never : firstDueAt
}

/**
 * Related rows go one after the other: rows about the same debtor or insured person, a sale and its replacement, the
 * units of a box that is opened. A photo goes alone.
 */
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

/**
 * Whether the rows behind would fail too: no valid token, too many requests, or no answer. An exception is a row that repeatedly gets no
 * answer from a server that responds to the probe.
 */
async function isOfLine(refusal: unknown, row: OutboxRow): Promise<boolean> {
  if (refusal === noToken || isUnauthorized(refusal) || isSlowedDown(refusal)) return true
  return isSilence(refusal) && (isUntried(row) || (await probe()) === null)
}

/** No back-off exceeds `lastWaitMs`: a later moment was set before the clock was put back. */
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

/** Sales name patients; the photo of a receipt names a disbursement. */
function isNamedByOthers(row: OutboxRow): boolean {
  return kindOf(row) === 'patient' || kindOf(row) === 'register-act'
}

/** Photos are large and not urgent. A sale that ended after its photo was taken is known to the server by then. */
function photosLast(one: OutboxRow, other: OutboxRow): number {
  return Number(isPhoto(one)) - Number(isPhoto(other))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
