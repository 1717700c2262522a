import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { focusRows } from '#backoffice/ui/focus-rows.ts'
import classes from '#backoffice/ui/list-head.module.css'
import { useFilters } from '#backoffice/ui/use-filters.ts'

const filterKeys = ['cherche'] as const

/**
 * The search of a table inside a page. `field` is for the head of the table, `query` is the part of the query for the
 * server, `matches` searches in memory, `emptyText` is the text of an empty result. The search text is in the address of
 * the page.
 */
export function useListSearch(label: string, { isInMemory = false } = {}) {
  const [filters, change] = useFilters(filterKeys)
  const search = filters.cherche?.slice(0, 100)
  return {
    field: (
      <FilterField
        className={classes.search}
        label={label}
        value={search ?? ''}
        onChange={(cherche) => change({ cherche })}
        isInMemory={isInMemory}
        onSubmit={focusRows}
      />
    ),
    query: search ? { search } : {},
    matches: (text: string) => wordsOf(search ?? '').every((word) => fold(text).includes(word)),
    emptyText: (usual: string) => (search ? `Aucun résultat pour «\u00a0${search}\u00a0»` : usual),
  }
}
