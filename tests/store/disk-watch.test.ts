import { createStore } from 'jotai'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepDisk } from '#shared/session/keep-disk.ts'
import { connect } from '#shared/store/disk/connection.ts'
import { diskAtom } from '#shared/store/disk/disk-atoms.ts'
import { hearDisk, tellDisk, type DiskReport } from '#shared/store/disk/disk-reports.ts'
import { dropLists, rebuildFromCopy } from '#shared/store/disk/disk-watch.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import { openJournalFiles } from '#shared/store/disk/journal-files.ts'
import { openListStore } from '#shared/store/lists/list-store.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { anEndedSale, aurele, pharmacyId } from '#tests/support/a-local-sale.ts'
import { aProduct } from '#tests/support/a-product.ts'
import { MemoryDirectory } from '#tests/support/memory-directory.ts'
import { playWorker } from '#tests/support/played-worker.ts'

const otherPharmacy = '018f0000-0000-7000-8000-0000000000ff'
const namesOf = async () =>
  (await indexedDB.databases()).flatMap(({ name = '' }) => name.replace(/^officine-/, '')).toSorted()

test('room is made by the lists of every pharmacy; no sale is touched, and the lists begin anew', async () => {
  const screen = createStore()
  onTestFinished(keepDisk(screen))
  const sales = openSalesStore(pharmacyId)
  await anEndedSale(sales)
  const waiting = await sales.outbox()
  for (const pharmacy of [pharmacyId, otherPharmacy]) {
    const lists = openListStore(pharmacy)
    onTestFinished(() => lists.close())
    await lists.loadPage(
      'pharmacy-products',
      0,
      { items: [aProduct(1)], removed: [], cursor: 'c1', epoch: 'e1', total: 1, more: false },
      100,
    )
  }
  tellDisk({ kind: 'trouble', name: `officine-cache-${pharmacyId}`, trouble: 'full' })
  expect(screen.get(diskAtom)).toMatchObject({ trouble: 'full', where: 'lists' })
  await dropLists()
  expect(await namesOf()).toEqual([`sales-${pharmacyId}`])
  expect(screen.get(diskAtom).trouble).toBeNull()
  expect(await sales.outbox()).toEqual(waiting)
  expect((await openListStore(pharmacyId).readMeta('pharmacy-products')).live).toBeNull()
})

test('a sales database is thrown away only where its copy can be read and says something; it comes back from there', async () => {
  const directory = new MemoryDirectory()
  const store = openSalesStore(pharmacyId, openJournalFiles(directory.handle, pharmacyId))
  expect(await rebuildFromCopy(pharmacyId)).toBe(false)
  playWorker(directory)
  // An empty copy saves nobody.
  expect(await rebuildFromCopy(otherPharmacy)).toBe(false)
  await store.auditCopy()
  await anEndedSale(store)
  const waiting = await store.outbox()
  directory.isRefused = true
  expect(await rebuildFromCopy(pharmacyId).catch(() => false)).toBe(false)
  expect(await namesOf()).toEqual([`sales-${pharmacyId}`])
  directory.isRefused = false
  expect(await rebuildFromCopy(pharmacyId)).toBe(true)
  expect(await namesOf()).toEqual([])
  store.close()
  const again = openSalesStore(pharmacyId, openJournalFiles(directory.handle, pharmacyId))
  onTestFinished(() => again.close())
  expect(await again.outbox()).toEqual(waiting)
})

const session = {
  id: aurele.sessionId,
  userId: aurele.userId,
  uid: aurele.userId,
  pharmacyId,
  domainId: 'd',
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: [],
  permissions: [],
  startedAt: 1,
  isOffline: true,
}
const terminal = { terminalId: 't', terminalCode: 'K7QF', account: null, pharmacy: null, members: [] }

test.each([
  ['it keeps nothing yet and grants it', false, true, 1, true],
  ['it keeps nothing yet and refuses', false, false, 1, false],
  ['it keeps everything already', true, true, 0, true],
])(
  'the browser is asked to keep what is stored after the first unlock, once, and only when that is of use: %s',
  async (_, isPersisted, isGranted, asked, kept) => {
    const persist = vi.fn(() => Promise.resolve(isGranted))
    const persisted = vi.fn(() => Promise.resolve(isPersisted))
    Object.assign(navigator, { storage: { persisted, persist } })
    const store = createStore()
    onTestFinished(keepDisk(store))
    store.set(identityAtom, { terminal, session: null })
    expect(persisted).not.toHaveBeenCalled()
    store.set(identityAtom, { terminal, session })
    await vi.waitFor(() => expect(store.get(diskAtom).isPersisted).toBe(kept), { timeout: 30_000 })
    for (const next of [null, { ...session, id: 'another' }]) store.set(identityAtom, { terminal, session: next })
    expect([persisted.mock.calls.length, persist.mock.calls.length]).toEqual([1, asked])
  },
)

test('a browser that cannot be asked is taken to keep nothing', async () => {
  const store = createStore()
  onTestFinished(keepDisk(store))
  store.set(identityAtom, { terminal, session })
  await vi.waitFor(() => expect(store.get(diskAtom).isPersisted).toBe(false), { timeout: 30_000 })
})

test('a handle that is lost for good is opened afresh once, then that is said', async () => {
  const told: DiskReport[] = []
  onTestFinished(hearDisk((report) => told.push(report)))
  const opening = vi.spyOn(indexedDB, 'open')
  const connection = connect<{ notes: { key: string; value: string } }>(
    'a-database',
    1,
    (database) => void database.createObjectStore('notes'),
  )
  onTestFinished(() => connection.close())
  const write = vi.fn(
    (database: { close(): void; put(store: 'notes', value: string, key: string): Promise<unknown> }) => {
      database.close()
      return database.put('notes', 'lost', 'a')
    },
  )
  await expect(connection.write(write)).rejects.toMatchObject({ name: 'InvalidStateError' })
  expect([write.mock.calls.length, opening.mock.calls.length]).toEqual([2, 2])
  expect(told.at(-1)).toEqual({ kind: 'trouble', name: 'a-database', trouble: 'closed' })
  await connection.write((database) => database.put('notes', 'kept', 'a'))
  expect(told.at(-1)).toEqual({ kind: 'well', name: 'a-database', isWritten: true })
})
