import type { ReactNode } from 'react'
import classes from './kiosk-page.module.css'

interface KioskPageProps {
  title: string
  /** Beside the title: the subject. */
  facts?: string
  /** At the far right: the overall state. */
  state?: ReactNode
  /** Below the title: the purpose of the page. */
  lead?: string
  children: ReactNode
}

/** A page about this terminal: a title and sections. It scrolls as a whole, unlike a list. */
export function KioskPage({ title, facts, state, lead, children }: KioskPageProps) {
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <h1>{title}</h1>
        {facts && <span className={classes.facts}>{facts}</span>}
        {state && <div className={classes.state}>{state}</div>}
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </main>
  )
}
