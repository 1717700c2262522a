import { copiedStores, type Change, type CopiedStore } from '#shared/store/journal-lines.ts'
import type { salesStores, SalesTx } from '#shared/store/sales-rows.ts'

export type SalesStoreName = (typeof salesStores)[number]
/** One key of one store as a writing left it; without `value` it was removed. */
export type Written = { store: SalesStoreName; key: string; value?: unknown }
/** `refusal`: why the disk refused something of it; undefined: it did not. */
export type Recording = { tx: SalesTx; changes: Written[]; refusal: () => unknown }
type AnyStore = { keyPath: string | string[] | null; put: Write; add: Write; delete: (key: unknown) => Promise<void> }
type Write = (value: unknown, key?: string) => Promise<unknown>
type Note = (key: unknown, value?: unknown) => void
type Copied = Omit<Change, 'at'>
type Handed = <T>(request: Promise<unknown>, answer: T) => Promise<T>

/** Of `meta`, what nobody would miss, and the copy's own mark. */
const uncopiedMeta = new Set(['display', 'copy'])

/**
 * The transaction as `work` sees it, and what it puts and removes. What is put or removed resolves when it was handed to the
 * disk, not when the disk answers: each answer is a turn that somebody at the counter waits for. One that the disk refuses takes the whole transaction with it,
 * and is its reason.
 */
export function recordChanges(tx: SalesTx): Recording {
  const changes: Written[] = []
  const refusals: unknown[] = []
  const handed: Handed = (request, answer) => {
    request.catch((error: unknown) => refusals.push(error))
    return Promise.resolve(answer)
  }
  const objectStore = (name: SalesStoreName) => recordedStore(tx.objectStore(name) as unknown as AnyStore, noteIn(name, changes), handed)
  return { changes, tx: overridden(tx, { objectStore }), refusal: () => refusals[0] }
}

/** Those of the writings that the copy takes. */
export function copiedOf(changes: readonly Written[]): Copied[] {
  return changes.flatMap(({ store, key, value }) => (isCopied(store) && !(store === 'meta' && uncopiedMeta.has(key)) ? [{ store, key, value }] : []))
}

function noteIn(store: SalesStoreName, changes: Written[]): Note {
  return (key: unknown, value?: unknown) => {
    if (typeof key === 'string') changes.push({ store, key, value })
  }
}

function recordedStore(store: AnyStore, note: Note, handed: Handed): AnyStore {
  const keyOf = (value: unknown, key?: string) => key ?? (typeof store.keyPath === 'string' ? (value as Record<string, unknown>)[store.keyPath] : undefined)
  const writing =
    (write: 'put' | 'add'): Write =>
    (value, key) => {
      const stored = keyOf(value, key)
      note(stored, value)
      return handed(key === undefined ? store[write](value) : store[write](value, key), stored)
    }
  return overridden(store, {
    put: writing('put'),
    add: writing('add'),
    delete: (key: unknown) => {
      note(key)
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
