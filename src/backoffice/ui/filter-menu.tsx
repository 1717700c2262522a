import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#backoffice/ui/filter-menu.module.css'

/** The content of « Filtre »: fields that apply at once, and a close button. */
export function FilterMenu({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <div className={classes.menu}>
      {children}
      <Button variant="default" onClick={onClose}>
        Fermer
      </Button>
    </div>
  )
}
