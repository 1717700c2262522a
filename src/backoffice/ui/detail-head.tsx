import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#backoffice/ui/detail-head.module.css'
import { ChangesLink } from '#backoffice/ui/records/changes-link.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'

interface DetailHeadProps {
  /** The list that the back link leads to. */
  back: { to: string; title: string }
  title: string
  /** State and tags. */
  marks?: ReactNode
  actions?: ReactNode
  /** Id of the shown record, for « Qui a changé quoi ». */
  record?: string
}

/** The head of a detail page, with a link back to its list. */
export function DetailHead({ back, title, marks, actions, record }: DetailHeadProps) {
  useTabTitle(title)
  return (
    <header className={classes.head}>
      <nav aria-label="Fil d’Ariane" className={classes.back}>
        <TextLink to={back.to}>{back.title}</TextLink>
        <IconChevronRight size={16} aria-hidden />
      </nav>
      <h1 className={classes.title}>{title}</h1>
      {marks && <div className={classes.marks}>{marks}</div>}
      {(actions || record) && (
        <div className={classes.actions}>
          {record && <ChangesLink id={record} />}
          {actions}
        </div>
      )}
    </header>
  )
}
