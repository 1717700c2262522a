import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { FilterMenu } from '#backoffice/ui/filter-menu.tsx'
import classes from '#backoffice/ui/lists/lists.module.css'
import type { OpenedList } from '#backoffice/ui/lists/use-open-list.tsx'

/** Below the head: the search field, the chips of the filters in force, « Filtre », the number of results. */
export function ListFilterBar<Row extends { id: string }, Query, Reply>({
  opened: { filters, state, rows, asked, isSearched, hasPanel, mayOpen, openRow, filterProps },
}: {
  opened: OpenedList<Row, Query, Reply>
}) {
  const fields = filters.flatMap(({ keys, Field }, index) => (Field ? [{ key: keys.join(), Field, index }] : []))
  if (!isSearched && fields.length === 0) return null
  const openFirst = () => {
    const first = rows.isStale ? undefined : rows.table.rowAt(0)
    if (first && mayOpen) openRow(first)
  }
  const addMenu = (close: () => void) => (
    <FilterMenu onClose={close}>
      {fields.map(({ key, Field, index }) => (
        <Field key={key} {...filterProps(index)} />
      ))}
    </FilterMenu>
  )
  return (
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
              isInMemory={rows.table.isLocal}
              onSubmit={openFirst}
              onEscape={hasPanel ? state.leavePanel : undefined}
            />
          ),
      )}
      chips={asked.chips}
      onRemove={state.removeChip}
      {...(fields.length > 0 ? { addMenu } : {})}
      {...(state.isFiltered && rows.total !== undefined ? { resultCount: rows.total } : {})}
    />
  )
}
