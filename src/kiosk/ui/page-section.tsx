import { type ReactNode, useId } from 'react'
import classes from './page-section.module.css'

/** One section of a `KioskPage`: name, state, and content. */
export function PageSection({ title, state, children }: { title: string; state?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {state}
      </div>
      {children}
    </section>
  )
}
