import { atom, useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { openCodeReader } from './code-reader.ts'
import { newSeenCodes } from './seen-codes.ts'

const shortestPauseMs = 60

// Of the window: closed and opened again over the same box, the camera takes it once.
const seenCodesAtom = atom(newSeenCodes)

/** Reads the codes in the picture of a camera, each once while it is in sight; answers whether the reader could not be loaded. */
export function useCameraCodes(
  video: RefObject<HTMLVideoElement | null>,
  isReady: boolean,
  onCode: (code: string) => void,
): { isUnreadable: boolean } {
  const seen = useAtomValue(seenCodesAtom)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!isReady) return
    let isGone = false
    const look = async () => {
      const read = await openCodeReader()
      seen.begin(performance.now())
      while (!isGone && video.current) {
        const startedMs = performance.now()
        // A picture that cannot be read says nothing of the next one.
        const codes = await read(video.current).catch(() => [])
        if (isGone) return
        for (const code of seen.take(codes, performance.now())) latest.current(code)
        // As long as the reading took: half of the time belongs to the seller's hands.
        await pause(Math.max(shortestPauseMs, performance.now() - startedMs))
      }
    }
    look().catch(() => !isGone && setIsUnreadable(true))
    return () => {
      isGone = true
    }
  }, [isReady, video, seen])
  return { isUnreadable }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
