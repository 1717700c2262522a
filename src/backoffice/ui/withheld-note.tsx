import { IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#backoffice/ui/withheld-note.module.css'

/** Beside sums that are without the open drawers whose amounts the member sees only after their count. */
export function WithheldNote({
  isShown,
  children = <>Comptage à l’aveugle{'\u00a0'}: sans votre caisse en cours, jusqu’à son comptage.</>,
}: {
  isShown: boolean | undefined
  children?: ReactNode
}) {
  if (!isShown) return null
  return (
    <div className={classes.note} role="note">
      <IconEyeOff size={18} aria-hidden />
      {children}
    </div>
  )
}
