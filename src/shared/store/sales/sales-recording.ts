import { copiedStores, type Change, type CopiedStore } from '#shared/store/disk/journal-lines.ts'
import type { Rows } from '#shared/store/lists/known-rows.ts'
import type { salesStores, WritingTx } from '#shared/store/sales/sales-rows.ts'

export type SalesStoreName = (typeof salesStores)[number]
/** One key of one store as a writing left it; without `value` it was removed. */
export type Written = { store: SalesStoreName; key: string; value?: unknown }
/** `rows`: what it read and wrote, by place; `refusal`: why the disk refused something of it; undefined: it did not. */
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
/** Of one store, what need not be asked for. */
type Met = { of: (key: string) => { value: unknown } | undefined; learn: (key: string, value: unknown) => void }
type Copied = Omit<Change, 'at'>
type Handed = <T>(request: Promise<unknown>, answer: T) => Promise<T>

/** Of `meta`, what nobody would miss, and the copy's own mark. */
const uncopiedMeta = new Set(['display', 'copy'])

/** What each gesture asks for anew. */
const rememberedStores = new Set<SalesStoreName>(['sales', 'outbox', 'registers', 'meta'])

/**
 * The transaction as `work` sees it, and what it reads, puts and removes. A row that is known, or was met in it before, is not asked for. What is put or
 * removed resolves when it was handed to the disk, not when the disk answers: each answer is a turn that somebody at the counter waits for. One that the
 * disk refuses takes the whole transaction with it, and is its reason.
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

/** Those of the writings that the copy takes. */
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

/** What was met in this transaction goes before what was known when it began. Of the other stores nothing is: their rows are large, or met once. */
function metIn(store: SalesStoreName, known: Rows, rows: Map<string, unknown>): Met {
  if (!rememberedStores.has(store)) return { of: () => undefined, learn: () => undefined }
  return {
    of(key) {
      const place = `${store}/${key}`
      // What is used again is not let go of.
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
      // Put meanwhile, it is no longer what was asked for before.
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

/** The library's objects answer only to themselves: what is not overridden is called on the original. */
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
