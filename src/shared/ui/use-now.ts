import { useEffect, useState } from 'react'

/** Timers stop while the machine sleeps: short waits make the clock right soon after it wakes. */
const longestWaitMs = 10_000

/** The current time, updated when the minute changes. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const untilNextMinute = () => 60_000 - (Date.now() % 60_000)
    const look = () => {
      if (minuteOf(Date.now()) === minuteOf(now.getTime()))
        timer = setTimeout(look, Math.min(untilNextMinute(), longestWaitMs))
      else setNow(new Date())
    }
    let timer = setTimeout(look, Math.min(untilNextMinute(), longestWaitMs))
    return () => clearTimeout(timer)
  }, [now])
  return now
}

function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000)
}
