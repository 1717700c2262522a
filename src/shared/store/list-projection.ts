import { atom, type Atom, type createStore, type PrimitiveAtom } from 'jotai'
import { buildSearchIndex, type SearchIndex, type SearchItem } from '#shared/domain/search/search-index.ts'
import { finishInSlices } from '#shared/store/in-slices.ts'
import { LayeredMap } from '#shared/store/layered-map.ts'
import { chunkOf, type ContentChanges } from '#shared/store/list-content.ts'
import type { ListMeta, ListName, Row } from '#shared/store/list-meta.ts'
import type { ListStore } from '#shared/store/list-store.ts'
import type { Bus } from '#shared/windows/bus.ts'

type Store = ReturnType<typeof createStore>

const rowsPerStep = 500

/**
 * `syncedAt` is the hour of the list (milliseconds of the clock; null: never loaded). While a load is under way `load` counts the rows that are
 * here and all of them, and `progress` is their share, 0…1; what was whole before stays in use until the new one is.
 */
export type ListState = { syncedAt: number | null; hasError: boolean; isLoading: boolean; progress: number | null; load: { loaded: number; total: number } | null; count: number }
const neverLoaded: ListState = { syncedAt: null, hasError: false, isLoading: true, progress: null, load: null, count: 0 }

/** A new object whenever its content changes; null until built. */
export type ShownIndex = { index: SearchIndex } | null

/** Where a window shows one list: its rows by id (those that did not change keep their identity), their index and how the list stands. */
export type ListView<Shown extends Row> = {
  list: ListName
  rowsAtom: PrimitiveAtom<ReadonlyMap<string, Shown>>
  indexAtom: PrimitiveAtom<ShownIndex>
  stateAtom: PrimitiveAtom<ListState>
  /** How a row is searched; null: it is not to be found. */
  itemOf: (row: Shown) => SearchItem | null
  /** Rows made here that the list may not have yet: shown and found like its own. A row of the list stands before them. */
  unlistedAtom?: Atom<ReadonlyMap<string, Shown>>
}

/** The atoms of one list. Without `itemOf` nothing is searched in it. */
export function listView<Shown extends Row>(list: ListName, itemOf: ListView<Shown>['itemOf'] = () => null): ListView<Shown> {
  return { list, itemOf, rowsAtom: atom<ReadonlyMap<string, Shown>>(new Map<string, Shown>()), indexAtom: atom<ShownIndex>(null), stateAtom: atom<ListState>(neverLoaded) }
}

export type ListProjection = {
  /** Reads the disk again. */
  refresh(): Promise<void>
  /** This window wrote the list: show it here, tell the others. */
  written(): Promise<void>
  stop(): void
}

/** Projects one list on disk into this window: all of it once, then only what changed. */
export function projectList<Shown extends Row>(view: ListView<Shown>, store: Store, bus: Bus, lists: ListStore): ListProjection {
  let isStopped = false
  let shown: Content = nothingShown()
  let rows = new LayeredMap<string, Shown>()
  let queue: Promise<void> = Promise.resolve()

  const refresh = (): Promise<void> => {
    queue = queue.then(readChanges).catch(() => undefined)
    return queue
  }
  const readChanges = async () => {
    if (isStopped) return
    const { generation, rev } = shown
    const { meta, ...content } = await lists.readChanges(view.list, generation === null ? null : { generation, rev })
    if (isStopped) return
    // Before the rows made here are read: which of them the list has by now depends on its hour.
    store.set(view.stateAtom, stateOf(meta))
    const live = meta.live
    const isSame = (live?.id ?? null) === generation
    if (!isSame) shown = { ...nothingShown(), generation: live?.id ?? null }
    shown.rev = meta.rev
    const unlisted = view.unlistedAtom ? store.get(view.unlistedAtom) : new Map<string, Shown>()
    if (!isSame) rows = new LayeredMap()
    const changed = changesOf(rows, shown, content, live?.chunkRevs.length ?? 0)
    addUnlisted(changed, shown.unlisted, unlisted)
    // Many readings find nothing new.
    if (isSame && changed.rows.size === 0) return
    rows = rows.with(changed.rows)
    store.set(view.rowsAtom, rows)
    await index(changed.rows, isSame)
  }
  const index = async (changed: ReadonlyMap<string, Shown | undefined>, isSame: boolean) => {
    const current = store.get(view.indexAtom)?.index
    if (isSame && current && !current.isWornOut) {
      applyRows(current, view, changed)
      store.set(view.indexAtom, { index: current })
      return
    }
    const built = await finishInSlices(indexOf(rows.values(), view))
    if (!isStopped) store.set(view.indexAtom, { index: built })
  }

  const unsubscribes = [
    bus.subscribe((notice) => {
      if (notice.kind === 'changed' && notice.store === 'lists' && (notice.list ?? view.list) === view.list) void refresh()
    }),
    ...(view.unlistedAtom ? [store.sub(view.unlistedAtom, () => void refresh())] : []),
  ]
  void refresh()
  return {
    refresh,
    async written() {
      bus.post({ kind: 'changed', store: 'lists', list: view.list, rev: 0 })
      await refresh()
    },
    stop() {
      isStopped = true
      for (const unsubscribe of unsubscribes) unsubscribe()
      store.set(view.rowsAtom, new Map<string, Shown>())
      store.set(view.indexAtom, null)
      store.set(view.stateAtom, neverLoaded)
    },
  }
}

/** Brings an index up to date with rows that changed, by id: undefined for those that left. */
export function applyRows<Shown extends Row>(index: SearchIndex, { itemOf }: Pick<ListView<Shown>, 'itemOf'>, changed: ReadonlyMap<string, Shown | undefined>): void {
  const items = [...changed].map(([id, row]) => ({ id, item: row === undefined ? null : itemOf(row) }))
  index.apply({ upserts: items.flatMap(({ item }) => item ?? []), removed: items.filter(({ item }) => !item).map(({ id }) => id) })
}

/** Builds the index of rows in steps: run it in slices, or to its end. */
export function* indexOf<Shown extends Row>(rows: Iterable<Shown>, { itemOf }: Pick<ListView<Shown>, 'itemOf'>): Generator<void, SearchIndex> {
  const items: SearchItem[] = []
  let read = 0
  for (const row of rows) {
    const item = itemOf(row)
    if (item) items.push(item)
    if (++read % rowsPerStep === 0) yield
  }
  return yield* buildSearchIndex(items)
}

/** What a window shows of a list: which generation (null: none was ever complete) up to which writing, the ids of each chunk, and whom it shows beside them. */
type Content = { generation: number | null; rev: number; ids: Map<number, string[]>; unlisted: Set<string> }
function nothingShown(): Content {
  return { generation: null, rev: 0, ids: new Map(), unlisted: new Set() }
}

function changesOf<Shown extends Row>(before: ReadonlyMap<string, Shown>, { ids, unlisted }: Content, { chunks, patched }: ContentChanges, chunkCount: number): Changing<Shown> {
  const changing = new Changing(before)
  // Rows were checked by the contract before they were written.
  const put = (row: Row) => {
    unlisted.delete(row.id)
    changing.put(row as Shown)
  }
  for (const [index, content] of chunks) {
    const kept = content.map(({ id }) => id)
    for (const id of gone(ids.get(index), kept)) changing.take(id)
    ids.set(index, kept)
    for (const row of content) if (!patched.has(row.id)) put(row)
  }
  for (const [id, row] of patched) {
    if (!row) {
      changing.take(id)
      continue
    }
    ids.get(chunkOf(id, chunkCount))?.push(id)
    put(row)
  }
  return changing
}

/** Rows of a list that are about to change: what differs from before, undefined where a row leaves. */
class Changing<Shown extends Row> {
  readonly rows = new Map<string, Shown | undefined>()
  readonly #before: ReadonlyMap<string, Shown>

  constructor(before: ReadonlyMap<string, Shown>) {
    this.#before = before
  }

  get(id: string): Shown | undefined {
    return this.rows.has(id) ? this.rows.get(id) : this.#before.get(id)
  }

  put(row: Shown): void {
    if (!isSameRow(this.get(row.id), row)) this.rows.set(row.id, row)
  }

  take(id: string): void {
    if (this.get(id) !== undefined) this.rows.set(id, undefined)
  }
}

function gone(before: readonly string[] = [], after: readonly string[]): string[] {
  if (before.length === 0) return []
  const kept = new Set(after)
  return before.filter((id) => !kept.has(id))
}

/** Puts rows made here beside those of the list, and takes away those that went. `shown` is kept up to date. */
function addUnlisted<Shown extends Row>(changing: Changing<Shown>, shown: Set<string>, unlisted: ReadonlyMap<string, Shown>): void {
  for (const id of shown) {
    if (unlisted.has(id)) continue
    shown.delete(id)
    changing.take(id)
  }
  for (const row of unlisted.values()) {
    const isListed = changing.get(row.id) !== undefined && !shown.has(row.id)
    if (isListed) continue
    shown.add(row.id)
    changing.put(row)
  }
}

function isSameRow(before: Row | undefined, after: Row): boolean {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after)
}

function stateOf({ live, loading, hasError }: ListMeta): ListState {
  return {
    syncedAt: live?.syncedAt ?? null,
    hasError,
    isLoading: loading !== null || live === null,
    progress: loading && loading.total > 0 ? Math.min(1, loading.loaded / loading.total) : null,
    load: loading && { loaded: Math.min(loading.loaded, loading.total), total: loading.total },
    count: live?.count ?? 0,
  }
}
