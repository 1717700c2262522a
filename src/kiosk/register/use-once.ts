import { useRef, useState } from 'react'

/** Runs work once for a double touch. After a failure it may run again. */
export function useOnce() {
  const isDone = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const once = (work: () => Promise<unknown>) => {
    if (isDone.current) return
    isDone.current = true
    setIsBusy(true)
    void work().catch(() => {
      isDone.current = false
      setIsBusy(false)
    })
  }
  return { isBusy, once }
}
