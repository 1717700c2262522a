import type { ReactNode } from 'react'
import classes from './kbd.module.css'

/** A key, named as on a French keyboard: Entrée, Échap, Espace, Ctrl K. */
export function Kbd({ children, ground = 'light' }: { children: ReactNode; ground?: 'light' | 'dark' }) {
  return <kbd className={ground === 'dark' ? `${classes.kbd} ${classes.dark}` : classes.kbd}>{children}</kbd>
}
