import { copiedStores, type Change, type CopiedStore } from '#shared/store/disk/journal-lines.ts'
import type { Rows } from '#shared/store/lists/known-rows.ts'
import type { salesStores, WritingTx } from '#shared/store/sales/sales-rows.ts'

export type SalesStoreName = (typeof salesStores)[number]
/** The state of one key of one store after a write; without `value` it was removed. */
export type Written = { store: SalesStoreName; key: string; value?: unknown }
/**
 * `rows`: rows that were read or written, by `store/key`. `refusal`: the first error of a write request; undefined when
 * there was none.
 */
export type Recording = { tx: WritingTx; changes: Written[]; rows: Rows; refusal: () => unknown }
type AnyStore = {
  keyPath: string | string[] | null
  get: (key: unknown) => Promise<unknown>
  put: Write
  add: Write
  delete: (key: unknown) => Promise<void>
}
type Write = (value: unknown, key?: string) => Promise<unknown>
type Note = (key: unknown, value?: unknown) => void
/** The rows of one store that are known without reading the disk. */
type Met = { of: (key: string) => { value: unknown } | undefined; learn: (key: string, value: unknown) => void }
type Copied = Omit<Change, 'at'>
type Handed = <T>(request: Promise<unknown>, answer: T) => Promise<T>

/** Keys of `meta` that the journal does not copy: the customer display, and the journal's own mark. */
const uncopiedMeta = new Set(['display', 'copy'])

/** Stores that almost every action reads. */
const rememberedStores = new Set<SalesStoreName>(['sales', 'outbox', 'registers', 'meta'])

/**
 * Wraps a transaction: records its reads and writes, and answers reads from known rows. Writes resolve when they are
 * issued, not when the disk confirms them, because each confirmation would delay the counter. A write that the disk
 * refuses aborts the whole transaction and is its error.
 */
export function recordChanges(tx: WritingTx, known: Rows = new Map()): Recording {
  const changes: Written[] = []
  const rows = new Map<string, unknown>()
  const refusals: unknown[] = []
  const handed: Handed = (request, answer) => {
    request.catch((error: unknown) => refusals.push(error))
    return Promise.resolve(answer)
  }
  const objectStore = (name: SalesStoreName) =>
    recordedStore(tx.objectStore(name) as unknown as AnyStore, {
      note: noteIn(name, changes),
      handed,
      met: metIn(name, known, rows),
    })
  return { changes, rows, tx: overridden(tx, { objectStore }), refusal: () => refusals[0] }
}

/** The changes that the journal copies. */
export function copiedOf(changes: readonly Written[]): Copied[] {
  return changes.flatMap(({ store, key, value }) =>
    isCopied(store) && !(store === 'meta' && uncopiedMeta.has(key)) ? [{ store, key, value }] : [],
  )
}

function noteIn(store: SalesStoreName, changes: Written[]): Note {
  return (key: unknown, value?: unknown) => {
    if (typeof key === 'string') changes.push({ store, key, value })
  }
}

/**
 * Rows of this transaction take precedence over rows known before. The other stores are not cached: their rows are
 * large or used once.
 */
function metIn(store: SalesStoreName, known: Rows, rows: Map<string, unknown>): Met {
  if (!rememberedStores.has(store)) return { of: () => undefined, learn: () => undefined }
  return {
    of(key) {
      const place = `${store}/${key}`
      // A row that is used again stays in the cache.
      if (!rows.has(place) && known.has(place)) rows.set(place, known.get(place))
      return rows.has(place) ? { value: rows.get(place) } : undefined
    },
    learn: (key, value) => void rows.set(`${store}/${key}`, value),
  }
}

function recordedStore(store: AnyStore, { note, handed, met }: { note: Note; handed: Handed; met: Met }): AnyStore {
  const keyOf = (value: unknown, key?: string) =>
    key ?? (typeof store.keyPath === 'string' ? (value as Record<string, unknown>)[store.keyPath] : undefined)
  const writing =
    (write: 'put' | 'add'): Write =>
    (value, key) => {
      const stored = keyOf(value, key)
      note(stored, value)
      if (typeof stored === 'string') met.learn(stored, value)
      return handed(key === undefined ? store[write](value) : store[write](value, key), stored)
    }
  return overridden(store, {
    async get(key: unknown) {
      if (typeof key !== 'string') return store.get(key)
      const known = met.of(key)
      if (known) return known.value
      const value = await store.get(key)
      // The row may have been written while this read was under way.
      if (!met.of(key)) met.learn(key, value)
      return value
    },
    put: writing('put'),
    add: writing('add'),
    delete: (key: unknown) => {
      note(key)
      if (typeof key === 'string') met.learn(key, undefined)
      return handed(store.delete(key), undefined)
    },
  })
}

/** Methods of IndexedDB objects must be called on the original object, not on the proxy. */
function overridden<T extends object>(original: T, overrides: Partial<Record<keyof T, unknown>>): T {
  return new Proxy(original, {
    get(target, property) {
      if (Object.hasOwn(overrides, property)) return overrides[property as keyof T]
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

function isCopied(name: string): name is CopiedStore {
  return (copiedStores as readonly string[]).includes(name)
}
