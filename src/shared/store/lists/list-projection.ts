import type { createStore } from 'jotai'
import { buildVersion } from '#shared/build.ts'
import { LayeredMap } from '#shared/store/tools/layered-map.ts'
import { chunkOf, ChunkedRows, type ListChunk } from '#shared/store/lists/list-chunk.ts'
import { rowsAfter, type ContentChanges } from '#shared/store/lists/list-content.ts'
import { projectIndex } from '#shared/store/lists/list-index.ts'
import {
  generationOf,
  type KeptIndex,
  type ListMeta,
  type ListName,
  type ListWriting,
  type Row,
} from '#shared/store/lists/list-meta.ts'
import type { ListStore } from '#shared/store/lists/list-store.ts'
import { neverLoaded, type ListState, type ListView } from '#shared/store/lists/list-view.ts'
import type { Bus, Notice } from '#shared/windows/bus.ts'

type Store = ReturnType<typeof createStore>

export type ListProjection = {
  /** Reads the disk again. */
  refresh(): Promise<void>
  /** This window wrote the list: shows it here and notifies the other windows. Without `writing` the disk is read. */
  written(writing?: ListWriting): Promise<void>
  stop(): void
}

/** Projects one list from disk into the atoms of this window: once completely, then by changes. */
export function projectList<Shown extends Row>(
  view: ListView<Shown>,
  store: Store,
  bus: Bus,
  lists: ListStore,
): ListProjection {
  const index = projectIndex(view, store, lists)
  let isStopped = false
  let shown: Content = nothingShown()
  let rows = new LayeredMap<string, Shown>()
  let queue: Promise<void> = Promise.resolve()

  const next = (show: () => Promise<void>): Promise<void> => {
    queue = queue
      .then(async () => {
        if (!isStopped) await show()
      })
      .catch(() => undefined)
    return queue
  }
  const refresh = () => next(read)
  const take = (writing: ListWriting) =>
    next(() =>
      isNext(writing, shown) ? stand(writing.meta, { chunks: new Map(), patched: rowsAfter([writing]) }) : read(),
    )
  const read = async () => {
    const { generation, rev } = shown
    const isFirst = generation === null
    const [{ meta, ...content }, kept] = await Promise.all([
      lists.readChanges(view.list, isFirst ? null : { generation, rev }),
      isFirst ? index.kept() : undefined,
    ])
    if (!isStopped) await stand(meta, content, kept)
  }
  const stand = async (meta: ListMeta, content: ContentChanges, kept?: KeptIndex) => {
    // Set before the rows made here are read, because `unlistedAtom` depends on `syncedAt`.
    store.set(view.stateAtom, stateOf(meta))
    const unlisted = view.unlistedAtom ? store.get(view.unlistedAtom) : new Map<string, Shown>()
    if (generationOf(meta.live) === shown.generation) await change(meta, content, unlisted)
    else await open(meta, content, unlisted, kept)
  }
  const open = async (
    meta: ListMeta,
    content: ContentChanges,
    unlisted: ReadonlyMap<string, Shown>,
    kept: KeptIndex | undefined,
  ) => {
    shown = contentOf(meta, content)
    const listed = rowsOf<Shown>(content)
    const beside = new Changing(listed)
    addUnlisted(beside, shown.unlisted, unlisted)
    rows = listed.with(beside.rows)
    store.set(view.rowsAtom, rows)
    await index.open({ meta, content, rows: listed, unlisted: beside.rows }, kept)
  }
  const change = async (meta: ListMeta, content: ContentChanges, unlisted: ReadonlyMap<string, Shown>) => {
    shown.rev = meta.rev
    const changed = changesOf(rows, shown, content)
    addUnlisted(changed, shown.unlisted, unlisted)
    // Many reads find no change.
    if (changed.rows.size === 0) return
    rows = rows.with(changed.rows)
    store.set(view.rowsAtom, rows)
    await index.change(rows, changed.rows)
  }

  const unsubscribes = [
    bus.subscribe((notice) => {
      if (!tellsOf(notice, view.list)) return
      const writing = writingIn(notice)
      void (writing ? take(writing) : refresh())
    }),
    ...(view.unlistedAtom ? [store.sub(view.unlistedAtom, () => void refresh())] : []),
  ]
  void refresh()
  return {
    refresh,
    written(writing) {
      bus.post(
        writing
          ? {
              kind: 'list-written',
              build: buildVersion,
              list: view.list,
              ...writing,
              items: [...writing.items],
              removed: [...writing.removed],
            }
          : { kind: 'changed', store: 'lists', list: view.list, rev: 0 },
      )
      return writing ? take(writing) : refresh()
    },
    stop() {
      isStopped = true
      for (const unsubscribe of unsubscribes) unsubscribe()
      index.stop()
      store.set(view.rowsAtom, new Map<string, Shown>())
      store.set(view.stateAtom, neverLoaded)
    },
  }
}

function tellsOf(notice: Notice, list: ListName): boolean {
  return notice.kind === 'list-written'
    ? notice.list === list
    : notice.kind === 'changed' && notice.store === 'lists' && (notice.list ?? list) === list
}

/** The content of a notice, if a window of the same build sent it. Rows of another build are read from disk. */
function writingIn(notice: Notice): ListWriting | undefined {
  return notice.kind === 'list-written' && notice.build === buildVersion
    ? { ...notice, meta: notice.meta as ListMeta }
    : undefined
}

/**
 * Whether the write follows directly on what this window shows. A window that was suspended, or is still reading, has
 * missed writes.
 */
function isNext({ since, meta }: ListWriting, { generation, rev }: Content): boolean {
  return generation !== null && generation === generationOf(meta.live) && rev === since
}

/**
 * What a window shows of a list: its generation (null: none complete yet), the last write, its chunks, the row ids that
 * changes added to each chunk since, and the unlisted rows shown.
 */
type Content = {
  generation: string | null
  rev: number
  chunks: Map<number, ListChunk>
  added: Map<number, Set<string>>
  unlisted: Set<string>
}
function nothingShown(): Content {
  return { generation: null, rev: 0, chunks: new Map(), added: new Map(), unlisted: new Set() }
}

/** The shown state after reading the whole list. */
function contentOf({ live, rev }: ListMeta, { chunks, patched }: ContentChanges): Content {
  const content = { ...nothingShown(), generation: generationOf(live), rev, chunks: new Map(chunks) }
  for (const [id, row] of patched) if (row) addTo(content, id)
  return content
}

/** All rows of a list that was read completely. */
function rowsOf<Shown extends Row>({ chunks, patched }: ContentChanges): LayeredMap<string, Shown> {
  const inOrder = [...chunks].toSorted(([one], [other]) => one - other).map(([, chunk]) => chunk)
  // Rows were checked by the contract before they were written.
  return new LayeredMap(new ChunkedRows<Shown>(inOrder)).with(
    new Map([...patched].map(([id, row]) => [id, (row ?? undefined) as Shown | undefined])),
  )
}

function addTo({ chunks, added }: Content, id: string): void {
  const at = chunkOf(id, chunks.size)
  added.set(at, (added.get(at) ?? new Set()).add(id))
}

function changesOf<Shown extends Row>(
  before: ReadonlyMap<string, Shown>,
  shown: Content,
  { chunks, patched }: ContentChanges,
): Changing<Shown> {
  const changing = new Changing(before)
  const put = (row: Row) => {
    shown.unlisted.delete(row.id)
    changing.put(row as Shown)
  }
  for (const [index, chunk] of chunks) {
    const known = [...(shown.chunks.get(index)?.rows ?? []).map(({ id }) => id), ...(shown.added.get(index) ?? [])]
    const kept = new Set(chunk.rows.map(({ id }) => id))
    for (const id of known) if (!kept.has(id)) changing.take(id)
    shown.chunks.set(index, chunk)
    shown.added.delete(index)
    for (const row of chunk.rows) if (!patched.has(row.id)) put(row)
  }
  for (const [id, row] of patched) {
    if (row) {
      addTo(shown, id)
      put(row)
    } else changing.take(id)
  }
  return changing
}

/** Collects changes of rows that differ from `before`; undefined for removed rows. */
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

/** Adds rows made here that the list does not have, and removes those that are gone. Updates `shown`. */
function addUnlisted<Shown extends Row>(
  changing: Changing<Shown>,
  shown: Set<string>,
  unlisted: ReadonlyMap<string, Shown>,
): void {
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
