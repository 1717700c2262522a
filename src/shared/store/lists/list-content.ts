import type { IDBPObjectStore, IDBPTransaction } from 'idb'
import { chunkOf, ListChunk, storedChunk } from '#shared/store/lists/list-chunk.ts'
import {
  generationOf,
  type ListName,
  type ListPage,
  type ListSchema,
  type LiveGeneration,
  type LoadingGeneration,
  type PatchNote,
  type Row,
  type RowChanges,
  type StoredChunk,
} from '#shared/store/lists/list-meta.ts'

/**
 * Rows are stored in chunks. Changes are first written as patches beside the chunks, so that a change of 50 rows writes
 * 50 rows and each window reads 50.
 */
const rowsPerChunk = 128
/** Beyond these limits the patches are merged into the chunks, because a starting window reads all patches. */
const mostPatches = 100
const mostPatchedRows = 1_000
/**
 * Chunks per read request, and requests under way at once. Several requests keep the disk busy; one request for a long
 * list would block the sale that the counter opens meanwhile.
 */
const chunksPerReading = 16
const readingsAhead = 3

type StoreName = 'meta' | 'chunks' | 'patches' | 'pages'
export type ListTx = IDBPTransaction<ListSchema, StoreName[], 'readwrite'>
type ReadTx = {
  objectStore<Name extends 'chunks' | 'patches'>(
    name: Name,
  ): Pick<IDBPObjectStore<ListSchema, StoreName[], Name>, 'getAll'>
}

/** The state of a list that a window shows: its generation, and the last write it contains. */
export type KnownContent = { generation: string; rev: number }
/** Whole chunks that contain something newer, and rows by id to apply after them; null for a removed row. */
export type ContentChanges = { chunks: Map<number, ListChunk>; patched: Map<string, Row | null> }

/** Reads the changes since a write; everything when `known` is null. */
export async function readChanges(
  list: ListName,
  live: LiveGeneration,
  known: KnownContent | null,
  tx: ReadTx,
): Promise<ContentChanges> {
  const since = known?.generation === generationOf(live) ? known.rev : -1
  const chunks = new Map<number, ListChunk>()
  const readings = runsOf(
    live.chunkRevs.flatMap((rev, index) => (rev > since ? [index] : [])),
    chunksPerReading,
  )
  const readOn = async () => {
    for (let reading = readings.shift(); reading !== undefined; reading = readings.shift()) {
      const [first, last] = [reading[0]!, reading.at(-1)!]
      const found = await tx
        .objectStore('chunks')
        .getAll(IDBKeyRange.bound([list, live.id, first], [list, live.id, last]))
      // A generation stores every chunk, even an empty one, so the positions match.
      for (const [at, index] of reading.entries()) chunks.set(index, new ListChunk(found[at]))
    }
  }
  const isPatched = (live.patches ?? []).some(({ rev }) => rev > since)
  const [patches] = await Promise.all([
    isPatched ? tx.objectStore('patches').getAll(patchesAfter(list, live, since)) : [],
    ...Array.from({ length: readingsAhead }, readOn),
  ])
  return { chunks, patched: rowsAfter(patches) }
}

/** Writes a page of changes as a patch, or merges all patches into the chunks when there are many. */
export async function writeChanges(
  list: ListName,
  live: LiveGeneration,
  page: ListPage,
  rev: number,
  now: number,
  tx: ListTx,
): Promise<LiveGeneration> {
  const next = {
    ...live,
    key: live.key ?? crypto.randomUUID(),
    cursor: page.cursor,
    ...(page.more ? {} : { syncedAt: now, count: page.total }),
  }
  const { items, removed } = page
  if (items.length + removed.length === 0) return next
  const patches = [...(live.patches ?? []), { rev, rows: items.length + removed.length }]
  if (patches.length > mostPatches || rowsIn(patches) > mostPatchedRows)
    return { ...next, chunkRevs: await fold(list, live, { items, removed }, rev, tx), patches: [] }
  await tx.objectStore('patches').put({ items, removed }, [list, live.id, rev])
  return { ...next, patches }
}

export type LoadedChunks = { count: number; stored: StoredChunk[] }

/** Chunks written at once: between them the window does other work. */
const chunksPerWriting = 16

/** The chunks of a complete load, chunk by chunk, for `finishInSlices`. */
export function* chunksOf(loaded: ReadonlyMap<string, Row | null>): Generator<void, LoadedChunks> {
  const rows = [...loaded.values()].filter((row) => row !== null)
  const chunkCount = Math.max(1, Math.ceil(rows.length / rowsPerChunk))
  const chunks = Array.from({ length: chunkCount }, (): Row[] => [])
  for (const [at, row] of rows.entries()) {
    chunks[chunkOf(row.id, chunkCount)]!.push(row)
    if (at % rowsPerChunk === 0) yield
  }
  const stored: StoredChunk[] = []
  for (const content of chunks) {
    stored.push(storedChunk(content))
    yield
  }
  return { count: rows.length, stored }
}

/** Replaces the previous content of the list by the chunks of a complete load. */
export async function swapIn(
  list: ListName,
  loaded: LoadingGeneration,
  { count, stored }: LoadedChunks,
  rev: number,
  now: number,
  tx: ListTx,
): Promise<LiveGeneration> {
  const store = tx.objectStore('chunks')
  await Promise.all(
    [store, tx.objectStore('patches'), tx.objectStore('pages')].map((each) => each.delete(rangeOf(list))),
  )
  for (let from = 0; from < stored.length; from += chunksPerWriting)
    await Promise.all(
      stored.slice(from, from + chunksPerWriting).map((chunk, at) => store.put(chunk, [list, loaded.id, from + at])),
    )
  return {
    id: loaded.id,
    key: crypto.randomUUID(),
    cursor: loaded.cursor,
    epoch: loaded.epoch,
    count,
    syncedAt: now,
    chunkRevs: stored.map(() => rev),
    patches: [],
  }
}

/**
 * Merges the patches and the last changes into the chunks. A chunk gets the number of the write that brought its newest
 * change, not of this write, so that a window which read the patches need not read the chunk.
 */
async function fold(
  list: ListName,
  live: LiveGeneration,
  last: RowChanges,
  rev: number,
  tx: ListTx,
): Promise<number[]> {
  const patches = await tx.objectStore('patches').getAll(rangeOf(list, live.id))
  const revs = [...(live.patches ?? []).map((patch) => patch.rev), rev]
  const changes = [...patches, last]
  const chunkRevs = [...live.chunkRevs]
  for (const [at, { items, removed }] of changes.entries()) {
    for (const id of [...items.map((row) => row.id), ...removed]) chunkRevs[chunkOf(id, chunkRevs.length)] = revs[at]!
  }
  const touched = new Map<number, Map<string, Row | null>>()
  for (const [id, row] of rowsAfter(changes)) {
    const index = chunkOf(id, chunkRevs.length)
    touched.set(index, (touched.get(index) ?? new Map<string, Row | null>()).set(id, row))
  }
  const store = tx.objectStore('chunks')
  const merge = async (index: number, changed: ReadonlyMap<string, Row | null>) => {
    const key: [ListName, number, number] = [list, live.id, index]
    const kept = new ListChunk(await store.get(key)).rows.filter(({ id }) => !changed.has(id))
    await store.put(storedChunk([...kept, ...[...changed.values()].filter((row) => row !== null)]), key)
  }
  await Promise.all([
    tx.objectStore('patches').delete(rangeOf(list)),
    ...[...touched].map(([index, changed]) => merge(index, changed)),
  ])
  return chunkRevs
}

/** Applies changes in order; null for a removed row. Within one page, removals apply last. */
export function rowsAfter(changes: readonly RowChanges[]): Map<string, Row | null> {
  const rows = new Map<string, Row | null>()
  for (const each of changes) addRows(rows, each)
  return rows
}

/** Applies the next changes to `rows`. */
export function addRows(rows: Map<string, Row | null>, { items, removed }: RowChanges): void {
  for (const row of items) rows.set(row.id, row)
  for (const id of removed) rows.set(id, null)
}

/** Splits numbers into runs of consecutive ones, each at most `longest` long. */
function runsOf(numbers: readonly number[], longest: number): number[][] {
  const runs: number[][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && run.length < longest && run.at(-1) === number - 1) run.push(number)
    else runs.push([number])
  }
  return runs
}

function rowsIn(patches: readonly PatchNote[]): number {
  return patches.reduce((sum, { rows }) => sum + rows, 0)
}

function patchesAfter(list: ListName, live: LiveGeneration, rev: number): IDBKeyRange {
  return IDBKeyRange.bound([list, live.id, rev], [list, live.id, []], true)
}

/** Key range of a list, or of one of its generations. */
export function rangeOf(list: ListName, generation?: number): IDBKeyRange {
  return generation === undefined
    ? IDBKeyRange.bound([list], [list, []])
    : IDBKeyRange.bound([list, generation], [list, generation, []])
}
