import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#backoffice/ui/filter-menu.module.css'

/** What « Filtre » opens: its fields, each taken at once, and the way out. */
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
