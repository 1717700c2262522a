import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { plural } from '#shared/ui/plural.ts'
import classes from '#backoffice/ui/imports/imports.module.css'

interface TakeButtonsProps {
  /** « Importer 12 assurés ». */
  label: string
  /** Rows to correct, and rows that could be taken without them. */
  errors: number
  good: number
  /** Why nothing can be imported, whatever its rows. */
  barrier?: string | undefined
  isOffline: boolean
  isRunning: boolean
  onTake: () => void
  /** Takes the rows without errors, and leaves out the others. */
  onTakeGood: () => void
  children?: ReactNode
}

/** Imports a checked file: whole, or without its rows to correct. */
export function TakeButtons({
  label,
  errors,
  good,
  barrier,
  isOffline,
  isRunning,
  onTake,
  onTakeGood,
  children,
}: TakeButtonsProps) {
  const why = isOffline
    ? 'Hors ligne : importer demande le réseau. Ce que vous avez choisi est conservé.'
    : (barrier ??
      (errors > 0
        ? `Corrigez le fichier, puis choisissez-le de nouveau${good > 0 ? ', ou importez sans les lignes à corriger' : ''}.`
        : undefined))
  return (
    <div className={classes.buttons}>
      <Button disabled={why !== undefined || good === 0} loading={isRunning} onClick={onTake}>
        {label}
      </Button>
      {errors > 0 && good > 0 && (
        <Button variant="default" disabled={isOffline || barrier !== undefined || isRunning} onClick={onTakeGood}>
          Importer sans {plural(errors, 'ligne à corriger', 'lignes à corriger')}
        </Button>
      )}
      {children}
      {why && <span className={classes.barrier}>{why}</span>}
    </div>
  )
}
