import { connect } from '#shared/store/disk/connection.ts'
import type { ListChunk } from '#shared/store/lists/list-chunk.ts'
import {
  addRows,
  chunksOf,
  rangeOf,
  readChanges,
  swapIn,
  writeChanges,
  type ContentChanges,
  type KnownContent,
  type ListTx,
  type LoadedChunks,
} from '#shared/store/lists/list-content.ts'
import {
  emptyMeta,
  type KeptIndex,
  type ListMeta,
  type ListName,
  type ListPage,
  type ListSchema,
  type LoadingGeneration,
  type Row,
} from '#shared/store/lists/list-meta.ts'
import { finishInSlices } from '#shared/store/tools/in-slices.ts'

/** Another window wrote the list since it was read: read again before writing. */
export class StaleList extends Error {
  override readonly name = 'StaleList'
}

export type ListStore = ReturnType<typeof openListStore>

/** The database `officine-cache-<pharmacyId>`. It holds no sales; all of it can be loaded from the server again. */
export function openListStore(pharmacyId: string) {
  const connection = connect<ListSchema>(`officine-cache-${pharmacyId}`, 3, (database, before) => {
    if (before < 1) {
      database.createObjectStore('meta', { keyPath: 'list' })
      database.createObjectStore('chunks')
      database.createObjectStore('pages')
    }
    if (before < 2) database.createObjectStore('patches')
    database.createObjectStore('indexes')
  })
  const stores = ['meta', 'chunks', 'patches', 'pages'] as const
  const everything = [...stores, 'indexes'] as const

  /** One write: the meta that `change` returns is stored in the same transaction as the rows. */
  const write = (
    list: ListName,
    readRev: number,
    change: (meta: ListMeta, tx: ListTx) => Promise<ListMeta>,
  ): Promise<ListMeta> =>
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

  /**
   * The chunks of a complete load: its stored pages, then the last one. Outside the write, which would block the window
   * for as long as all rows take; a write meanwhile makes this one stale.
   */
  const loadedChunks = async (list: ListName, readRev: number, last: ListPage): Promise<LoadedChunks> => {
    const meta = (await connection.run((database) => database.get('meta', list))) ?? emptyMeta(list)
    if (meta.rev !== readRev) throw new StaleList(list)
    const { id, pages } = continued(meta, last)
    const rows = new Map<string, Row | null>()
    for (let page = 0; page < pages; page++) {
      const stored = await connection.run((database) => database.get('pages', [list, id, page]))
      if (stored) addRows(rows, stored)
    }
    addRows(rows, last)
    return finishInSlices(chunksOf(rows))
  }

  return {
    readMeta(list: ListName): Promise<ListMeta> {
      return connection.run(async (database) => (await database.get('meta', list)) ?? emptyMeta(list))
    },

    /** Reads the changes of the live generation since `known` (null: everything), consistent with the returned meta. */
    readChanges(list: ListName, known: KnownContent | null): Promise<ContentChanges & { meta: ListMeta }> {
      return connection.run(async (database) => {
        const tx = database.transaction(['meta', 'chunks', 'patches'], 'readonly')
        const meta = (await tx.objectStore('meta').get(list)) ?? emptyMeta(list)
        const changes = meta.live
          ? await readChanges(list, meta.live, known, tx)
          : { chunks: new Map<number, ListChunk>(), patched: new Map<string, Row | null>() }
        await tx.done
        return { meta, ...changes }
      })
    },

    /**
     * Applies rows, removals and cursor to the live generation in one transaction. A page without changes only updates
     * `syncedAt`. `now` is in ms.
     */
    applyChanges(list: ListName, readRev: number, page: ListPage, now: number): Promise<ListMeta> {
      return write(list, readRev, async (meta, tx) => {
        if (!meta.live) throw new StaleList(list)
        return { ...healthy(meta), live: await writeChanges(list, meta.live, page, meta.rev + 1, now, tx) }
      })
    },

    /**
     * Stores one page of a load. The last page builds the chunks, in slices, and replaces the live generation. `now` is
     * in ms.
     */
    async loadPage(list: ListName, readRev: number, page: ListPage, now: number): Promise<ListMeta> {
      const chunks = page.more ? null : await loadedChunks(list, readRev, page)
      return write(list, readRev, async (meta, tx) => {
        const loading = continued(meta, page)
        const next: LoadingGeneration = {
          ...loading,
          cursor: page.cursor,
          pages: loading.pages + 1,
          loaded: loading.loaded + page.items.length,
          total: page.total,
        }
        if (chunks)
          return { ...healthy(meta), loading: null, live: await swapIn(list, next, chunks, meta.rev + 1, now, tx) }
        if (loading.pages === 0) await tx.objectStore('pages').delete(rangeOf(list))
        await tx
          .objectStore('pages')
          .put({ items: page.items, removed: page.removed }, [list, loading.id, loading.pages])
        return { ...healthy(meta), loading: next }
      })
    },

    /** Stores that a refresh failed, and why. */
    markFailed(list: ListName, readRev: number, reason?: string): Promise<ListMeta> {
      return write(list, readRev, (meta) =>
        Promise.resolve({ ...meta, hasError: true, ...(reason === undefined ? {} : { lastError: reason }) }),
      )
    },

    /** The stored index of a list; undefined when there is none. */
    readIndex(list: ListName): Promise<KeptIndex | undefined> {
      return connection.run((database) => database.get('indexes', list))
    },

    /** Stores the index of a list for windows that open it later. */
    async keepIndex(list: ListName, index: KeptIndex): Promise<void> {
      await connection.write((database) => database.put('indexes', index, list))
    },

    /**
     * Empties the cache (« Vider les listes »). Revs continue, so that a suspended window does not take the next
     * content for the one it shows.
     */
    clear(): Promise<void> {
      return connection.run(async (database) => {
        const tx = database.transaction(everything, 'readwrite')
        const metas = await tx.objectStore('meta').getAll()
        const emptied = metas.map(({ list, rev }) => tx.objectStore('meta').put({ ...emptyMeta(list), rev: rev + 1 }))
        await Promise.all([
          tx.objectStore('chunks').clear(),
          tx.objectStore('patches').clear(),
          tx.objectStore('pages').clear(),
          tx.objectStore('indexes').clear(),
          ...emptied,
          tx.done,
        ])
      })
    },

    close: connection.close,
  }
}

/** The meta after a successful refresh. */
function healthy(meta: ListMeta): ListMeta {
  const { lastError: _, ...others } = meta
  return { ...others, hasError: false }
}

/** The load that this page belongs to: the current one, or a new one when the server's epoch has changed. */
function continued(meta: ListMeta, page: ListPage): LoadingGeneration {
  if (meta.loading?.epoch === page.epoch) return meta.loading
  // Includes the rev: after the cache was emptied, no generation may reuse an earlier id.
  const id = Math.max(meta.live?.id ?? 0, meta.loading?.id ?? 0, meta.rev) + 1
  return { id, cursor: '', epoch: page.epoch, pages: 0, loaded: 0, total: page.total }
}

async function giveUp(tx: ListTx): Promise<void> {
  try {
    tx.abort()
  } catch {
    // The browser has already aborted it (a full disk); `done` throws the reason.
  }
  await tx.done.catch(() => undefined)
}
