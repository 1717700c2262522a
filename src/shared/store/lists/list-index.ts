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

const rowsPerStep = 500
/** A restored index is brought up to date with what changed since it was kept: beyond this share of the list it is kept anew. */
const mostNewer = 0.25

/** A list read whole: its rows as they are after the writing of `meta`, and those made here beside them. */
export type OpenedList<Shown extends Row> = {
  meta: ListMeta
  content: ContentChanges
  rows: ReadonlyMap<string, Shown>
  unlisted: ReadonlyMap<string, Shown | undefined>
}

/** The index of one list in this window. That of 50,000 rows takes a second to build: it is built once, kept on the disk, and restored by whoever opens the list later. */
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
    /** What the disk keeps; undefined where there is nothing. */
    kept(): Promise<KeptIndex | undefined> {
      return lists.readIndex(view.list).catch(() => undefined)
    },

    /** A list that this window did not show before. */
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
      // Where there is no place for it, the next window builds its own.
      if (meta.live?.key && saved)
        await lists
          .keepIndex(view.list, { build: buildVersion, generation: meta.live.key, rev: meta.rev, saved })
          .catch(() => undefined)
    },

    /** Rows changed, by id: undefined for those that left. `rows`: all of them as they are now. */
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

/** Builds the index of rows in steps: run it in slices, or to its end. */
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

/** Brings an index up to date with rows that changed, by id: undefined for those that left. */
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

/** The chunks that hold something which a kept index does not know. */
function newerChunks({ live }: ListMeta, { rev }: KeptIndex): ReadonlySet<number> {
  return new Set((live?.chunkRevs ?? []).flatMap((chunkRev, index) => (chunkRev > rev ? [index] : [])))
}

/** What lies in newer chunks or beside them, into an index that was kept; and out of it what is no longer there. */
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
