import { useEffect, useRef } from 'react'

const scanned = 'officine:scan'

/**
 * A field that takes what is scanned while it has the focus, or while it is the one that is asked for (then wherever the focus is). Put the result
 * on an element around the field.
 */
export function useFieldScan(onScan: (text: string) => void, isAskedFor: boolean) {
  const around = useRef<HTMLDivElement>(null)
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => {
    const element = around.current
    const hear = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      event.preventDefault()
      latest.current(String(event.detail))
    }
    element?.addEventListener(scanned, hear)
    return () => element?.removeEventListener(scanned, hear)
  }, [])
  return { ref: around, 'data-scan': isAskedFor ? 'asked' : 'focused' }
}

/** Gives a scan to the field that waits for it; answers whether there was one. The next scan is a box again: the field is left. */
export function fieldTakes(text: string): boolean {
  const focused = document.activeElement
  const field = focused?.closest('[data-scan]') ?? document.querySelector('[data-scan=asked]')
  if (!field) return false
  // Left before it is told: what was half typed must not be written over what was read.
  if (focused instanceof HTMLElement && field.contains(focused)) focused.blur()
  return !field.dispatchEvent(new CustomEvent(scanned, { detail: text, cancelable: true }))
}
