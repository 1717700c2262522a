import { copiedStores, type Change, type CopiedStore } from '#shared/store/journal-lines.ts'
import type { SalesTx } from '#shared/store/sales-rows.ts'

export type Recorded = Omit<Change, 'at'>
/** `refusal`: why the disk refused something of it; undefined: it did not. */
export type Recording = { tx: SalesTx; changes: Recorded[]; refusal: () => unknown }
type AnyStore = { keyPath: string | string[] | null; put: Write; add: Write; delete: (key: unknown) => Promise<void> }
type Write = (value: unknown, key?: string) => Promise<unknown>
type Note = (key: unknown, value?: unknown) => void
type Handed = <T>(request: Promise<unknown>, answer: T) => Promise<T>

/** Of `meta`, what nobody would miss, and the copy's own mark. */
const uncopiedMeta = new Set(['display', 'copy'])

/**
 * The transaction as `work` sees it, and what it puts and removes in the stores that have a copy. What is put or removed resolves when it was handed to the
 * disk, not when the disk answers: each answer is a turn that somebody at the counter waits for. One that the disk refuses takes the whole transaction with it,
 * and is its reason.
 */
export function recordChanges(tx: SalesTx): Recording {
  const changes: Recorded[] = []
  const refusals: unknown[] = []
  const handed: Handed = (request, answer) => {
    request.catch((error: unknown) => refusals.push(error))
    return Promise.resolve(answer)
  }
  const objectStore = (name: Parameters<SalesTx['objectStore']>[0]) => {
    const store = tx.objectStore(name) as unknown as AnyStore
    return recordedStore(store, isCopied(name) ? noteIn(name, changes) : () => undefined, handed)
  }
  return { changes, tx: overridden(tx, { objectStore }), refusal: () => refusals[0] }
}

function noteIn(name: CopiedStore, changes: Recorded[]): Note {
  return (key: unknown, value?: unknown) => {
    if (typeof key === 'string' && !(name === 'meta' && uncopiedMeta.has(key))) changes.push({ store: name, key, value })
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
