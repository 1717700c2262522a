import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import type { Member } from '#shared/contract/users.ts'
import { pinLength } from '#shared/session/pin-pad.tsx'
import { unlockAtom, type UnlockResult } from '#shared/session/unlock.ts'

/** The digits of one unlock; the fourth digit submits. */
export function usePinEntry(member: Member | null) {
  const unlock = useSetAtom(unlockAtom)
  const [digits, setDigits] = useState('')
  const [isChecking, setIsChecking] = useState(false)
  const [wrongCount, setWrongCount] = useState(0)
  const [refusal, setRefusal] = useState<UnlockResult | { kind: 'failed' } | null>(null)
  const [waitSeconds, setWaitSeconds] = useState(0)
  useEffect(() => {
    if (waitSeconds === 0) return
    const timer = setTimeout(() => setWaitSeconds(0), waitSeconds * 1000)
    return () => clearTimeout(timer)
  }, [waitSeconds])

  const enter = async (who: Member, pin: string) => {
    setIsChecking(true)
    const result: UnlockResult | { kind: 'failed' } = await unlock(who, pin).catch(() => ({ kind: 'failed' }) as const)
    setIsChecking(false)
    setDigits('')
    if (result.kind === 'unlocked') return
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

function wordsOf(result: UnlockResult | { kind: 'failed' }, waitSeconds: number): string | null {
  switch (result.kind) {
    case 'unlocked':
      return null
    case 'wrong-pin':
      return `Code incorrect, encore ${result.attemptsLeft} ${result.attemptsLeft === 1 ? 'essai' : 'essais'}`
    case 'locked-out':
      return waitSeconds > 0
        ? `Trop d’essais\u00a0: réessayez dans ${durationOf(waitSeconds)}.`
        : 'Vous pouvez réessayer'
    case 'needs-network':
      return 'Hors ligne\u00a0: ouvrez une première fois avec le réseau sur ce poste'
    case 'not-a-member':
      return 'Vous n’êtes plus dans l’équipe de cette pharmacie'
    case 'failed':
      return 'L’ouverture n’a pas abouti. Recommencez.'
  }
}

/** « 45 s », « 2 min 05 » */
function durationOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds}\u00a0s` : `${minutes}\u00a0min\u00a0${String(seconds % 60).padStart(2, '0')}`
}
