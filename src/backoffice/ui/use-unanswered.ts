import { useLayoutEffect, useRef, useState } from 'react'

/**
 * The gestures of this device that an answer does not show yet: those that wait, and those that left since the answer
 * was read (`readAt`, epoch ms). `onLeft` asks again when some have left.
 */
export function useUnanswered<Gesture extends { id: string }>(
  waiting: readonly Gesture[],
  readAt: number,
  onLeft: () => void,
): readonly Gesture[] {
  const [sent, setSent] = useState<readonly { gesture: Gesture; at: number }[]>([])
  const before = useRef(waiting)
  useLayoutEffect(() => {
    const left = before.current.filter((gesture) => !waiting.some(({ id }) => id === gesture.id))
    before.current = waiting
    if (left.length === 0) return
    setSent((known) => [...known, ...left.map((gesture) => ({ gesture, at: Date.now() }))])
    onLeft()
  }, [waiting, onLeft])
  const unread = sent.filter(({ at }) => at >= readAt)
  return unread.length === 0 ? waiting : [...unread.map(({ gesture }) => gesture), ...waiting]
}
