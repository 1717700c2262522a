import { atom, type createStore } from 'jotai'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { buildSearchIndex, type SearchIndex, type SearchItem } from '#shared/domain/search/search-index.ts'
import type { ListMeta, ListStore, Row } from '#shared/store/list-store.ts'
import type { Bus } from '#shared/windows/bus.ts'

type Store = ReturnType<typeof createStore>
type Products = ReadonlyMap<string, PharmacyProduct>

const list = 'pharmacy-products'
/** Less than a frame, so that a key pressed while the index is built is still painted in time. */
const sliceMs = 8

/** Every product of the pharmacy by id, as last known on disk; empty until the first load is complete. Rows that did not change keep their identity. */
export const productsAtom = atom<Products>(new Map<string, PharmacyProduct>())

/** The index over them (archived ones left out): `get(productIndexAtom)?.index.find('amoxi')`. A new object whenever its content changes; null until built. */
export const productIndexAtom = atom<{ index: SearchIndex } | null>(null)

/** `syncedAt` is the hour of the list (milliseconds of the clock; null: never loaded). `progress` is 0…1 while a load is under way. */
export type ListState = { syncedAt: number | null; hasError: boolean; isLoading: boolean; progress: number | null; count: number }
const neverLoaded: ListState = { syncedAt: null, hasError: false, isLoading: true, progress: null, count: 0 }
export const listStateAtom = atom<ListState>(neverLoaded)

/** « Réessayer »: whichever window leads asks the server again. Set by the session; null before. */
export const listRetryAtom = atom<{ retry: () => void } | null>(null)

export type ListProjection = {
  /** Reads the disk again. */
  refresh(): Promise<void>
  /** This window wrote the list: show it here, tell the others. */
  written(): Promise<void>
  stop(): void
}

/** Projects the product list on disk into this window: all of it once, then only the chunks that changed. */
export function projectProducts(store: Store, bus: Bus, lists: ListStore): ListProjection {
  let isStopped = false
  let shown: { generation: number; chunkRevs: readonly number[]; ids: Map<number, readonly string[]> } | null = null
  let queue: Promise<void> = Promise.resolve()

  const refresh = (): Promise<void> => {
    queue = queue.then(readChanges).catch(() => undefined)
    return queue
  }
  const readChanges = async () => {
    if (isStopped) return
    const { meta, chunks } = await lists.readChunks(list, shown)
    if (isStopped) return
    store.set(listStateAtom, stateOf(meta))
    const live = meta.live
    if (!live || (shown?.generation === live.id && chunks.size === 0)) return
    const isSame = shown?.generation === live.id
    const before = isSame ? store.get(productsAtom) : new Map<string, PharmacyProduct>()
    const known = isSame ? shown!.ids : new Map<number, readonly string[]>()
    const change = changesOf(before, known, chunks)
    for (const [index, rows] of chunks) known.set(index, rows.map(({ id }) => id))
    shown = { generation: live.id, chunkRevs: live.chunkRevs, ids: known }
    store.set(productsAtom, change.products)
    await index(change, isSame)
  }
  const index = async ({ products, upserts, removed }: Change, isSame: boolean) => {
    const current = store.get(productIndexAtom)?.index
    if (isSame && current && !current.isWornOut) {
      const gone = [...removed, ...upserts.filter((product) => product.archived).map(({ id }) => id)]
      current.apply({ upserts: upserts.filter((product) => !product.archived).map(searchItem), removed: gone })
      store.set(productIndexAtom, { index: current })
      return
    }
    const items = [...products.values()].filter((product) => !product.archived).map(searchItem)
    const built = await finishInSlices(buildSearchIndex(items))
    if (!isStopped) store.set(productIndexAtom, { index: built })
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
      store.set(productsAtom, new Map<string, PharmacyProduct>())
      store.set(productIndexAtom, null)
      store.set(listStateAtom, neverLoaded)
    },
  }
}

/** What the counter searches by: label, INN and brand; codes whole. In stock before out of stock. */
export function searchItem(product: PharmacyProduct): SearchItem {
  const isInStock = product.stockItems.some((item) => !item.archived && item.quantity > 0)
  return { id: product.id, label: product.label, texts: [product.inn, product.brand ?? ''], codes: product.codes, rank: isInStock ? 1 : 0 }
}

type Change = { products: Products; upserts: PharmacyProduct[]; removed: string[] }

function changesOf(before: Products, known: ReadonlyMap<number, readonly string[]>, chunks: ReadonlyMap<number, Row[]>): Change {
  const products = new Map(before)
  const upserts: PharmacyProduct[] = []
  const removed: string[] = []
  for (const [index, rows] of chunks) {
    const kept = new Set(rows.map(({ id }) => id))
    for (const id of known.get(index) ?? []) {
      if (kept.has(id)) continue
      products.delete(id)
      removed.push(id)
    }
    // Rows were checked by the contract before they were written.
    for (const row of rows as PharmacyProduct[]) {
      if (isSameRow(products.get(row.id), row)) continue
      products.set(row.id, row)
      upserts.push(row)
    }
  }
  return { products, upserts, removed }
}

function isSameRow(before: PharmacyProduct | undefined, after: PharmacyProduct): boolean {
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
