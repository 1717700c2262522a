import { useEffect, useRef } from 'react'
import { useLatest } from '#shared/ui/use-latest.ts'

const scanned = 'officine:scan'

/**
 * A field that receives scans while it has the focus, or, with `isAskedFor`, wherever the focus is. Put the result on
 * an element around the field.
 */
export function useFieldScan(onScan: (text: string) => void, isAskedFor: boolean) {
  const around = useRef<HTMLDivElement>(null)
  const latest = useLatest(onScan)
  useEffect(() => {
    const element = around.current
    const hear = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      event.preventDefault()
      latest(String(event.detail))
    }
    element?.addEventListener(scanned, hear)
    return () => element?.removeEventListener(scanned, hear)
  }, [latest])
  return { ref: around, 'data-scan': isAskedFor ? 'asked' : 'focused' }
}

/**
 * Gives a scan to the field that waits for it. Returns whether there was one. The field loses the focus, so that the
 * next scan is a box again.
 */
export function fieldTakes(text: string): boolean {
  const focused = document.activeElement
  const field = focused?.closest('[data-scan]') ?? document.querySelector('[data-scan=asked]')
  if (!field) return false
  // Blur first, so that the commit of half-typed text cannot overwrite the scan.
  if (focused instanceof HTMLElement && field.contains(focused)) focused.blur()
  return !field.dispatchEvent(new CustomEvent(scanned, { detail: text, cancelable: true }))
}
