import type { ReactNode } from 'react'
import classes from './face-disc.module.css'

/** A round avatar with initials or an icon; the name stands beside it. Size and colours are CSS variables. */
export function FaceDisc({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <span className={`${classes.disc} ${className}`} aria-hidden>
      {children}
    </span>
  )
}
