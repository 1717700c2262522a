import { atom, useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { openCodeReader } from './code-reader.ts'
import { newSeenCodes } from './seen-codes.ts'

const shortestPauseMs = 60

// One for each window: if the camera is closed and opened again over the same box, the box still counts once.
const seenCodesAtom = atom(newSeenCodes)

/**
 * Reads the codes in the picture of a camera, each once while it is in view. Returns whether loading the reader failed.
 */
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
        // If one picture cannot be read, go on with the next.
        const codes = await read(video.current).catch(() => [])
        if (isGone) return
        for (const code of seen.take(codes, performance.now())) latest.current(code)
        // Pause as long as reading took, so that half of the time is left for other work.
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
