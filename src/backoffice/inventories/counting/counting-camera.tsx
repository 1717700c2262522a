import { Button } from '@mantine/core'
import { type CameraState, useCamera } from '#shared/camera/use-camera.ts'
import { useCameraCodes } from '#shared/camera/use-camera-codes.ts'
import classes from '#backoffice/inventories/counting/counting.module.css'

const words: Record<Exclude<CameraState, 'ready'>, string> = {
  opening: 'La caméra s’ouvre…',
  refused: 'L’accès à la caméra a été refusé. Autorisez-la pour cette page, ou cherchez le produit par son nom.',
  absent: 'Aucune caméra. Cherchez le produit par son nom.',
  taken: 'Une autre application utilise la caméra. Fermez-la, ou cherchez le produit par son nom.',
}
const size = { width: 1280, height: 720 }

/** The camera as a scanner: each code counts once while it is in view. */
export function CountingCamera({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const { video, state } = useCamera(size)
  const { isUnreadable } = useCameraCodes(video, state === 'ready', (code) => {
    onCode(code)
    onClose()
  })
  const trouble = isUnreadable
    ? 'Le lecteur de codes n’a pas pu être chargé. Vérifiez le réseau, ou cherchez le produit par son nom.'
    : state === 'ready'
      ? null
      : words[state]
  return (
    <section className={classes.camera} aria-label="Caméra">
      {/* No captions: this is the live image of the camera, without sound. */}
      <video ref={video} muted playsInline aria-label="Image de la caméra" hidden={trouble !== null} />
      <p role="status">{trouble ?? 'Présentez le code de la boîte.'}</p>
      <Button variant="default" onClick={onClose}>
        Fermer la caméra
      </Button>
    </section>
  )
}
