import { useRef } from 'react'

/** In ms. Two taps within this time are a double tap, not two separate touches. */
const secondTapMs = 400

/**
 * Returns whether this touch is the second tap of a double tap on the same item. A second tap must not undo the first.
 */
export function useSecondTap<What>(): (what: What) => boolean {
  const last = useRef<{ what: What; atMs: number } | null>(null)
  return (what) => {
    const atMs = performance.now()
    const isSecond = last.current?.what === what && atMs - last.current.atMs < secondTapMs
    last.current = { what, atMs }
    return isSecond
  }
}
