import { useEffect, useRef } from 'react'
import type { KeypadKey } from '#shared/ui/typed-amount.ts'

/** Event: so many keys, the last ones, were typed by a slow scanner. */
export const typedByScanner = 'officine:typed-by-scanner'

/** A scanner's keys come faster than this, a user's keys do not. */
const quietMs = 50
/** More keys without a pause than a user types: the start of a scan. */
const mostAtOnce = 3
/** Keys, more than those of any code. */
export const longestCode = 40
const padKeys = new Set(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'backspace'])

/**
 * Digits act as keypad keys and letters as shortcuts, unless a field is being typed in. Keys are held back for a short
 * pause: a scan (whose later keys the wedge takes) must neither type an amount nor add a card payment. Digits that were
 * those of a slow scanner are taken back, as a code is never an amount. `onTakeBack`: the last keys, so many, were such.
 */
export function useTypedKeys(
  onKey: (key: KeypadKey) => void,
  onLetter: (letter: string) => void,
  isEnabled = true,
  onTakeBack = (count: number) => {
    for (let left = count; left > 0; left--) onKey('backspace')
  },
) {
  const latest = useRef({ onKey, onLetter, onTakeBack })
  useEffect(() => {
    latest.current = { onKey, onLetter, onTakeBack }
  })
  useEffect(() => {
    if (!isEnabled) return
    let waiting: string[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastAtMs = 0
    // The keys since the last letter: whether each was given to the keypad.
    let trail: boolean[] = []
    const flush = () => {
      const keys = waiting
      waiting = []
      if (keys.every((key) => padKeys.has(key))) {
        const isTyped = keys.length <= mostAtOnce
        if (isTyped) for (const key of keys) latest.current.onKey(key as KeypadKey)
        trail = [...trail, ...keys.map(() => isTyped)].slice(-longestCode)
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
    const takeBack = (event: Event) => {
      const typed = event instanceof CustomEvent ? Number(event.detail) - waiting.length : 0
      waiting = []
      clearTimeout(timer)
      if (typed > 0) latest.current.onTakeBack(trail.slice(-typed).filter(Boolean).length)
      trail = []
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener(typedByScanner, takeBack)
    return () => {
      clearTimeout(timer)
      window.removeEventListener(typedByScanner, takeBack)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [isEnabled])
}
