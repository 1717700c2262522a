import type { ReactNode } from 'react'
import classes from '#backoffice/ui/imports/imports.module.css'

const rowHeight = 36
const most = 10

/** The room of a table within a page that scrolls: ten rows at most, and no more than there are. */
export function TableRoom({ rows, children }: { rows: number; children: ReactNode }) {
  return (
    <div className={classes.rows} style={{ height: (Math.min(most, Math.max(rows, 2)) + 1) * rowHeight + 4 }}>
      {children}
    </div>
  )
}
