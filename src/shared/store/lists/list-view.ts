import { atom, type Atom, type PrimitiveAtom } from 'jotai'
import type { SearchIndex, SearchItem } from '#shared/domain/search/search-index.ts'
import type { ListName, Row } from '#shared/store/lists/list-meta.ts'

/**
 * State of a list. `syncedAt`: terminal clock, in ms; null: never loaded. During a load, `load` counts loaded and total
 * rows, `progress` is their ratio (0…1), and the previous content stays in use.
 */
export type ListState = {
  syncedAt: number | null
  hasError: boolean
  isLoading: boolean
  progress: number | null
  load: { loaded: number; total: number } | null
  count: number
}
export const neverLoaded: ListState = {
  syncedAt: null,
  hasError: false,
  isLoading: true,
  progress: null,
  load: null,
  count: 0,
}

/** A new object after each change of the index; null until built. */
export type ShownIndex = { index: SearchIndex } | null

/** The atoms that show one list: rows by id (unchanged rows keep their identity), search index and state. */
export type ListView<Shown extends Row> = {
  list: ListName
  rowsAtom: PrimitiveAtom<ReadonlyMap<string, Shown>>
  indexAtom: PrimitiveAtom<ShownIndex>
  stateAtom: PrimitiveAtom<ListState>
  /** The searchable item of a row; null: search never finds the row. */
  itemOf: (row: Shown) => SearchItem | null
  /**
   * Rows made here that the list may not have yet; shown and found like its own. A row of the list with the same id
   * wins.
   */
  unlistedAtom?: Atom<ReadonlyMap<string, Shown>>
}

/** The atoms of one list. Without `itemOf` the index is empty. */
export function listView<Shown extends Row>(
  list: ListName,
  itemOf: ListView<Shown>['itemOf'] = () => null,
): ListView<Shown> {
  return {
    list,
    itemOf,
    rowsAtom: atom<ReadonlyMap<string, Shown>>(new Map<string, Shown>()),
    indexAtom: atom<ShownIndex>(null),
    stateAtom: atom<ListState>(neverLoaded),
  }
}
