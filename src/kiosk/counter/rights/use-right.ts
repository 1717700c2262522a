import { useAtomValue, useSetAtom } from 'jotai'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { askPharmacist, rightRequestAtom } from './right-request.ts'

/** A right that a gesture needs: the member's own, or lent in place by another one. */
export type Right = {
  isOwn: boolean
  /** The words of the button: its own, or « Demander au pharmacien ». */
  label: (own: string) => string
  /** Runs the gesture: at once with the member's own right, or with the grant once a code was typed. */
  use: (run: (grant: Grant | undefined) => void) => void
}

/** The right of a gesture that every member of the screen may make. */
export const ownRight: Right = { isOwn: true, label: (own) => own, use: (run) => run(undefined) }

/**
 * `subjectId`: the sale, register or lot. `title`: what the code is typed for: « Annuler la vente n° 12 ». `amount`: the
 * money that moves, in minor units; the right does not count for another amount.
 */
export function useRight(permission: Permission, subjectId: string, title: string, amount?: number): Right {
  const isOwn = useAtomValue(permissionsAtom).has(permission)
  const ask = useSetAtom(rightRequestAtom)
  return {
    isOwn,
    label: (own) => (isOwn ? own : askPharmacist),
    use: (run) => {
      if (isOwn) run(undefined)
      else ask({ title, gesture: { permission, subjectId, amount }, onGranted: run })
    },
  }
}
