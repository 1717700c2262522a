import { columnOrderingFeature, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { ListColumn } from '#backoffice/ui/lists/columns.tsx'
import { useListLayout } from '#backoffice/ui/lists/use-list-layout.ts'

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature })
/** TanStack Table only holds the state of the columns; rows are read by page as they come into view. */
const noRows: readonly object[] = []

/** The columns of a list as this member arranged them, and the ticked rows. */
export function useColumnState<Row extends { id: string }>(list: string, columns: readonly ListColumn<Row>[]) {
  const [layout, change] = useListLayout(list)
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const definitions = useMemo(() => columns.map(({ key, header }) => ({ id: key, header })), [columns])
  const isVisible = ({ key, isOptional = false }: ListColumn<Row>) =>
    isOptional ? layout.shown.includes(key) : !layout.hidden.includes(key)
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    state: {
      columnOrder: layout.order,
      columnVisibility: Object.fromEntries(columns.map((column) => [column.key, isVisible(column)])),
    },
  })
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const ordered = table.getAllLeafColumns().flatMap(({ id }) => byKey.get(id) ?? [])
  const inOrder = ordered.filter(({ isExportOnly }) => !isExportOnly)
  const visible = new Set(table.getVisibleLeafColumns().map(({ id }) => id))
  const shown = inOrder.filter(({ key }) => visible.has(key))

  const show = ({ key, isOptional = false }: ListColumn<Row>, isShown: boolean) => {
    const without = (keys: readonly string[]) => keys.filter((each) => each !== key)
    change(
      isOptional
        ? { shown: isShown ? [...without(layout.shown), key] : without(layout.shown) }
        : { hidden: isShown ? without(layout.hidden) : [...without(layout.hidden), key] },
    )
  }
  const move = (key: string, by: -1 | 1) => {
    const keys = inOrder.map((column) => column.key)
    const at = keys.indexOf(key)
    const other = keys[at + by]
    if (other === undefined) return
    keys[at] = other
    keys[at + by] = key
    change({ order: keys })
  }
  const tick = (row: Row, isTicked: boolean) =>
    setTicked((before) => {
      const after = new Map(before)
      if (isTicked) after.set(row.id, row)
      else after.delete(row.id)
      return after
    })
  return {
    all: inOrder,
    shown,
    /** An export writes the columns shown, in the same order. */
    exported: ordered.filter(({ key, isExportOnly }) => isExportOnly || visible.has(key)),
    isShown: (column: ListColumn<Row>) => visible.has(column.key),
    show,
    move,
    isChanged: layout.order.length + layout.hidden.length + layout.shown.length > 0,
    reset: () => change({ order: [], hidden: [], shown: [] }),
    list,
    layout: { order: layout.order, hidden: layout.hidden, shown: layout.shown },
    arrange: change,
    ticked,
    untick: () => setTicked(new Map()),
    tick,
  }
}
