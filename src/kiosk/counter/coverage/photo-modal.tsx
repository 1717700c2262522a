import { Button, Modal } from '@mantine/core'
import { IconCamera, IconPhoto } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { CameraState } from '#shared/camera/use-camera.ts'
import { usePhotoCamera } from './photo-camera.ts'
import { shrinkFile, type Shrunk } from '#shared/ui/photo-shrink.ts'
import { withEnd } from '#shared/ui/with-end.ts'
import { writeFailureWords } from '#shared/session/write-failure-words.ts'
import classes from './photo.module.css'

/** In ms, for one picture. */
const limitMs = 30_000

interface PhotoModalProps {
  /** Default: « Photographier le bon ». */
  title?: string
  isOpen: boolean
  /** Resolves when the photo is stored. */
  onPhoto: (photo: Shrunk) => Promise<unknown>
  onClose: () => void
}

const cameraWords: Record<Exclude<CameraState, 'ready'>, string> = {
  opening: 'La caméra s’ouvre…',
  refused:
    'L’accès à la caméra a été refusé. Choisissez un fichier, ou autorisez la caméra pour cette page dans le navigateur.',
  absent: 'Aucune caméra disponible sur ce poste. Choisissez un fichier.',
  taken: 'Un autre programme utilise la caméra. Fermez-le, ou choisissez un fichier.',
}

/** « Photographier le bon »: with the camera, or from a file. The sale can continue without it. */
export function PhotoModal({ title = 'Photographier le bon', isOpen, onClose, onPhoto }: PhotoModalProps) {
  const stackId = useId()
  return (
    <Modal
      stackId={stackId}
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={720}
      centered
      withCloseButton={false}
      classNames={{ title: classes.title, body: classes.body, header: classes.header }}
    >
      <Shooting onPhoto={onPhoto} onClose={onClose} />
    </Modal>
  )
}

function Shooting({ onPhoto, onClose }: Omit<PhotoModalProps, 'isOpen' | 'title'>) {
  const { video, state, take } = usePhotoCamera()
  const file = useRef<HTMLInputElement>(null)
  const { isBusy, failure, keep } = useKeeping(onPhoto, onClose)
  return (
    <>
      <div className={classes.view}>
        {/* No captions: this is the live image of the camera, without sound. */}
        <video ref={video} muted playsInline aria-label="Image de la caméra" hidden={state !== 'ready'} />
        {state !== 'ready' && <p role="status">{cameraWords[state]}</p>}
      </div>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <input
        ref={file}
        type="file"
        accept="image/*"
        capture="environment"
        className="officine-unseen"
        tabIndex={-1}
        aria-label="Fichier de la photo"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          // Without this, choosing the same file again would send no event.
          currentTarget.value = ''
          if (chosen)
            void keep(() => shrinkFile(chosen), 'Ce fichier n’est pas une photo lisible. Choisissez-en un autre.')
        }}
      />
      <div className={classes.actions}>
        <Button size="md" variant="default" onClick={onClose}>
          Fermer
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconPhoto size={24} aria-hidden />}
          disabled={isBusy}
          onClick={() => file.current?.click()}
        >
          Choisir un fichier
        </Button>
        <Button
          size="md"
          leftSection={<IconCamera size={24} aria-hidden />}
          disabled={state !== 'ready'}
          loading={isBusy}
          onClick={() => void keep(take, 'La photo n’a pas pu être prise. Réessayez, ou choisissez un fichier.')}
        >
          Prendre la photo
        </Button>
      </div>
    </>
  )
}

/** Shrinks and stores one photo at a time, so that a double touch takes one photo. */
function useKeeping(onPhoto: PhotoModalProps['onPhoto'], onKept: () => void) {
  const isKeeping = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const keep = async (shoot: () => Promise<Shrunk>, unreadable: string) => {
    if (isKeeping.current) return
    isKeeping.current = true
    setIsBusy(true)
    setFailure(null)
    const photo = await withEnd(shoot(), limitMs).catch(() => null)
    const problem =
      photo === null
        ? unreadable
        : await withEnd(onPhoto(photo), limitMs).then(
            () => null,
            (error: unknown) =>
              writeFailureWords(error, 'La photo n’a pas pu être enregistrée sur ce poste. Réessayez.'),
          )
    isKeeping.current = false
    setIsBusy(false)
    if (problem === null) onKept()
    else setFailure(problem)
  }
  return { isBusy, failure, keep }
}
