import { IconEyeOff } from '@tabler/icons-react'
import classes from '#backoffice/ui/withheld-note.module.css'

/** Beside sums that are without the open drawers whose amounts the member sees only after their count. */
export function WithheldNote({ isShown }: { isShown: boolean | undefined }) {
  if (!isShown) return null
  return (
    <div className={classes.note} role="note">
      <IconEyeOff size={18} aria-hidden />
      Comptage à l’aveugle{'\u00a0'}: sans votre caisse en cours, jusqu’à son comptage.
    </div>
  )
}
