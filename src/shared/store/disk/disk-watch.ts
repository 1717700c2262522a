import type { createStore } from 'jotai'
import { deleteDB } from 'idb'
import {
  diskAtom,
  recoveredSalesAtom,
  type CopyState,
  type Disk,
  type DiskTrouble,
} from '#shared/store/disk/disk-atoms.ts'
import { hearDisk, tellDisk, type DiskReport } from '#shared/store/disk/disk-reports.ts'
import { pharmacyIdAtom } from '#shared/store/identity/identity-atoms.ts'
import { cachePrefix, databaseNames, isFormerSales, salesPrefix } from '#shared/store/disk/other-pharmacies.ts'
import { workerJournal } from '#shared/store/disk/worker-journal.ts'

type Store = ReturnType<typeof createStore>

/** What stops more stands first: only the last one leaves the window its sales. */
const byWeight: readonly DiskTrouble[] = ['newer-version', 'private', 'unreadable', 'closed', 'full']
const copiesByWeight: readonly CopyState[] = ['behind', 'unavailable', 'kept']

/** Projects what the databases of this window meet into `diskAtom`: its own and its pharmacy's. Returns how to stop. */
export function followDisk(store: Store): () => void {
  const troubles = new Map<string, DiskTrouble>()
  const copies = new Map<string, CopyState>()
  const show = () => {
    const own = [...troubles].filter(([name, trouble]) => stopsUs(name, trouble, store.get(pharmacyIdAtom)))
    store.set(diskAtom, (before) =>
      same(before, {
        ...before,
        ...worst(own),
        copy: copiesByWeight.find((copy) => [...copies.values()].includes(copy)) ?? before.copy,
      }),
    )
  }
  const stopHearing = hearDisk((report) => {
    note(report, troubles, copies)
    if (report.kind !== 'rebuilt') show()
    else if (report.sales > 0) store.set(recoveredSalesAtom, (before) => (before ?? 0) + report.sales)
  })
  // Whose sales stand in the way is another question after a change of pharmacy.
  const stopFollowing = store.sub(pharmacyIdAtom, show)
  return () => {
    stopHearing()
    stopFollowing()
  }
}

/** What a former pharmacy left keeps nobody from selling for this one; but a page that is too old for one is too old for all. */
function stopsUs(name: string, trouble: DiskTrouble, pharmacyId: string | null): boolean {
  return trouble === 'newer-version' || !isFormerSales(name, pharmacyId)
}

function note(report: DiskReport, troubles: Map<string, DiskTrouble>, copies: Map<string, CopyState>): void {
  const { kind, name } = report
  // Only a reload ends it: a writing that was under way, or a retry, may still report success after the newer window came.
  if (kind !== 'copy' && troubles.get(name) === 'newer-version') return
  if (kind === 'trouble') troubles.set(name, report.trouble)
  if (kind === 'copy') {
    if (report.copy) copies.set(name, report.copy)
    else copies.delete(name)
  }
  // Opening proves nothing about room; only a writing does.
  if (kind === 'well' && (report.isWritten || troubles.get(name) !== 'full')) troubles.delete(name)
}

function worst(troubles: readonly [string, DiskTrouble][]): Pick<Disk, 'trouble' | 'where' | 'name'> {
  const [first] = troubles.toSorted(
    ([one, a], [other, b]) =>
      Number(isCache(one)) - Number(isCache(other)) || byWeight.indexOf(a) - byWeight.indexOf(b),
  )
  return first
    ? { trouble: first[1], where: isCache(first[0]) ? 'lists' : 'sales', name: first[0] }
    : { trouble: null, where: null, name: null }
}

function isCache(name: string): boolean {
  return name.startsWith(cachePrefix)
}

/** Every writing reports: the screens hear of what changed only. */
function same(before: Disk, next: Disk): Disk {
  return before.trouble === next.trouble &&
    before.where === next.where &&
    before.name === next.name &&
    before.copy === next.copy
    ? before
    : next
}

/** Asks the browser once never to evict what is stored here, and keeps its answer; where it cannot be asked, the answer is no. */
export async function askPersistence(store: Store): Promise<void> {
  const { persisted, persist } = storageOf()
  const isPersisted = (await persisted().catch(() => false)) || (await persist().catch(() => false))
  store.set(diskAtom, (before) => ({ ...before, isPersisted }))
}

function storageOf(): Pick<StorageManager, 'persisted' | 'persist'> {
  const storage = navigator.storage as StorageManager | undefined
  return {
    persisted: async () => (await storage?.persisted?.()) ?? false,
    persist: async () => (await storage?.persist?.()) ?? false,
  }
}

/** Makes room: the cached lists go, of every pharmacy; the server gives them again. Sales are in other databases and stay. */
export async function dropLists(): Promise<void> {
  const names = await databaseNames(cachePrefix)
  await Promise.all(names.map((name) => deleteDB(name)))
  for (const name of names) tellDisk({ kind: 'well', name, isWritten: true })
}

/** Throws a sales database away that does not open any more, provided that its copy can be read: the next opening makes it again from there. Answers whether it did. */
export async function rebuildFromCopy(pharmacyId: string): Promise<boolean> {
  const lines = (await workerJournal(pharmacyId)?.read()) ?? []
  if (lines.every(({ changes }) => changes.length === 0)) return false
  await deleteDB(salesPrefix + pharmacyId)
  return true
}
