import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type Column, nextSort, type Sort } from './data-table-column.ts'
import classes from './data-table.module.css'

interface TableHeaderProps<T> {
  columns: readonly Column<T>[]
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  /** Undefined: rows have no checkboxes. */
  ticks: 'none' | 'some' | 'all' | undefined
  onTickAll: ((isTicked: boolean) => void) | undefined
}

export function TableHeader<T>({ columns, sort, onSort, ticks, onTickAll }: TableHeaderProps<T>) {
  return (
    <div role="rowgroup" className={classes.headerGroup}>
      <div role="row" aria-rowindex={1} className={classes.header}>
        {ticks && (
          <div role="columnheader" className={classes.tick}>
            {onTickAll && (
              <input
                type="checkbox"
                aria-label="Cocher toute la liste"
                checked={ticks === 'all'}
                ref={(box) => {
                  if (box) box.indeterminate = ticks === 'some'
                }}
                onChange={(event) => onTickAll(event.currentTarget.checked)}
              />
            )}
          </div>
        )}
        {columns.map((column) => (
          <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  )
}

function HeaderCell<T>({ column, sort, onSort }: { column: Column<T> } & Pick<TableHeaderProps<T>, 'sort' | 'onSort'>) {
  const direction = sort?.column === column.key ? sort.direction : undefined
  const isSortable = column.sortable ?? column.compare !== undefined
  return (
    <div
      role="columnheader"
      className={`${classes.cell} ${column.align === 'end' ? classes.end : ''}`}
      aria-sort={isSortable ? (direction ?? 'none') : undefined}
    >
      {isSortable ? (
        <button
          type="button"
          className={`${classes.sort} officine-focus`}
          data-sorted={direction}
          onClick={() => onSort(nextSort(sort, column))}
        >
          {column.header}
          {direction === 'ascending' && <IconArrowUp size={16} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={16} aria-hidden />}
        </button>
      ) : (
        column.header
      )}
    </div>
  )
}
