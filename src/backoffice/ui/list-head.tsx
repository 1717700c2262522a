import type { ReactNode } from 'react'
import classes from '#backoffice/ui/list-head.module.css'

/** The head of a list in a tab: a search field or a count, and actions on the right. */
export function ListHead({ children, actions }: { children?: ReactNode; actions: ReactNode }) {
  return (
    <div className={classes.head}>
      {children}
      <div className={classes.actions}>{actions}</div>
    </div>
  )
}
