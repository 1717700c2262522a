import type { DBSchema, IDBPTransaction } from 'idb'
import { connect } from '#shared/store/connection.ts'

/** Lists that every window keeps on disk (specification §4). A hint of the server names them alike. */
export const listNames = ['pharmacy-products', 'persons', 'organizations', 'companies', 'product-health-insurance'] as const
export type ListName = (typeof listNames)[number]
export type Row = { id: string }

/** Few: a sale of 50 products touches as many chunks, and every window reads them whole. */
const rowsPerChunk = 64
/** Chunks of one reading, and readings asked for ahead: none leaves the disk idle, and unpacking all of a long list in one go would hold up the sale that the counter opens meanwhile. */
const chunksPerReading = 16
const readingsAhead = 3

/** One consistent content of a list. A new epoch of the server loads into another generation while this one stays in use. */
type Generation = { id: number; cursor: string; epoch: string }
type LiveGeneration = Generation & {
  count: number
  /** When the server was last asked and had nothing newer; milliseconds of the clock. */
  syncedAt: number
  /** The writing that last touched each chunk; its length is fixed, because a row's place is hash(id) modulo it. */
  chunkRevs: number[]
}
type LoadingGeneration = Generation & { pages: number; loaded: number; total: number }

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
type Chunk = { rows: Row[] }
/** Changes as the server gives them: rows in, ids out, and where to go on. */
export type ListPage = { items: readonly Row[]; removed: readonly string[]; cursor: string; epoch: string; total: number; more: boolean }

interface ListSchema extends DBSchema {
  meta: { key: ListName; value: ListMeta }
  chunks: { key: [ListName, number, number]; value: Chunk }
  /** Pages of a first load as they came: appending is cheap, and a crash goes on after the last one. */
  pages: { key: [ListName, number, number]; value: Pick<ListPage, 'items' | 'removed'> }
}

/** Another window wrote the list since it was read: read again before writing. */
export class StaleList extends Error {
  override readonly name = 'StaleList'
}

export type ListStore = ReturnType<typeof openListStore>

/** The database `officine-cache-<pharmacyId>`. Everything in it can be asked of the server again; it holds no sale. */
export function openListStore(pharmacyId: string) {
  const connection = connect<ListSchema>(`officine-cache-${pharmacyId}`, 1, (database) => {
    database.createObjectStore('meta', { keyPath: 'list' })
    database.createObjectStore('chunks')
    database.createObjectStore('pages')
  })
  const stores = ['meta', 'chunks', 'pages'] as const

  /** One writing: what `change` returns is the new meta, in the same transaction as the rows. */
  const write = (list: ListName, readRev: number, change: (meta: ListMeta, tx: ListTx) => Promise<ListMeta>): Promise<ListMeta> =>
    connection.write(async (database) => {
      const tx = database.transaction(stores, 'readwrite')
      try {
        const meta = (await tx.objectStore('meta').get(list)) ?? emptyMeta(list)
        if (meta.rev !== readRev) throw new StaleList(list)
        const next = { ...(await change(meta, tx)), rev: meta.rev + 1 }
        await tx.objectStore('meta').put(next)
        await tx.done
        return next
      } catch (error) {
        await giveUp(tx)
        throw error
      }
    })

  return {
    readMeta(list: ListName): Promise<ListMeta> {
      return connection.run(async (database) => (await database.get('meta', list)) ?? emptyMeta(list))
    },

    /** Reads the chunks of the live generation that changed since the given revisions (none given: all), consistent with the meta returned. */
    readChunks(list: ListName, known: { generation: number; chunkRevs: readonly number[] } | null): Promise<{ meta: ListMeta; chunks: Map<number, Row[]> }> {
      return connection.run(async (database) => {
        const tx = database.transaction(['meta', 'chunks'], 'readonly')
        const meta = (await tx.objectStore('meta').get(list)) ?? emptyMeta(list)
        const live = meta.live
        const chunks = new Map<number, Row[]>()
        if (live) {
          const isSame = known?.generation === live.id
          const wanted = live.chunkRevs.flatMap((rev, index) => (isSame && known.chunkRevs[index] === rev ? [] : [index]))
          const readings = runsOf(wanted, chunksPerReading)
          const readOn = async () => {
            for (let reading = readings.shift(); reading !== undefined; reading = readings.shift()) {
              const [first, last] = [reading[0]!, reading.at(-1)!]
              const found = await tx.objectStore('chunks').getAll(IDBKeyRange.bound([list, live.id, first], [list, live.id, last]))
              // Every chunk of a generation is there, an empty one too.
              for (const [at, index] of reading.entries()) chunks.set(index, found[at]?.rows ?? [])
            }
          }
          await Promise.all(Array.from({ length: readingsAhead }, readOn))
        }
        await tx.done
        return { meta, chunks }
      })
    },

    /** Applies changes to the live generation: rows, removals and cursor in one transaction. A page that changes nothing only moves the time. */
    applyChanges(list: ListName, readRev: number, page: ListPage, now: number): Promise<ListMeta> {
      return write(list, readRev, async (meta, tx) => {
        if (!meta.live) throw new StaleList(list)
        return { ...healthy(meta), live: await mergeIntoLive(list, meta.live, page, meta.rev + 1, now, tx) }
      })
    },

    /** Keeps one page of a load; the last one builds the chunks and swaps the generation in, and the old one goes. */
    loadPage(list: ListName, readRev: number, page: ListPage, now: number): Promise<ListMeta> {
      return write(list, readRev, async (meta, tx) => {
        const loading = continued(meta, page)
        if (loading.pages === 0) await tx.objectStore('pages').delete(rangeOf(list))
        await tx.objectStore('pages').put({ items: page.items, removed: page.removed }, [list, loading.id, loading.pages])
        const next: LoadingGeneration = { ...loading, cursor: page.cursor, pages: loading.pages + 1, loaded: loading.loaded + page.items.length, total: page.total }
        if (page.more) return { ...healthy(meta), loading: next }
        return { ...healthy(meta), loading: null, live: await swapIn(list, next, meta.rev + 1, now, tx) }
      })
    },

    /** Remembers that a refresh failed, and why; nothing else changes. */
    markFailed(list: ListName, readRev: number, reason?: string): Promise<ListMeta> {
      return write(list, readRev, (meta) => Promise.resolve({ ...meta, hasError: true, ...(reason === undefined ? {} : { lastError: reason }) }))
    },

    /** Empties the cache (« Vider les listes »). Revisions go on: a window that slept meanwhile must not take the next list for the one it shows. */
    clear(): Promise<void> {
      return connection.run(async (database) => {
        const tx = database.transaction(stores, 'readwrite')
        const metas = await tx.objectStore('meta').getAll()
        const emptied = metas.map(({ list, rev }) => tx.objectStore('meta').put({ ...emptyMeta(list), rev: rev + 1 }))
        await Promise.all([tx.objectStore('chunks').clear(), tx.objectStore('pages').clear(), ...emptied, tx.done])
      })
    },

    close: connection.close,
  }
}

type ListTx = IDBPTransaction<ListSchema, ('meta' | 'chunks' | 'pages')[], 'readwrite'>

function emptyMeta(list: ListName): ListMeta {
  return { list, rev: 0, live: null, loading: null, hasError: false }
}

/** A refresh that went well. */
function healthy(meta: ListMeta): ListMeta {
  const { lastError: _, ...others } = meta
  return { ...others, hasError: false }
}

/** The load this page belongs to: the one under way, or a new one when the server was rebuilt in between. */
function continued(meta: ListMeta, page: ListPage): LoadingGeneration {
  if (meta.loading?.epoch === page.epoch) return meta.loading
  // The revision counts too: after the cache was emptied no generation has the id of one before.
  const id = Math.max(meta.live?.id ?? 0, meta.loading?.id ?? 0, meta.rev) + 1
  return { id, cursor: '', epoch: page.epoch, pages: 0, loaded: 0, total: page.total }
}

async function mergeIntoLive(list: ListName, live: LiveGeneration, page: ListPage, rev: number, now: number, tx: ListTx): Promise<LiveGeneration> {
  const chunkRevs = [...live.chunkRevs]
  let count = live.count
  const touched = groupByChunk(page, chunkRevs.length)
  await Promise.all(
    [...touched].map(async ([index, { items, removed }]) => {
      const key: [ListName, number, number] = [list, live.id, index]
      const rows = new Map(((await tx.objectStore('chunks').get(key))?.rows ?? []).map((row) => [row.id, row]))
      const before = rows.size
      for (const row of items) rows.set(row.id, row)
      for (const id of removed) rows.delete(id)
      count += rows.size - before
      chunkRevs[index] = rev
      await tx.objectStore('chunks').put({ rows: [...rows.values()] }, key)
    }),
  )
  return { ...live, chunkRevs, count, cursor: page.cursor, syncedAt: page.more ? live.syncedAt : now }
}

async function swapIn(list: ListName, loaded: LoadingGeneration, rev: number, now: number, tx: ListTx): Promise<LiveGeneration> {
  const pages = await tx.objectStore('pages').getAll(rangeOf(list, loaded.id))
  const rows = new Map<string, Row>()
  for (const page of pages) {
    for (const row of page.items) rows.set(row.id, row)
    for (const id of page.removed) rows.delete(id)
  }
  const chunkCount = Math.max(1, Math.ceil(rows.size / rowsPerChunk))
  const chunks = Array.from({ length: chunkCount }, (): Row[] => [])
  for (const row of rows.values()) chunks[chunkOf(row.id, chunkCount)]!.push(row)
  const store = tx.objectStore('chunks')
  await Promise.all([store.delete(rangeOf(list)), tx.objectStore('pages').delete(rangeOf(list)), ...chunks.map((content, index) => store.put({ rows: content }, [list, loaded.id, index]))])
  return { id: loaded.id, cursor: loaded.cursor, epoch: loaded.epoch, count: rows.size, syncedAt: now, chunkRevs: chunks.map(() => rev) }
}

function groupByChunk(page: ListPage, chunkCount: number): Map<number, { items: Row[]; removed: string[] }> {
  const groups = new Map<number, { items: Row[]; removed: string[] }>()
  const groupOf = (id: string) => {
    const index = chunkOf(id, chunkCount)
    const group = groups.get(index) ?? { items: [], removed: [] }
    groups.set(index, group)
    return group
  }
  for (const row of page.items) groupOf(row.id).items.push(row)
  for (const id of page.removed) groupOf(id).removed.push(id)
  return groups
}

/** FNV-1a: ids that share a time prefix must not share a chunk. */
export function chunkOf(id: string, chunkCount: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % chunkCount
}

/** Numbers that follow each other, at most so many in a run. */
function runsOf(numbers: readonly number[], longest: number): number[][] {
  const runs: number[][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && run.length < longest && run.at(-1) === number - 1) run.push(number)
    else runs.push([number])
  }
  return runs
}

function rangeOf(list: ListName, generation?: number): IDBKeyRange {
  return generation === undefined ? IDBKeyRange.bound([list], [list, []]) : IDBKeyRange.bound([list, generation], [list, generation, []])
}

async function giveUp(tx: ListTx): Promise<void> {
  try {
    tx.abort()
  } catch {
    // It is over already: the browser aborted it (a full disk), and `done` says why.
  }
  await tx.done.catch(() => undefined)
}
