import { useAtomValue } from 'jotai'
import { displayAtom } from '#shared/store/sales/display-atoms.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { useComeBack } from '#shared/session/use-come-back.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { displayFace } from './display-face.ts'
import { IdleFace } from './idle-face.tsx'
import { SaleFace } from './sale-face.tsx'
import { useWakeLock } from './use-wake-lock.ts'

/** `/afficheur`: the customer's screen, in sync with the counter that was used last. It has no controls. */
export function DisplayScreen() {
  const { sales, acknowledged } = useAtomValue(snapshotAtom)
  const face = displayFace(
    { display: useAtomValue(displayAtom), sales, acknowledged },
    useAtomValue(sessionAtom) === null,
  )
  useWakeLock()
  useComeBack(face.kind === 'idle')
  return face.kind === 'idle' ? (
    <IdleFace />
  ) : (
    <SaleFace key={face.sale.id} sale={face.sale} isEnded={face.kind === 'ended'} />
  )
}
