import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { closingRightsAtom, permissionsAtom, saleDueAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useHandingOver } from '#kiosk/counter/sale/use-handing-over.ts'
import { hasCentralCashierAtom, isCashierElsewhereAtom, sendToCashierAtom } from '#shared/store/sales/cashier-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

/** The sale that this window sent to the cashier last, and what is left to pay of it, in minor units; null once it was read. */
export const lastSentAtom = atom<{ identifier: string; due: number } | null>(null)

/**
 * Where a cashier collects, who may not close a register sends; the others collect as everywhere. Without a network nothing goes to another terminal: who
 * may use a register collects then, and nobody waits.
 */
const sendsAtom = atom((get) => {
  const permissions = get(permissionsAtom)
  const isCutOff = get(isCashierElsewhereAtom) && get(connectivityAtom).state === 'offline'
  return (
    get(hasCentralCashierAtom) && !permissions.has('register.close') && !(isCutOff && permissions.has('register.use'))
  )
})

/** « Envoyer en caisse » for the sale of this counter; null where its seller collects. */
export function useSending(saleId: string, onGone: () => void) {
  const store = useStore()
  const send = useSetAtom(sendToCashierAtom)
  const setLast = useSetAtom(lastSentAtom)
  const sends = useAtomValue(sendsAtom)
  const isElsewhere = useAtomValue(isCashierElsewhereAtom)
  const handing = useHandingOver(
    saleId,
    (sale) => send(sale, store.get(closingRightsAtom)),
    (sale) => {
      setLast({ identifier: sale.identifier, due: store.get(saleDueAtom)(sale) })
      onGone()
    },
  )
  if (!sends) return null
  // Nobody waits for this terminal's own disk long enough to be told.
  return { ...handing, isAsking: handing.isAsking && isElsewhere }
}
