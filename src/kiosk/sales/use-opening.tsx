import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import type { OpeningPurpose } from '#shared/contract/sale-history.ts'
import type { ReadSale, Sale } from '#shared/contract/sales.ts'
import { openSaleAtom } from '#shared/store/register/opened-sales.ts'
import classes from './sale-gesture.module.css'

/** The whole sale for a gesture; undefined if it could not be opened. */
export type OpenSale = (purpose: OpeningPurpose) => Promise<Sale | undefined>

/**
 * Gives the gestures of a panel the whole sale. One of a drawer that is not counted is opened for each gesture, and that
 * is noted. `face`: why it could not be opened.
 */
export function useOpening(sale: ReadSale, own: Sale | undefined): { open: OpenSale; face: ReactNode } {
  const openSale = useSetAtom(openSaleAtom)
  const { ask, failure, dismiss } = useAsking()
  return {
    open: (purpose) => ('withheld' in sale ? ask(() => openSale({ sale, purpose, own })) : Promise.resolve<Sale>(sale)),
    face:
      failure &&
      (failure.kind === 'refused' ? (
        <RefusedGesture error={failure.error} onResume={dismiss} onClose={dismiss} />
      ) : (
        <p className={classes.silence} role="alert">
          Ouvrir cette vente demande le réseau{'\u00a0'}: elle a été faite sur un autre poste.
        </p>
      )),
  }
}
