import { atom } from 'jotai'
import { atomWithLazy } from 'jotai/utils'
import { onPharmacyTime, pharmacyNow } from '#shared/pharmacy-time.ts'
import { dayOf, localDayOf, localHourOf } from '#shared/domain/dates.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'

const lookEveryMs = 30_000
// Read when the window starts to show something, not when the module loads: the day may have changed in between.
const clockAtom = atomWithLazy(() => pharmacyNow().getTime())
clockAtom.onMount = (set) => {
  const look = () => set(pharmacyNow().getTime())
  look()
  const timer = setInterval(look, lookEveryMs)
  const leave = onPharmacyTime(look)
  return () => {
    clearInterval(timer)
    leave()
  }
}

/** Today's calendar day in the pharmacy's time zone; updates at midnight. */
export const todayAtom = atom((get): string => {
  const timeZone = get(terminalAtom)?.pharmacy?.timeZone
  const now = new Date(get(clockAtom))
  return timeZone ? localDayOf(now, timeZone) : dayOf(now)
})

/** The calendar day of an instant in the pharmacy's time zone. */
export const localDayAtom = atom((get) => {
  const timeZone = get(terminalAtom)?.pharmacy?.timeZone
  return (instant: string): string => (timeZone ? localDayOf(new Date(instant), timeZone) : dayOf(new Date(instant)))
})

/** The current hour in the pharmacy's time zone, 0 to 23. */
export const hourAtom = atom((get): number =>
  localHourOf(new Date(get(clockAtom)), get(terminalAtom)?.pharmacy?.timeZone ?? 'UTC'),
)
