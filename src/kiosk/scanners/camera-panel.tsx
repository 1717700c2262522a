import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { isCameraOpenAtom } from '#kiosk/counter/scan/camera-open.ts'
import { tellScan } from '#kiosk/counter/scan/device-scans.ts'
import { useCamera, type CameraState } from '#shared/camera/use-camera.ts'
import { useCameraCodes } from '#shared/camera/use-camera-codes.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { beep } from './beep.ts'
import classes from './camera-panel.module.css'

const words: Record<Exclude<CameraState, 'ready'>, string> = {
  opening: 'La caméra s’ouvre…',
  refused:
    'L’accès à la caméra a été refusé. Autorisez-la pour cette page dans le navigateur, puis réessayez. Vous pouvez aussi taper le code.',
  absent: 'Aucune caméra sur ce poste. Branchez-en une, puis réessayez. Vous pouvez aussi taper le code.',
  taken: 'Un autre programme utilise la caméra. Fermez-le, puis réessayez. Vous pouvez aussi taper le code.',
}
const unreadable =
  'Le lecteur de codes n’a pas pu être chargé. Vérifiez le réseau, puis réessayez. Vous pouvez aussi taper le code.'
const longestRead = 40

/** The camera as a scanner, beside the search field. Its scans go where all scans go. */
export function CameraPanel() {
  const close = useSetAtom(isCameraOpenAtom)
  const [attempt, setAttempt] = useState(0)
  useShortcuts({ Escape: () => close(false) })
  return (
    <section className={classes.panel} aria-label="Caméra">
      <Looking key={attempt} onRetry={() => setAttempt(attempt + 1)} />
      <button
        type="button"
        className={`${classes.close} officine-focus`}
        aria-label="Fermer la caméra"
        onClick={() => close(false)}
      >
        <IconX size={24} aria-hidden />
      </button>
    </section>
  )
}

function Looking({ onRetry }: { onRetry: () => void }) {
  const { video, state } = useCamera({ width: 1280, height: 720 })
  const [read, setRead] = useState<{ code: string; count: number } | null>(null)
  const { isUnreadable } = useCameraCodes(video, state === 'ready', (code) => {
    setRead((before) => ({ code, count: (before?.count ?? 0) + 1 }))
    beep()
    tellScan(code)
  })
  const trouble = isUnreadable ? unreadable : state === 'ready' ? null : words[state]
  return (
    <>
      {/* No captions: this is the live image of the camera, without sound. */}
      <video ref={video} muted playsInline aria-label="Image de la caméra" hidden={trouble !== null} />
      {trouble === null && (
        <span key={read?.count} className={classes.frame} data-read={read ? true : undefined} aria-hidden />
      )}
      <div className={trouble === null ? classes.read : classes.trouble}>
        <p role="status">
          {trouble ?? (read ? `Lu\u00a0: ${readable(read.code)}` : 'Présentez le code dans le cadre.')}
        </p>
        {trouble !== null && state !== 'opening' && (
          <Button variant="default" onClick={onRetry}>
            Réessayer
          </Button>
        )}
      </div>
    </>
  )
}

/** Replaces invisible control characters by spaces. */
function readable(code: string): string {
  return code
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestRead)
}
