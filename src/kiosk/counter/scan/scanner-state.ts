import { atom } from 'jotai'

/** The scanners of this terminal that do not type. `absent`: connected before, and not plugged in now; `taken`: another program holds it. */
export type ScannerState = { kind: 'none' | 'absent' | 'taken' } | { kind: 'ready'; names: readonly string[] }
export const scannerStateAtom = atom<ScannerState>({ kind: 'none' })

export type ScannerRoom = {
  /** Opens the browser's dialog: within a gesture only. `canceled`: nothing was chosen. */
  connect(): Promise<'connected' | 'canceled'>
  /** The terminal gives its scanners up. */
  forget(): Promise<void>
}
/** Null while the window begins, or where the browser knows no such scanners. */
export const scannerRoomAtom = atom<ScannerRoom | null>(null)
