import { IconPencil } from '@tabler/icons-react'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import classes from './replaces-band.module.css'

/** Shown on a new version of a closed sale: ending it cancels the former version. */
export function ReplacesBand({ replaces }: Pick<LocalSale, 'replaces'>) {
  if (!replaces) return null
  return (
    <p className={classes.replaces}>
      <IconPencil size={20} aria-hidden />
      Remplace la vente n°&nbsp;{replaces.number}
    </p>
  )
}
