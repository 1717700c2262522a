import { type RefObject, useEffect, useRef, useState } from 'react'

/** `refused`: by the user or the browser. `absent`: no camera, or unplugged. `taken`: used by another program. */
export type CameraState = 'opening' | 'ready' | 'refused' | 'absent' | 'taken'

type Size = { width: number; height: number }

/** Connects the camera to a `video` element while the component is mounted. */
export function useCamera({ width, height }: Size): {
  video: RefObject<HTMLVideoElement | null>
  state: CameraState
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
      // The component was unmounted while the camera started. Without this, the camera light stays on.
      stopAll(stream)
      if (!isGone) setState(reasonOf(error))
    })
    return () => {
      isGone = true
      stopAll(stream)
    }
  }, [width, height])
  return { video, state }
}

function reasonOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'taken' : 'absent'
}

/** If there are two cameras, use the one on the back. */
async function openCamera({ width, height }: Size): Promise<MediaStream> {
  // `mediaDevices` does not exist outside a secure context.
  if (!('mediaDevices' in navigator)) throw new DOMException('no camera here', 'NotFoundError')
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: width }, height: { ideal: height } },
    audio: false,
  })
}

function stopAll(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
