import type { DBSchema } from 'idb'
import { syncedLists, type SyncedList } from '#shared/contract/freshness.ts'
import type { SavedIndex } from '#shared/domain/search/saved-index.ts'

/** Lists that every window keeps on disk (specification §4). */
export const listNames = syncedLists
export type ListName = SyncedList
export type Row = { id: string }

/**
 * One consistent content of a list. When the server starts a new epoch, it is loaded as another generation while this
 * one stays in use.
 */
type Generation = { id: number; cursor: string; epoch: string }
export type LiveGeneration = Generation & {
  /**
   * Unique name of this content. `id` is not unique, because ids restart when the browser deletes the database. Missing
   * in content written by versions 1 and 2.
   */
  key?: string
  /** Number of rows on the server, when this terminal was last up to date. */
  count: number
  /** When the server last had nothing newer; terminal clock, in ms. */
  syncedAt: number
  /**
   * For each chunk, the number of the write that brought its newest change. The number of chunks is fixed: a row is in
   * chunk hash(id) modulo it.
   */
  chunkRevs: number[]
  /** Patches not yet merged into chunks, oldest first; missing in content written by version 1. */
  patches?: PatchNote[]
}
export type PatchNote = { rev: number; rows: number }
export type LoadingGeneration = Generation & { pages: number; loaded: number; total: number }

export type ListMeta = {
  list: ListName
  /**
   * Increases with each write. A writer names the rev that it read, so that a suspended window cannot overwrite newer
   * content.
   */
  rev: number
  live: LiveGeneration | null
  loading: LoadingGeneration | null
  /** The last refresh failed (specification §4); the live generation stays usable. */
  hasError: boolean
  /** Reason for the diagnosis page; missing after a successful refresh. */
  lastError?: string
}
/**
 * Unique name of the live content; null when there is none. In a recreated database another list may have the same id
 * and rev.
 */
export function generationOf(live: LiveGeneration | null): string | null {
  return live && (live.key ?? String(live.id))
}

/** A page of changes from the server: changed rows, removed ids, the next cursor, and the total number of rows. */
export type ListPage = {
  items: readonly Row[]
  removed: readonly string[]
  cursor: string
  epoch: string
  total: number
  more: boolean
}
export type RowChanges = Pick<ListPage, 'items' | 'removed'>
/** Changes written after rev `since`, and the meta after the write. */
export type ListWriting = RowChanges & { since: number; meta: ListMeta }

/** Rows as JSON text, or as objects in content written by versions 1 and 2. */
export type StoredChunk = { json: string } | { rows: readonly Row[] }
/**
 * The stored index of a generation (its key) after a write. `build`: only the same build of the application may use it,
 * because another one may split words differently.
 */
export type KeptIndex = { build: string; generation: string; rev: number; saved: SavedIndex }

export interface ListSchema extends DBSchema {
  meta: { key: ListName; value: ListMeta }
  chunks: { key: [ListName, number, number]; value: StoredChunk }
  /** Changes by generation and rev, from one row to a page each. */
  patches: { key: [ListName, number, number]; value: RowChanges }
  /** Pages of a first load. Appending is cheap, and a load continues after the last page when it was interrupted. */
  pages: { key: [ListName, number, number]; value: RowChanges }
  indexes: { key: ListName; value: KeptIndex }
}

export function emptyMeta(list: ListName): ListMeta {
  return { list, rev: 0, live: null, loading: null, hasError: false }
}
