import { useEffect, useState } from 'react'
import { onPharmacyTime, pharmacyNow } from '#shared/pharmacy-time.ts'

/** Timers stop while the machine sleeps: short waits make the clock right soon after it wakes. */
const longestWaitMs = 10_000

/** The current time of the pharmacy, also at a device whose clock is known to be wrong; updated when the minute changes. */
export function useNow(): Date {
  const [now, setNow] = useState(pharmacyNow)
  useEffect(() => {
    const untilNextMinute = () => 60_000 - (pharmacyNow().getTime() % 60_000)
    const look = () => {
      if (minuteOf(pharmacyNow().getTime()) === minuteOf(now.getTime()))
        timer = setTimeout(look, Math.min(untilNextMinute(), longestWaitMs))
      else setNow(pharmacyNow())
    }
    let timer = setTimeout(look, Math.min(untilNextMinute(), longestWaitMs))
    return () => clearTimeout(timer)
  }, [now])
  useEffect(() => onPharmacyTime(() => setNow(pharmacyNow())), [])
  return now
}

function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000)
}
