import { useEffect, useRef } from 'react'
import type { KeypadKey } from '#shared/ui/typed-amount.ts'

/** A scanner's keys come faster than this, a user's keys do not. */
const quietMs = 50
/** More keys without a pause than a user types: the start of a scan. */
const mostAtOnce = 3
const padKeys = new Set(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'backspace'])

/**
 * Digits act as keypad keys and letters as shortcuts, unless a field is being typed in. Keys are held back for a short
 * pause: a scan (whose later keys the wedge takes) must neither type an amount nor add a card payment.
 */
export function useTypedKeys(onKey: (key: KeypadKey) => void, onLetter: (letter: string) => void, isEnabled = true) {
  const latest = useRef({ onKey, onLetter })
  useEffect(() => {
    latest.current = { onKey, onLetter }
  })
  useEffect(() => {
    if (!isEnabled) return
    let waiting: string[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastAtMs = 0
    const flush = () => {
      const keys = waiting
      waiting = []
      if (keys.every((key) => padKeys.has(key))) {
        if (keys.length <= mostAtOnce) for (const key of keys) latest.current.onKey(key as KeypadKey)
      } else if (keys.length === 1) latest.current.onLetter(keys[0]!)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      // Uses the time of the key event, as a busy page handles events late. Entrée flushes first, so that the sale ends
      // with everything typed before it.
      if (event.timeStamp - lastAtMs > quietMs || event.key === 'Enter') flush()
      lastAtMs = event.timeStamp
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return
      const key = event.key.toLowerCase()
      if (!padKeys.has(key) && !/^[a-z]$/.test(key)) return
      // A repeated letter key counts once.
      if (event.repeat && !padKeys.has(key)) return
      waiting.push(key)
      clearTimeout(timer)
      timer = setTimeout(flush, quietMs)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [isEnabled])
}
