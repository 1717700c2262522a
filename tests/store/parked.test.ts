import { createStore } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { expect, onTestFinished, test } from 'vitest'
import { ParkedContent } from '#shared/contract/parked-sales.ts'
import { untouched, type Sale } from '#shared/contract/sales.ts'
import { adoptSale, parkedContentOf } from '#shared/domain/parked-content.ts'
import { addRecord } from '#shared/domain/sale-lines.ts'
import { displayAtom, showOnDisplayAtom } from '#shared/store/sales/display-atoms.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import {
  noteMissedSaleAtom,
  notePhotoAtom,
  photosOfSaleAtom,
  queuedNotesAtom,
  refusedNotesAtom,
  discardNoteAtom,
  sendNoteAgainAtom,
} from '#shared/store/sales/note-atoms.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { parkedSalesAtom, parkSaleAtom, takeOverAtom } from '#shared/store/sales/parked-atoms.ts'
import { personView } from '#shared/store/lists/person-list-atoms.ts'
import { invalidateQueries, newQueryClient } from '#shared/store/lists/queries.ts'
import { reviseSaleAtom } from '#shared/store/sales/revise-atoms.ts'
import { changeSaleAtom, createSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { localSalesAtom, openSalesAtom, outboxAtom, projectSales } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { openBus } from '#shared/windows/bus.ts'
import { aPaidSale, aurele, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, until, type Answer, type Asked } from '#tests/support/api-edge.ts'
import { aPerson } from '#tests/support/listed-rows.ts'

const terminalId = '018f0000-0000-7000-8000-0000000000c1'
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
  const [store, bus, sales, queryClient] = [createStore(), openBus(), openSalesStore(pharmacyId), newQueryClient()]
  store.set(queryClientAtom, queryClient)
  store.set(identityAtom, {
    terminal: { terminalId, terminalCode: 'K7QF', account: null, pharmacy: null, members: [] },
    session,
  })
  const projection = projectSales(store, bus, sales, () => void outbox.drain())
  const outbox = startOutbox(sales, () => [() => Promise.resolve('member')], projection.shared.written)
  onTestFinished(() => {
    outbox.stop()
    projection.stop()
    bus.close()
    sales.close()
    queryClient.clear()
  })
  return { store, sales, outbox, queryClient }
}

async function aTypedSale(store: ReturnType<typeof aWindow>['store']) {
  const sale = await store.set(createSaleAtom)
  return (await store.set(changeSaleAtom, sale, (open) => addRecord(open, line())))!
}

const idIn = (path: string) => path.split('/')[2]!
const listed = (id: string, version = 1) => ({
  id,
  version,
  identifier: 'K7QF-1',
  parkedAt: '2026-11-21T10:00:00.000Z',
  parkedBy: aurele.userId,
  parkedByName: 'DOSSOU Aurèle',
  patientName: null,
  firstLine: 'Coartem 20/120',
  lines: 1,
  boxes: 2,
  total: 1500,
  toCollect: null,
  sentBack: null,
  takenBy: null,
})
/** A server that keeps what is parked. */
function aServer() {
  const parked = new Map<string, ParkedContent>()
  const answer = ({ method, path, body }: Asked): Answer => {
    const id = idIn(path)
    if (method === 'GET') return { status: 200, body: [...parked.keys()].map((each) => listed(each)) }
    if (method === 'PUT') {
      parked.set(id, ParkedContent.parse((JSON.parse(body) as { content: unknown }).content))
      return { status: 200, body: listed(id) }
    }
    if (path.endsWith('/take'))
      return parked.has(id)
        ? { status: 200, body: parked.get(id) }
        : { status: 404, body: { message: 'requests:notFound' } }
    parked.delete(id)
    return { status: 200, body: { id } }
  }
  return { parked, answer }
}

test('a parked sale leaves the terminal only when the server has it; asked again after a lost answer it is the same', async () => {
  const server = aServer()
  const edge = await openApiEdge((asked) => {
    const answer = server.answer(asked)
    return edge.asked.length === 1 ? 'hang up' : answer
  })
  const { store } = aWindow()
  const sale = await aTypedSale(store)
  await expect(store.set(parkSaleAtom, sale)).rejects.toMatchObject({ name: 'NoAnswer' })
  expect(store.get(openSalesAtom)).toEqual([sale])
  await store.set(parkSaleAtom, sale)
  expect(edge.asked[1]!.body).toBe(edge.asked[0]!.body)
  expect(JSON.parse(edge.asked[1]!.body)).toEqual({ terminalId, content: parkedContentOf(sale) })
  expect([store.get(localSalesAtom), server.parked.size]).toEqual([[], 1])
})

test('refused by the server, or typed into while it was parked: the sale stays here', async () => {
  const edge = await openApiEdge(() => ({ status: 409, body: { message: 'requests:conflict' } }))
  const { store, sales } = aWindow()
  const sale = await aTypedSale(store)
  await expect(store.set(parkSaleAtom, sale)).rejects.toMatchObject({ message: 'requests:conflict' })
  expect(store.get(openSalesAtom)).toEqual([sale])
  const server = aServer()
  edge.answer = async (asked) => {
    await sales.change(sale.id, sale.editCount, (open) => addRecord(open, line()))
    return server.answer(asked)
  }
  await expect(store.set(parkSaleAtom, sale)).rejects.toMatchObject({ name: 'SaleConflict' })
  expect(store.get(openSalesAtom)).toMatchObject([{ id: sale.id, records: [{}, {}] }])
})

test('a sale that is taken over stands on the disk with its confirmation, whatever becomes of the network after', async () => {
  const server = aServer()
  const edge = await openApiEdge((asked) => (asked.path.endsWith('/taken') ? 'hang up' : server.answer(asked)))
  const { store, sales, outbox } = aWindow()
  const sale = await aTypedSale(store)
  await store.set(parkSaleAtom, sale)
  const taken = await store.set(takeOverAtom, listed(sale.id, 3))
  expect(taken).toMatchObject({
    id: sale.id,
    identifier: sale.identifier,
    records: sale.records,
    status: 'ONGOING',
    openedBy: aurele.userId,
    sessionId: aurele.sessionId,
  })
  expect(store.get(openSalesAtom)).toEqual([taken])
  // It is no sale to be sent, and nobody has to look after it.
  expect([store.get(outboxAtom), store.get(queuedNotesAtom)]).toEqual([[], []])
  await until('the confirmation was tried', async () => ((await sales.outbox())[0]?.attempts ?? 0) > 0)
  expect(await sales.outbox()).toMatchObject([{ kind: 'parked-taken' }])
  edge.answer = server.answer
  await outbox.drainAll()
  expect(edge.asked.at(-1)).toMatchObject({
    path: `/parked-sales/${sale.id}/taken`,
    body: JSON.stringify({ terminalId, version: 3 }),
  })
  expect([server.parked.size, await sales.outbox()]).toEqual([0, []])
})

test('each confirmation names the version it took, also when it waited while the sale was parked and taken again', async () => {
  const server = aServer()
  const edge = await openApiEdge((asked) => (asked.path.endsWith('/taken') ? 'hang up' : server.answer(asked)))
  const { store, sales, outbox } = aWindow()
  const sale = await aTypedSale(store)
  await store.set(parkSaleAtom, sale)
  const taken = await store.set(takeOverAtom, listed(sale.id, 1))
  await store.set(parkSaleAtom, taken)
  await store.set(takeOverAtom, listed(sale.id, 2))
  await until('a confirmation was tried', async () => ((await sales.outbox())[0]?.attempts ?? 0) > 0)
  const tried = edge.asked.length
  edge.answer = server.answer
  await outbox.drainAll()
  // in whatever order they arrive
  expect(new Set(edge.asked.slice(tried).map(({ path, body }) => `${path} ${body}`))).toEqual(
    new Set([1, 2].map((version) => `/parked-sales/${sale.id}/taken ${JSON.stringify({ terminalId, version })}`)),
  )
  expect(await sales.outbox()).toEqual([])
})

test('somebody was quicker: nothing changes here', async () => {
  await openApiEdge(() => ({ status: 409, body: { message: 'parkedSales:taken', details: { byName: 'SOGLO Koffi' } } }))
  const { store, sales } = aWindow()
  await expect(store.set(takeOverAtom, listed(crypto.randomUUID()))).rejects.toMatchObject({
    message: 'parkedSales:taken',
  })
  expect([store.get(localSalesAtom), await sales.outbox()]).toEqual([[], []])
})

test('taken twice, it is one sale, and what was typed since stays', async () => {
  const server = aServer()
  await openApiEdge(server.answer)
  const { store, sales } = aWindow()
  const content = parkedContentOf(
    adoptSale(
      {
        identifier: 'AB-1',
        revision: 1,
        createdAt: '2026-11-21T09:00:00.000Z',
        records: [line()],
        vouchers: [],
        payments: [],
        patient: null,
      },
      'x',
      { userId: 'u', sessionId: 's' },
    ),
  )
  const id = crypto.randomUUID()
  server.parked.set(id, content as ParkedContent)
  const first = await store.set(takeOverAtom, listed(id))
  const typed = await store.set(changeSaleAtom, first, (open) => addRecord(open, line()))
  server.parked.set(id, content as ParkedContent)
  expect(await store.set(takeOverAtom, listed(id))).toEqual(typed)
  expect((await sales.snapshot(0)).sales).toEqual([typed])
  // Its identifier is of the terminal where it began: this one counts on by itself.
  expect((await store.set(createSaleAtom)).identifier).toBe('K7QF-1')
})

test('an ended sale that was taken over waits beside its own confirmation', async () => {
  const server = aServer()
  await openApiEdge((asked) =>
    asked.method === 'PUT' || asked.path.endsWith('/take') ? server.answer(asked) : 'hang up',
  )
  const { store, sales } = aWindow()
  const sale = await aPaidSale(sales)
  await store.set(parkSaleAtom, sale)
  const taken = await store.set(takeOverAtom, listed(sale.id))
  await sales.end(taken.id, taken.editCount, {
    userId: aurele.userId,
    terminalId,
    sellerRoles: [],
    soldAt: '2026-11-21T11:42:00.000Z',
    cashStep: 5,
  })
  expect((await sales.outbox()).map(({ kind }) => kind)).toEqual(['parked-taken', 'sale'])
})

test('the list of parked sales is asked again when the server says so', async () => {
  const server = aServer()
  await openApiEdge(server.answer)
  const { store, queryClient } = aWindow()
  onTestFinished(store.sub(parkedSalesAtom, () => undefined))
  await until('the list came', () => store.get(parkedSalesAtom).data?.length === 0)
  const sale = await aTypedSale(store)
  await store.set(parkSaleAtom, sale)
  invalidateQueries(queryClient, 'parked-sales')
  await until('it is there', () => store.get(parkedSalesAtom).data?.[0]?.id === sale.id)
})

const closed = (patientId: string | null): Sale => ({
  ...untouched,
  id: crypto.randomUUID(),
  revision: 1,
  identifier: 'K7QF-9',
  terminalId,
  sessionId: aurele.sessionId,
  sellerId: aurele.userId,
  soldAt: '2026-11-21T09:00:00.000Z',
  registerId: crypto.randomUUID(),
  patientId,
  records: [{ ...line(), opens: { stockItemId: crypto.randomUUID(), boxes: 1 } }],
  vouchers: [],
  payments: [{ id: crypto.randomUUID(), type: 'CREDIT_CARD', amount: 1500 }],
  total: 1500,
  rounding: 0,
  number: 4711,
  status: 'CLOSED',
  receivedAt: '2026-11-21T09:00:01.000Z',
  sellerName: 'DOSSOU Aurèle',
  patientName: 'ZINSOU Afi',
  flags: [],
})

test('the new version of a closed sale begins with everything of it; begun twice it is one sale', async () => {
  const { store } = aWindow()
  const person = aPerson(1, { lastName: 'Zinsou', firstName: 'Afi' })
  store.set(personView.rowsAtom, new Map([[person.id, person]]))
  const sale = closed(person.id)
  const revised = await store.set(reviseSaleAtom, sale)
  expect(revised).toMatchObject({
    identifier: 'K7QF-1',
    status: 'ONGOING',
    payments: sale.payments,
    patient: { id: person.id, lastName: 'Zinsou', firstName: 'Afi' },
    replaces: { id: sale.id, number: 4711 },
  })
  expect(revised.id).not.toBe(sale.id)
  expect(await store.set(reviseSaleAtom, sale)).toEqual(revised)
  expect(store.get(openSalesAtom)).toEqual([revised])
  expect((await store.set(reviseSaleAtom, closed(crypto.randomUUID()))).patient).toMatchObject({
    lastName: 'ZINSOU Afi',
  })
  expect((await store.set(reviseSaleAtom, closed(null))).patient).toBeNull()
})

test('the customer’s screen follows the counter that was touched last, in every window, and after a restart', async () => {
  const [counter, display] = [aWindow(), aWindow()]
  await counter.store.set(showOnDisplayAtom, 'sale-1')
  await until('the display shows it', () => display.store.get(displayAtom)?.saleId === 'sale-1')
  const { at } = counter.store.get(displayAtom)!
  await counter.store.set(showOnDisplayAtom, 'sale-1')
  expect((await openSalesStore(pharmacyId).snapshot(0)).display).toEqual({ saleId: 'sale-1', at })
  await counter.store.set(showOnDisplayAtom, null)
  await until('the display is idle', () => display.store.get(displayAtom) === null)
})

test('what is noted is seen by every window: waiting, refused, sent again, let go', async () => {
  const edge = await openApiEdge(() => ({ status: 403, body: { message: 'auth:forbidden' } }))
  const [kiosk, other] = [aWindow(), aWindow()]
  const sale = await aTypedSale(kiosk.store)
  const photo = await kiosk.store.set(notePhotoAtom, {
    saleId: sale.id,
    paymentId: null,
    mime: 'image/webp',
    bytes: new Uint8Array([1, 2, 3]),
  })
  expect(kiosk.store.get(photosOfSaleAtom)(sale.id)).toMatchObject([{ id: photo.id, mime: 'image/webp' }])
  expect(kiosk.store.get(photosOfSaleAtom)('another')).toEqual([])
  const missed = await kiosk.store.set(noteMissedSaleAtom, {
    pharmacyProductId: null,
    label: 'Coartem',
    quantity: 1,
    price: null,
    reason: 'too-dear',
  })
  await until('the refusal is everywhere', () => other.store.get(refusedNotesAtom).length === 1)
  expect(other.store.get(queuedNotesAtom)).toMatchObject([
    { kind: 'photo', errors: null },
    { kind: 'missed-sale', missed: { id: missed.id }, errors: [{ message: 'auth:forbidden' }] },
  ])
  await other.store.set(sendNoteAgainAtom, other.store.get(refusedNotesAtom)[0]!)
  await until(
    'it was sent again',
    () => edge.asked.length >= 2 && other.store.get(refusedNotesAtom)[0]?.row.revision === 2,
  )
  await other.store.set(discardNoteAtom, other.store.get(refusedNotesAtom)[0]!)
  await until('it is gone everywhere', () => kiosk.store.get(queuedNotesAtom).length === 1)
})
