import { useAtomValue, useSetAtom } from 'jotai'
import { needsPinAgainAtom } from '#shared/session/follow-offline-session.ts'
import { lockAtom } from '#shared/session/unlock.ts'
import { Band } from './band.tsx'

/** Shown when the network is back after an offline unlock: only the PIN yields a member token. */
export function PinAgain() {
  const isNeeded = useAtomValue(needsPinAgainAtom)
  const lock = useSetAtom(lockAtom)
  if (!isNeeded) return null
  return (
    <Band
      tone="warning"
      words={'Le réseau est revenu\u00a0: retapez votre code pour mettre les listes à jour. Vos ventes partent déjà.'}
      label="Retaper mon code"
      onButton={() => void lock()}
    />
  )
}
