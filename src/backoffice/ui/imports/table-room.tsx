import type { ReactNode } from 'react'
import classes from '#backoffice/ui/imports/imports.module.css'

const rowHeight = 36
const most = 10

/** Height of a table in a page that scrolls: at most ten rows. */
export function TableRoom({ rows, children }: { rows: number; children: ReactNode }) {
  return (
    <div className={classes.rows} style={{ height: (Math.min(most, Math.max(rows, 2)) + 1) * rowHeight + 4 }}>
      {children}
    </div>
  )
}
