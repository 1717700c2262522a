import type { createStore } from 'jotai'
import { deleteDB } from 'idb'
import { diskAtom, recoveredSalesAtom, type CopyState, type Disk, type DiskTrouble } from '#shared/store/disk-atoms.ts'
import { hearDisk, tellDisk, type DiskReport } from '#shared/store/disk-reports.ts'
import { cachePrefix, databaseNames, salesPrefix } from '#shared/store/other-pharmacies.ts'
import { workerJournal } from '#shared/store/worker-journal.ts'

type Store = ReturnType<typeof createStore>

/** What stops more stands first: only the last one leaves the window its sales. */
const byWeight: readonly DiskTrouble[] = ['newer-version', 'private', 'unreadable', 'closed', 'full']
const copiesByWeight: readonly CopyState[] = ['behind', 'unavailable', 'kept']

/** Projects what the databases of this window meet into `diskAtom`; returns how to stop. */
export function followDisk(store: Store): () => void {
  const troubles = new Map<string, DiskTrouble>()
  const copies = new Map<string, CopyState>()
  return hearDisk((report) => {
    note(report, troubles, copies)
    if (report.kind === 'rebuilt') store.set(recoveredSalesAtom, (before) => (before ?? 0) + report.sales)
    else store.set(diskAtom, (before) => same(before, { ...before, ...worst(troubles), copy: copiesByWeight.find((copy) => [...copies.values()].includes(copy)) ?? before.copy }))
  })
}

function note(report: DiskReport, troubles: Map<string, DiskTrouble>, copies: Map<string, CopyState>): void {
  const { kind, name } = report
  if (kind === 'trouble') troubles.set(name, report.trouble)
  if (kind === 'copy') {
    if (report.copy) copies.set(name, report.copy)
    else copies.delete(name)
  }
  // Opening proves nothing about room; only a writing does.
  if (kind === 'well' && (report.isWritten || troubles.get(name) !== 'full')) troubles.delete(name)
}

function worst(troubles: ReadonlyMap<string, DiskTrouble>): Pick<Disk, 'trouble' | 'where'> {
  const [first] = [...troubles].sort(([one, a], [other, b]) => Number(isCache(one)) - Number(isCache(other)) || byWeight.indexOf(a) - byWeight.indexOf(b))
  return first ? { trouble: first[1], where: isCache(first[0]) ? 'lists' : 'sales' } : { trouble: null, where: null }
}

function isCache(name: string): boolean {
  return name.startsWith(cachePrefix)
}

/** Every writing reports: the screens hear of what changed only. */
function same(before: Disk, next: Disk): Disk {
  return before.trouble === next.trouble && before.where === next.where && before.copy === next.copy ? before : next
}

/** Asks the browser once never to evict what is stored here, and keeps its answer; where it cannot be asked, the answer is no. */
export async function askPersistence(store: Store): Promise<void> {
  const { persisted, persist } = storageOf()
  const isPersisted = (await persisted().catch(() => false)) || (await persist().catch(() => false))
  store.set(diskAtom, (before) => ({ ...before, isPersisted }))
}

function storageOf(): Pick<StorageManager, 'persisted' | 'persist'> {
  const storage = navigator.storage as StorageManager | undefined
  return { persisted: async () => (await storage?.persisted?.()) ?? false, persist: async () => (await storage?.persist?.()) ?? false }
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
