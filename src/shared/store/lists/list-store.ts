import { connect } from '#shared/store/disk/connection.ts'
import type { ListChunk } from '#shared/store/lists/list-chunk.ts'
import {
  rangeOf,
  readChanges,
  swapIn,
  writeChanges,
  type ContentChanges,
  type KnownContent,
  type ListTx,
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

/** Another window wrote the list since it was read: read again before writing. */
export class StaleList extends Error {
  override readonly name = 'StaleList'
}

export type ListStore = ReturnType<typeof openListStore>

/** The database `officine-cache-<pharmacyId>`. Everything in it can be asked of the server again; it holds no sale. */
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

  /** One writing: what `change` returns is the new meta, in the same transaction as the rows. */
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

  return {
    readMeta(list: ListName): Promise<ListMeta> {
      return connection.run(async (database) => (await database.get('meta', list)) ?? emptyMeta(list))
    },

    /** Reads what changed in the live generation since what is known of it (null: all of it), consistent with the meta returned. */
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

    /** Applies changes to the live generation: rows, removals and cursor in one transaction. A page that changes nothing only moves the time. */
    applyChanges(list: ListName, readRev: number, page: ListPage, now: number): Promise<ListMeta> {
      return write(list, readRev, async (meta, tx) => {
        if (!meta.live) throw new StaleList(list)
        return { ...healthy(meta), live: await writeChanges(list, meta.live, page, meta.rev + 1, now, tx) }
      })
    },

    /** Keeps one page of a load; the last one builds the chunks and swaps the generation in, and the old one goes. */
    loadPage(list: ListName, readRev: number, page: ListPage, now: number): Promise<ListMeta> {
      return write(list, readRev, async (meta, tx) => {
        const loading = continued(meta, page)
        if (loading.pages === 0) await tx.objectStore('pages').delete(rangeOf(list))
        await tx
          .objectStore('pages')
          .put({ items: page.items, removed: page.removed }, [list, loading.id, loading.pages])
        const next: LoadingGeneration = {
          ...loading,
          cursor: page.cursor,
          pages: loading.pages + 1,
          loaded: loading.loaded + page.items.length,
          total: page.total,
        }
        if (page.more) return { ...healthy(meta), loading: next }
        return { ...healthy(meta), loading: null, live: await swapIn(list, next, meta.rev + 1, now, tx) }
      })
    },

    /** Remembers that a refresh failed, and why; nothing else changes. */
    markFailed(list: ListName, readRev: number, reason?: string): Promise<ListMeta> {
      return write(list, readRev, (meta) =>
        Promise.resolve({ ...meta, hasError: true, ...(reason === undefined ? {} : { lastError: reason }) }),
      )
    },

    /** The index that a window kept of a list; undefined where none did. */
    readIndex(list: ListName): Promise<KeptIndex | undefined> {
      return connection.run((database) => database.get('indexes', list))
    },

    /** Keeps the index of a list, for windows that open it later. */
    async keepIndex(list: ListName, index: KeptIndex): Promise<void> {
      await connection.write((database) => database.put('indexes', index, list))
    },

    /** Empties the cache (« Vider les listes »). Revisions go on: a window that slept meanwhile must not take the next list for the one it shows. */
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

async function giveUp(tx: ListTx): Promise<void> {
  try {
    tx.abort()
  } catch {
    // It is over already: the browser aborted it (a full disk), and `done` says why.
  }
  await tx.done.catch(() => undefined)
}
