import { Button } from '@mantine/core'
import { IconAlertCircle, IconClockExclamation, IconCloudOff } from '@tabler/icons-react'
import classes from './data-table.module.css'
import { ListAge } from './list-age.tsx'

export interface TableFaces {
  /** State of the data. Rows already loaded stay visible in every state. */
  face?: 'ready' | 'loading' | 'error' | 'offline'
  /** « Aucune vente aujourd’hui. » */
  emptyText?: string
  /** « Nouvelle vente », « Effacer les filtres ». */
  emptyAction?: { label: string; onClick: () => void }
  /** What failed, and what still works. */
  errorText?: string
  onRetry?: () => void
  /** Offline without rows: « Les ventes demandent le réseau. » */
  offlineText?: string
  /** When the rows on screen were loaded. */
  listedAt?: Date
  /** The rows are only a part of what was asked: which one, and why. */
  partText?: string
  /** All rows are stored on this terminal: no rows means an empty list, also offline. */
  isLocal?: boolean
}

function RetryButton({ onRetry }: Pick<TableFaces, 'onRetry'>) {
  if (!onRetry) return null
  return (
    <Button variant="default" onClick={onRetry}>
      Réessayer
    </Button>
  )
}

const defaultError = 'La liste n’a pas pu être chargée.'

/** Above rows that are no longer current: their time and the reason. */
export function StaleBanner({ face, errorText = defaultError, onRetry, listedAt }: TableFaces) {
  if (face !== 'error' && face !== 'offline') return null
  return (
    <div className={`${classes.banner} ${classes[face]}`} role="status">
      {face === 'error' ? <IconAlertCircle size={20} aria-hidden /> : <IconCloudOff size={20} aria-hidden />}
      <span>
        {face === 'error' ? `${errorText} ` : 'Hors ligne. '}
        {listedAt && (
          <b>
            <ListAge of={listedAt} />
          </b>
        )}
      </span>
      {face === 'error' && <RetryButton onRetry={onRetry} />}
    </div>
  )
}

/** Above rows that are only a part of what was asked. */
export function PartBanner({ face, partText }: TableFaces) {
  if (!partText || face === 'error' || face === 'offline') return null
  return (
    <div className={`${classes.banner} ${classes.offline}`} role="status">
      <IconClockExclamation size={20} aria-hidden />
      <span>{partText}</span>
    </div>
  )
}

/** Shown instead of rows: loading, empty, or failed. */
export function NoRows({
  face,
  emptyText = 'Rien à afficher.',
  emptyAction,
  errorText = defaultError,
  offlineText = 'Cette liste n’est pas encore enregistrée sur ce poste.',
  onRetry,
  isLocal = false,
  columns,
  hasTicks,
}: TableFaces & RowShape) {
  if (face === 'loading') return <SkeletonRows columns={columns} hasTicks={hasTicks} />
  if (face === 'error')
    return (
      <div className={classes.message} role="alert">
        <IconAlertCircle size={34} className={classes.failed} aria-hidden />
        <p>{errorText}</p>
        <RetryButton onRetry={onRetry} />
      </div>
    )
  if (face === 'offline' && !isLocal)
    return (
      <div className={classes.message}>
        <IconCloudOff size={34} aria-hidden />
        <p>Hors ligne. {offlineText}</p>
        <p>Cet écran s’affichera au retour du réseau.</p>
      </div>
    )
  return (
    <div className={classes.message}>
      <p>{emptyText}</p>
      {emptyAction && (
        <Button variant="default" onClick={emptyAction.onClick}>
          {emptyAction.label}
        </Button>
      )}
    </div>
  )
}

interface RowShape {
  columns: readonly { key: string; align?: 'start' | 'end' }[]
  hasTicks: boolean
}

function SkeletonRows({ columns, hasTicks }: RowShape) {
  return (
    <div className={classes.late} aria-hidden>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={classes.row}>
          {hasTicks && <span />}
          <SkeletonCells columns={columns} />
        </div>
      ))}
    </div>
  )
}

/** A loading row in its real height; visible only after 200 ms. */
export function SkeletonCells({ columns }: Pick<RowShape, 'columns'>) {
  return columns.map((column) => (
    <span
      key={column.key}
      role="gridcell"
      className={`${classes.cell} ${classes.late} ${column.align === 'end' ? classes.end : ''}`}
    >
      <span className={classes.bone} />
    </span>
  ))
}
