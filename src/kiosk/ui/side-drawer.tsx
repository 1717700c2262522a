import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import classes from './side-drawer.module.css'

interface SideDrawerProps {
  title: string
  /** The accessible name, if the title is not clear alone. */
  label?: string
  fact: string
  onClose: () => void
  children: ReactNode
  /** Two buttons below. */
  foot?: ReactNode
}

/** A drawer beside the page, for items that wait. */
export function SideDrawer({ title, label = title, fact, onClose, children, foot }: SideDrawerProps) {
  useShortcuts({ Escape: onClose })
  return (
    <aside className={classes.drawer} aria-label={label}>
      <div className={classes.head}>
        <div>
          <h2>{title}</h2>
          <p>{fact}</p>
        </div>
        <ActionIcon size="xs" variant="subtle" color="gray" aria-label="Fermer" onClick={onClose}>
          <IconX size={26} />
        </ActionIcon>
      </div>
      {children}
      {foot && <div className={classes.foot}>{foot}</div>}
    </aside>
  )
}
