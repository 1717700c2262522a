import { useRef } from 'react'

/** Faster than this nobody means the same thing a second time: it is a double tap. */
const secondTapMs = 400

/** Whether this touch is the second one of a double tap on the same thing, which must not undo what the first one did. */
export function useSecondTap<What>(): (what: What) => boolean {
  const last = useRef<{ what: What; atMs: number } | null>(null)
  return (what) => {
    const atMs = performance.now()
    const isSecond = last.current?.what === what && atMs - last.current.atMs < secondTapMs
    last.current = { what, atMs }
    return isSecond
  }
}
