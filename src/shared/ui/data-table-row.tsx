import { memo } from 'react'
import type { Column } from './data-table-column.ts'
import { SkeletonCells } from './data-table-faces.tsx'
import classes from './data-table.module.css'

interface TableRowProps<T> {
  index: number
  /** px from the top of the list. */
  top: number
  /** Undefined while it is loading. */
  row: T | undefined
  columns: readonly Column<T>[]
  isActive: boolean
  isSelected: boolean
  /** Undefined: rows have no checkboxes. */
  isTicked: boolean | undefined
  opens: boolean
  /** The address of the row. */
  href: string | undefined
}

function Row<T>({ index, top, row, columns, isActive, isSelected, isTicked, opens, href }: TableRowProps<T>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isTicked === undefined ? isSelected : isTicked || isSelected}
      aria-busy={row === undefined || undefined}
      data-row={index}
      data-open={isSelected || undefined}
      tabIndex={isActive ? 0 : -1}
      className={`${classes.row} ${classes.placed} ${opens ? classes.opens : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {isTicked !== undefined && (
        <div role="gridcell" className={classes.tick} data-tick>
          {/* The row handles Espace and clicks; the checkbox only displays the state. */}
          <input type="checkbox" checked={isTicked} readOnly tabIndex={-1} aria-label="Cocher la ligne" />
        </div>
      )}
      {row === undefined ? (
        <SkeletonCells columns={columns} />
      ) : (
        columns.map((column, at) => (
          <div
            key={column.key}
            role="gridcell"
            className={`${classes.cell} ${column.align === 'end' ? classes.end : ''}`}
          >
            {at === 0 && href !== undefined ? (
              // Not in the tab order: the row handles the keyboard.
              <a href={href} data-row-link tabIndex={-1} className={classes.link}>
                {column.render(row)}
              </a>
            ) : (
              column.render(row)
            )}
          </div>
        ))
      )}
    </div>
  )
}

/** Memoized: while scrolling, rows that stay in view are not rendered again. */
export const TableRow = memo(Row) as typeof Row
