import { type MouseEvent, useRef } from 'react'

/** The second tap of a double tap belongs to what the first one touched: what a panel that closed leaves under the finger is not meant. */
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
