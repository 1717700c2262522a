import type { DBSchema } from 'idb'
import { syncedLists, type SyncedList } from '#shared/contract/freshness.ts'
import type { SavedIndex } from '#shared/domain/search/saved-index.ts'

/** Lists that every window keeps on disk (specification §4). */
export const listNames = syncedLists
export type ListName = SyncedList
export type Row = { id: string }

/** One consistent content of a list. A new epoch of the server loads into another generation while this one stays in use. */
type Generation = { id: number; cursor: string; epoch: string }
export type LiveGeneration = Generation & {
  /** Names this content among all that ever were: where the browser threw the database away, ids begin again. Missing in what versions 1 and 2 wrote and nothing has changed since. */
  key?: string
  /** Rows that the server counted when it last had nothing newer. */
  count: number
  /** When the server was last asked and had nothing newer; milliseconds of the clock. */
  syncedAt: number
  /** The writing that brought the newest change of each chunk; its length is fixed, because a row's place is hash(id) modulo it. */
  chunkRevs: number[]
  /** Changes that are in no chunk yet, oldest first; missing in what version 1 wrote. */
  patches?: PatchNote[]
}
export type PatchNote = { rev: number; rows: number }
export type LoadingGeneration = Generation & { pages: number; loaded: number; total: number }

export type ListMeta = {
  list: ListName
  /** Grows with every writing; who writes says which one it read, so that a window that slept cannot overwrite a newer list. */
  rev: number
  live: LiveGeneration | null
  loading: LoadingGeneration | null
  /** The last refresh failed (specification §4); what is live stays usable. */
  hasError: boolean
  /** Why, for the diagnosis; missing where the last one went well. */
  lastError?: string
}
/** Names what is live among all that ever were (null: nothing): of a database that was thrown away another list begins under the same id and the same writings. */
export function generationOf(live: LiveGeneration | null): string | null {
  return live && (live.key ?? String(live.id))
}

/** Changes as the server gives them: rows in, ids out, where to go on, and how many rows the list has. */
export type ListPage = {
  items: readonly Row[]
  removed: readonly string[]
  cursor: string
  epoch: string
  total: number
  more: boolean
}
export type RowChanges = Pick<ListPage, 'items' | 'removed'>
/** Changes that were written after the writing `since`, and how the list stands then. */
export type ListWriting = RowChanges & { since: number; meta: ListMeta }

/** Rows as text, or as objects: versions 1 and 2 wrote those. */
export type StoredChunk = { json: string } | { rows: readonly Row[] }
/** The index of a generation (its key) as it was after a writing, made by one build: another one may read words otherwise. */
export type KeptIndex = { build: string; generation: string; rev: number; saved: SavedIndex }

export interface ListSchema extends DBSchema {
  meta: { key: ListName; value: ListMeta }
  chunks: { key: [ListName, number, number]; value: StoredChunk }
  /** By generation and writing: what changed since, a row or fifty at a time. */
  patches: { key: [ListName, number, number]; value: RowChanges }
  /** Pages of a first load as they came: appending is cheap, and a crash goes on after the last one. */
  pages: { key: [ListName, number, number]; value: RowChanges }
  indexes: { key: ListName; value: KeptIndex }
}

export function emptyMeta(list: ListName): ListMeta {
  return { list, rev: 0, live: null, loading: null, hasError: false }
}
