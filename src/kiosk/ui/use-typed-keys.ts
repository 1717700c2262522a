import { useEffect, useRef } from 'react'
import type { KeypadKey } from '#shared/ui/typed-amount.ts'

/** A scanner writes faster than this between two keys, a hand does not. */
const quietMs = 50
/** More than a hand types without a quiet: the beginning of a scan. */
const mostAtOnce = 3
const padKeys = new Set(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'backspace'])

/**
 * Digits of the keyboard do what those of the pad do, and letters what the screen says, unless a field is being typed in. They wait for a short
 * quiet: what turns out to be a scan (the wedge takes its later keys) must not have typed an amount, nor have paid with a card.
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
      // When a key was pressed counts, not when a busy page hears of it; and what is ended is what was typed until then.
      if (event.timeStamp - lastAtMs > quietMs || event.key === 'Enter') flush()
      lastAtMs = event.timeStamp
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return
      const key = event.key.toLowerCase()
      if (!padKeys.has(key) && !/^[a-z]$/.test(key)) return
      // A letter held down is one gesture.
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
