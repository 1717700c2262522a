import { useEffect, useRef } from 'react'
import type { KeypadKey } from '#shared/ui/typed-amount.ts'

/** A scanner writes faster than this between two keys, a hand does not. */
const quietMs = 50
const padKeys = new Set(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])

/**
 * Digits of the keyboard do what those of the pad do, unless a field is being typed in. They wait for a short quiet:
 * what turns out to be a scan (the wedge takes its later keys) must not have typed an amount.
 */
export function useTypedDigits(onKey: (key: KeypadKey) => void) {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    let waiting: KeypadKey[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastAtMs = 0
    const flush = () => {
      // More than a hand types without a quiet: the beginning of a scan.
      if (waiting.length <= 3) for (const key of waiting) latest.current(key)
      waiting = []
    }
    const onKeyDown = (event: KeyboardEvent) => {
      // When a key was pressed counts, not when a busy page hears of it; and what is ended is what was typed until then.
      if (event.timeStamp - lastAtMs > quietMs || event.key === 'Enter') flush()
      lastAtMs = event.timeStamp
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return
      const key = event.key === 'Backspace' ? 'backspace' : padKeys.has(event.key) ? (event.key as KeypadKey) : undefined
      if (!key) return
      waiting.push(key)
      clearTimeout(timer)
      timer = setTimeout(flush, quietMs)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
