import type { ReactNode } from 'react'
import classes from './face-disc.module.css'

/** The round face of somebody: initials, or a sign. Whoever stands beside it says the name. Size and colours: the properties in its style sheet. */
export function FaceDisc({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <span className={`${classes.disc} ${className}`} aria-hidden>
      {children}
    </span>
  )
}
