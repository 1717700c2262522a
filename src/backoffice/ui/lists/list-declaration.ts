import type { ComponentType, ReactNode } from 'react'
import type { Permission } from '#shared/domain/permissions.ts'
import type { FilterChip } from '#shared/ui/filter-chips.tsx'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import type { ExportColumn } from '#shared/ui/table-export.ts'
import type { ListColumn } from '#backoffice/ui/lists/columns.tsx'
import type { AddressValues, Filter } from '#backoffice/ui/lists/filter.ts'
import type { Noun } from '#backoffice/ui/lists/french-noun.ts'
import type { ListSource } from '#backoffice/ui/lists/list-source.ts'

export type PanelProps = { id: string; onClose: () => void }
export type NewPanelProps = {
  /** What was searched for: most likely the name of what is missing. */
  text: string
  /** What the address of the list says: a filter is often a value of what is missing. */
  values: AddressValues
  onClose: () => void
  onMade: (id: string) => void
}

/** A gesture on the ticked rows. */
export type BatchAction<Row> = {
  label: string
  needs: Permission
  /** Is there anything to do with this row? Without it: with every row. */
  fits?: (row: Row) => boolean
  /** Done row by row; a row that is refused stays ticked. */
  run: (row: Row) => Promise<unknown>
}

/** What the filters ask, for what is drawn beside the rows. */
export type AskedProps<Query> = {
  query: Partial<Query>
  values: AddressValues
  chips: readonly FilterChip[]
  today: string
}

/** A key of this list alone, told in the bar of keys. `inPanel`: while a row is open. */
export type ListKey = KeyHint & { needs?: Permission; inPanel?: boolean }

/**
 * A list as data: `ListScreen` draws it. What it does not say here (words, keys, empty and error faces, export, columns that one may hide) follows from it.
 * `Query` is the question of the call, `Reply` what the server says beside the rows.
 */
export type ListDeclaration<Row extends { id: string }, Query, Reply> = {
  /** Its address; a row that has a panel opens below it. */
  home: string
  title: string
  noun: Noun
  /** Who may read it; everybody else is told which right it takes. */
  needs?: { permission: Permission; words: string }
  source: ListSource<Row, Query, Reply>
  /** What is drawn may depend on what is searched (marks), and on other lists: it is a hook. */
  useColumns: (drawn: { search: string }) => readonly ListColumn<Row>[]
  filters?: readonly Filter<Query>[]
  /** Beside the count: the sums of what the filters keep. */
  sums?: (reply: Reply) => ReactNode
  /** In place of the count and its sums, whatever the filters keep. */
  facts?: (reply: Reply, query: Partial<Query>) => ReactNode
  /** Between the filters and the rows: sums by type, a warning. */
  Above?: ComponentType<AskedProps<Query>>
  /** Instead of the rows: curves. The page scrolls as a whole. */
  Body?: ComponentType<AskedProps<Query>>
  /** Undefined: rows are only read. `page` null: the row opens the panel, or leads nowhere where there is none. */
  open?:
    | { panel: ComponentType<PanelProps>; needs?: Permission; page?: undefined }
    | { page: (row: Row) => string | null; panel?: ComponentType<PanelProps>; needs?: undefined }
  create?: { needs: Permission; panel: ComponentType<NewPanelProps> }
  /** What the empty list offers, where rows are not made one by one. */
  whenEmpty?: { label: string; needs: Permission; path: string }
  /** What can be done with ticked rows: a hook, as a gesture sends calls. */
  useBatch?: () => readonly BatchAction<Row>[]
  /** Buttons of its own, before the export. `reply`: what the list said last. */
  Actions?: ComponentType<AskedProps<Query> & { reply: Reply | undefined }>
  /** Columns of its file, where they are not those shown. It is a hook. */
  useFile?: (shown: readonly ListColumn<Row>[]) => readonly ExportColumn<Row>[]
  keys?: readonly ListKey[]
  /** Under what its columns and views are kept, where two lists share an address. */
  layoutKey?: string
  /** Sentences that say more than the ones made from the noun. `filtered`: empty because of the filters. */
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

/** Names the types of a declaration from its source. */
export function list<Row extends { id: string }, Query, Reply>(
  declaration: ListDeclaration<Row, Query, Reply>,
): ListDeclaration<Row, Query, Reply> {
  return declaration
}
