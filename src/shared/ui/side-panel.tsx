import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './side-panel.module.css'
import { useShortcuts } from './use-shortcuts.ts'

interface SidePanelProps {
  title: string
  onClose: () => void
  /** Under the title: INN, maker, tags. */
  subtitle?: ReactNode
  children: ReactNode
  /** Buttons of the panel. */
  footer?: ReactNode
}

/**
 * The details of a row beside its list (372 px, 520 at the counter). Échap closes the panel from anywhere, also from a
 * text field.
 */
export function SidePanel({ title, onClose, subtitle, children, footer }: SidePanelProps) {
  useShortcuts({ Escape: onClose })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof HTMLElement)) return
    // An open dropdown handles Échap itself. Outside of fields, the shortcut above handles it.
    if (event.target.getAttribute('aria-expanded') === 'true') return
    if (!event.target.matches('input, textarea, select')) return
    event.preventDefault()
    onClose()
  }
  return (
    <aside className={classes.panel} aria-label={title} onKeyDown={onKeyDown}>
      <header className={classes.head}>
        <div className={classes.names}>
          <h2 className={classes.title}>{title}</h2>
          {subtitle}
        </div>
        <ActionIcon variant="subtle" color="gray" aria-label="Fermer" onClick={onClose}>
          <IconX size="var(--icon)" />
        </ActionIcon>
      </header>
      {/* Focusable, so that the keyboard can scroll a panel without focusable content. */}
      <div className={`${classes.body} officine-focus`} tabIndex={0}>
        {children}
      </div>
      {footer && <footer className={classes.foot}>{footer}</footer>}
    </aside>
  )
}

/** A section of the panel: title at the left, a fact or a link at the right. */
export function PanelSection({ title, fact, children }: { title: string; fact?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h3>{title}</h3>
        {fact}
      </div>
      {children}
    </section>
  )
}
