import type { ReactNode } from 'react'
import classes from '#backoffice/ui/list-head.module.css'

/** Over a list in a tab: a search or how many there are, and at the right what can be done with them. */
export function ListHead({ children, actions }: { children?: ReactNode; actions: ReactNode }) {
  return (
    <div className={classes.head}>
      {children}
      <div className={classes.actions}>{actions}</div>
    </div>
  )
}
