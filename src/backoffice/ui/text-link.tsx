import type { ReactNode } from 'react'
import { Link } from 'wouter'
import classes from '#backoffice/ui/link.module.css'

/** A link in a text to another screen of the back-office. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link href={to} className={`${classes.link} officine-focus`}>
      {children}
    </Link>
  )
}
