import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { isCustomersScreen } from '#shared/session/customers-screen.ts'
import { Band } from '#shared/session/band.tsx'
import { knownSkewMs, toldSkewMs } from '#shared/pharmacy-time.ts'
import { formatDay, formatDuration } from '#shared/ui/date-format.ts'
import { useNow } from '#shared/ui/use-now.ts'
import { clockSkewAtom } from '#shared/windows/clock-skew.ts'

const dayMs = 86_400_000

/** Says above every screen that the clock of this terminal is wrong, until it is set. */
export function ClockBand() {
  useAtomValue(clockSkewAtom)
  // A clock that was set meanwhile is noticed within a minute.
  const now = useNow()
  const [isHidden, setIsHidden] = useState(false)
  const skewMs = knownSkewMs()
  if (isHidden || isCustomersScreen() || skewMs === null || Math.abs(skewMs) <= toldSkewMs) return null
  return (
    <Band
      tone="warning"
      words={`${fault(skewMs, now)} Officine affiche et enregistre l’heure juste\u00a0: réglez l’horloge de l’appareil sur «\u00a0automatique\u00a0».`}
      label="Masquer"
      onButton={() => setIsHidden(true)}
    />
  )
}

function fault(skewMs: number, now: Date): string {
  const off = Math.abs(skewMs)
  if (off >= dayMs)
    return `L’horloge de ce poste dit ${formatDay(now.getTime() - skewMs)}, nous sommes ${formatDay(now)}.`
  return `L’horloge de ce poste ${skewMs > 0 ? 'retarde' : 'avance'} de ${formatDuration(off / 1000)}.`
}
