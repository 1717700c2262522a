import { IconPlus } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useLocation, useRouter } from 'wouter'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { FilterMenu } from '#backoffice/ui/filter-menu.tsx'
import { useRememberedList } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { BatchBar } from '#backoffice/ui/lists/batch-bar.tsx'
import { ColumnMenu } from '#backoffice/ui/lists/column-menu.tsx'
import type { Choice, Filter } from '#backoffice/ui/lists/filter.ts'
import { newOne } from '#backoffice/ui/lists/french-noun.ts'
import type { ListDeclaration } from '#backoffice/ui/lists/list-declaration.ts'
import { listWords } from '#backoffice/ui/lists/list-words.ts'
import classes from '#backoffice/ui/lists/lists.module.css'
import { useColumnState } from '#backoffice/ui/lists/use-column-state.ts'
import { useListState } from '#backoffice/ui/lists/use-list-state.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { usePageActions } from '#backoffice/ui/page-actions.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useWriteShortcuts, WriteButton } from '#backoffice/ui/write-button.tsx'

const typingMs = 200
const noFilters: readonly never[] = []

/** Draws a list that is declared as data. */
export function ListScreen<Row extends { id: string }, Query, Reply>({
  list,
}: {
  list: ListDeclaration<Row, Query, Reply>
}) {
  const rights = useAtomValue(rightsAtom)
  if (list.needs && !rights.has(list.needs.permission))
    return <ClosedPage title={list.title}>{list.needs.words}</ClosedPage>
  return <OpenList list={list} />
}

function OpenList<Row extends { id: string }, Query, Reply>({ list }: { list: ListDeclaration<Row, Query, Reply> }) {
  const { home, title, noun, open, create, whenEmpty, Actions } = list
  const filters = list.filters ?? noFilters
  const [, go] = useLocation()
  const { base } = useRouter()
  const rights = useAtomValue(rightsAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const choices = useFilterChoices(filters)
  const state = useListState(home, filters, choices)
  const mayCreate = create !== undefined && rights.has(create.needs)
  const mayOpen = open !== undefined && (open.needs === undefined || rights.has(open.needs))
  const allColumns = list.useColumns({ search: state.search })
  const columns = useColumnState(home, allColumns)
  const rows = list.source.useRows({ query: state.query, sort: state.sort, columns: allColumns })
  const sort = rows.sort ?? state.sort
  const panel = panelOf(list, state, { mayCreate, mayOpen })
  const hasPanel = panel !== null
  const isSearched = filters.some(({ search }) => search)
  const newLabel = newOne(noun)
  usePageKeys(
    useMemo(
      () => keysOf({ isSearched, mayOpen, mayCreate, newLabel, hasPanel }),
      [isSearched, mayOpen, mayCreate, newLabel, hasPanel],
    ),
    rows.table.listedAt ? `À jour à ${formatHour(rows.table.listedAt)}` : null,
  )
  useRememberedList()
  useTabTitle(hasPanel ? null : title)
  useWriteShortcuts({ n: state.add }, mayCreate && !state.isAdding)
  usePageActions(
    useMemo(() => (mayCreate ? [{ label: newLabel, path: `${home}?nouveau=oui` }] : []), [mayCreate, newLabel, home]),
  )

  const pageOf = (row: Row) => open?.page?.(row) ?? null
  const addressOf = (row: Row) => pageOf(row) ?? state.addressOf(row.id)
  const openRow = (row: Row) => {
    const page = pageOf(row)
    if (page === null) state.open(row.id)
    else go(page)
  }
  const openFirst = () => {
    const first = rows.isStale ? undefined : rows.table.rowAt(0)
    if (first && mayOpen) openRow(first)
  }
  const fields = filters.flatMap((filter, index) => (filter.Field ? [{ filter, Field: filter.Field, index }] : []))
  const heads = filters.flatMap((filter, index) => (filter.Head ? [{ filter, Head: filter.Head, index }] : []))
  const propsAt = (index: number) => ({
    values: state.values,
    change: state.change,
    today: state.today,
    choices: choices[index] ?? [],
  })
  const emptyAction = state.isFiltered
    ? { label: 'Effacer les filtres', onClick: state.clear }
    : isOffline
      ? undefined
      : mayCreate
        ? { label: newLabel, onClick: state.add }
        : whenEmpty && rights.has(whenEmpty.needs)
          ? { label: whenEmpty.label, onClick: () => go(whenEmpty.path) }
          : undefined
  const sums = rows.newest && list.sums?.(rows.newest)
  return (
    <Page panel={panel}>
      <PageHead
        title={title}
        facts={
          list.facts
            ? rows.newest && list.facts(rows.newest)
            : rows.total !== undefined &&
              (!hasPanel || sums) && (
                <>
                  {plural(rows.total, noun.one, noun.many)}
                  {sums && <>, {sums}</>}
                </>
              )
        }
        actions={
          <>
            {heads.map(({ filter, Head, index }) => (
              <Head key={filter.keys.join()} {...propsAt(index)} />
            ))}
            {Actions && <Actions reply={rows.newest} />}
            <ColumnMenu columns={columns} />
            {rows.exported && (
              <ListExport
                name={list.words?.exportName ?? title}
                columns={columns.exported}
                source={rows.exported}
                isLocal={rows.table.isLocal === true}
              />
            )}
            {mayCreate && !state.isAdding && (
              <WriteButton leftSection={<IconPlus size={18} aria-hidden />} onClick={state.add}>
                {newLabel}
              </WriteButton>
            )}
          </>
        }
      />
      {(isSearched || fields.length > 0) && (
        <FilterChips
          start={filters.map(
            ({ search }) =>
              search && (
                <FilterField
                  key="search"
                  className={classes.find}
                  label={search.label}
                  value={state.search}
                  onChange={(cherche) => state.change({ cherche })}
                  delayMs={rows.table.isLocal ? 0 : typingMs}
                  onSubmit={openFirst}
                />
              ),
          )}
          chips={state.chips}
          onRemove={state.removeChip}
          {...(fields.length > 0
            ? {
                addMenu: (close: () => void) => (
                  <FilterMenu onClose={close}>
                    {fields.map(({ filter, Field, index }) => (
                      <Field key={filter.keys.join()} {...propsAt(index)} />
                    ))}
                  </FilterMenu>
                ),
              }
            : {})}
          {...(state.isFiltered && rows.total !== undefined ? { resultCount: rows.total } : {})}
        />
      )}
      <BatchBar list={list} columns={columns} rows={rows} />
      <ListRoom isStale={rows.isStale}>
        <DataTable
          label={list.words?.exportName ?? title}
          columns={columns.shown}
          rowKey={(row) => row.id}
          {...rows.table}
          {...listWords(list, state)}
          {...(sort ? { sort } : {})}
          onSort={state.setSort}
          {...(emptyAction ? { emptyAction } : {})}
          selectedKey={state.isAdding ? null : (state.openId ?? null)}
          {...(mayOpen ? { onOpen: openRow, hrefOf: (row: Row) => base + addressOf(row), follows: !open.page } : {})}
          {...(list.batch ? columns.ticks : {})}
          compact={hasPanel}
        />
      </ListRoom>
    </Page>
  )
}

function panelOf<Row extends { id: string }, Query, Reply>(
  { open, create }: ListDeclaration<Row, Query, Reply>,
  { openId, isAdding, search, close, made }: ReturnType<typeof useListState>,
  { mayCreate, mayOpen }: { mayCreate: boolean; mayOpen: boolean },
) {
  if (isAdding && create && mayCreate) return <create.panel text={search} onClose={close} onMade={made} />
  if (openId !== undefined && open?.panel && mayOpen) return <open.panel key={openId} id={openId} onClose={close} />
  return null
}

/** The choices of each filter, in their order. A declaration never changes: the hooks are always the same ones. */
function useFilterChoices<Query>(filters: readonly Filter<Query>[]): readonly Choice[][] {
  // oxlint-disable-next-line react/rules-of-hooks -- the filters of a declaration are constant
  return filters.map((filter) => [...(filter.useChoices?.() ?? [])])
}

function keysOf(of: {
  isSearched: boolean
  mayOpen: boolean
  mayCreate: boolean
  newLabel: string
  hasPanel: boolean
}): readonly KeyHint[] {
  return [
    { keys: ['↑ ↓'], label: 'Parcourir' },
    ...(of.mayOpen ? [{ keys: ['Entrée'], label: 'Ouvrir' }] : []),
    ...(of.isSearched ? [{ keys: ['F'], label: 'Filtrer' }] : []),
    { keys: ['X'], label: 'Exporter' },
    ...(of.mayCreate ? [{ keys: ['N'], label: of.newLabel }] : []),
    ...(of.hasPanel ? [{ keys: ['Échap'], label: 'Fermer le panneau' }] : []),
  ]
}
