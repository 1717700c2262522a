import { copiedStores, type Change, type CopiedStore } from '#shared/store/journal-lines.ts'
import type { SalesTx } from '#shared/store/sales-rows.ts'

export type Recorded = Omit<Change, 'at'>
type AnyStore = { keyPath: string | string[] | null; put: Write; add: Write; delete: (key: unknown) => Promise<void> }
type Write = (value: unknown, key?: string) => Promise<unknown>

/** Of `meta`, what nobody would miss, and the copy's own mark. */
const uncopiedMeta = new Set(['display', 'copy'])

/** The transaction as `work` sees it, and what it puts and removes in the stores that have a copy. */
export function recordChanges(tx: SalesTx): { tx: SalesTx; changes: Recorded[] } {
  const changes: Recorded[] = []
  const objectStore = (name: Parameters<SalesTx['objectStore']>[0]) => {
    const store = tx.objectStore(name)
    return isCopied(name) ? recordedStore(store as unknown as AnyStore, name, changes) : store
  }
  return { changes, tx: overridden(tx, { objectStore }) }
}

function recordedStore(store: AnyStore, name: CopiedStore, changes: Recorded[]): AnyStore {
  const note = (key: unknown, value?: unknown) => {
    if (typeof key === 'string' && !(name === 'meta' && uncopiedMeta.has(key))) changes.push({ store: name, key, value })
  }
  const keyOf = (value: unknown, key?: string) => key ?? (typeof store.keyPath === 'string' ? (value as Record<string, unknown>)[store.keyPath] : undefined)
  const writing =
    (write: 'put' | 'add'): Write =>
    (value, key) => {
      note(keyOf(value, key), value)
      return key === undefined ? store[write](value) : store[write](value, key)
    }
  return overridden(store, {
    put: writing('put'),
    add: writing('add'),
    delete: (key: unknown) => {
      note(key)
      return store.delete(key)
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
