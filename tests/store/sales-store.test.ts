import { expect, onTestFinished, test } from 'vitest'
import { closeTab, endSale, openSale, releaseSale } from '#shared/domain/local-sale.ts'
import { addRecord } from '#shared/domain/sale-lines.ts'
import { openListStore } from '#shared/store/lists/list-store.ts'
import { deleteOtherCaches, formerPharmacies } from '#shared/store/disk/other-pharmacies.ts'
import { openSalesDatabase } from '#shared/store/sales/sales-database.ts'
import { openSalesStore, SaleConflict } from '#shared/store/sales/sales-store.ts'
import { aPaidSale, anEndedSale, aurele, facts, pharmacyId } from '#tests/support/a-local-sale.ts'

const line = () => ({
  id: crypto.randomUUID(),
  stockItemId: crypto.randomUUID(),
  label: 'Efferalgan 1 g',
  quantity: 1,
  price: 1200,
})

test('identifiers count up on the terminal, also after a restart', async () => {
  const store = openSalesStore(pharmacyId)
  const first = await store.create(aurele)
  store.close()
  const again = openSalesStore(pharmacyId)
  const second = await again.create(aurele)
  expect([first.identifier, second.identifier]).toEqual(['K7QF-1', 'K7QF-2'])
  expect(first).toMatchObject({ status: 'ONGOING', openedBy: aurele.userId, sessionId: aurele.sessionId })
})

test('two windows change the same sale: the second is told, and overwrites nothing', async () => {
  const [kiosk, till] = [openSalesStore(pharmacyId), openSalesStore(pharmacyId)]
  const sale = await kiosk.create(aurele)
  await kiosk.change(sale.id, sale.editCount, (open) => addRecord(open, line()))
  const late = till.change(sale.id, sale.editCount, (open) => releaseSale(open))
  await expect(late).rejects.toMatchObject({
    name: 'SaleConflict',
    current: { status: 'ONGOING', records: [{ label: 'Efferalgan 1 g' }] },
  })
  const { sales } = await till.snapshot(0)
  expect(sales).toMatchObject([{ status: 'ONGOING', records: [{ label: 'Efferalgan 1 g' }] }])
})

test('a sale that another window removed is a conflict, not a new sale', async () => {
  const store = openSalesStore(pharmacyId)
  const sale = await store.create(aurele)
  await store.change(sale.id, sale.editCount, (open) => (closeTab(open).kind === 'removed' ? null : open))
  await expect(store.change(sale.id, sale.editCount, (open) => addRecord(open, line()))).rejects.toBeInstanceOf(
    SaleConflict,
  )
  expect((await store.snapshot(0)).sales).toEqual([])
})

test('ending freezes the payload with its hash and queues it once', async () => {
  const store = openSalesStore(pharmacyId)
  const { sale, payload } = await anEndedSale(store)
  const [row, ...others] = await store.outbox()
  expect(others).toEqual([])
  expect(sale.status).toBe('SUBMITTING')
  expect(payload).toMatchObject({
    id: sale.id,
    revision: 1,
    identifier: 'K7QF-1',
    sellerId: aurele.userId,
    sessionId: aurele.sessionId,
    sellerRoles: ['vendeur'],
    total: 1300,
    rounding: 0,
  })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(row!.payload))
  expect(row!.hash).toBe(Buffer.from(digest).toString('hex'))
})

test('ending twice (a double touch, two windows) queues one sale', async () => {
  const [one, two] = [openSalesStore(pharmacyId), openSalesStore(pharmacyId)]
  const paid = await aPaidSale(one)
  const results = await Promise.allSettled([
    one.end(paid.id, paid.editCount, facts),
    two.end(paid.id, paid.editCount, facts),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await one.outbox()).toHaveLength(1)
})

test('a sale can only wait through its end: no change makes it SUBMITTING without its outbox row', async () => {
  const store = openSalesStore(pharmacyId)
  const paid = await aPaidSale(store)
  await expect(store.change(paid.id, paid.editCount, endSale)).rejects.toMatchObject({ name: 'WrongSaleStatus' })
  expect((await store.snapshot(0)).sales).toMatchObject([{ status: 'ONGOING' }])
})

test('a crash in the writing of an end leaves all of it or nothing', async () => {
  const store = openSalesStore(pharmacyId)
  const paid = await aPaidSale(store)
  for (const crashAt of ['outbox', 'sales', 'meta']) {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
      if (this.name === crashAt && (crashAt !== 'meta' || given[1] === 'lastSeq'))
        throw new DOMException('the disk is full', 'QuotaExceededError')
      return put.apply(this, given)
    }
    await expect(store.end(paid.id, paid.editCount, facts)).rejects.toThrow('the disk is full')
    IDBObjectStore.prototype.put = put
    const { sales, outbox } = await store.snapshot(0)
    expect({ status: sales[0]?.status, queued: outbox.length }, crashAt).toEqual({ status: 'ONGOING', queued: 0 })
  }
  await store.end(paid.id, paid.editCount, facts)
  expect(await store.outbox()).toHaveLength(1)
})

test('a writing that the disk refuses after it was handed over takes all of it back, and its reason is the one that is heard', async () => {
  const store = openSalesStore(pharmacyId)
  const { id } = await aPaidSale(store)
  const database = openSalesDatabase(pharmacyId)
  const refused = database.write(async (tx) => {
    await tx.objectStore('sales').delete(id)
    // The key is there already: only the disk knows, when this has gone on.
    await tx.objectStore('meta').add('K7QF-9', 'lastIdentifier')
    await tx.objectStore('meta').put(9, 'lastSeq')
    return tx.objectStore('sales').getAll()
  })
  await expect(refused).rejects.toMatchObject({ name: 'ConstraintError' })
  await expect(
    database.write(async (tx) => void (await tx.objectStore('meta').add('K7QF-9', 'lastIdentifier'))),
  ).rejects.toMatchObject({ name: 'ConstraintError' })
  expect((await store.snapshot(0)).sales).toMatchObject([{ id }])
  expect(await database.read((handle) => handle.get('meta', 'lastSeq'))).toBeUndefined()
})

const asksForAnEnd = ['begin', 'get copy', 'get lastSeq', 'get registers', 'get sales']
const tellsAnEnd = ['commit', 'put copy', 'put lastSeq', 'put outbox', 'put sales']

test('a window that knows nothing yet asks the disk once to end a sale, and tells it once', async () => {
  const paid = await aPaidSale(openSalesStore(pharmacyId))
  const store = openSalesStore(pharmacyId)
  await store.registerOf(facts.userId)
  store.close()
  const fresh = openSalesStore(pharmacyId)
  await fresh.outbox()
  const turns = theTurns()
  await fresh.end(paid.id, paid.editCount, facts)
  expect(turns.list().map((turn) => turn.toSorted())).toEqual([asksForAnEnd, tellsAnEnd])
})

test('a window that has sold before ends a sale without asking the disk', async () => {
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  const paid = await aPaidSale(store)
  const turns = theTurns()
  await store.end(paid.id, paid.editCount, facts)
  expect(turns.list().map((turn) => turn.toSorted())).toEqual([['begin', ...tellsAnEnd].toSorted()])
})

test('another window wrote since: what stood on the past is refused whole, and the end is done from what is read', async () => {
  const [store, other] = [openSalesStore(pharmacyId), openSalesStore(pharmacyId)]
  await anEndedSale(store)
  const paid = await aPaidSale(store)
  await anEndedSale(other)
  const turns = theTurns()
  const { sale } = await store.end(paid.id, paid.editCount, facts)
  expect(turns.list().map((turn) => turn.toSorted())).toEqual([
    ['begin', ...tellsAnEnd].toSorted(),
    asksForAnEnd,
    tellsAnEnd,
  ])
  expect((await store.outbox()).map(({ saleId, seq }) => [saleId === sale.id, seq])).toEqual([
    [false, 1],
    [false, 2],
    [true, 3],
  ])
})

/** What is asked of the disk and told to it, by turns: a turn ends where an answer of the disk is what the next gesture needs. */
function theTurns() {
  const [store, database, transaction] = [IDBObjectStore.prototype, IDBDatabase.prototype, IDBTransaction.prototype]
  const own = { put: store.put, get: store.get, begin: database.transaction, commit: transaction.commit }
  onTestFinished(() => {
    Object.assign(store, { put: own.put, get: own.get })
    database.transaction = own.begin
    transaction.commit = own.commit
  })
  const turns: string[][] = []
  let isAnswered = true
  const note = (what: string) => {
    if (isAnswered) turns.push([])
    isAnswered = false
    turns.at(-1)!.push(what)
  }
  const noted = <T>(what: string, request: IDBRequest<T>): IDBRequest<T> => {
    note(what)
    request.addEventListener('success', () => {
      isAnswered = true
    })
    return request
  }
  const nameOf = (of: IDBObjectStore, key: unknown) => (of.name === 'meta' ? String(key) : of.name)
  store.get = function (this: IDBObjectStore, key) {
    return noted(`get ${nameOf(this, key)}`, own.get.call(this, key))
  }
  store.put = function (this: IDBObjectStore, ...given) {
    return noted(`put ${nameOf(this, given[1])}`, own.put.apply(this, given))
  }
  database.transaction = function (this: IDBDatabase, ...given) {
    note('begin')
    return own.begin.apply(this, given)
  }
  transaction.commit = function (this: IDBTransaction) {
    note('commit')
    own.commit.call(this)
  }
  return { list: () => turns }
}

test('what was ended is there after the browser was killed', async () => {
  const { sale } = await anEndedSale(openSalesStore(pharmacyId))
  // Another process: nothing but the disk.
  const { sales, outbox } = await openSalesStore(pharmacyId).snapshot(0)
  expect(sales).toMatchObject([{ id: sale.id, status: 'SUBMITTING' }])
  expect(outbox).toMatchObject([{ saleId: sale.id, seq: 1 }])
})

test('every writing of a sale asks for strict durability', async () => {
  const asked = new Set<unknown>()
  const transaction = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given: Parameters<typeof transaction>) {
    if (given[1] === 'readwrite') asked.add(given[2]?.durability)
    return transaction.apply(this, given)
  }
  try {
    const store = openSalesStore(pharmacyId)
    await anEndedSale(store)
    await store.releaseSession(aurele.sessionId)
  } finally {
    IDBDatabase.prototype.transaction = transaction
  }
  expect([...asked]).toEqual(['strict'])
})

test('locking gives open sales back to everybody; ended ones go on waiting, empty ones go', async () => {
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  const open = await aPaidSale(store)
  const empty = await store.create(aurele)
  const foreign = await store.create({ ...aurele, sessionId: crypto.randomUUID() })
  await store.releaseSession(aurele.sessionId)
  const { sales } = await store.snapshot(0)
  expect(sales.find(({ id }) => id === open.id)).toMatchObject({
    status: 'LOCAL',
    openedBy: null,
    sessionId: null,
    records: [{ quantity: 2 }],
  })
  expect(sales.find(({ id }) => id === foreign.id)).toEqual(foreign)
  expect(sales.find(({ id }) => id === empty.id)).toBeUndefined()
  expect(await store.outbox()).toHaveLength(1)
  const taken = await store.change(open.id, sales.find(({ id }) => id === open.id)!.editCount, (sale) =>
    openSale(sale, 'another-user', 'another-session'),
  )
  expect(taken).toMatchObject({ openedBy: 'another-user', payments: [{ tendered: 2000 }] })
})

test('a change of pharmacy deletes the lists of the former one and none of its sales', async () => {
  await anEndedSale(openSalesStore(pharmacyId))
  const lists = openListStore(pharmacyId)
  await lists.loadPage(
    'pharmacy-products',
    0,
    { items: [{ id: 'a' }], removed: [], cursor: '1', epoch: 'e', total: 1, more: false },
    1,
  )
  const next = '018f0000-0000-7000-8000-0000000000ff'
  await deleteOtherCaches(next)
  expect((await openListStore(pharmacyId).readMeta('pharmacy-products')).live).toBeNull()
  expect(await formerPharmacies(next)).toEqual([pharmacyId])
  expect(await openSalesStore(pharmacyId).outbox()).toHaveLength(1)
})

test('the terminal makes one register per user, and adopts the one the server knows', async () => {
  const store = openSalesStore(pharmacyId)
  const made = await store.registerOf('user')
  expect(await store.registerOf('user')).toEqual(made)
  const known = { userId: 'user', id: crypto.randomUUID(), openedAt: '2026-11-21T07:58:00.000Z' }
  await store.adoptRegister(known)
  expect(await store.registerOf('user')).toEqual({ ...known, isDated: true })
})
