import { useLayoutEffect, useRef } from 'react'
import type { KeypadKey } from '#shared/ui/typed-amount.ts'

/** Event: so many keys, the last ones, were typed by a slow scanner. */
export const typedByScanner = 'officine:typed-by-scanner'
/** Event: this text came as fast as a scan, but nothing ended it as one: it was typed. */
export const typedByHand = 'officine:typed-by-hand'

/** A scanner's keys come faster than this, a user's keys do not. */
const quietMs = 50
/** Fewer keys than any code has: they were typed, however fast. */
const mostAtOnce = 5
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
  useLayoutEffect(() => {
    latest.current = { onKey, onLetter, onTakeBack }
  })
  useLayoutEffect(() => {
    if (!isEnabled) return
    let waiting: string[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastAtMs = 0
    // The keys since the last letter: whether each was given to the keypad.
    let trail: boolean[] = []
    const typeAll = (keys: readonly string[]) => {
      for (const key of keys) latest.current.onKey(key as KeypadKey)
      trail = [...trail, ...keys.map(() => true)].slice(-longestCode)
    }
    const flush = () => {
      const keys = waiting
      waiting = []
      if (keys.every((key) => padKeys.has(key))) {
        if (keys.length <= mostAtOnce) typeAll(keys)
        else trail = [...trail, ...keys.map(() => false)].slice(-longestCode)
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
      // No scanner holds a key down or erases: these wait for no pause, which a held key does not make.
      if (event.repeat || key === 'backspace') {
        clearTimeout(timer)
        flush()
        return typeAll([key])
      }
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
    const typeBurst = (event: Event) => {
      const keys = event instanceof CustomEvent ? Array.from(String(event.detail)) : []
      if (keys.every((key) => padKeys.has(key))) typeAll(keys)
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener(typedByScanner, takeBack)
    window.addEventListener(typedByHand, typeBurst)
    return () => {
      clearTimeout(timer)
      window.removeEventListener(typedByScanner, takeBack)
      window.removeEventListener(typedByHand, typeBurst)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [isEnabled])
}
