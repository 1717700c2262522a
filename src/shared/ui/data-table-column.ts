import type { ReactNode } from 'react'

export interface Column<T> {
  key: string
  /** One or two words. */
  header: string
  render: (row: T) => ReactNode
  /** Minimum width in px. */
  width: number
  /** Share of the remaining width. If no column has one, the first takes all of it. */
  grow?: number
  /** 'end' for numbers, header included. */
  align?: 'start' | 'end'
  /** The header sorts. Without `compare` the owner sorts (onSort). */
  sortable?: boolean
  /** Direction of the first press: `descending` for columns where the largest values matter. */
  firstSort?: Sort['direction']
  /** Sorts rows in memory, ascending. */
  compare?: (a: T, b: T) => number
  /** Whether the row has no value in this column; such rows come last in both directions. For rows in memory. */
  isEmpty?: (row: T) => boolean
  /**
   * When space is short, the column with the highest priority is hidden first; without a priority it is never hidden.
   */
  priority?: number
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

/**
 * The columns that fit in `width` px (undefined: not measured yet). The columns with the highest priority are hidden
 * first.
 */
export function columnsThatFit<T>(
  columns: readonly Column<T>[],
  width: number | undefined,
  isCompact: boolean,
): Column<T>[] {
  let kept = columns.filter((column) => !isCompact || (column.priority ?? 0) < 2)
  if (width === undefined) return kept
  const widthOf = (list: readonly Column<T>[]) => list.reduce((total, column) => total + column.width, 0)
  while (widthOf(kept) > width) {
    const foldable = kept.filter((column) => column.priority !== undefined)
    if (foldable.length === 0) break
    const next = foldable.reduce((worst, column) => ((column.priority ?? 0) >= (worst.priority ?? 0) ? column : worst))
    kept = kept.filter((column) => column !== next)
  }
  return kept
}

/** The grid template of header and rows. Widths must not depend on content, otherwise rows would not align. */
export function columnTemplate<T>(columns: readonly Column<T>[], hasTicks: boolean): string {
  const anyGrows = columns.some((column) => column.grow !== undefined)
  const tracks = columns.map((column, index) => {
    const grow = column.grow ?? (!anyGrows && index === 0 ? 1 : undefined)
    return grow === undefined ? `${column.width}px` : `minmax(${column.width}px, ${grow}fr)`
  })
  return [hasTicks ? '38px' : '', ...tracks].join(' ').trim()
}

/**
 * The sort after pressing a header: the first press sorts in the column's `firstSort` direction, each next press
 * reverses it.
 */
export function nextSort<T>(sort: Sort | undefined, { key, firstSort = 'ascending' }: Column<T>): Sort {
  if (sort?.column !== key) return { column: key, direction: firstSort }
  return { column: key, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** A sorted copy; stable in both directions. Rows without a value come last in both. */
export function sortRows<T>(rows: readonly T[], columns: readonly Column<T>[], sort: Sort | undefined): readonly T[] {
  const { compare, isEmpty = () => false } = columns.find((column) => column.key === sort?.column) ?? {}
  if (!sort || !compare) return rows
  const sorted = rows
    .filter((row) => !isEmpty(row))
    .sort(sort.direction === 'ascending' ? compare : (a, b) => compare(b, a))
  return [...sorted, ...rows.filter(isEmpty)]
}
