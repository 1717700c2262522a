import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type CSSProperties, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type Column, columnsThatFit, columnTemplate, type Sort, sortRows } from './data-table-column.ts'
import { NoRows, PartBanner, StaleBanner, type TableFaces } from './data-table-faces.tsx'
import { TableHeader } from './data-table-header.tsx'
import { TableRow } from './data-table-row.tsx'
import classes from './data-table.module.css'
import { useRovingRow } from './use-roving-row.ts'
import { useRowWindow } from './use-row-window.ts'
import { useSteadyList } from './use-steady-list.ts'

export type { Column, Sort }

/** Rows in memory, or pages loaded from the server as they come into view. */
type TableRows<T> =
  | { rows: readonly T[]; rowCount?: undefined; rowAt?: undefined; onRangeNeeded?: undefined }
  | {
      rows?: undefined
      rowCount: number
      /** Undefined while its page is loading. */
      rowAt: (index: number) => T | undefined
      /** Called with the rows in or near view (both inclusive) when some are missing. */
      onRangeNeeded: (from: number, to: number) => void
    }

export type DataTableProps<T> = TableRows<T> &
  TableFaces & {
    /** Accessible name of the list. */
    label: string
    columns: readonly Column<T>[]
    rowKey: (row: T) => string
    sort?: Sort
    /** The owner sorts. Without it, rows in memory are sorted by `compare`. */
    onSort?: (sort: Sort) => void
    /** Key of the row whose panel is open. */
    selectedKey?: string | null
    /** On click or Entrée. */
    onOpen?: (row: T) => void
    /** The address of a row. The first cell is a link to it, so that a middle click or Ctrl+click opens a new tab. */
    hrefOf?: (row: T) => string | undefined
    /** While the panel of a row is open, ↑ and ↓ open the previous or next row. */
    follows?: boolean
    ticked?: ReadonlySet<string>
    onTick?: (row: T, isTicked: boolean) => void
    onTickAll?: (isTicked: boolean) => void
    /** The panel is open: columns of priority 2 and more are hidden at once. */
    compact?: boolean
    rowHeight?: number
    /**
     * Identifies the query (filters, sort). When it changes, the list scrolls to the top; otherwise new rows do not
     * shift the view.
     */
    question?: string
  }

/** A virtualised list of any length. Keys: ↑ ↓ Page Home End move, Entrée opens, Espace ticks. */
export function DataTable<T>(props: DataTableProps<T>) {
  const {
    label,
    columns,
    rowKey,
    selectedKey,
    onOpen,
    ticked,
    onTick,
    onTickAll,
    compact = false,
    rowHeight = 36,
  } = props
  const { count, rowAt, sort, setSort } = useTableRows(props)
  const grid = useRef<HTMLDivElement>(null)
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>()
  const gridRef = useMergedRef(grid, sizeRef)
  const hasTicks = onTick !== undefined
  const room = width === 0 ? undefined : width - 10 - (hasTicks ? 38 : 0)
  const shown = useMemo(() => columnsThatFit(columns, room, compact), [columns, room, compact])

  const open = (index: number) => {
    const row = rowAt(index)
    if (row !== undefined) onOpen?.(row)
  }
  const tick = (index: number) => {
    const row = rowAt(index)
    if (row !== undefined) onTick?.(row, !ticked?.has(rowKey(row)))
  }
  const [lastActive, setActive] = useState(0)
  // The list may have become shorter.
  const active = Math.max(0, Math.min(lastActive, count - 1))
  const rowWindow = useRowWindow({ count, rowHeight, grid, active })
  const { handlers, followTo } = useRovingRow({
    active,
    setActive,
    onWalk: (index) => props.follows && selectedKey && open(index),
    rowCount: count,
    rowHeight,
    grid,
    scrollToRow: rowWindow.scrollToRow,
    onOpen: onOpen && open,
    onTick: onTick && tick,
  })
  const keyAt = (index: number) => {
    const row = index < count ? rowAt(index) : undefined
    return row === undefined ? undefined : rowKey(row)
  }
  useSteadyList({
    keyAt,
    count,
    question: props.question,
    selectedKey,
    active,
    rowHeight,
    grid,
    followTo,
    scrollToRow: rowWindow.scrollToRow,
  })
  useNeededRange(rowWindow.items, rowAt, props.onRangeNeeded)

  return (
    <div
      className={classes.table}
      style={{ '--columns': columnTemplate(shown, hasTicks), '--row': `${rowHeight}px` } as CSSProperties}
    >
      {(count > 0 || props.isLocal) && <StaleBanner {...props} />}
      <PartBanner {...props} />
      <div
        ref={gridRef}
        className={classes.grid}
        data-empty={count === 0 || undefined}
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={shown.length + (hasTicks ? 1 : 0)}
        aria-busy={props.face === 'loading'}
        aria-multiselectable={hasTicks || undefined}
        {...handlers}
        onClick={(event) => onClickInRows(event, { setActive, open, tick })}
      >
        <TableHeader
          columns={shown}
          sort={sort}
          onSort={setSort}
          ticks={hasTicks ? tickState(ticked, count) : undefined}
          onTickAll={onTickAll}
        />
        <div className={classes.rows} role="rowgroup" style={{ height: rowWindow.height }}>
          {rowWindow.items.map(({ index, start }) => {
            const row = rowAt(index)
            const key = row === undefined ? undefined : rowKey(row)
            return (
              <TableRow
                key={index}
                index={index}
                top={start}
                row={row}
                columns={shown}
                isActive={index === active}
                isSelected={key !== undefined && key === selectedKey}
                isTicked={hasTicks ? key !== undefined && (ticked?.has(key) ?? false) : undefined}
                opens={onOpen !== undefined}
                href={row === undefined ? undefined : props.hrefOf?.(row)}
              />
            )
          })}
        </div>
      </div>
      {count === 0 && <NoRows {...props} columns={shown} hasTicks={hasTicks} />}
    </div>
  )
}

/** A click on a row opens it, a click on its box ticks it. */
function onClickInRows(
  event: MouseEvent<HTMLElement>,
  row: Record<'setActive' | 'open' | 'tick', (index: number) => void>,
): void {
  const target = event.target as HTMLElement
  const index = Number(target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1)
  if (index < 0) return
  row.setActive(index)
  if (target.closest('[data-tick]')) row.tick(index)
  else if (target.closest('[data-row-link]')) {
    // The browser opens a tab by itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    row.open(index)
  }
  // Buttons and links of a cell have their own action; selecting text is not a click.
  else if (!target.closest('button, a, input, select') && !window.getSelection()?.toString()) row.open(index)
}

function tickState(ticked: ReadonlySet<string> | undefined, count: number): 'none' | 'some' | 'all' {
  const size = ticked?.size ?? 0
  if (size === 0) return 'none'
  return size >= count ? 'all' : 'some'
}

/** Common access to both kinds of rows; sorts rows in memory unless the owner does. */
function useTableRows<T>({ rows, rowCount, rowAt, columns, sort: givenSort, onSort }: DataTableProps<T>) {
  const [ownSort, setOwnSort] = useState(givenSort)
  const isOwn = onSort === undefined
  const sorted = useMemo(
    () => (rows && isOwn ? sortRows(rows, columns, ownSort) : rows),
    [rows, isOwn, columns, ownSort],
  )
  return {
    count: sorted ? sorted.length : (rowCount ?? 0),
    rowAt: (index: number) => (sorted ? sorted[index] : rowAt?.(index)),
    sort: isOwn ? ownSort : givenSort,
    setSort: onSort ?? setOwnSort,
  }
}

/** Requests missing rows in view, once per range. */
function useNeededRange<T>(
  items: readonly { index: number }[],
  rowAt: (index: number) => T | undefined,
  onRangeNeeded: ((from: number, to: number) => void) | undefined,
) {
  const missing = onRangeNeeded ? items.filter(({ index }) => rowAt(index) === undefined) : []
  const from = missing.at(0)?.index
  const to = missing.at(-1)?.index
  const latest = useRef(onRangeNeeded)
  useEffect(() => {
    latest.current = onRangeNeeded
  })
  useEffect(() => {
    if (from !== undefined && to !== undefined) latest.current?.(from, to)
  }, [from, to])
}
