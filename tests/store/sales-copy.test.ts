import { deleteDB } from 'idb'
import fc from 'fast-check'
import { createStore } from 'jotai'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addRecord } from '#shared/domain/sale-lines.ts'
import { openSale, resumeSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { diskAtom, recoveredSalesAtom } from '#shared/store/disk/disk-atoms.ts'
import { followDisk } from '#shared/store/disk/disk-watch.ts'
import { openJournalFiles, type SalesJournal } from '#shared/store/disk/journal-files.ts'
import type { Change } from '#shared/store/disk/journal-lines.ts'
import { acknowledged, postponed, refused } from '#shared/store/outbox/outbox-store.ts'
import type { AcknowledgedSale } from '#shared/store/sales/sales-rows.ts'
import type { SalesSnapshot } from '#shared/store/sales/sales-snapshot.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { aPaidSale, anEndedSale, aurele, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { acceptedSale } from '#tests/support/an-acceptance.ts'
import { maker, typedPatient } from '#tests/support/a-patient.ts'
import { MemoryDirectory } from '#tests/support/memory-directory.ts'
import { runs } from '#tests/support/extent.ts'

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000 })

function aWindow(directory: MemoryDirectory, journal: SalesJournal = openJournalFiles(directory.handle, pharmacyId)) {
  const store = openSalesStore(pharmacyId, journal)
  onTestFinished(() => store.close())
  return store
}

function aScreen() {
  const screen = createStore()
  onTestFinished(followDisk(screen))
  return screen
}

/** The database goes, the files stay: what a damaged or cleared IndexedDB leaves. */
async function lose(...windows: SalesStore[]) {
  for (const store of windows) store.close()
  // What a window had not copied yet goes out as it closes.
  await new Promise((resolve) => setTimeout(resolve, 0))
  await deleteDB(`officine-sales-${pharmacyId}`)
}

/** What the journal promises: all but paper and what the customer is shown. */
const promised = async (store: SalesStore) => {
  const { prints: _, display: __, ...kept }: SalesSnapshot = await store.snapshot(0)
  return kept
}

const line = () => ({
  id: crypto.randomUUID(),
  stockItemId: crypto.randomUUID(),
  label: 'Efferalgan 1 g',
  quantity: 1,
  price: 1200,
})
const note = { pharmacyProductId: null, label: 'Sirop', quantity: 1, price: 500, reason: 'too-dear' as const }

test('a database that is gone is made again before anybody reads it: ended and open sales, patients, counters', async () => {
  const screen = aScreen()
  const directory = new MemoryDirectory()
  const store = aWindow(directory)
  await anEndedSale(store)
  const open = await aPaidSale(store)
  await store.createPatient(typedPatient(), maker)
  await store.noteMissedSale(note, maker)
  await store.notePhoto(
    { saleId: open.id, paymentId: null, mime: 'image/jpeg', bytes: new Uint8Array([0, 200, 255]) },
    maker,
  )
  const { id: registerId } = await store.registerOf(aurele.userId)
  await store.auditCopy()
  const before = await promised(store)
  const [photo] = (await store.outbox()).filter(({ kind }) => kind === 'photo')
  await lose(store)

  const again = aWindow(directory)
  expect(await promised(again)).toEqual(before)
  expect((await again.readPhoto(photo!.saleId))?.bytes).toEqual(new Uint8Array([0, 200, 255]))
  expect((await again.registerOf(aurele.userId)).id).toBe(registerId)
  expect(screen.get(recoveredSalesAtom)).toBe(2)
  expect((await again.create(aurele)).identifier).toBe('K7QF-3')
  await anEndedSale(again)
  expect((await again.outbox()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
})

test('nothing is brought back twice: not at the next opening, not what was settled since', async () => {
  const screen = aScreen()
  const directory = new MemoryDirectory()
  const store = aWindow(directory)
  await anEndedSale(store)
  await store.auditCopy()
  await lose(store)
  const again = aWindow(directory)
  const [row] = await again.outbox()
  await again.settle([acknowledged(row!, acceptedSale(row!), Date.now())])
  await again.auditCopy()
  await again.auditCopy()
  again.close()
  const later = aWindow(directory)
  expect(await promised(later)).toMatchObject({ sales: [], outbox: [], acknowledged: [{ id: row!.saleId }] })
  expect(screen.get(recoveredSalesAtom)).toBe(1)
})

test('lost twice before anything was compared: what the later database did to a sale counts, not how the former one had it', async () => {
  const directory = new MemoryDirectory()
  const first = aWindow(directory)
  const [sent, discarded, open] = [await anEndedSale(first), await aPaidSale(first), await aPaidSale(first)]
  await first.auditCopy()
  await lose(first)
  const second = aWindow(directory)
  const [row] = await second.outbox()
  await second.settle([acknowledged(row!, acceptedSale(row!), Date.now())])
  await second.change(discarded.id, discarded.editCount, () => null)
  const ended = await second.end(open.id, open.editCount, facts)
  const before = await promised(second)
  await lose(second)
  const third = aWindow(directory)
  expect(await promised(third)).toEqual(before)
  const { sales, outbox, acknowledged: kept } = await third.snapshot(0)
  expect([
    sales.map(({ id, status }) => [id, status]),
    outbox.map(({ saleId }) => saleId),
    kept.map(({ id }) => id),
  ]).toEqual([[[ended.sale.id, 'SUBMITTING']], [ended.sale.id], [sent.sale.id]])
})

test('a copy made when the edit count was called `version` is restored under the new name', async () => {
  const directory = new MemoryDirectory()
  const store = aWindow(directory)
  const [sent, open] = [await anEndedSale(store), await aPaidSale(store)]
  const [row] = await store.outbox()
  await store.settle([acknowledged(row!, acceptedSale(row!), Date.now())])
  await store.auditCopy()
  const before = await promised(store)
  const journal = openJournalFiles(directory.handle, pharmacyId)
  const [held] = await journal.read()
  await lose(store)
  await journal.replace({ database: held!.database, changes: held!.changes.map(asFormerly) }, 1_000)

  const again = aWindow(directory)
  expect(await promised(again)).toEqual(before)
  expect(before).toMatchObject({ sales: [{ id: open.id }], acknowledged: [{ sale: { id: sent.sale.id } }] })
  await again.change(open.id, open.editCount, (sale) => addRecord(sale, line()))
})

/** A change as it was copied before `editCount`. */
function asFormerly(change: Change): Change {
  const former = ({ editCount, ...sale }: LocalSale) => ({ ...sale, version: editCount })
  if (change.value === undefined) return change
  if (change.store === 'sales') return { ...change, value: former(change.value as LocalSale) }
  if (change.store !== 'acknowledged') return change
  const kept = change.value as AcknowledgedSale
  return { ...change, value: { ...kept, sale: former(kept.sale) } }
}

test('a sale is on the copy when its end resolves', async () => {
  const directory = new MemoryDirectory()
  const store = aWindow(directory)
  await store.auditCopy()
  const { sale } = await anEndedSale(store)
  const [held] = await openJournalFiles(directory.handle, pharmacyId).read()
  expect(held?.changes.find((change) => change.store === 'outbox')).toMatchObject({
    key: sale.id,
    value: { saleId: sale.id },
  })
})

test('a torn last line is passed over, and does not swallow the next', async () => {
  const directory = new MemoryDirectory()
  const store = aWindow(directory)
  await store.auditCopy()
  const first = await anEndedSale(store)
  await anEndedSale(store)
  directory.tear(9)
  const third = await anEndedSale(store)
  await lose(store)
  const ids = (await aWindow(directory).outbox()).map(({ saleId }) => saleId)
  expect(ids).toEqual([first.sale.id, third.sale.id])
})

test('two windows write one journal, and of each sale the last word counts', async () => {
  const directory = new MemoryDirectory()
  const [kiosk, till] = [aWindow(directory), aWindow(directory)]
  await kiosk.auditCopy()
  const sale = await kiosk.create(aurele)
  const typed = await kiosk.change(sale.id, sale.editCount, (open) => addRecord(open, line()))
  // The till's line reaches the journal at once, that of the kiosk when its typing rests.
  await till.change(sale.id, typed!.editCount, (open) => addRecord(open, line()))
  await Promise.all([anEndedSale(till), anEndedSale(kiosk)])
  const before = await promised(kiosk)
  await lose(till, kiosk)
  await until(async () => expect(await promised(aWindow(directory))).toEqual(before))
})

test('a copy that cannot be written holds no sale back; it is said, and made good later', async () => {
  const screen = aScreen()
  const directory = new MemoryDirectory()
  directory.isRefused = true
  const store = aWindow(directory)
  await store.auditCopy()
  await anEndedSale(store)
  expect(await store.outbox()).toHaveLength(1)
  expect(screen.get(diskAtom).copy).toBe('behind')
  directory.isRefused = false
  await store.auditCopy()
  expect(screen.get(diskAtom).copy).toBe('kept')
  const before = await promised(store)
  await lose(store)
  expect(await promised(aWindow(directory))).toEqual(before)
})

test('a copy that does not answer keeps a receipt waiting for a moment only', async () => {
  const screen = aScreen()
  const directory = new MemoryDirectory()
  const store = aWindow(directory)
  await store.auditCopy()
  let release: () => void = () => undefined
  directory.opening = () => new Promise((resolve) => (release = resolve))
  await anEndedSale(store)
  expect(screen.get(diskAtom).copy).toBe('behind')
  directory.opening = () => Promise.resolve()
  release()
  await until(() => expect(screen.get(diskAtom).copy).toBe('kept'))
})

test('a full disk leaves the copy that stands as it was', async () => {
  const directory = new MemoryDirectory()
  const store = aWindow(directory)
  await store.auditCopy()
  const { sale } = await anEndedSale(store)
  directory.room = 10
  await anEndedSale(store)
  await lose(store)
  directory.room = Infinity
  expect((await aWindow(directory).outbox()).map(({ saleId }) => saleId)).toEqual([sale.id])
})

test('what the journal had no room for outlives a database that the browser made anew', async () => {
  const directory = new MemoryDirectory()
  const store = aWindow(directory)
  const open = await aPaidSale(store)
  await store.auditCopy()
  directory.room = 10
  await store.end(open.id, open.editCount, { ...facts, userId: aurele.userId })
  await anEndedSale(store)
  const before = await promised(store)
  // Chromium removes a database that a full disk has damaged, while its windows stay open.
  await deleteDB(`officine-sales-${pharmacyId}`)
  const [first] = (await aWindow(directory).snapshot(0)).sales
  expect([first!.id, first!.status]).toEqual([open.id, 'ONGOING'])
  directory.room = Infinity
  await until(async () => {
    await store.auditCopy()
    const after = await promised(store)
    expect([after.sales, after.outbox.map(({ saleId }) => saleId)]).toEqual([
      before.sales,
      before.outbox.map(({ saleId }) => saleId),
    ])
  })
  // And the journal has it now.
  const kept = await promised(store)
  await lose(store)
  expect(await promised(aWindow(directory))).toEqual(kept)
})

test('a sale that the server has does not come back open from a journal without room', async () => {
  const directory = new MemoryDirectory()
  const store = aWindow(directory)
  const open = await aPaidSale(store)
  await store.auditCopy()
  directory.room = 10
  await store.end(open.id, open.editCount, { ...facts, userId: aurele.userId })
  const [row] = await store.outbox()
  await store.settle([acknowledged(row!, acceptedSale(row!), Date.now())])
  const before = await promised(store)
  await deleteDB(`officine-sales-${pharmacyId}`)
  expect((await aWindow(directory).snapshot(0)).sales).toMatchObject([{ id: open.id, status: 'ONGOING' }])
  directory.room = Infinity
  await until(async () => {
    await store.auditCopy()
    const { sales, outbox, acknowledged: kept } = await promised(store)
    expect({ sales, outbox, kept }).toEqual({ sales: [], outbox: [], kept: before.acknowledged })
  })
})

test('where a browser has no such place it is said, and sales go on', async () => {
  const screen = aScreen()
  const store = openSalesStore(pharmacyId)
  onTestFinished(() => store.close())
  await anEndedSale(store)
  expect(screen.get(diskAtom).copy).toBe('unavailable')
})

test('what a window without a copy wrote is found and copied by the next comparison', async () => {
  const directory = new MemoryDirectory()
  const old = openSalesStore(pharmacyId)
  await anEndedSale(old)
  const store = aWindow(directory)
  await store.auditCopy()
  await anEndedSale(old)
  await store.auditCopy()
  const before = await promised(store)
  await lose(old, store)
  expect(await promised(aWindow(directory))).toEqual(before)
})

test('a journal that did not answer at the opening is taken over later, beside what was sold since', async () => {
  const screen = aScreen()
  const directory = new MemoryDirectory()
  const store = aWindow(directory)
  const { sale: lost } = await anEndedSale(store)
  await store.auditCopy()
  await lose(store)
  directory.isRefused = true
  const again = aWindow(directory)
  const { sale: sold } = await anEndedSale(again)
  directory.isRefused = false
  await again.auditCopy()
  expect((await again.outbox()).map(({ saleId, seq }) => [saleId, seq])).toEqual([
    [sold.id, 1],
    [lost.id, 2],
  ])
  expect(screen.get(recoveredSalesAtom)).toBe(1)
})

type Gesture =
  | 'create'
  | 'type'
  | 'end'
  | 'acknowledge'
  | 'refuse'
  | 'resume'
  | 'postpone'
  | 'patient'
  | 'missed'
  | 'lock'
  | 'audit'
  | 'requeue'
  | 'forget'
const gestures: readonly Gesture[] = [
  'create',
  'type',
  'end',
  'acknowledge',
  'refuse',
  'resume',
  'postpone',
  'patient',
  'missed',
  'lock',
  'audit',
  'requeue',
  'forget',
]

async function doGesture(store: SalesStore, gesture: Gesture): Promise<void> {
  const { sales } = await store.snapshot(0)
  const open = sales.find(({ status }) => status === 'ONGOING')
  const [row] = (await store.outbox()).filter(({ kind }) => kind === 'sale')
  const stuck = sales.find(({ status }) => status === 'ERROR')
  const released = sales.find(({ status }) => status === 'LOCAL')
  if (gesture === 'create')
    await (released
      ? store.change(released.id, released.editCount, (sale) => openSale(sale, aurele.userId, aurele.sessionId))
      : store.create(aurele))
  if (gesture === 'type' && open) await store.change(open.id, open.editCount, (sale) => addRecord(sale, line()))
  if (gesture === 'end' && open) await store.end(open.id, open.editCount, facts)
  if (gesture === 'acknowledge' && row) await store.settle([acknowledged(row, acceptedSale(row), Date.now())])
  if (gesture === 'refuse' && row) await store.settle([refused(row, [{ message: 'sales:notEnoughStock' }])])
  if (gesture === 'resume' && stuck)
    await store.change(stuck.id, stuck.editCount, (sale) => resumeSale(sale, aurele.userId, aurele.sessionId))
  if (gesture === 'postpone' && row)
    await store.settle([postponed(row, { nextAttemptAt: 1, lastFailure: 'no answer', waitsForLine: true })])
  if (gesture === 'patient') await store.createPatient(typedPatient(), maker)
  if (gesture === 'missed') await store.noteMissedSale(note, maker)
  if (gesture === 'lock') await store.releaseSession(aurele.sessionId)
  if (gesture === 'audit') await store.auditCopy()
  if (gesture === 'requeue') await store.requeue(await store.acknowledgedIds())
  if (gesture === 'forget') await store.forgetAcknowledgedBefore(Date.now() - 1)
}

test('thrown away at any point, the database comes back as it stood', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...gestures), fc.boolean()), { maxLength: 25 }),
      fc.boolean(),
      async (steps, isCompared) => {
        await deleteDB(`officine-sales-${pharmacyId}`)
        const directory = new MemoryDirectory()
        const windows = [aWindow(directory), aWindow(directory)] as const
        if (isCompared) await windows[0].auditCopy()
        for (const [gesture, isOther] of steps) await doGesture(windows[isOther ? 1 : 0], gesture)
        const before = await promised(windows[0])
        const next = await windows[1].create(aurele)
        await lose(...windows)
        const again = aWindow(directory)
        await until(async () => expect(await promised(again)).toEqual({ ...before, sales: [...before.sales, next] }))
        expect(Number((await again.create(aurele)).identifier.slice(5))).toBe(Number(next.identifier.slice(5)) + 1)
        again.close()
      },
    ),
    { numRuns: runs(60) },
  )
})
