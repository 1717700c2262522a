import type { RefObject } from 'react'
import { type CameraState, useCamera } from '#shared/camera/use-camera.ts'
import { shrinkPicture, type Shrunk } from '#shared/ui/photo-shrink.ts'

/** Sharp enough to read a page. */
const pageSize = { width: 1920, height: 1080 }

/** The camera, and the way to take a photo with it. */
export function usePhotoCamera(): {
  video: RefObject<HTMLVideoElement | null>
  state: CameraState
  take: () => Promise<Shrunk>
} {
  const { video, state } = useCamera(pageSize)
  const take = () => {
    const element = video.current
    if (!element || element.videoWidth === 0) return Promise.reject(new Error('no picture yet'))
    return shrinkPicture(element, { width: element.videoWidth, height: element.videoHeight })
  }
  return { video, state, take }
}
