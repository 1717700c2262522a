import type { createStore } from 'jotai'
import { buildVersion } from '#shared/build.ts'
import { restoreIndex, saveIndex } from '#shared/domain/search/saved-index.ts'
import { buildSearchIndex, type SearchIndex, type SearchItem } from '#shared/domain/search/search-index.ts'
import { finishInSlices } from '#shared/store/tools/in-slices.ts'
import { chunkOf } from '#shared/store/lists/list-chunk.ts'
import type { ContentChanges } from '#shared/store/lists/list-content.ts'
import type { KeptIndex, ListMeta, Row } from '#shared/store/lists/list-meta.ts'
import type { ListStore } from '#shared/store/lists/list-store.ts'
import type { ListView } from '#shared/store/lists/list-view.ts'

const rowsPerStep = 100
/**
 * A restored index is updated with what changed since it was stored. Above this share of changed chunks, the updated
 * index is stored again.
 */
const mostNewer = 0.25

/**
 * A list that was read completely: its rows after the write of `meta`, and the rows made here that it does not have
 * yet.
 */
export type OpenedList<Shown extends Row> = {
  meta: ListMeta
  content: ContentChanges
  rows: ReadonlyMap<string, Shown>
  unlisted: ReadonlyMap<string, Shown | undefined>
}

/**
 * The search index of one list in this window. Building it for 50,000 rows takes a second, so it is stored on disk and
 * restored when the list is opened later.
 */
export function projectIndex<Shown extends Row>(
  view: ListView<Shown>,
  store: ReturnType<typeof createStore>,
  lists: ListStore,
) {
  const build = (rows: ReadonlyMap<string, Shown>) => finishInSlices(indexOf(rows.values(), view))
  let isStopped = false
  const show = (index: SearchIndex, changed: ReadonlyMap<string, Shown | undefined>) => {
    if (isStopped) return
    applyRows(index, view, changed)
    store.set(view.indexAtom, { index })
  }
  const restore = async ({ meta, content, rows }: OpenedList<Shown>, kept: KeptIndex | undefined) => {
    const index = kept?.build === buildVersion && kept.generation === meta.live?.key ? restoreIndex(kept.saved) : null
    if (!kept || !index) return null
    const newer = newerChunks(meta, kept)
    await finishInSlices(bringUpToDate(index, view, rows, newer, content))
    return { index, isRecent: newer.size <= content.chunks.size * mostNewer }
  }

  return {
    /** Reads the stored index; undefined when there is none. */
    kept(): Promise<KeptIndex | undefined> {
      return lists.readIndex(view.list).catch(() => undefined)
    },

    /** Shows a list that this window did not show before. */
    async open(opened: OpenedList<Shown>, kept: KeptIndex | undefined): Promise<void> {
      const { meta, rows, unlisted } = opened
      const restored = await restore(opened, kept)
      if (restored?.isRecent) {
        show(restored.index, unlisted)
        return
      }
      const current = restored && saveIndex(restored.index)
      const index = restored && current ? restored.index : await build(rows)
      const saved = current ?? saveIndex(index)
      show(index, unlisted)
      // When there is no space for it, the next window builds its own index.
      if (meta.live?.key && saved)
        await lists
          .keepIndex(view.list, { build: buildVersion, generation: meta.live.key, rev: meta.rev, saved })
          .catch(() => undefined)
    },

    /** Applies row changes by id; undefined for removed rows. `rows` are all rows after the change. */
    async change(rows: ReadonlyMap<string, Shown>, changed: ReadonlyMap<string, Shown | undefined>): Promise<void> {
      const current = store.get(view.indexAtom)?.index
      if (current && !current.isWornOut) show(current, changed)
      else show(await build(rows), new Map())
    },

    stop(): void {
      isStopped = true
      store.set(view.indexAtom, null)
    },
  }
}

/** Builds the index in steps, for `finishInSlices`. */
export function* indexOf<Shown extends Row>(
  rows: Iterable<Shown>,
  { itemOf }: Pick<ListView<Shown>, 'itemOf'>,
): Generator<void, SearchIndex> {
  const items: SearchItem[] = []
  let read = 0
  for (const row of rows) {
    const item = itemOf(row)
    if (item) items.push(item)
    if (++read % rowsPerStep === 0) yield
  }
  return yield* buildSearchIndex(items)
}

/** Applies row changes by id to an index; undefined for removed rows. */
function applyRows<Shown extends Row>(
  index: SearchIndex,
  { itemOf }: Pick<ListView<Shown>, 'itemOf'>,
  changed: ReadonlyMap<string, Shown | undefined>,
): void {
  const items = [...changed].map(([id, row]) => ({ id, item: row === undefined ? null : itemOf(row) }))
  index.apply({
    upserts: items.flatMap(({ item }) => item ?? []),
    removed: items.filter(({ item }) => !item).map(({ id }) => id),
  })
}

/** Chunks that contain changes which a stored index does not have. */
function newerChunks({ live }: ListMeta, { rev }: KeptIndex): ReadonlySet<number> {
  return new Set((live?.chunkRevs ?? []).flatMap((chunkRev, index) => (chunkRev > rev ? [index] : [])))
}

/** Adds rows from newer chunks and patches to a restored index, and removes rows that no longer exist. */
function* bringUpToDate<Shown extends Row>(
  index: SearchIndex,
  view: ListView<Shown>,
  rows: ReadonlyMap<string, Shown>,
  newer: ReadonlySet<number>,
  { chunks, patched }: ContentChanges,
): Generator<void, void> {
  const current = (ids: Iterable<string>) => new Map([...ids].map((id) => [id, rows.get(id)]))
  if (newer.size > 0)
    applyRows(index, view, current(index.ids().filter((id) => newer.has(chunkOf(id, chunks.size)) && !rows.has(id))))
  for (const each of newer) {
    yield
    applyRows(index, view, current(chunks.get(each)!.rows.map(({ id }) => id)))
  }
  applyRows(index, view, current(patched.keys()))
}
