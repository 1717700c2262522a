import { useAtomValue } from 'jotai'
import { useNow } from '#shared/ui/use-now.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { formatDayTitle, formatHour } from '#shared/ui/date-format.ts'
import { Logo } from '#shared/ui/logo.tsx'
import classes from './idle-face.module.css'

/** Shown without a sale: name, time and opening hours of the pharmacy. */
export function IdleFace() {
  const pharmacy = useAtomValue(terminalAtom)?.pharmacy
  const now = useNow()
  const hours = pharmacy?.settings.openingHours
  return (
    <main className={classes.idle}>
      <Logo size={96} />
      <h1>{pharmacy?.name ?? 'Officine'}</h1>
      <p className={classes.clock}>{formatHour(now)}</p>
      <p className={classes.day}>{formatDayTitle(now)}</p>
      {hours && <p className={classes.hours}>{hours}</p>}
    </main>
  )
}
