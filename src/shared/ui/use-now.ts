import { useEffect, useState } from 'react'

/** The hour, told again when the minute changes. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const untilNextMinute = 60_000 - (now.getTime() % 60_000)
    const timer = setTimeout(() => setNow(new Date()), untilNextMinute)
    return () => clearTimeout(timer)
  }, [now])
  return now
}
