import { atom } from 'jotai'
import type { Gesture, Grant } from '#shared/contract/tokens.ts'

/** Words of every button that asks for a right in place. */
export const askPharmacist = 'Demander au pharmacien'

/** A right that the seller lacks, asked for in place; the session stays his. A discount without `amount` asks how much. */
export type RightRequest = {
  /** What it is for: « Prix de 900 F CFA ». */
  title: string
  gesture: Gesture
  onGranted: (grant: Grant) => void
}

/** Set it to ask; the dialog of the counter clears it. */
export const rightRequestAtom = atom<RightRequest | null>(null)
