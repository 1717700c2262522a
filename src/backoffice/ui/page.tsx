import type { ReactNode } from 'react'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { focusRows } from '#backoffice/ui/focus-rows.ts'
import { newTabGestures } from '#backoffice/ui/new-tab-rows.ts'
import classes from '#backoffice/ui/page.module.css'

/** The layout of a screen: a list scrolls by itself, a page of boxes as a whole; the panel is beside it. */
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

/**
 * The area of a table. Arrow keys focus it when nothing else handles them. `isStale`: it still shows the answer to the
 * previous question.
 */
export function ListRoom({ children, isStale = false }: { children: ReactNode; isStale?: boolean }) {
  useShortcuts({ ArrowDown: focusRows, ArrowUp: focusRows })
  return (
    <div className={classes.list} data-stale={isStale || undefined} {...newTabGestures}>
      {children}
    </div>
  )
}
