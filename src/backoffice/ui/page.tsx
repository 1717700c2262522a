import type { ReactNode } from 'react'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { focusRows } from '#backoffice/ui/focus-rows.ts'
import classes from '#backoffice/ui/page.module.css'

/** What a screen stands in: a list scrolls by itself, a page of boxes scrolls as a whole; the detail stands beside it. */
export function Page({
  children,
  panel,
  scrolls = false,
}: {
  children: ReactNode
  panel?: ReactNode
  scrolls?: boolean
}) {
  return (
    <>
      <main className={`${classes.page} ${scrolls ? classes.scrolls : ''}`}>{children}</main>
      {panel}
    </>
  )
}

/** The room a table takes; the arrows lead into it from wherever nothing else has the keyboard. `isStale`: it still shows the answer to another question. */
export function ListRoom({ children, isStale = false }: { children: ReactNode; isStale?: boolean }) {
  useShortcuts({ ArrowDown: focusRows, ArrowUp: focusRows })
  return (
    <div className={classes.list} data-stale={isStale || undefined}>
      {children}
    </div>
  )
}
