import { atom, type createStore, type PrimitiveAtom } from 'jotai'
import { buildSearchIndex, type SearchIndex, type SearchItem } from '#shared/domain/search/search-index.ts'
import type { ListMeta, ListName, ListStore, Row } from '#shared/store/list-store.ts'
import type { Bus } from '#shared/windows/bus.ts'

type Store = ReturnType<typeof createStore>

/** Less than a frame, so that a key pressed while the index is built is still painted in time. */
const sliceMs = 8
const rowsPerStep = 500

/** `syncedAt` is the hour of the list (milliseconds of the clock; null: never loaded). `progress` is 0…1 while a load is under way. */
export type ListState = { syncedAt: number | null; hasError: boolean; isLoading: boolean; progress: number | null; count: number }
const neverLoaded: ListState = { syncedAt: null, hasError: false, isLoading: true, progress: null, count: 0 }

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
}

/** The atoms of one list. Without `itemOf` nothing is searched in it. */
export function listView<Shown extends Row>(list: ListName, itemOf: (row: Shown) => SearchItem | null = () => null): ListView<Shown> {
  return { list, itemOf, rowsAtom: atom<ReadonlyMap<string, Shown>>(new Map<string, Shown>()), indexAtom: atom<ShownIndex>(null), stateAtom: atom<ListState>(neverLoaded) }
}

export type ListProjection = {
  /** Reads the disk again. */
  refresh(): Promise<void>
  /** This window wrote the list: show it here, tell the others. */
  written(): Promise<void>
  stop(): void
}

/** Projects one list on disk into this window: all of it once, then only the chunks that changed. */
export function projectList<Shown extends Row>(view: ListView<Shown>, store: Store, bus: Bus, lists: ListStore): ListProjection {
  let isStopped = false
  let shown: { generation: number; chunkRevs: readonly number[]; ids: Map<number, readonly string[]> } | null = null
  let queue: Promise<void> = Promise.resolve()

  const refresh = (): Promise<void> => {
    queue = queue.then(readChanges).catch(() => undefined)
    return queue
  }
  const readChanges = async () => {
    if (isStopped) return
    const { meta, chunks } = await lists.readChunks(view.list, shown)
    if (isStopped) return
    store.set(view.stateAtom, stateOf(meta))
    const live = meta.live
    if (!live || (shown?.generation === live.id && chunks.size === 0)) return
    const isSame = shown?.generation === live.id
    const before = isSame ? store.get(view.rowsAtom) : new Map<string, Shown>()
    const known = isSame ? shown!.ids : new Map<number, readonly string[]>()
    const change = changesOf(before, known, chunks)
    for (const [index, rows] of chunks) known.set(index, rows.map(({ id }) => id))
    shown = { generation: live.id, chunkRevs: live.chunkRevs, ids: known }
    store.set(view.rowsAtom, change.rows)
    await index(change, isSame)
  }
  const index = async ({ rows, upserts, removed }: Change<Shown>, isSame: boolean) => {
    const current = store.get(view.indexAtom)?.index
    if (isSame && current && !current.isWornOut) {
      applyRows(current, view, upserts, removed)
      store.set(view.indexAtom, { index: current })
      return
    }
    const built = await finishInSlices(indexOf(rows.values(), view))
    if (!isStopped) store.set(view.indexAtom, { index: built })
  }

  const unsubscribe = bus.subscribe((notice) => {
    if (notice.kind === 'changed' && notice.store === 'lists') void refresh()
  })
  void refresh()
  return {
    refresh,
    async written() {
      bus.post({ kind: 'changed', store: 'lists', rev: 0 })
      await refresh()
    },
    stop() {
      isStopped = true
      unsubscribe()
      store.set(view.rowsAtom, new Map<string, Shown>())
      store.set(view.indexAtom, null)
      store.set(view.stateAtom, neverLoaded)
    },
  }
}

/** Brings an index up to date with rows that changed and ids that left. */
export function applyRows<Shown extends Row>(index: SearchIndex, { itemOf }: Pick<ListView<Shown>, 'itemOf'>, upserts: readonly Shown[], removed: readonly string[]): void {
  const items = upserts.map((row) => ({ id: row.id, item: itemOf(row) }))
  index.apply({ upserts: items.flatMap(({ item }) => item ?? []), removed: [...removed, ...items.filter(({ item }) => !item).map(({ id }) => id)] })
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

type Change<Shown> = { rows: ReadonlyMap<string, Shown>; upserts: Shown[]; removed: string[] }

function changesOf<Shown extends Row>(before: ReadonlyMap<string, Shown>, known: ReadonlyMap<number, readonly string[]>, chunks: ReadonlyMap<number, Row[]>): Change<Shown> {
  const rows = new Map(before)
  const upserts: Shown[] = []
  const removed: string[] = []
  for (const [index, content] of chunks) {
    const kept = new Set(content.map(({ id }) => id))
    for (const id of known.get(index) ?? []) {
      if (kept.has(id)) continue
      rows.delete(id)
      removed.push(id)
    }
    // Rows were checked by the contract before they were written.
    for (const row of content as Shown[]) {
      if (isSameRow(rows.get(row.id), row)) continue
      rows.set(row.id, row)
      upserts.push(row)
    }
  }
  return { rows, upserts, removed }
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
    count: live?.count ?? 0,
  }
}

async function finishInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < sliceMs) continue
    await new Promise((resume) => setTimeout(resume))
    began = performance.now()
  }
}
