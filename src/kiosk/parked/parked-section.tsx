import { useAtomValue } from 'jotai'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { parkedForColleaguesAtom } from '#shared/store/sales/cashier-atoms.ts'
import { ParkedList } from './parked-list.tsx'

/** On the screen of the day's sales: those that wait for a colleague. Hidden if there are none. */
export function ParkedSection() {
  const waiting = useAtomValue(parkedForColleaguesAtom)
  const maySell = useAtomValue(permissionsAtom).has('sale.sell')
  if (!maySell || !waiting || waiting.length === 0) return null
  return (
    <>
      <h2>En attente pour un collègue</h2>
      <ParkedList />
    </>
  )
}
