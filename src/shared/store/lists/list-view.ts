import { atom, type Atom, type PrimitiveAtom } from 'jotai'
import type { SearchIndex, SearchItem } from '#shared/domain/search/search-index.ts'
import type { ListName, Row } from '#shared/store/lists/list-meta.ts'

/**
 * `syncedAt` is the hour of the list (milliseconds of the clock; null: never loaded). While a load is under way `load` counts the rows that are
 * here and all of them, and `progress` is their share, 0…1; what was whole before stays in use until the new one is.
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

/** A new object whenever its content changes; null until built. */
export type ShownIndex = { index: SearchIndex } | null

/** Where a window shows one list: its rows by id (those that did not change keep their identity), their index and how the list stands. */
export type ListView<Shown extends Row> = {
  list: ListName
  rowsAtom: PrimitiveAtom<ReadonlyMap<string, Shown>>
  indexAtom: PrimitiveAtom<ShownIndex>
  stateAtom: PrimitiveAtom<ListState>
  /** How a row is searched; null: it is not to be found. */
  itemOf: (row: Shown) => SearchItem | null
  /** Rows made here that the list may not have yet: shown and found like its own. A row of the list stands before them. */
  unlistedAtom?: Atom<ReadonlyMap<string, Shown>>
}

/** The atoms of one list. Without `itemOf` nothing is searched in it. */
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
