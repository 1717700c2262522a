import type { createStore } from 'jotai'
import { deleteDB } from 'idb'
import {
  diskAtom,
  recoveredSalesAtom,
  type CopyState,
  type Disk,
  type DiskTrouble,
} from '#shared/store/disk/disk-atoms.ts'
import { keepRefused } from '#shared/store/disk/device-choices.ts'
import { hearDisk, tellDisk, type DiskReport } from '#shared/store/disk/disk-reports.ts'
import { pharmacyIdAtom } from '#shared/store/identity/identity-atoms.ts'
import { cachePrefix, databaseNames, isFormerSales, salesPrefix } from '#shared/store/disk/other-pharmacies.ts'
import { workerJournal } from '#shared/store/disk/worker-journal.ts'

type Store = ReturnType<typeof createStore>

/** Most severe first. Only with `full` can the window still read its sales. */
const byWeight: readonly DiskTrouble[] = ['newer-version', 'private', 'unreadable', 'closed', 'full']
const copiesByWeight: readonly CopyState[] = ['behind', 'unavailable', 'kept']

/**
 * Projects the reports of this window's databases (its own and its pharmacy's) into `diskAtom`. Returns the function
 * that stops it.
 */
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
  // After a change of pharmacy other databases count.
  const stopFollowing = store.sub(pharmacyIdAtom, show)
  return () => {
    stopHearing()
    stopFollowing()
  }
}

/**
 * Trouble with the database of a former pharmacy does not block sales for this one, except `newer-version`: a page that
 * is outdated for one database is outdated for all.
 */
function stopsUs(name: string, trouble: DiskTrouble, pharmacyId: string | null): boolean {
  return trouble === 'newer-version' || !isFormerSales(name, pharmacyId)
}

function note(report: DiskReport, troubles: Map<string, DiskTrouble>, copies: Map<string, CopyState>): void {
  const { kind, name } = report
  // Only a reload ends `newer-version`: a write that was under way, or a retry, may still report success after the
  // newer version was opened.
  if (kind !== 'copy' && troubles.get(name) === 'newer-version') return
  if (kind === 'trouble') troubles.set(name, report.trouble)
  if (kind === 'copy') {
    if (report.copy) copies.set(name, report.copy)
    else copies.delete(name)
  }
  // Opening does not prove free space; only a write does.
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

/** Returns the same object when nothing changed, so that a report of each write does not cause a render. */
function same(before: Disk, next: Disk): Disk {
  return before.trouble === next.trouble &&
    before.where === next.where &&
    before.name === next.name &&
    before.copy === next.copy
    ? before
    : next
}

/**
 * Asks the browser once for persistent storage and stores the answer. Where the API is missing, the answer is false.
 */
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

/**
 * Frees space: deletes the cached lists of all pharmacies, which the server can send again. Sales are in other
 * databases and stay.
 */
export async function dropLists(): Promise<void> {
  const names = await databaseNames(cachePrefix)
  await Promise.all(names.map((name) => deleteDB(name)))
  for (const name of names) tellDisk({ kind: 'well', name, isWritten: true })
  keepRefused()
}

/**
 * Deletes a sales database that does not open any more, if its journal is readable and not empty; the next opening
 * restores the database from the journal. Returns whether it was deleted.
 */
export async function rebuildFromCopy(pharmacyId: string): Promise<boolean> {
  const lines = (await workerJournal(pharmacyId)?.read()) ?? []
  if (lines.every(({ changes }) => changes.length === 0)) return false
  await deleteDB(salesPrefix + pharmacyId)
  return true
}
