import { useAtomValue, useSetAtom } from 'jotai'
import { isSessionEndedAtom } from '#shared/session/ended-session.ts'
import { needsPinAgainAtom } from '#shared/session/follow-offline-session.ts'
import { lockAtom } from '#shared/session/unlock.ts'
import { Band } from './band.tsx'

/** Shown when only the PIN yields a member token: after an offline unlock, or when the server ended the session. */
export function PinAgain() {
  const [isNeeded, isEnded] = [useAtomValue(needsPinAgainAtom), useAtomValue(isSessionEndedAtom)]
  const lock = useSetAtom(lockAtom)
  if (!isNeeded && !isEnded) return null
  return (
    <Band
      tone="warning"
      words={`${isEnded ? 'Votre accès a pris fin' : 'Le réseau est revenu'}\u00a0: retapez votre code pour mettre les listes à jour. Vos ventes sont déjà en cours d’envoi.`}
      label="Retaper mon code"
      onButton={() => void lock()}
    />
  )
}
