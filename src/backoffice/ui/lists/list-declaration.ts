import type { ComponentType, ReactNode } from 'react'
import type { Permission } from '#shared/domain/permissions.ts'
import type { ListColumn } from '#backoffice/ui/lists/columns.tsx'
import type { Filter } from '#backoffice/ui/lists/filter.ts'
import type { Noun } from '#backoffice/ui/lists/french-noun.ts'
import type { ListSource } from '#backoffice/ui/lists/list-source.ts'

export type PanelProps = { id: string; onClose: () => void }
export type NewPanelProps = {
  /** What was searched for: most likely the name of what is missing. */
  text: string
  onClose: () => void
  onMade: (id: string) => void
}

/** A gesture on the ticked rows. */
export type BatchAction<Row> = {
  label: string
  needs: Permission
  /** Done row by row; a row that is refused stays ticked. */
  run: (row: Row) => Promise<unknown>
}

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
  facts?: (reply: Reply) => ReactNode
  /** Undefined: rows are only read. A row without a page of its own opens the panel. */
  open?:
    | { panel: ComponentType<PanelProps>; needs?: Permission; page?: undefined }
    | { page: (row: Row) => string; panel?: undefined; needs?: undefined }
    | { page: (row: Row) => string | null; panel: ComponentType<PanelProps>; needs?: undefined }
  create?: { needs: Permission; panel: ComponentType<NewPanelProps> }
  batch?: readonly BatchAction<Row>[]
  /** What the empty list offers, where rows are not made one by one. */
  whenEmpty?: { label: string; needs: Permission; path: string }
  /** Buttons of its own, before the export. `reply`: what the list said last. */
  Actions?: ComponentType<{ reply: Reply | undefined }>
  /** Sentences that say more than the ones made from the noun. */
  words?: { error?: string; offline?: string; empty?: string; exportName?: string }
}

/** Names the types of a declaration from its source. */
export function list<Row extends { id: string }, Query, Reply>(
  declaration: ListDeclaration<Row, Query, Reply>,
): ListDeclaration<Row, Query, Reply> {
  return declaration
}
