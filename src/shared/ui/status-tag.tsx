import type { ReactNode } from 'react'
import classes from './status-tag.module.css'
import tones from './tone.module.css'

export type StatusTone = 'neutral' | 'success' | 'info' | 'warning' | 'danger'

/** A coloured word; colour alone must not carry information. */
export function StatusTag({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: StatusTone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={`${classes.tag} ${tones[tone]}`}>
      {icon}
      {children}
    </span>
  )
}
