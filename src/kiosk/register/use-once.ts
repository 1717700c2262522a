import { useRef, useState } from 'react'

/** Runs work once for a double touch. After a failure, or work that returns false, it may run again. */
export function useOnce() {
  const isDone = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const once = (work: () => Promise<unknown>) => {
    if (isDone.current) return
    isDone.current = true
    setIsBusy(true)
    void work()
      .catch(() => false)
      .then((result) => {
        if (result !== false) return
        isDone.current = false
        setIsBusy(false)
      })
  }
  return { isBusy, once }
}
