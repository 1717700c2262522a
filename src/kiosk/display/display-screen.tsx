import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { endedShownMs } from '#kiosk/counter/sale/just-ended.ts'
import { displayAtom } from '#shared/store/sales/display-atoms.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { useComeBack } from '#shared/session/use-come-back.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { displayFace, type DisplayFace } from './display-face.ts'
import { IdleFace } from './idle-face.tsx'
import { SaleFace } from './sale-face.tsx'
import { useWakeLock } from './use-wake-lock.ts'

/** `/afficheur`: the customer's screen, in sync with the counter that was used last. It has no controls. */
export function DisplayScreen() {
  const { sales, acknowledged } = useAtomValue(snapshotAtom)
  const face = useForgotten(
    displayFace({ display: useAtomValue(displayAtom), sales, acknowledged }, useAtomValue(sessionAtom)?.id ?? null),
  )
  useWakeLock()
  useComeBack(face.kind === 'idle')
  return face.kind === 'idle' ? (
    <IdleFace />
  ) : (
    <SaleFace key={face.sale.id} sale={face.sale} isEnded={face.kind === 'ended'} />
  )
}

/** The next customer must not read the name and the medicines of the last one: an ended sale goes after a moment. */
function useForgotten(face: DisplayFace): DisplayFace {
  const endedId = face.kind === 'ended' ? face.sale.id : null
  const [forgottenId, setForgottenId] = useState<string | null>(null)
  useEffect(() => {
    if (endedId === null) return
    const timer = setTimeout(() => setForgottenId(endedId), endedShownMs)
    return () => clearTimeout(timer)
  }, [endedId])
  return endedId !== null && endedId === forgottenId ? { kind: 'idle' } : face
}
