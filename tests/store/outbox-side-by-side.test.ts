import { expect, onTestFinished, test } from 'vitest'
import { salesAtOnce, type NewSale } from '#shared/contract/sales.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { setPatient } from '#shared/domain/sale-lines.ts'
import { startOutbox, type OnSending, type SendingTokens } from '#shared/store/outbox/outbox.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { accepted, anEndedSale, aPaidSale, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { maker } from '#tests/support/a-patient.ts'
import { openApiEdge, until, type Asked } from '#tests/support/api-edge.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

const width = salesAtOnce

const ofMember = [() => Promise.resolve('member')]
const ofTerminal = [() => Promise.resolve('terminal')]

function anOutbox(
  store: SalesStore,
  written = () => Promise.resolve(),
  onSending?: OnSending,
  tokens: SendingTokens = () => ofMember,
) {
  const outbox = startOutbox(store, tokens, written, onSending)
  onTestFinished(() => outbox.stop())
  return outbox
}

const idOf = (asked: Asked) => (JSON.parse(asked.body) as NewSale).id
const idsOf = (sales: readonly LocalSale[]) => sales.map(({ id }) => id)
const attemptsOf = async (store: SalesStore) => (await store.outbox()).map(({ attempts }) => attempts)

async function endedSales(store: SalesStore, count: number): Promise<LocalSale[]> {
  const ended: LocalSale[] = []
  while (ended.length < count) ended.push((await anEndedSale(store)).sale)
  return ended
}

/** Ends a paid sale after a last change. */
async function endedWith(store: SalesStore, change: (sale: LocalSale) => LocalSale): Promise<LocalSale> {
  const paid = await aPaidSale(store)
  const changed = await store.change(paid.id, paid.editCount, change)
  return (await store.end(changed!.id, changed!.editCount, facts)).sale
}

/** A server that takes everything and takes its time; `most`: how many requests it had in its hands at once. */
async function aSlowServer() {
  let [inHand, most] = [0, 0]
  const edge = await openApiEdge(async ({ body }) => {
    most = Math.max(most, ++inHand)
    await new Promise((later) => setTimeout(later, 5))
    inHand--
    return accepted(body)
  })
  return { edge, most: () => most }
}

test('the first tells whether anybody answers; then one handful is on its way at a time, in the order of ending', async () => {
  const store = openSalesStore(pharmacyId)
  const ended = await endedSales(store, width + 5)
  const { edge, most } = await aSlowServer()
  await anOutbox(store).drain()
  expect([edge.together, most()]).toEqual([[width, 4], 1])
  expect(edge.asked.map(idOf)).toEqual(idsOf(ended))
  const { sales, outbox, acknowledged } = await store.snapshot(0)
  expect([sales, outbox, acknowledged.length]).toEqual([[], [], width + 5])
})

test.each([
  ['a server that takes them together', false],
  ['one of yesterday', true],
])('numbers follow the order of selling, whatever takes long: %s', async (_, isOfYesterday) => {
  const store = openSalesStore(pharmacyId)
  const ended = await endedSales(store, 1 + width + 3)
  const numbered: string[] = []
  const edge = await openApiEdge(async (asked) => {
    // Later ones are quicker: only who waits for an answer keeps the order.
    await new Promise((later) => setTimeout(later, 20 - (ended.findIndex(({ id }) => id === idOf(asked)) % 20)))
    numbered.push(idOf(asked))
    return accepted(asked.body)
  })
  if (isOfYesterday) edge.answerSeveral = () => ({ status: 404, body: { message: 'requests:notFound' } })
  await anOutbox(store).drain()
  expect(numbered).toEqual(idsOf(ended))
  expect(await store.outbox()).toEqual([])
})

test('what another token sends waits for the request before it, and numbers follow the order of selling', async () => {
  const store = openSalesStore(pharmacyId)
  const ended = idsOf(await endedSales(store, 8))
  const { edge, most } = await aSlowServer()
  const mine = new Set([ended[1], ended[2], ended[5], ended[6], ended[7]])
  await anOutbox(store, undefined, undefined, ({ saleId }) => (mine.has(saleId) ? ofMember : ofTerminal)).drain()
  expect([edge.together, most(), edge.asked.map(idOf)]).toEqual([[2, 2, 3], 1, ended])
  expect(edge.asked.map(({ token }) => token === 'member')).toEqual(ended.map((id) => mine.has(id)))
})

test('sales of one patient go one after the other, the others beside them', async () => {
  const store = openSalesStore(pharmacyId)
  const afi = { id: crypto.randomUUID(), firstName: 'Afi', lastName: 'Zinsou' }
  const [before] = await endedSales(store, 1)
  const first = await endedWith(store, (sale) => setPatient(sale, afi))
  const [between] = await endedSales(store, 1)
  const second = await endedWith(store, (sale) => setPatient(sale, afi))
  const { edge } = await aSlowServer()
  await anOutbox(store).drain()
  // The first of all goes alone, then one of his with the one between, then his other.
  expect([edge.together, edge.asked.map(idOf)]).toEqual([[2], [before!.id, first.id, between!.id, second.id]])
  expect(await store.outbox()).toEqual([])
})

test('a new version goes when the server has the sale that it replaces, and the units of an opened box after it was opened', async () => {
  const store = openSalesStore(pharmacyId)
  await endedSales(store, 1)
  const [box, units] = [crypto.randomUUID(), crypto.randomUUID()]
  const of = (stockItemId: string, opens?: { stockItemId: string; boxes: number }) => (sale: LocalSale) => ({
    ...sale,
    records: sale.records.map((record) => ({ ...record, stockItemId, ...(opens && { opens }) })),
  })
  const opening = await endedWith(store, of(units, { stockItemId: box, boxes: 1 }))
  const selling = await endedWith(store, of(units))
  const old = (await anEndedSale(store)).sale
  const anew = await endedWith(store, (sale) => ({ ...sale, replaces: { id: old.id, number: 7 } }))
  const known = new Set<string>()
  const needed = new Map([
    [selling.id, opening.id],
    [anew.id, old.id],
  ])
  const edge = await openApiEdge(async (asked) => {
    const before = needed.get(idOf(asked))
    if (before && !known.has(before))
      return { status: 422, body: { message: 'sales:replacedUnknown', details: { replaces: before } } }
    // Long enough for whatever was begun beside it to arrive.
    await new Promise((later) => setTimeout(later, 30))
    known.add(idOf(asked))
    return accepted(asked.body)
  })
  await anOutbox(store).drain()
  expect(edge.asked).toHaveLength(5)
  expect(await store.snapshot(0)).toMatchObject({ sales: [], outbox: [] })
})

test('a new version waits while the sale that it replaces is put off', async () => {
  const store = openSalesStore(pharmacyId)
  const old = (await anEndedSale(store)).sale
  const anew = await endedWith(store, (sale) => ({ ...sale, replaces: { id: old.id, number: 7 } }))
  let isBroken = true
  const edge = await openApiEdge((asked) =>
    isBroken ? { status: 503, body: { message: 'internal' } } : accepted(asked.body),
  )
  const outbox = anOutbox(store)
  await outbox.drain()
  isBroken = false
  await outbox.drainAll()
  expect(edge.asked.map(idOf).filter((id, at, all) => all.indexOf(id) === at)).toEqual([old.id, anew.id])
  expect(await store.outbox()).toEqual([])
})

test('photos come last, each alone on the line', async () => {
  const store = openSalesStore(pharmacyId)
  const { id: saleId } = (await endedSales(store, 3))[0]!
  for (let photo = 0; photo < 3; photo++)
    await store.notePhoto({ saleId, paymentId: null, mime: 'image/jpeg', bytes: new Uint8Array([1, 2, 3]) }, maker)
  await endedSales(store, 2)
  const underWay = new Set<string>()
  const beside: number[] = []
  const edge = await openApiEdge(async (asked) => {
    underWay.add(asked.body)
    if (asked.path === '/sales/photos') beside.push(underWay.size)
    await new Promise((later) => setTimeout(later, 10))
    underWay.delete(asked.body)
    return asked.path === '/sales' ? accepted(asked.body) : { status: 201, body: { id: idOf(asked) } }
  })
  await anOutbox(store).drain()
  expect(edge.asked.map(({ path }) => path)).toEqual([
    ...Array<string>(5).fill('/sales'),
    ...Array<string>(3).fill('/sales/photos'),
  ])
  expect(beside).toEqual([1, 1, 1])
})

test('answered by halves: what the server took and did not say is asked again with the same bytes, nothing else is', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const ended = await endedSales(store, 1 + 2 * width)
  // The first goes alone, the others in two requests: of the second nobody hears.
  const unheard = idsOf(ended).slice(1 + width)
  const lost = new Set(unheard.slice(2, 4))
  const taken: string[] = []
  const edge = await openApiEdge((asked) => {
    taken.push(idOf(asked))
    return lost.delete(idOf(asked)) ? 'hang up' : accepted(asked.body)
  })
  const outbox = anOutbox(store)
  await outbox.drain()
  const waiting = await store.outbox()
  expect(waiting.map(({ saleId }) => saleId)).toEqual(unheard)
  await outbox.drainAll()
  await outbox.drainAll()
  expect(await store.snapshot(0)).toMatchObject({ sales: [], outbox: [] })
  expect(new Set(taken)).toEqual(new Set(idsOf(ended)))
  for (const id of taken)
    expect(new Set(edge.asked.filter((asked) => idOf(asked) === id).map(({ body }) => body)).size).toBe(1)
  // Asked again were those alone whose answer never came.
  expect([...new Set(taken.filter((id, at) => taken.indexOf(id) !== at))].toSorted()).toEqual(unheard.toSorted())
})

test('a line too bad for many at once: what nobody answered together goes one by one, then handfuls are tried again', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const ended = await endedSales(store, 1 + width + 3)
  const edge = await openApiEdge(({ body }) => accepted(body))
  edge.answerSeveral = () => 'hang up'
  const outbox = anOutbox(store)
  await outbox.drain()
  expect(edge.asked.map(idOf)).toEqual(idsOf(ended).slice(0, 1))
  await outbox.drainAll()
  expect(edge.asked.map(idOf)).toEqual(idsOf(ended).slice(0, 1 + width))
  expect(edge.together).toEqual([width, 3])
  await outbox.drainAll()
  expect(edge.asked.map(idOf)).toEqual(idsOf(ended))
  expect(await store.snapshot(0)).toMatchObject({ sales: [], outbox: [] })
})

test('the network goes in the middle: only what was on its way has an attempt more', async () => {
  const store = openSalesStore(pharmacyId)
  const ended = await endedSales(store, 1 + width + 3)
  await openApiEdge((asked) => (idOf(asked) === ended[0]!.id ? accepted(asked.body) : 'hang up'))
  stopClock()
  await anOutbox(store).drain()
  const attempts = await attemptsOf(store)
  expect(attempts).toHaveLength(width + 3)
  expect(attempts.slice(width).every((count) => count === 0)).toBe(true)
  expect(attempts[0]).toBe(1)
})

test('the server breaks in the middle and mends: every sale is tried, none is lost, none is taken twice', async () => {
  const store = openSalesStore(pharmacyId)
  const ended = await endedSales(store, 8)
  const taken: string[] = []
  let isBroken = true
  await openApiEdge((asked) => {
    if (isBroken && idOf(asked) !== ended[0]!.id) return { status: 500, body: { message: 'internal' } }
    taken.push(idOf(asked))
    return accepted(asked.body)
  })
  stopClock()
  const outbox = anOutbox(store)
  await outbox.drain()
  expect(await attemptsOf(store)).toEqual(Array<number>(7).fill(1))
  isBroken = false
  await outbox.drainAll()
  expect(await store.outbox()).toEqual([])
  expect(taken.toSorted()).toEqual(idsOf(ended).toSorted())
})

test('nobody waits for the screen: everything goes while it is still drawn, and it is told of the end', async () => {
  const store = openSalesStore(pharmacyId)
  await endedSales(store, 8)
  const edge = await openApiEdge(({ body }) => accepted(body))
  const left: number[] = []
  await anOutbox(store, async () => {
    left.push((await store.outbox()).length)
    await until('all are asked', () => edge.asked.length === 8)
  }).drain()
  expect(left.at(-1)).toBe(0)
  expect(left.length).toBeLessThan(8)
})

test('a screen that fails stops nothing', async () => {
  const store = openSalesStore(pharmacyId)
  await endedSales(store, 3)
  await openApiEdge(({ body }) => accepted(body))
  await anOutbox(store, () => Promise.reject(new Error('no screen'))).drain()
  expect(await store.outbox()).toEqual([])
})

test('the window says which rows are on their way, and when none is any more', async () => {
  const store = openSalesStore(pharmacyId)
  const ended = await endedSales(store, 6)
  await openApiEdge(({ body }) => accepted(body))
  const said: (readonly string[])[] = []
  await anOutbox(store, undefined, (ids) => void said.push([...ids])).drain()
  expect(said[0]).toEqual([ended[0]!.id])
  expect(said.at(-1)).toEqual([])
  expect(new Set(said.flat())).toEqual(new Set(idsOf(ended)))
})

test('two windows at once, many at a time: each sale goes out once', async () => {
  const [kiosk, backoffice] = [openSalesStore(pharmacyId), openSalesStore(pharmacyId)]
  const ended = await endedSales(kiosk, 10)
  const edge = await openApiEdge(({ body }) => accepted(body))
  await Promise.all([anOutbox(kiosk).drain(), anOutbox(backoffice).drain(), anOutbox(kiosk).drainAll()])
  expect(edge.asked.map(idOf).toSorted()).toEqual(idsOf(ended).toSorted())
})
