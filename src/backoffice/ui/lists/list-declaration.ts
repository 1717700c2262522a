import type { ComponentType, ReactNode } from 'react'
import type { Access } from '#shared/contract/endpoint.ts'
import type { FilterChip } from '#shared/ui/filter-chips.tsx'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import type { ExportColumn } from '#shared/ui/table-export.ts'
import type { ListColumn } from '#backoffice/ui/lists/columns.tsx'
import type { AddressValues, Filter } from '#backoffice/ui/lists/filter.ts'
import type { Noun } from '#backoffice/ui/lists/french-noun.ts'
import type { ListSource } from '#backoffice/ui/lists/list-source.ts'

export type PanelProps = { id: string; onClose: () => void }
export type NewPanelProps = {
  /** The text of the search, which is likely the name of the new record. */
  text: string
  /** The parameters of the list’s address: a filter is often a value of the new record. */
  values: AddressValues
  onClose: () => void
  onMade: (id: string) => void
}

/** A dialog that acts on all ticked rows with one call. `onDone` unticks them. */
export type BatchDialogProps<Row> = { rows: readonly Row[]; onClose: () => void; onDone: () => void }

/** An action on the ticked rows: row by row, or a dialog for all of them. */
export type BatchAction<Row> = { label: string; needs: Access } & (
  | {
      /** Whether the action applies to this row; without it, to every row. */
      fits?: (row: Row) => boolean
      /** Runs for one row after the other; a refused row stays ticked. */
      run: (row: Row) => Promise<unknown>
      dialog?: undefined
    }
  | { dialog: ComponentType<BatchDialogProps<Row>>; fits?: undefined; run?: undefined }
)

/** Query and filters, for the components around the rows. */
export type AskedProps<Query> = {
  query: Partial<Query>
  values: AddressValues
  chips: readonly FilterChip[]
  today: string
}

/** A key of this list only, shown in the bar of keys. `inPanel`: while a row is open. */
export type ListKey = KeyHint & { needs?: Access; inPanel?: boolean }

/**
 * A list as data, drawn by `ListScreen`. Texts, keys, empty and error states, export and the choice of columns follow
 * from it. `Query` is the query of the call, `Reply` its answer.
 */
export type ListDeclaration<Row extends { id: string }, Query, Reply> = {
  /** Its address. The address of an open row is one level below. */
  home: string
  title: string
  noun: Noun
  source: ListSource<Row, Query, Reply>
  /** A hook, because columns mark the searched text and may read other lists. */
  useColumns: (drawn: { search: string }) => readonly ListColumn<Row>[]
  filters?: readonly Filter<Query>[]
  /** Beside the count: the sums of the filtered rows. */
  sums?: (reply: Reply) => ReactNode
  /** Replaces the count and the sums. */
  facts?: (reply: Reply, query: Partial<Query>) => ReactNode
  /** Between the filters and the rows: sums by type, a warning. */
  Above?: ComponentType<AskedProps<Query>>
  /** Instead of the rows: curves. The page scrolls as a whole. */
  Body?: ComponentType<AskedProps<Query>>
  /** In px: of rows whose texts take several lines. */
  rowHeight?: number
  /** Undefined: rows do not open. When `page` returns null, the row opens the panel, if there is one. */
  open?:
    | { panel: ComponentType<PanelProps>; needs?: Access; page?: undefined }
    | { page: (row: Row) => string | null; panel?: ComponentType<PanelProps>; needs?: undefined }
  /** `label`: of the button, when « Nouveau … » does not say it. */
  create?: { needs: Access; panel: ComponentType<NewPanelProps>; label?: string }
  /** The button of the empty list, when rows are not created one by one. */
  whenEmpty?: { label: string; needs: Access; path: string }
  /** The actions on ticked rows of this question. A hook, because an action sends calls. */
  useBatch?: (query: Partial<Query>) => readonly BatchAction<Row>[]
  /** Its own buttons, before the export. `reply`: the last answer. */
  Actions?: ComponentType<AskedProps<Query> & { reply: Reply | undefined }>
  /** A hook: the columns of the exported file, when they differ from the columns shown. */
  useFile?: (shown: readonly ListColumn<Row>[]) => readonly ExportColumn<Row>[]
  keys?: readonly ListKey[]
  /** The key under which columns and views are stored, when two lists share an address. */
  layoutKey?: string
  /** Texts that replace those made from the noun. `filtered`: no row matches the filters. */
  words?: {
    error?: string
    offline?: string
    empty?: string
    filtered?: string | ((query: Partial<Query>) => string)
    /** « Effacer les filtres » */
    clear?: string
    exportName?: string
  }
}

/** Infers the types of a declaration from its source. */
export function list<Row extends { id: string }, Query, Reply>(
  declaration: ListDeclaration<Row, Query, Reply>,
): ListDeclaration<Row, Query, Reply> {
  return declaration
}
