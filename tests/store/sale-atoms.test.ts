import { createStore } from 'jotai'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addRecord, setQuantity } from '#shared/domain/sale-lines.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import {
  changeSaleAtom,
  closeSaleTabAtom,
  createSaleAtom,
  endSaleAtom,
  resumeSaleAtom,
} from '#shared/store/sales/sale-actions.ts'
import {
  acknowledgedTodayAtom,
  localSalesAtom,
  openSalesAtom,
  outboxAtom,
  projectSales,
  refusedSalesAtom,
  sharedSalesAtom,
  snapshotAtom,
} from '#shared/store/sales/sale-atoms.ts'
import { hearDisk } from '#shared/store/disk/disk-reports.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { retypeSaleAtom } from '#shared/store/sales/retype-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { openBus } from '#shared/windows/bus.ts'
import { accepted, aurele, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, until } from '#tests/support/api-edge.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { askInvoice, payCash, setBuyer } from '#shared/domain/sale-lines.ts'

const session = {
  id: aurele.sessionId,
  userId: aurele.userId,
  uid: aurele.userId,
  pharmacyId,
  domainId: 'd',
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
  permissions: [],
  startedAt: 1,
  isOffline: false,
}
const line = () => ({
  id: crypto.randomUUID(),
  stockItemId: crypto.randomUUID(),
  label: 'Coartem',
  quantity: 1,
  price: 1500,
})

function aWindow() {
  const [store, bus, sales] = [createStore(), openBus(), openSalesStore(pharmacyId)]
  store.set(identityAtom, {
    terminal: {
      terminalId: '018f0000-0000-7000-8000-0000000000c1',
      terminalCode: 'K7QF',
      account: null,
      pharmacy: null,
      members: [],
    },
    session,
  })
  const projection = projectSales(store, bus, sales, () => void outbox.drain())
  const outbox = startOutbox(sales, () => [() => Promise.resolve('member')], projection.shared.written)
  onTestFinished(() => {
    outbox.stop()
    projection.stop()
    bus.close()
    sales.close()
  })
  return store
}
const labels = (store: ReturnType<typeof aWindow>) =>
  store.get(openSalesAtom).map(({ records }) => records.map(({ label }) => label))

test('what one window types, the others show', async () => {
  const [kiosk, display] = [aWindow(), aWindow()]
  const sale = await kiosk.set(createSaleAtom)
  await kiosk.set(changeSaleAtom, sale, (open) => addRecord(open, line()))
  expect(labels(kiosk)).toEqual([['Coartem']])
  await until('the display shows the line', () => labels(display)[0]?.length === 1)
})

test('what is typed shows before the disk has it; a reading that began earlier does not take it away', async () => {
  const store = aWindow()
  const sale = await store.set(createSaleAtom)
  const reading = store.get(sharedSalesAtom)!.reread()
  const writing = store.set(changeSaleAtom, sale, (open) => addRecord(open, line()))
  expect(labels(store)).toEqual([['Coartem']])
  await reading
  expect(labels(store)).toEqual([['Coartem']])
  await writing
  expect(await store.get(sharedSalesAtom)!.store.snapshot(0)).toMatchObject({
    sales: [{ id: sale.id, records: [{ label: 'Coartem' }] }],
  })
})

test('what gives a sale away is shown when the disk has it: the next window reads it there', async () => {
  const store = aWindow()
  const sale = await store.set(createSaleAtom)
  const full = await store.set(changeSaleAtom, sale, (open) => addRecord(open, line()))
  const closing = store.set(closeSaleTabAtom, full!)
  expect(store.get(localSalesAtom)).toMatchObject([{ status: 'ONGOING' }])
  await closing
  expect(store.get(localSalesAtom)).toMatchObject([{ status: 'LOCAL' }])
})

test('a conflict throws, and the loser’s window shows what stands', async () => {
  const [one, two] = [aWindow(), aWindow()]
  const sale = await one.set(createSaleAtom)
  await one.set(changeSaleAtom, sale, (open) => addRecord(open, line()))
  await expect(
    two.set(changeSaleAtom, sale, (open) => addRecord(open, { ...line(), label: 'Efferalgan' })),
  ).rejects.toMatchObject({ name: 'SaleConflict' })
  expect(labels(two)).toEqual([['Coartem']])
})

test('of a gesture that came half way, the others show what was written', async () => {
  const [one, two] = [aWindow(), aWindow()]
  const shown = () => two.get(snapshotAtom).sales.length
  const { store, reread } = one.get(sharedSalesAtom)!
  await one.set(createSaleAtom)
  await until('the other has read what was there', () => shown() === 1)
  await store.create({ terminalCode: 'K7QF', userId: aurele.userId, sessionId: aurele.sessionId })
  await reread()
  await until('the other shows it too', () => shown() === 2)
})

test('lines that a gesture leaves as they were stay the same objects: they are not drawn again', async () => {
  const store = aWindow()
  const sale = await store.set(createSaleAtom)
  const [one, other] = [line(), line()]
  const two = await store.set(changeSaleAtom, sale, (open) => addRecord(addRecord(open, one), other))
  const before = store.get(localSalesAtom)[0]!
  await store.set(changeSaleAtom, two!, (open) => setQuantity(open, other.id, 3))
  const after = store.get(localSalesAtom)[0]!
  expect(after.records.map(({ quantity }) => quantity)).toEqual([1, 3])
  expect(after.records[0]).toBe(before.records[0])
  expect(after.records[1]).not.toBe(before.records[1])
  expect(before.records.map(({ quantity }) => quantity)).toEqual([1, 1])
})

test('a till that is never switched off lets go of what it sold two days ago', async () => {
  await openApiEdge(({ body }) => accepted(body, 12))
  const store = aWindow()
  const sell = async () => {
    const sale = await store.set(createSaleAtom)
    const paid = await store.set(changeSaleAtom, sale, (open) =>
      payCash(addRecord(open, line()), { id: crypto.randomUUID(), tendered: 2000 }, 5),
    )
    await store.set(endSaleAtom, paid!, 5)
    await until('the server has it', () => store.get(snapshotAtom).acknowledged.some(({ id }) => id === sale.id))
    return sale.id
  }
  const old = await sell()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 49 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const fresh = await sell()
  expect(store.get(snapshotAtom).acknowledged.map(({ id }) => id)).toEqual([fresh])
  expect(await store.get(sharedSalesAtom)!.store.acknowledgedIds()).toEqual([old, fresh])
})

test('closing the tab of an empty sale removes it, of another one leaves it to everybody', async () => {
  const store = aWindow()
  const [empty, typed] = [await store.set(createSaleAtom), await store.set(createSaleAtom)]
  const full = await store.set(changeSaleAtom, typed, (open) => addRecord(open, line()))
  expect(await store.set(closeSaleTabAtom, empty)).toBeNull()
  await store.set(closeSaleTabAtom, full!)
  expect(store.get(localSalesAtom)).toMatchObject([{ id: typed.id, status: 'LOCAL', openedBy: null }])
})

test('refused, resumed, ended anew, accepted: each step is seen in every window', async () => {
  const edge = await openApiEdge(() => ({ status: 422, body: { message: 'sales:totalMismatch' } }))
  const [kiosk, backoffice] = [aWindow(), aWindow()]
  const sale = await kiosk.set(createSaleAtom)
  const paid = await kiosk.set(changeSaleAtom, sale, (open) =>
    payCash(addRecord(open, line()), { id: crypto.randomUUID(), tendered: 2000 }, 5),
  )
  await kiosk.set(endSaleAtom, paid!, 5)
  await until(
    'the refusal is everywhere',
    () => backoffice.get(refusedSalesAtom).length === 1 && kiosk.get(refusedSalesAtom).length === 1,
  )
  edge.answer = ({ body }) => {
    const answer = accepted(body, 12)
    return { ...answer, body: { ...answer.body, soldAt: new Date().toISOString() } }
  }
  const resumed = await kiosk.set(resumeSaleAtom, kiosk.get(refusedSalesAtom)[0]!)
  expect(resumed).toMatchObject({
    status: 'ONGOING',
    revision: 2,
    records: [{ label: 'Coartem' }],
    payments: [{ tendered: 2000 }],
  })
  await kiosk.set(endSaleAtom, resumed!, 5)
  await until(
    'it is accepted everywhere',
    () => backoffice.get(acknowledgedTodayAtom).length === 1 && kiosk.get(acknowledgedTodayAtom).length === 1,
  )
  expect([kiosk.get(localSalesAtom), kiosk.get(outboxAtom)]).toEqual([[], []])
  expect(backoffice.get(acknowledgedTodayAtom)).toMatchObject([{ id: sale.id, reply: { number: 12 } }])
})

test.each([true, false])(
  'a receipt that is typed back and refused is resumed with its buyer and its answer about an invoice: %s',
  async (isInvoiced) => {
    await openApiEdge(({ body }) => {
      const { ids } = JSON.parse(body || '{}') as { ids?: string[] }
      return ids ? { status: 200, body: { missing: ids } } : { status: 422, body: { message: 'sales:totalMismatch' } }
    })
    const kiosk = aWindow()
    const sale = await kiosk.set(createSaleAtom)
    const buyer = { organizationId: null, name: 'SOBEBRA', taxId: '3200800000017', contact: null, address: null }
    const paid = await kiosk.set(changeSaleAtom, sale, (open) =>
      askInvoice(
        setBuyer(payCash(addRecord(open, line()), { id: crypto.randomUUID(), tendered: 2000 }, 5), buyer),
        isInvoiced,
      ),
    )
    const { payload } = await kiosk.set(endSaleAtom, paid!, 5)
    const receipt = { ...payload, id: crypto.randomUUID() }
    expect(await kiosk.set(retypeSaleAtom, receipt)).toBe('queued')
    await until('both are refused', () => kiosk.get(refusedSalesAtom).length === 2)
    const refused = kiosk.get(refusedSalesAtom).find(({ id }) => id === receipt.id)
    expect(await kiosk.set(resumeSaleAtom, refused!)).toMatchObject({ buyer, isInvoiced })
  },
)

test('a window that opens while the disk is full says so, and shows what is written once there is room', async () => {
  const free = fillDisk()
  const heard: string[] = []
  const stop = hearDisk((report) => report.kind === 'trouble' && heard.push(report.trouble))
  onTestFinished(stop)
  const full = aWindow()
  await until('the disk is told to be full', () => heard.includes('full'))
  free()
  await full.set(createSaleAtom)
  expect(full.get(localSalesAtom)).toHaveLength(1)
})
