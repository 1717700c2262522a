import { type ReactNode, useId } from 'react'
import classes from './post.module.css'

/** One kind of device: its name, how it is now, what can be set. */
export function PostSection({ title, state, children }: { title: string; state?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <h2 id={id}>{title}</h2>
        {state}
      </div>
      {children}
    </section>
  )
}
