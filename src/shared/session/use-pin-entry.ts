import { useEffect, useState } from 'react'
import type { Member } from '#shared/contract/users.ts'
import { pinLength } from '#shared/session/pin-pad.tsx'
import { withEnd } from '#shared/ui/with-end.ts'
import type { PinRefusal } from '#shared/session/pin-answer.ts'

/** In ms. A PIN is checked here or by one call. */
const limitMs = 90_000

type Refusal = PinRefusal | { kind: 'failed' }

/** The digits of one PIN; the fourth digit submits it. `submit` answers null when it was accepted. */
export function usePinEntry(member: Member | null, submit: (who: Member, pin: string) => Promise<PinRefusal | null>) {
  const [digits, setDigits] = useState('')
  const [isChecking, setIsChecking] = useState(false)
  const [wrongCount, setWrongCount] = useState(0)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [waitSeconds, setWaitSeconds] = useState(0)
  useEffect(() => {
    if (waitSeconds === 0) return
    const timer = setTimeout(() => setWaitSeconds(0), waitSeconds * 1000)
    return () => clearTimeout(timer)
  }, [waitSeconds])

  const enter = async (who: Member, pin: string) => {
    setIsChecking(true)
    const result: Refusal | null = await withEnd(submit(who, pin), limitMs).catch(() => ({ kind: 'failed' }) as const)
    setIsChecking(false)
    setDigits('')
    if (!result) return
    setWaitSeconds(result.kind === 'locked-out' ? Math.max(1, Math.ceil((result.until - Date.now()) / 1000)) : 0)
    setRefusal(result)
    setWrongCount((count) => count + 1)
  }
  const type = (next: string) => {
    setDigits(next)
    if (member && next.length === pinLength) void enter(member, next)
  }
  return {
    digits,
    type,
    wrongCount,
    isWaiting: isChecking || waitSeconds > 0,
    message: refusal ? wordsOf(refusal, waitSeconds) : null,
  }
}

function wordsOf(result: Refusal, waitSeconds: number): string {
  switch (result.kind) {
    case 'wrong-pin':
      return `Code incorrect, encore ${result.attemptsLeft} ${result.attemptsLeft === 1 ? 'essai' : 'essais'}`
    case 'locked-out':
      return waitSeconds > 0
        ? `Trop d’essais\u00a0: réessayez dans ${durationOf(waitSeconds)}.`
        : 'Vous pouvez réessayer'
    case 'needs-network':
      return 'Hors ligne\u00a0: ouvrez d’abord ce poste une fois avec le réseau'
    case 'not-a-member':
      return 'Vous n’êtes plus dans l’équipe de cette pharmacie'
    case 'lacks-right':
      return 'Votre rôle ne permet pas cette action'
    case 'suspended':
      return 'Pharmacie suspendue\u00a0: appelez l’assistance. Vos ventes sont gardées.'
    case 'failed':
      return 'L’ouverture n’a pas abouti. Recommencez.'
  }
}

/** « 45 s », « 2 min 05 » */
function durationOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds}\u00a0s` : `${minutes}\u00a0min\u00a0${String(seconds % 60).padStart(2, '0')}`
}
