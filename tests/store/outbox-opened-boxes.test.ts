import { expect, onTestFinished, test } from 'vitest'
import type { NewSale } from '#shared/contract/sales.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { accepted, anEndedSale, aPaidSale, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, type Answer, type Asked } from '#tests/support/api-edge.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

const ofTerminal = [() => Promise.resolve('terminal')]

function anOutbox(store: SalesStore) {
  const outbox = startOutbox(
    store,
    () => ofTerminal,
    () => undefined,
  )
  onTestFinished(() => outbox.stop())
  return outbox
}

/** Ends a sale of units: of a box that it opens, or of one that is open. */
async function soldByUnit(
  store: SalesStore,
  units: string,
  { opens = false, replaces }: { opens?: boolean; replaces?: LocalSale['replaces'] } = {},
): Promise<string> {
  const paid = await aPaidSale(store)
  const box = crypto.randomUUID()
  const sale = await store.change(paid.id, paid.editCount, (open) => ({
    ...open,
    ...(replaces && { replaces }),
    records: open.records.map((record) => ({
      ...record,
      stockItemId: units,
      ...(opens && { opens: { stockItemId: box, boxes: 1 } }),
    })),
  }))
  return (await store.end(sale!.id, sale!.editCount, facts)).sale.id
}

const payloadOf = ({ body }: Asked) => JSON.parse(body) as NewSale

/** A server that knows the units of a box once it took a sale that opens it; `says` answers before it looks. */
async function aServer(says: (id: string) => Answer | undefined) {
  const server = { taken: [] as string[], refused: [] as string[], shelf: new Set<string>() }
  await openApiEdge((asked) => {
    if (asked.method === 'HEAD') return { status: 200, body: '' }
    const { id, records } = payloadOf(asked)
    const answer = says(id)
    if (answer) return answer
    const unknown = records.filter(({ stockItemId, opens }) => !opens && !server.shelf.has(stockItemId))
    if (unknown.length > 0) {
      server.refused.push(id)
      return { status: 422, body: { message: 'sales:unknownStockItem', details: { items: [] } } }
    }
    for (const { stockItemId } of records) server.shelf.add(stockItemId)
    server.taken.push(id)
    return accepted(asked.body)
  })
  return server
}

const broken: Answer = { status: 500, body: { message: 'internal' } }

test.each<[string, Answer, number]>([
  ['the server breaks on', broken, 1],
  ['stays unanswered twice by a server that is there', 'hang up', 2],
])('the units of a box wait for the sale that opens it: %s', async (_, answer, times) => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const units = crypto.randomUUID()
  const opening = await soldByUnit(store, units, { opens: true })
  const selling = await soldByUnit(store, units)
  const other = (await anEndedSale(store)).sale
  let left = times
  const server = await aServer((id) => (id === opening && left-- > 0 ? answer : undefined))
  server.shelf.add(other.records[0]!.stockItemId)
  const outbox = anOutbox(store)
  for (let round = 0; round < times; round++) await outbox.drainAll()
  // What has nothing to do with it goes on.
  expect([server.taken, server.refused, (await store.outbox()).map(({ saleId }) => saleId)]).toEqual([
    [other.id],
    [],
    [opening, selling],
  ])
  await outbox.drainAll()
  expect([server.taken, server.refused]).toEqual([[other.id, opening, selling], []])
  expect(await store.snapshot(0)).toMatchObject({ sales: [], outbox: [] })
})

test('a sale that opens a box and takes loose units of the same lot waits for nobody', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const paid = await aPaidSale(store)
  const opens = { stockItemId: crypto.randomUUID(), boxes: 1 }
  const both = await store.change(paid.id, paid.editCount, (open) => ({
    ...open,
    records: open.records.flatMap((record) => [record, { ...record, id: crypto.randomUUID(), opens }]),
  }))
  const { sale } = await store.end(both!.id, both!.editCount, facts)
  const server = await aServer(() => undefined)
  server.shelf.add(sale.records[0]!.stockItemId)
  await anOutbox(store).drain()
  expect(server.taken).toEqual([sale.id])
})

test('units that were on the shelf before do not wait for a box that is opened after them', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const units = crypto.randomUUID()
  const selling = await soldByUnit(store, units)
  const opening = await soldByUnit(store, units, { opens: true })
  const server = await aServer((id) => (id === opening ? broken : undefined))
  server.shelf.add(units)
  await anOutbox(store).drain()
  expect(server.taken).toEqual([selling])
})

test('a refused opening holds nobody up: the server decides on the units', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const units = crypto.randomUUID()
  const opening = await soldByUnit(store, units, { opens: true })
  const selling = await soldByUnit(store, units)
  const server = await aServer((id) =>
    id === opening
      ? { status: 422, body: { message: 'sales:cannotSaleArchivedStockItem', details: { items: [] } } }
      : undefined,
  )
  server.shelf.add(units)
  await anOutbox(store).drain()
  expect([server.taken, (await store.outbox()).length]).toEqual([[selling], 0])
})

test('a sale that a restored server lost does not wait for its own new version, which opens another box', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const units = crypto.randomUUID()
  const old = await soldByUnit(store, units)
  let isBroken = false
  const server = await aServer(() => (isBroken ? broken : undefined))
  server.shelf.add(units)
  const outbox = anOutbox(store)
  await outbox.drain()
  isBroken = true
  const anew = await soldByUnit(store, units, { opens: true, replaces: { id: old, number: 1 } })
  await outbox.drain()
  await store.requeue([old])
  isBroken = false
  await outbox.drainAll()
  await outbox.drainAll()
  expect(server.taken).toEqual([old, old, anew])
  expect(await store.outbox()).toEqual([])
})
