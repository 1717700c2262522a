import { atom } from 'jotai'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { printerChoiceAtom } from '#shared/store/identity/identity-atoms.ts'
import { dropPrintAtom, enqueuePrintAtom, printQueueAtom } from '#shared/store/sales/print-atoms.ts'
import type { PrinterChoice } from '#shared/store/sales/printer-choice.ts'
import type { PrintJob } from '#shared/store/sales/sales-rows.ts'

/** The state of the printer in this window. `elsewhere`: another window of the terminal holds it. */
export type PrinterState =
  { kind: 'pages' | 'connecting' | 'ready' | 'printing' | 'elsewhere' } | { kind: 'fault'; reason: string }
export const printerStateAtom = atom<PrinterState>({ kind: 'elsewhere' })

/** `canceled`: no device was chosen, or it could not be opened. The earlier choice is kept. */
export type Connecting = 'connected' | 'canceled'
export type PrinterGestures = {
  /** Opens the browser's dialog: within a gesture only. */
  connectUsb(): Promise<Connecting>
  connectSerial(baudRate: number): Promise<Connecting>
  choose(change: Partial<PrinterChoice>): Promise<void>
  /** Tries the waiting jobs at once: a user is at the printer. */
  retry(): void
}
/** The actions on the printer of this window; null before the terminal is known. */
export const printerGesturesAtom = atom<PrinterGestures | null>(null)

/** Values of a job's `lastFailure` that are states of the queue. Any other value is a fault of the printer. */
export const sending = 'sending'
export const inDoubt = 'in-doubt'

/** Jobs that need attention. Excludes jobs that are being sent. */
export const stuckPrintsAtom = atom((get) => {
  const isOnPages = get(printerChoiceAtom).printer.way === 'browser'
  return get(printQueueAtom).filter(({ lastFailure }) => lastFailure !== sending && (isOnPages || lastFailure !== null))
})

/** Pages that this window prints itself, one after the other, and then forgets. */
export type PageRequest = { paper: readonly PaperLine[]; sheet: 'roll' | 'label' }
export const pageRequestsAtom = atom<readonly PageRequest[]>([])
const pageOf = ({ kind, paper }: Pick<PrintJob, 'kind' | 'paper'>): PageRequest => ({
  paper,
  sheet: kind === 'label' ? 'label' : 'roll',
})

/** « Imprimer ici »: takes the job from the queue and prints it with the browser. */
export const printHereAtom = atom(null, async (_get, set, job: PrintJob) => {
  await set(dropPrintAtom, job.id)
  set(pageRequestsAtom, (before) => [...before, pageOf(job)])
})

/** « Réimprimer »: uses a new id, as a printer that knows the old id would report the job as done. */
export const printAgainAtom = atom(null, async (_get, set, { id, kind, title, paper }: PrintJob) => {
  await set(dropPrintAtom, id)
  await set(enqueuePrintAtom, { kind, title, paper, opensDrawer: false })
})

/** Sends paper to the chosen printer through the queue on the disk, or to a browser page if none is chosen. */
export const printPaperAtom = atom(
  null,
  async (get, set, job: Pick<PrintJob, 'kind' | 'title' | 'paper' | 'opensDrawer'>) => {
    if (get(printerChoiceAtom).printer.way === 'browser') set(pageRequestsAtom, (before) => [...before, pageOf(job)])
    // If the disk is full, print with the browser.
    else await set(enqueuePrintAtom, job).catch(() => set(pageRequestsAtom, (before) => [...before, pageOf(job)]))
  },
)

/** Only a printer can open a drawer, and only a member who may use the register. */
export const mayOpenDrawerAtom = atom(
  (get) => get(permissionsAtom).has('register.use') && get(printerChoiceAtom).printer.way !== 'browser',
)
export const openDrawerAtom = atom(null, async (get, set) => {
  if (get(mayOpenDrawerAtom)) await set(kickDrawerAtom)
})
/** Opens the drawer for a cash payment, whoever sells. */
export const kickDrawerAtom = atom(null, async (get, set) => {
  if (get(printerChoiceAtom).printer.way !== 'browser')
    await set(enqueuePrintAtom, { kind: 'drawer', title: 'Ouverture du tiroir', paper: [], opensDrawer: true })
})
