import { useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { BatchBar } from '#backoffice/ui/lists/batch-bar.tsx'
import { listWords } from '#backoffice/ui/lists/list-words.ts'
import type { OpenedList } from '#backoffice/ui/lists/use-open-list.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { mayCall, rightsAtom } from '#backoffice/ui/rights.ts'

interface ListRowsProps<Row extends { id: string }, Query, Reply> {
  opened: OpenedList<Row, Query, Reply>
}

/** The table of a list, below the actions on its ticked rows. */
export function ListRows<Row extends { id: string }, Query, Reply>({ opened }: ListRowsProps<Row, Query, Reply>) {
  const { list, state, rows, columns, batch, hasPanel, mayOpen, openRow, hrefOf } = opened
  const sort = rows.sort ?? state.sort
  const emptyAction = useEmptyAction(opened)
  return (
    <>
      <BatchBar
        noun={list.noun}
        actions={batch}
        ticked={columns.ticked}
        onDone={(row) => columns.tick(row, false)}
        onUntickAll={columns.untick}
      />
      <ListRoom isStale={rows.isStale}>
        <DataTable
          label={list.words?.exportName ?? list.title}
          columns={columns.shown}
          rowKey={(row) => row.id}
          {...rows.table}
          {...listWords(list, state)}
          {...(rows.failText ? { errorText: rows.failText } : {})}
          {...(sort ? { sort } : {})}
          onSort={state.setSort}
          {...(emptyAction ? { emptyAction } : {})}
          selectedKey={state.isAdding ? null : (state.openId ?? null)}
          {...(mayOpen ? { onOpen: openRow, hrefOf, follows: !list.open?.page } : {})}
          {...(batch.length > 0 ? ticksOf(opened) : {})}
          {...(list.rowHeight ? { rowHeight: list.rowHeight } : {})}
          compact={hasPanel}
        />
      </ListRoom>
    </>
  )
}

/** The button of a list without rows: shows the last day that has some, clears the filters, or makes a first row. */
function useEmptyAction<Row extends { id: string }, Query, Reply>(
  opened: OpenedList<Row, Query, Reply>,
): { label: string; onClick: () => void } | undefined {
  const {
    list: { words, whenEmpty },
    state,
    mayCreate,
    newLabel,
  } = opened
  const lastDay = useLastDay(opened)
  const rights = useAtomValue(rightsAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const [, go] = useLocation()
  if (lastDay === undefined) return undefined
  if (lastDay)
    return { label: `Voir le ${formatDay(lastDay)}`, onClick: () => state.change({ du: lastDay, au: lastDay }) }
  if (state.isFiltered) return { label: words?.clear ?? 'Effacer les filtres', onClick: state.clear }
  if (isOffline) return undefined
  if (mayCreate) return { label: newLabel, onClick: state.add }
  if (whenEmpty && mayCall(rights, { permission: whenEmpty.needs }))
    return { label: whenEmpty.label, onClick: () => go(whenEmpty.path) }
  return undefined
}

/** The last day that has rows, when the list stands on today and today has none. Undefined: not known yet. */
function useLastDay<Row extends { id: string }, Query, Reply>({
  filters,
  state,
  rows: { table, isStale },
}: OpenedList<Row, Query, Reply>): string | null | undefined {
  const use = filters.find(({ useLastDay }) => useLastDay)?.useLastDay
  const isAsked = state.isAsOpened && !isStale && table.face === 'ready' && table.rowCount === 0
  // oxlint-disable-next-line react/rules-of-hooks -- the filters of a declaration are constant
  const day = use?.(isAsked)
  if (!use || !isAsked) return null
  return day
}

function ticksOf<Row extends { id: string }, Query, Reply>({
  columns,
  rows: { table },
}: OpenedList<Row, Query, Reply>) {
  return {
    ticked: new Set(columns.ticked.keys()),
    onTick: columns.tick,
    // Only rows that were read can be ticked: an action applies to what the screen has shown.
    onTickAll: (isTicked: boolean) => {
      if (!isTicked) return columns.untick()
      for (let index = 0; index < table.rowCount; index++) {
        const row = table.rowAt(index)
        if (row) columns.tick(row, true)
      }
    },
  }
}
