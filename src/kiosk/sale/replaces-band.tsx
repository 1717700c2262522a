import { IconPencil } from '@tabler/icons-react'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import classes from './sale.module.css'

/** A new version of a closed sale says so: ending it cancels the other one. */
export function ReplacesBand({ replaces }: Pick<LocalSale, 'replaces'>) {
  if (!replaces) return null
  return (
    <p className={classes.replaces}>
      <IconPencil size={20} aria-hidden />
      Remplace la vente n°&nbsp;{replaces.number}
    </p>
  )
}
