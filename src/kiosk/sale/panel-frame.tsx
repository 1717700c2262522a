import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './line-panel.module.css'

interface PanelFrameProps {
  title: ReactNode
  /** The accessible name. */
  name: string
  fact: ReactNode
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/** The frame of a panel that replaces the results. */
export function PanelFrame({ title, name, fact, closeLabel, onClose, children }: PanelFrameProps) {
  return (
    <section className={classes.panel} aria-label={name}>
      <header className={classes.head}>
        <div className={classes.names}>
          <h2>{title}</h2>
          {fact && <span>{fact}</span>}
        </div>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={closeLabel} onClick={onClose}>
          <IconX size={24} aria-hidden />
        </ActionIcon>
      </header>
      {/* Focusable, so that a long list can be scrolled by keyboard. */}
      <div className={`${classes.body} officine-focus`} tabIndex={0}>
        {children}
      </div>
    </section>
  )
}
