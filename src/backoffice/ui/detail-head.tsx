import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#backoffice/ui/detail-head.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'

interface DetailHeadProps {
  /** The list it belongs to. */
  back: { to: string; title: string }
  title: string
  /** Its state and tags. */
  marks?: ReactNode
  actions?: ReactNode
}

/** Head of a page of one thing, with the way back to its list. */
export function DetailHead({ back, title, marks, actions }: DetailHeadProps) {
  return (
    <header className={classes.head}>
      <nav aria-label="Fil d’Ariane" className={classes.back}>
        <TextLink to={back.to}>{back.title}</TextLink>
        <IconChevronRight size={16} aria-hidden />
      </nav>
      <h1 className={classes.title}>{title}</h1>
      {marks && <div className={classes.marks}>{marks}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
