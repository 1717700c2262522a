import { type RefObject, useEffect, useRef, useState } from 'react'
import { shrinkPicture, type Shrunk } from './photo-shrink.ts'

/** opening · ready to take · refused by the person or the browser · absent, or unplugged meanwhile · taken by another program. */
export type CameraState = 'opening' | 'ready' | 'refused' | 'absent' | 'taken'

type Size = { width: number; height: number }
/** As sharp as a page needs. */
const pageSize: Size = { width: 1920, height: 1080 }

/** The camera behind a `video`, for as long as the component that shows it stands. */
export function useCamera({ width, height }: Size = pageSize): {
  video: RefObject<HTMLVideoElement | null>
  state: CameraState
  take: () => Promise<Shrunk>
} {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('opening')
  useEffect(() => {
    let isGone = false
    let stream: MediaStream | undefined
    const open = async () => {
      stream = await openCamera({ width, height })
      if (isGone) return stopAll(stream)
      for (const track of stream.getTracks()) track.onended = () => !isGone && setState('absent')
      if (!video.current) return
      video.current.srcObject = stream
      await video.current.play()
      if (!isGone) setState('ready')
    }
    open().catch((error: unknown) => {
      // Begun and not shown: its light would stay on.
      stopAll(stream)
      if (!isGone) setState(reasonOf(error))
    })
    return () => {
      isGone = true
      stopAll(stream)
    }
  }, [width, height])
  const take = () => {
    const element = video.current
    if (!element || element.videoWidth === 0) return Promise.reject(new Error('no picture yet'))
    return shrinkPicture(element, { width: element.videoWidth, height: element.videoHeight })
  }
  return { video, state, take }
}

function reasonOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'taken' : 'absent'
}

/** The one that looks away from the screen where there are two. */
async function openCamera({ width, height }: Size): Promise<MediaStream> {
  // Not there at all on a page that is not served safely.
  if (!('mediaDevices' in navigator)) throw new DOMException('no camera here', 'NotFoundError')
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: width }, height: { ideal: height } },
    audio: false,
  })
}

function stopAll(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
