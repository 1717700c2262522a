import { atom } from 'jotai'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { printerChoiceAtom } from '#shared/store/identity/identity-atoms.ts'
import { dropPrintAtom, enqueuePrintAtom, printQueueAtom } from '#shared/store/sales/print-atoms.ts'
import type { PrinterChoice } from '#shared/store/sales/printer-choice.ts'
import type { PrintJob } from '#shared/store/sales/sales-rows.ts'

/** What this window knows of the printer. `elsewhere`: another window of the terminal holds it. */
export type PrinterState =
  { kind: 'pages' | 'connecting' | 'ready' | 'printing' | 'elsewhere' } | { kind: 'fault'; reason: string }
export const printerStateAtom = atom<PrinterState>({ kind: 'elsewhere' })

/** `canceled`: nothing was chosen, or it could not be opened; what was chosen before stands. */
export type Connecting = 'connected' | 'canceled'
export type PrinterGestures = {
  /** Opens the browser's dialog: within a gesture only. */
  connectUsb(): Promise<Connecting>
  connectSerial(baudRate: number): Promise<Connecting>
  choose(change: Partial<PrinterChoice>): Promise<void>
  /** Somebody stands at the printer: what waits is tried at once. */
  retry(): void
}
/** What somebody at the screen can do with the printer of this window; null before the terminal is known. */
export const printerGesturesAtom = atom<PrinterGestures | null>(null)

/** The words with which a job goes to the printer, and comes back unprinted; anything else in a job's `lastFailure` is the printer's fault. */
export const sending = 'sending'
export const inDoubt = 'in-doubt'

/** Jobs that somebody should look at: not those that are merely on their way. */
export const stuckPrintsAtom = atom((get) => {
  const isOnPages = get(printerChoiceAtom).printer.way === 'browser'
  return get(printQueueAtom).filter(({ lastFailure }) => lastFailure !== sending && (isOnPages || lastFailure !== null))
})

/** Paper for this window's own pages, one after the other; the window prints it and forgets it. */
export type PageRequest = { paper: readonly PaperLine[]; sheet: 'roll' | 'label' }
export const pageRequestsAtom = atom<readonly PageRequest[]>([])
const pageOf = ({ kind, paper }: Pick<PrintJob, 'kind' | 'paper'>): PageRequest => ({
  paper,
  sheet: kind === 'label' ? 'label' : 'roll',
})

/** « Imprimer ici »: the browser takes the job from the queue. */
export const printHereAtom = atom(null, async (_get, set, job: PrintJob) => {
  await set(dropPrintAtom, job.id)
  set(pageRequestsAtom, (before) => [...before, pageOf(job)])
})

/** « Imprimer encore »: under a new id, as a printer that knows the old one would say that it is done. */
export const printAgainAtom = atom(null, async (_get, set, { id, kind, title, paper }: PrintJob) => {
  await set(dropPrintAtom, id)
  await set(enqueuePrintAtom, { kind, title, paper, opensDrawer: false })
})

/** Paper goes to the chosen printer, through the queue on the disk, or to a page where none was chosen. */
export const printPaperAtom = atom(
  null,
  async (get, set, job: Pick<PrintJob, 'kind' | 'title' | 'paper' | 'opensDrawer'>) => {
    if (get(printerChoiceAtom).printer.way === 'browser') set(pageRequestsAtom, (before) => [...before, pageOf(job)])
    // A full disk: better paper from the browser than none.
    else await set(enqueuePrintAtom, job).catch(() => set(pageRequestsAtom, (before) => [...before, pageOf(job)]))
  },
)

/** Only a printer opens a drawer, and only for who uses the register. */
export const mayOpenDrawerAtom = atom(
  (get) => get(permissionsAtom).has('register.use') && get(printerChoiceAtom).printer.way !== 'browser',
)
export const openDrawerAtom = atom(null, async (get, set) => {
  if (get(mayOpenDrawerAtom)) await set(kickDrawerAtom)
})
/** Notes change hands: the drawer opens, whoever sells. */
export const kickDrawerAtom = atom(null, async (get, set) => {
  if (get(printerChoiceAtom).printer.way !== 'browser')
    await set(enqueuePrintAtom, { kind: 'drawer', title: 'Ouverture du tiroir', paper: [], opensDrawer: true })
})
