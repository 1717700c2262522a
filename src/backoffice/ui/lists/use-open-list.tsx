import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useLocation, useRouter } from 'wouter'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { useRememberedList } from '#backoffice/ui/list-address.ts'
import type { AddressValues, Choice, Filter } from '#backoffice/ui/lists/filter.ts'
import { newOne } from '#backoffice/ui/lists/french-noun.ts'
import type { ListDeclaration } from '#backoffice/ui/lists/list-declaration.ts'
import { listKeyHints } from '#backoffice/ui/lists/list-key-hints.ts'
import { useColumnState } from '#backoffice/ui/lists/use-column-state.ts'
import { chipsOf, useListState } from '#backoffice/ui/lists/use-list-state.ts'
import { usePageActions } from '#backoffice/ui/page-actions.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { mayCall, rightsAtom } from '#backoffice/ui/rights.ts'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useWriteShortcuts } from '#backoffice/ui/write-button.tsx'

const noFilters: readonly never[] = []

/** The state of a list in view: the question of its address, its rows, its columns, its panel and its rights. */
export type OpenedList<Row extends { id: string }, Query, Reply> = ReturnType<typeof useOpenList<Row, Query, Reply>>

/** Reads the address of a list, asks its source for the rows, and sets its keys and the title of the tab. */
export function useOpenList<Row extends { id: string }, Query, Reply>(list: ListDeclaration<Row, Query, Reply>) {
  const { home, title, noun, open, create } = list
  const filters = list.filters ?? noFilters
  const rights = useAtomValue(rightsAtom)
  const state = useListState(home, filters)
  const currency = useCurrency()
  const mayCreate = create !== undefined && mayCall(rights, { permission: create.needs })
  const mayOpen = open !== undefined && (open.needs === undefined || mayCall(rights, { permission: open.needs }))
  const allColumns = list.useColumns({ search: state.search })
  const columns = useColumnState(list.layoutKey ?? home, allColumns)
  const fileColumns = list.useFile?.(columns.exported) ?? columns.exported
  const rows = list.source.useRows({ query: state.query, sort: state.sort, columns: allColumns })
  const choices = useFilterChoices(filters, state.values)
  const asked = {
    query: state.query,
    values: state.values,
    chips: chipsOf(filters, choices, { ...state, currency }),
    today: state.today,
  }
  const panel = panelOf(list, state, { mayCreate, mayOpen })
  const hasPanel = panel !== null
  const batch = (list.useBatch?.(state.query) ?? noFilters).filter(({ needs }) =>
    mayCall(rights, { permission: needs }),
  )
  const isSearched = filters.some(({ search }) => search)
  const newLabel = create?.label ?? newOne(noun)
  usePageKeys(
    useMemo(
      () => listKeyHints({ list, rights, isSearched, mayOpen, mayCreate, newLabel, hasPanel }),
      [list, rights, isSearched, mayOpen, mayCreate, newLabel, hasPanel],
    ),
    rows.table.listedAt ? `À jour à ${formatHour(rows.table.listedAt)}` : null,
  )
  useRememberedList()
  useTabTitle(hasPanel ? null : title)
  useWriteShortcuts({ n: state.add }, mayCreate && !state.isAdding)
  usePageActions([
    ...(mayCreate && !state.isAdding ? [{ label: newLabel, run: state.add }] : []),
    ...(state.isFiltered ? [{ label: list.words?.clear ?? 'Effacer les filtres', run: state.clear }] : []),
  ])
  return {
    list,
    filters,
    state,
    rows,
    columns,
    fileColumns,
    asked,
    panel,
    hasPanel,
    batch,
    isSearched,
    mayCreate,
    mayOpen,
    newLabel,
    ...useRowDoors(list, state.addressOf, state.open),
    /** The props that the control of a filter receives. */
    filterProps: (index: number) => ({
      values: state.values,
      change: state.change,
      today: state.today,
      choices: choices[index] ?? [],
    }),
  }
}

/** How a row opens: by a click or a key, and as the address of a link. */
function useRowDoors<Row extends { id: string }>(
  { open }: Pick<ListDeclaration<Row, never, never>, 'open'>,
  addressOf: (id: string) => string,
  openPanel: (id: string) => void,
) {
  const [, go] = useLocation()
  const { base } = useRouter()
  const pageOf = (row: Row) => open?.page?.(row) ?? null
  return {
    openRow: (row: Row) => {
      const page = pageOf(row)
      if (page !== null) go(page)
      else if (open?.panel) openPanel(row.id)
    },
    /** Undefined for a row that opens nothing. */
    hrefOf: (row: Row) => {
      const address = pageOf(row) ?? (open?.panel ? addressOf(row.id) : null)
      return address === null ? undefined : base + address
    },
  }
}

function panelOf<Row extends { id: string }, Query, Reply>(
  { open, create }: ListDeclaration<Row, Query, Reply>,
  { openId, isAdding, search, values, close, made }: ReturnType<typeof useListState>,
  { mayCreate, mayOpen }: { mayCreate: boolean; mayOpen: boolean },
) {
  if (isAdding && create && mayCreate)
    return <create.panel text={search} values={values} onClose={close} onMade={made} />
  if (openId !== undefined && open?.panel && mayOpen) return <open.panel key={openId} id={openId} onClose={close} />
  return null
}

/** The choices of each filter, in the order of the filters. A declaration is constant, so the hooks are too. */
function useFilterChoices<Query>(filters: readonly Filter<Query>[], values: AddressValues): readonly Choice[][] {
  // oxlint-disable-next-line react/rules-of-hooks -- the filters of a declaration are constant
  return filters.map((filter) => [...(filter.useChoices?.(values) ?? [])])
}
