import { openDB, type DBSchema } from 'idb'
import { expect, onTestFinished, test } from 'vitest'
import { newLocalSale, openSale } from '#shared/domain/local-sale.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { accepted, aurele, pharmacyId } from '#tests/support/a-local-sale.ts'
import { acceptedPatient, maker, typedPatient } from '#tests/support/a-patient.ts'
import { openApiEdge } from '#tests/support/api-edge.ts'

interface VersionOne extends DBSchema {
  sales: { key: string; value: unknown }
  outbox: { key: string; value: unknown; indexes: { seq: number } }
  acknowledged: { key: string; value: unknown; indexes: { acknowledgedAt: number } }
  registers: { key: string; value: unknown }
  meta: { key: string; value: unknown }
}

/** What version 2 added: the patients made here. */
interface VersionTwo extends VersionOne {
  patients: { key: string; value: unknown }
}

/** What version 3 added: photos, and paper that is still to come out. */
interface VersionThree extends VersionTwo {
  photos: { key: string; value: unknown }
  prints: { key: string; value: unknown }
}

/** A window of version 1, as it made and opened its database; it stands aside when asked, as it did. */
async function anOldWindow() {
  const database = await openDB<VersionOne>(`officine-sales-${pharmacyId}`, 1, {
    upgrade(upgrading) {
      upgrading.createObjectStore('sales', { keyPath: 'id' })
      upgrading.createObjectStore('outbox', { keyPath: 'saleId' }).createIndex('seq', 'seq')
      upgrading.createObjectStore('acknowledged', { keyPath: 'id' }).createIndex('acknowledgedAt', 'acknowledgedAt')
      upgrading.createObjectStore('registers', { keyPath: 'userId' })
      upgrading.createObjectStore('meta')
    },
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
  })
  onTestFinished(() => database.close())
  return database
}

const sale = {
  ...newLocalSale({
    id: '018f0000-0000-7000-8000-0000000000e1',
    identifier: 'K7QF-7',
    createdAt: '2026-11-21T08:00:00.000Z',
  }),
  status: 'SUBMITTING' as const,
}
/** As windows stored it until version 4 of the database. */
const { editCount, ...fields } = sale
const storedSale = { ...fields, version: editCount }
const newSale = {
  id: sale.id,
  revision: 1,
  identifier: 'K7QF-7',
  terminalId: maker.terminalId,
  sessionId: maker.sessionId,
  sellerId: maker.sellerId,
  sellerRoles: [],
  soldAt: sale.createdAt,
  registerId: maker.sellerId,
  patientId: null,
  records: [],
  vouchers: [],
  payments: [],
  total: 0,
  rounding: 0,
}
const row = {
  saleId: sale.id,
  seq: 3,
  revision: 1,
  payload: JSON.stringify(newSale),
  hash: 'h',
  sessionId: maker.sessionId,
  attempts: 0,
  nextAttemptAt: 0,
  lastFailure: null,
}
const register = { userId: aurele.userId, id: crypto.randomUUID(), openedAt: sale.createdAt }

async function withOldContent() {
  const old = await anOldWindow()
  await old.put('sales', storedSale)
  await old.put('outbox', row)
  await old.put('registers', register)
  await old.put('acknowledged', {
    id: 'a',
    sale: { ...storedSale, id: 'a' },
    reply: {},
    payload: '{}',
    hash: 'h',
    revision: 1,
    sessionId: '',
    acknowledgedAt: 50,
  })
  await old.put('meta', 'K7QF-7', 'lastIdentifier')
  await old.put('meta', 3, 'lastSeq')
  return old
}

test('everything of version 1 is there after the upgrade, and goes on counting', async () => {
  await withOldContent()
  const store = openSalesStore(pharmacyId)
  expect(await store.snapshot(0)).toMatchObject({
    sales: [sale],
    outbox: [row],
    acknowledged: [{ id: 'a' }],
    patients: [],
  })
  expect(await store.registerOf(aurele.userId)).toEqual(register)
  expect((await store.create(aurele)).identifier).toBe('K7QF-8')
  await store.createPatient(typedPatient(), maker)
  expect((await store.outbox()).map(({ seq }) => seq)).toEqual([3, 4])
})

test('a row of version 1, which does not say what it is, is sent as the sale that it is', async () => {
  const edge = await openApiEdge((asked) =>
    asked.path === '/sales' ? accepted(asked.body) : acceptedPatient(asked.body),
  )
  await withOldContent()
  const store = openSalesStore(pharmacyId)
  await store.createPatient(typedPatient(), maker)
  const outbox = startOutbox(
    store,
    () => [() => Promise.resolve('member')],
    () => Promise.resolve(),
  )
  onTestFinished(() => outbox.stop())
  await outbox.drain()
  expect(edge.asked.map(({ path }) => path)).toEqual(['/sales', '/persons/createPatientByQuickWay'])
  expect(await store.snapshot(60)).toMatchObject({ sales: [], outbox: [], acknowledged: [{ id: sale.id }] })
})

test('an old window beside does not hold the upgrade up, and writes nothing any more into what it does not know', async () => {
  const old = await withOldContent()
  const store = openSalesStore(pharmacyId)
  await store.createPatient(typedPatient(), maker)
  await expect(old.put('sales', sale)).rejects.toThrow()
  await expect(anOldWindow()).rejects.toMatchObject({ name: 'VersionError' })
  expect(await store.snapshot(0)).toMatchObject({ sales: [sale], patients: [{ status: 'SUBMITTING' }] })
})

test('everything of version 2 is there after the upgrade, and takes what is new', async () => {
  const edge = await openApiEdge((asked) =>
    asked.path === '/sales' ? accepted(asked.body) : acceptedPatient(asked.body),
  )
  const one = await withOldContent()
  one.close()
  const two = await openDB<VersionTwo>(`officine-sales-${pharmacyId}`, 2, {
    upgrade: (upgrading) => void upgrading.createObjectStore('patients', { keyPath: 'id' }),
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
  })
  const patient = {
    ...typedPatient(),
    ...maker,
    id: '018f0000-0000-7000-8000-0000000000e2',
    revision: 1,
    createdAt: sale.createdAt,
  }
  const made = { id: patient.id, patient, payload: JSON.stringify(patient), hash: 'h', status: 'SUBMITTING' }
  await two.put('patients', made)
  await two.put('outbox', { ...row, saleId: patient.id, kind: 'patient', seq: 4, payload: made.payload })
  await two.put('meta', 4, 'lastSeq')

  const store = openSalesStore(pharmacyId)
  expect(await store.snapshot(0)).toMatchObject({
    sales: [sale],
    outbox: [row, { saleId: patient.id, kind: 'patient' }],
    acknowledged: [{ id: 'a' }],
    patients: [made],
    prints: [],
    display: null,
  })
  expect(await store.registerOf(aurele.userId)).toEqual(register)
  expect((await store.create(aurele)).identifier).toBe('K7QF-8')
  const photo = await store.notePhoto(
    { saleId: sale.id, paymentId: null, mime: 'image/jpeg', bytes: new Uint8Array([1]) },
    maker,
  )
  await store.enqueuePrint({ kind: 'receipt', title: 'Ticket', paper: [], opensDrawer: false })
  await store.showOnDisplay({ saleId: sale.id, at: 1 })
  expect(await openSalesStore(pharmacyId).snapshot(0)).toMatchObject({
    outbox: [{ seq: 3 }, { seq: 4 }, { seq: 5, saleId: photo.id }],
    prints: [{ title: 'Ticket' }],
    display: { saleId: sale.id },
  })
  // What waited since version 1 and 2 goes out as it was.
  const outbox = startOutbox(
    store,
    () => [() => Promise.resolve('member')],
    () => Promise.resolve(),
  )
  onTestFinished(() => outbox.stop())
  await outbox.drain()
  expect(edge.asked.slice(0, 2).map(({ body }) => body)).toEqual([row.payload, made.payload])
})

test('everything of version 3 is there after the upgrade, its writings are numbered on, and its windows write no more', async () => {
  const one = await withOldContent()
  one.close()
  const three = await openDB<VersionThree>(`officine-sales-${pharmacyId}`, 3, {
    upgrade(upgrading) {
      upgrading.createObjectStore('patients', { keyPath: 'id' })
      upgrading.createObjectStore('photos', { keyPath: 'id' })
      upgrading.createObjectStore('prints', { keyPath: 'id' })
    },
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
  })
  await three.put('meta', { database: 'of version 3', line: 5_000, absorbed: [] }, 'copy')

  const store = openSalesStore(pharmacyId)
  expect(await store.snapshot(0)).toMatchObject({ sales: [sale], outbox: [row], acknowledged: [{ id: 'a' }] })
  expect([(await store.create(aurele)).identifier, (await store.create(aurele)).identifier]).toEqual([
    'K7QF-8',
    'K7QF-9',
  ])
  // What a window of before would write, nobody would number.
  await expect(three.put('sales', sale)).rejects.toThrow()
  store.close()
  const now = await openDB(`officine-sales-${pharmacyId}`)
  onTestFinished(() => now.close())
  expect([await now.get('meta', 'copy'), await now.getAllKeys('lines')]).toEqual([
    { database: 'of version 3', line: 5_002, absorbed: [] },
    [5_001, 5_002],
  ])
})

test('two windows of the new version open the old database at once', async () => {
  await withOldContent()
  const [one, two] = [openSalesStore(pharmacyId), openSalesStore(pharmacyId)]
  const [made] = await Promise.all([one.createPatient(typedPatient(), maker), two.create(aurele)])
  expect((await two.snapshot(0)).patients).toEqual([made])
})

test('the edit count of a sale, which version 4 called `version`, is renamed: the sale can be changed', async () => {
  const old = await withOldContent()
  await old.put('sales', { ...storedSale, status: 'LOCAL', version: 12 })
  const store = openSalesStore(pharmacyId)
  const { sales, acknowledged } = await store.snapshot(0)
  expect([sales[0], acknowledged[0]!.sale]).toEqual([
    { ...sale, status: 'LOCAL', editCount: 12 },
    { ...sale, id: 'a', editCount: 1 },
  ])
  const opened = await store.change(sale.id, 12, (stored) => openSale(stored, aurele.userId, aurele.sessionId))
  expect(opened).toMatchObject({ status: 'ONGOING', editCount: 13 })
})
