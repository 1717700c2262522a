import type { createStore } from 'jotai'
import { markedPaper } from '#kiosk/counter/print/marked-paper.ts'
import { inDoubt, printerStateAtom, sending } from '#kiosk/counter/print/printer-state.ts'
import { copyAtom, printerChoiceAtom } from '#shared/store/identity/identity-atoms.ts'
import { printedAtom, printFailedAtom, printQueueAtom } from '#shared/store/sales/print-atoms.ts'
import type { ChosenPrinter } from '#shared/store/sales/printer-choice.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import type { PrintJob } from '#shared/store/sales/sales-rows.ts'
import { hold, lockNames, type Release } from '#shared/windows/locks.ts'
import type { encodePaper } from './encode-paper.ts'
import { PrinterFault, type PrinterWay } from './printer-way.ts'

type Store = ReturnType<typeof createStore>
type Encode = typeof encodePaper

/** What the worker needs from outside: the way to a printer, and plug events. */
export type PrinterWorld = {
  wayTo: (printer: ChosenPrinter) => Promise<PrinterWay | null>
  encoder: () => Promise<Encode>
  onPlug: (hear: () => void) => () => void
}

/** Held by the window that has the device open. A window that connects another device waits for it. */
export const deviceLock = 'printer-device'
const firstWaitMs = 1_000
const lastWaitMs = 30_000
/** After this time the customer has left, and opening the drawer would leave it open unattended. */
const drawerLimitMs = 30_000
/** The server remembers jobs for one hour. An older job may have been printed. */
const repeatableMs = 50 * 60_000

/**
 * Prints the terminal's queue in order, in one window at a time (Web Lock). A job leaves the queue when the printer has
 * taken all its bytes. A job that failed after its last byte is in doubt and waits for a user to check the paper.
 * `retry` tries the waiting jobs at once.
 */
export function startPrinting(store: Store, world: PrinterWorld): { retry: () => void; stop: () => void } {
  const stopped = new AbortController()
  let retry: () => void = () => undefined
  navigator.locks
    .request(lockNames.printer, { signal: stopped.signal }, async () => {
      if (stopped.signal.aborted) return
      const press = pressFor(store, world, stopped.signal)
      retry = press.retry
      await press.ended
    })
    .catch((error: unknown) => {
      if (!stopped.signal.aborted) throw error
    })
  return { retry: () => retry(), stop: () => stopped.abort() }
}

/** The printing loop of the window that holds the lock, until the signal aborts it. */
function pressFor(store: Store, world: PrinterWorld, signal: AbortSignal): { retry: () => void; ended: Promise<void> } {
  let isDirty = true
  let failures = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  let wake: () => void = () => undefined
  let current: { printer: ChosenPrinter; way: PrinterWay; release: Release } | null = null

  const nudge = () => {
    isDirty = true
    wake()
  }
  const retry = () => {
    failures = 0
    nudge()
  }
  const close = async () => {
    const closing = current
    current = null
    await closing?.way.close()
    closing?.release()
  }
  const wayNow = async (printer: ChosenPrinter): Promise<PrinterWay> => {
    if (current && isSame(current.printer, printer)) return current.way
    await close()
    const release = await hold(deviceLock)
    if (!release) throw new PrinterFault('absent')
    const way = await world.wayTo(printer).catch(() => null)
    if (!way) {
      release()
      throw new PrinterFault('absent')
    }
    current = { printer, way, release }
    return way
  }
  /** Prints all jobs of the queue. After a failure, schedules the next attempt. */
  const round = async () => {
    const { printer, columns } = store.get(printerChoiceAtom)
    if (printer.way === 'browser') {
      await close()
      store.set(printerStateAtom, { kind: 'pages' })
      return
    }
    try {
      const way = await wayNow(printer)
      const encode = await world.encoder().catch((cause: unknown) => {
        throw new PrinterFault('absent', { cause })
      })
      await settleDoubts(store, way)
      const language = await openNamed(store, way)
      for (let job = await nextJob(store); job && !signal.aborted; job = await nextJob(store))
        await printOne(store, way, job, (opensDrawer) =>
          encode(markedPaper(job!.paper, store.get(copyAtom)?.kind ?? null), { ...language, columns, opensDrawer }),
        )
      failures = 0
      store.set(printerStateAtom, { kind: 'ready' })
    } catch (error) {
      const reason = error instanceof PrinterFault ? error.reason : 'absent'
      store.set(printerStateAtom, { kind: 'fault', reason })
      await nameFault(store, reason)
      waiting = setTimeout(nudge, Math.min(firstWaitMs * 2 ** failures++, lastWaitMs))
    }
  }
  const unsubscribes = [
    store.sub(
      printQueueAtom,
      () => store.get(printQueueAtom).some(({ lastFailure }) => lastFailure === null) && nudge(),
    ),
    store.sub(printerChoiceAtom, retry),
    store.sub(sharedSalesAtom, retry),
    world.onPlug(retry),
  ]
  const ended = (async () => {
    while (!signal.aborted) {
      if (isDirty && store.get(sharedSalesAtom)) {
        isDirty = false
        clearTimeout(waiting)
        // The disk may fail (a closing window). The jobs stay stored, and the next round finds them.
        await round().catch(() => undefined)
        continue
      }
      isDirty = false
      await new Promise<void>((resolve) => {
        wake = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    clearTimeout(waiting)
    for (const unsubscribe of unsubscribes) unsubscribe()
    await close()
    store.set(printerStateAtom, { kind: 'elsewhere' })
  })()
  return { retry, ended }
}

async function openNamed(store: Store, way: PrinterWay) {
  if (store.get(printerStateAtom).kind !== 'ready') store.set(printerStateAtom, { kind: 'connecting' })
  const language = await way.open()
  store.set(printerStateAtom, { kind: 'ready' })
  return language
}

/** Reads the disk, not the atom: another window may just have removed a job. */
async function nextJob(store: Store): Promise<PrintJob | undefined> {
  const jobs = (await store.get(sharedSalesAtom)?.store.prints()) ?? []
  return jobs.find(({ lastFailure }) => lastFailure !== inDoubt && lastFailure !== sending)
}

async function printOne(
  store: Store,
  way: PrinterWay,
  job: PrintJob,
  bytesOf: (opensDrawer: boolean) => Uint8Array<ArrayBuffer>,
): Promise<void> {
  const kind = store.get(copyAtom)?.kind ?? null
  // The drawer of an exercise is that of the shop.
  const staysShut = kind !== null
  const isLate = Date.now() - Date.parse(job.at) > drawerLimitMs
  if (job.kind === 'drawer' && (isLate || staysShut)) return store.set(printedAtom, job.id)
  const bytes = encoded(() => bytesOf(job.opensDrawer && !isLate && !staysShut))
  store.set(printerStateAtom, { kind: 'printing' })
  // Written first: if this window dies now, the job is in doubt and is not printed twice.
  await store.set(printFailedAtom, job.id, sending)
  try {
    await way.write(bytes, job.id)
  } catch (error) {
    await store.set(printFailedAtom, job.id, error instanceof PrinterFault ? error.reason : inDoubt)
    // A job in doubt does not block the next jobs.
    if (error instanceof PrinterFault && error.reason === inDoubt) return
    throw error
  }
  await store.set(printedAtom, job.id)
}

function encoded(encode: () => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    return encode()
  } catch (error) {
    throw new PrinterFault('unsupported', { cause: error })
  }
}

/** Finds jobs that a dead window was sending. This window holds the lock, so no other window is sending. */
async function settleDoubts(store: Store, way: PrinterWay): Promise<void> {
  for (const { id, at, lastFailure } of (await store.get(sharedSalesAtom)?.store.prints()) ?? []) {
    const isRepeatable = way.isRepeatable && Date.now() - Date.parse(at) < repeatableMs
    if (lastFailure === sending) await store.set(printFailedAtom, id, isRepeatable ? 'absent' : inDoubt)
  }
}

/** Stores the fault with each waiting job, so that the counter can show it. */
async function nameFault(store: Store, reason: string): Promise<void> {
  for (const { id, kind, at, lastFailure } of (await store.get(sharedSalesAtom)?.store.prints()) ?? []) {
    if (kind === 'drawer' && Date.now() - Date.parse(at) > drawerLimitMs) await store.set(printedAtom, id)
    else if (lastFailure !== inDoubt && lastFailure !== reason) await store.set(printFailedAtom, id, reason)
  }
}

function isSame(a: ChosenPrinter, b: ChosenPrinter): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
