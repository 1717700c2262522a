import type { ReactNode } from 'react'
import classes from './page-head.module.css'

interface PageHeadProps {
  title: string
  /** Beside the title: « 4 812 produits, 18 463 900 F CFA au prix d’achat ». */
  facts?: ReactNode
  /** Buttons; the primary one is last, at the far right. */
  actions?: ReactNode
}

export function PageHead({ title, facts, actions }: PageHeadProps) {
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{title}</h1>
      {facts && <span className={classes.facts}>{facts}</span>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
