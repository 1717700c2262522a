import { IconPlus } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { useLocation, useRouter } from 'wouter'
import type { Permission } from '#shared/domain/permissions.ts'
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
import type { AddressValues, Choice, Filter } from '#backoffice/ui/lists/filter.ts'
import { newOne } from '#backoffice/ui/lists/french-noun.ts'
import type { ListDeclaration } from '#backoffice/ui/lists/list-declaration.ts'
import type { ListedRows } from '#backoffice/ui/lists/list-source.ts'
import { listWords } from '#backoffice/ui/lists/list-words.ts'
import classes from '#backoffice/ui/lists/lists.module.css'
import { useColumnState } from '#backoffice/ui/lists/use-column-state.ts'
import { chipsOf, useListState } from '#backoffice/ui/lists/use-list-state.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
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
  lead,
}: {
  list: ListDeclaration<Row, Query, Reply>
  /** The first control of its head. */
  lead?: ReactNode
}) {
  const rights = useAtomValue(rightsAtom)
  if (list.needs && !rights.has(list.needs.permission))
    return <ClosedPage title={list.title}>{list.needs.words}</ClosedPage>
  return <OpenList list={list} lead={lead} />
}

function OpenList<Row extends { id: string }, Query, Reply>({
  list,
  lead,
}: {
  list: ListDeclaration<Row, Query, Reply>
  lead: ReactNode
}) {
  const { home, title, noun, open, create, Actions, Above, Body } = list
  const filters = list.filters ?? noFilters
  const [, go] = useLocation()
  const { base } = useRouter()
  const rights = useAtomValue(rightsAtom)
  const state = useListState(home, filters)
  const mayCreate = create !== undefined && rights.has(create.needs)
  const mayOpen = open !== undefined && (open.needs === undefined || rights.has(open.needs))
  const allColumns = list.useColumns({ search: state.search })
  const columns = useColumnState(list.layoutKey ?? home, allColumns)
  const file = list.useFile?.(columns.exported) ?? columns.exported
  const rows = list.source.useRows({ query: state.query, sort: state.sort, columns: allColumns })
  const sort = rows.sort ?? state.sort
  const choices = useFilterChoices(filters, state.values)
  const asked = {
    query: state.query,
    values: state.values,
    chips: chipsOf(filters, choices, state),
    today: state.today,
  }
  const panel = panelOf(list, state, { mayCreate, mayOpen })
  const hasPanel = panel !== null
  const batch = (list.useBatch?.() ?? noFilters).filter(({ needs }) => rights.has(needs))
  const isSearched = filters.some(({ search }) => search)
  const newLabel = newOne(noun)
  usePageKeys(
    useMemo(
      () => keysOf({ list, rights, isSearched, mayOpen, mayCreate, newLabel, hasPanel }),
      [list, rights, isSearched, mayOpen, mayCreate, newLabel, hasPanel],
    ),
    rows.table.listedAt ? `À jour à ${formatHour(rows.table.listedAt)}` : null,
  )
  useRememberedList()
  useTabTitle(hasPanel ? null : title)
  useWriteShortcuts({ n: state.add }, mayCreate && !state.isAdding)

  const pageOf = (row: Row) => open?.page?.(row) ?? null
  const addressOf = (row: Row) => pageOf(row) ?? (open?.panel ? state.addressOf(row.id) : null)
  const openRow = (row: Row) => {
    const page = pageOf(row)
    if (page !== null) go(page)
    else if (open?.panel) state.open(row.id)
  }
  const hrefOf = (row: Row) => {
    const address = addressOf(row)
    return address === null ? undefined : base + address
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
  const emptyAction = useEmptyAction(list, state, mayCreate)
  return (
    <Page panel={panel} scrolls={Body !== undefined}>
      <PageHead
        title={title}
        facts={<ListFacts list={list} rows={rows} query={state.query} hasPanel={hasPanel} />}
        actions={
          <>
            {lead}
            {heads.map(({ filter, Head, index }) => (
              <Head key={filter.keys.join()} {...propsAt(index)} />
            ))}
            {Actions && <Actions {...asked} reply={rows.newest} />}
            {!Body && !hasPanel && <ColumnMenu columns={columns} />}
            {rows.exported && (
              <ListExport
                name={list.words?.exportName ?? title}
                columns={file}
                source={rows.exported}
                {...(rows.readCsv ? { readCsv: rows.readCsv } : {})}
                isLocal={rows.table.isLocal === true || rows.isWhole === true}
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
          chips={asked.chips}
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
      {Above && <Above {...asked} />}
      {Body ? (
        <Body {...asked} />
      ) : (
        <>
          <BatchBar
            noun={noun}
            actions={batch}
            ticked={columns.ticked}
            onDone={(row) => columns.tick(row, false)}
            onUntickAll={columns.untick}
          />
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
              {...(mayOpen ? { onOpen: openRow, hrefOf, follows: !open.page } : {})}
              {...(batch.length > 0 ? ticksOf(columns, rows) : {})}
              compact={hasPanel}
            />
          </ListRoom>
        </>
      )}
    </Page>
  )
}

/** What a list without rows offers: its filters off, or a first row. */
function useEmptyAction<Row extends { id: string }, Query, Reply>(
  { words, whenEmpty, noun }: ListDeclaration<Row, Query, Reply>,
  state: Pick<ReturnType<typeof useListState>, 'isFiltered' | 'clear' | 'add'>,
  mayCreate: boolean,
): { label: string; onClick: () => void } | undefined {
  const rights = useAtomValue(rightsAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const [, go] = useLocation()
  if (state.isFiltered) return { label: words?.clear ?? 'Effacer les filtres', onClick: state.clear }
  if (isOffline) return undefined
  if (mayCreate) return { label: newOne(noun), onClick: state.add }
  if (whenEmpty && rights.has(whenEmpty.needs)) return { label: whenEmpty.label, onClick: () => go(whenEmpty.path) }
  return undefined
}

function ticksOf<Row extends { id: string }>(
  columns: ReturnType<typeof useColumnState<Row>>,
  { table }: ListedRows<Row, unknown>,
) {
  return {
    ticked: new Set(columns.ticked.keys()),
    onTick: columns.tick,
    // Rows that were not read yet cannot be ticked: what a gesture is done to has been on this screen.
    onTickAll: (isTicked: boolean) => {
      if (!isTicked) return columns.untick()
      for (let index = 0; index < table.rowCount; index++) {
        const row = table.rowAt(index)
        if (row) columns.tick(row, true)
      }
    },
  }
}

/** Beside the title: how many rows the filters keep, and their sums. */
function ListFacts<Row extends { id: string }, Query, Reply>({
  list: { noun, sums, facts },
  rows,
  query,
  hasPanel,
}: {
  list: ListDeclaration<Row, Query, Reply>
  rows: ListedRows<Row, Reply>
  query: Partial<Query>
  hasPanel: boolean
}) {
  if (facts) return rows.newest && facts(rows.newest, query)
  const said = rows.newest && sums?.(rows.newest)
  // Beside a panel there is room for sums only.
  if (rows.total === undefined || (hasPanel && !said)) return null
  return (
    <>
      {plural(rows.total, noun.one, noun.many)}
      {said && <>, {said}</>}
    </>
  )
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

/** The choices of each filter, in their order. A declaration never changes: the hooks are always the same ones. */
function useFilterChoices<Query>(filters: readonly Filter<Query>[], values: AddressValues): readonly Choice[][] {
  // oxlint-disable-next-line react/rules-of-hooks -- the filters of a declaration are constant
  return filters.map((filter) => [...(filter.useChoices?.(values) ?? [])])
}

function keysOf<Row extends { id: string }, Query, Reply>(of: {
  list: ListDeclaration<Row, Query, Reply>
  rights: ReadonlySet<Permission>
  isSearched: boolean
  mayOpen: boolean
  mayCreate: boolean
  newLabel: string
  hasPanel: boolean
}): readonly KeyHint[] {
  const exporting = { keys: ['X'], label: 'Exporter' }
  if (of.list.Body) return [exporting]
  const own = (of.list.keys ?? []).filter(
    ({ needs, inPanel = false }) => (!needs || of.rights.has(needs)) && (!inPanel || of.hasPanel),
  )
  return [
    { keys: ['↑ ↓'], label: 'Parcourir' },
    ...(of.mayOpen ? [{ keys: ['Entrée'], label: 'Ouvrir' }] : []),
    ...(of.isSearched ? [{ keys: ['F'], label: 'Filtrer' }] : []),
    exporting,
    ...(of.mayCreate ? [{ keys: ['N'], label: of.newLabel }] : []),
    ...own.map(({ keys, label }) => ({ keys, label })),
    ...(of.hasPanel ? [{ keys: ['Échap'], label: 'Fermer le panneau' }] : []),
  ]
}
