import { atom } from 'jotai'

/**
 * The scanners of this terminal that do not type. `absent`: known, but not plugged in. `taken`: another program holds
 * it.
 */
export type ScannerState = { kind: 'none' | 'absent' | 'taken' } | { kind: 'ready'; names: readonly string[] }
export const scannerStateAtom = atom<ScannerState>({ kind: 'none' })

export type ScannerRoom = {
  /** Opens a browser dialog, so it must be called in a user gesture. `canceled`: no device was chosen. */
  connect(): Promise<'connected' | 'canceled'>
  /** Removes all scanners of this terminal. */
  forget(): Promise<void>
}
/** Null while the window starts, or if the browser does not support such scanners. */
export const scannerRoomAtom = atom<ScannerRoom | null>(null)
