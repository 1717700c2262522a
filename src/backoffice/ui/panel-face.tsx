import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { AppError } from '#shared/domain/errors.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import classes from '#backoffice/ui/panel-face.module.css'

interface PanelFaceProps {
  error: Error | null
  onRetry: () => void
  /** « Cette vente n’existe pas, ou plus. » */
  missingText: string
}

/** Shown instead of a panel without data: loading, offline, not found, or failed. */
export function PanelFace({ error, onRetry, missingText }: PanelFaceProps) {
  const isOffline = useAtomValue(isOfflineAtom)
  if (error === null && !isOffline) return <Loader />
  if (error instanceof AppError && error.message === 'requests:notFound')
    return <p className={classes.face}>{missingText}</p>
  if (isOffline) return <p className={classes.face}>Demande le réseau. Ce détail s’affichera quand il sera revenu.</p>
  return (
    <div className={classes.face} role="alert">
      <p>Le détail n’a pas pu être chargé.</p>
      <Button variant="default" onClick={onRetry}>
        Réessayer
      </Button>
    </div>
  )
}
