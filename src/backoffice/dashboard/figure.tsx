import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatSignedPercent } from '#shared/ui/money-format.ts'
import classes from '#backoffice/dashboard/dashboard.module.css'

interface FigureProps {
  /** The list behind the figure; null where the member may not open it. */
  to: string | null
  name: string
  value: ReactNode
  /** What the figure is compared with, in a `<small>`. */
  children: ReactNode
}

/** A figure with its name above and its comparison below; it opens the list behind it. */
export function Figure({ to, name, value, children }: FigureProps) {
  const content = (
    <>
      <span>{name}</span>
      <b>{value}</b>
      {children}
    </>
  )
  if (to === null) return <div className={classes.figure}>{content}</div>
  return (
    <Link href={to} className={`${classes.figure} officine-focus`}>
      {content}
    </Link>
  )
}

/** « +4,7 % », green or in warning; nothing when there is nothing to compare with. */
export function Change({ amount, before, than = '' }: { amount: number; before: number; than?: string }) {
  if (before <= 0) return null
  const percent = ((amount - before) / before) * 100
  return <span className={percent < 0 ? classes.down : classes.up}>{`${formatSignedPercent(percent)}${than}`}</span>
}
