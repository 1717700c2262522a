import { type MouseEvent, useRef } from 'react'

/** Ignores the second tap of a double tap: if the first tap closed a panel, the second would hit what was below it. */
export function useFirstTapOnly(): (event: MouseEvent) => void {
  const touched = useRef<Element | null>(null)
  return (event) => {
    const target = event.target instanceof Element ? event.target.closest('button, a, input, label') : null
    if (event.detail > 1 && target !== touched.current) {
      event.preventDefault()
      event.stopPropagation()
    } else touched.current = target
  }
}
