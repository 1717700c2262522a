import { expect, onTestFinished, test } from 'vitest'
import { salesAtOnce, type NewSale } from '#shared/contract/sales.ts'
import { resumeSale } from '#shared/domain/local-sale.ts'
import { postponed } from '#shared/store/outbox/outbox-store.ts'
import { startOutbox, type SendingTokens } from '#shared/store/outbox/outbox.ts'
import { reconcile } from '#shared/store/outbox/reconcile.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { accepted, anEndedSale, aurele, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, until, type Asked } from '#tests/support/api-edge.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

const oneToken: SendingTokens = () => [() => Promise.resolve('member')]

function anOutbox(store: SalesStore, tokens: SendingTokens = oneToken) {
  const outbox = startOutbox(store, tokens, () => Promise.resolve())
  onTestFinished(() => outbox.stop())
  return outbox
}

const idOf = (asked: Asked) => (JSON.parse(asked.body) as NewSale).id

test('an ended sale is sent, and kept with its number when the server has it', async () => {
  const edge = await openApiEdge(({ body }) => accepted(body, 4711))
  const store = openSalesStore(pharmacyId)
  const { sale } = await anEndedSale(store)
  const [row] = await store.outbox()
  await anOutbox(store).drain()
  expect(edge.asked).toMatchObject([{ method: 'POST', path: '/sales', token: 'member', body: row!.payload }])
  expect(await store.snapshot(0)).toMatchObject({
    sales: [],
    outbox: [],
    acknowledged: [{ id: sale.id, reply: { number: 4711 }, sale: { records: [{ quantity: 2 }] } }],
  })
})

test('a lost answer is asked again with the same revision and the same bytes', async () => {
  stopClock()
  const edge = await openApiEdge(({ body }) => (edge.asked.length === 1 ? 'hang up' : accepted(body)))
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  const outbox = anOutbox(store)
  await outbox.drain()
  expect(await store.outbox()).toMatchObject([{ attempts: 1, revision: 1 }])
  await outbox.drainAll()
  expect(edge.asked).toHaveLength(2)
  expect(edge.asked[1]!.body).toBe(edge.asked[0]!.body)
  expect(await store.outbox()).toEqual([])
})

test('nobody has to ask again: what was put off is sent when it is due', async () => {
  const edge = await openApiEdge(({ body }) => (edge.asked.length === 1 ? 'hang up' : accepted(body)))
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  await anOutbox(store).drain()
  await until('the second attempt was made', async () => (await store.outbox()).length === 0)
  expect(edge.asked).toHaveLength(2)
})

test('after a lost answer the row waits for its turn, longer each time', async () => {
  stopClock()
  await openApiEdge(() => 'hang up')
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  const outbox = anOutbox(store)
  const waits: number[] = []
  await outbox.drain()
  waits.push((await store.outbox())[0]!.nextAttemptAt - Date.now())
  for (let attempt = 1; attempt < 5; attempt++) {
    await outbox.drainAll()
    waits.push((await store.outbox())[0]!.nextAttemptAt - Date.now())
  }
  expect(waits[0]).toBeLessThanOrEqual(1000)
  expect(waits[4]).toBeGreaterThan(7000)
})

test('what was put off before the clock was set back by hours does not wait for hours', async () => {
  const edge = await openApiEdge(({ body }) => accepted(body))
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  const [row] = await store.outbox()
  await store.settle([
    postponed(row!, { nextAttemptAt: Date.now() + 2 * 3_600_000, lastFailure: 'no answer', waitsForLine: false }),
  ])
  await anOutbox(store).drain()
  expect(edge.asked).toHaveLength(1)
  expect(await store.outbox()).toEqual([])
})

test.each([
  [503, { message: 'internal' }],
  [500, 'a page of a proxy'],
  [429, { message: 'requests:tooMany', details: { retryAfterSeconds: 2 } }],
  [404, '<html>portal</html>'],
  [200, { hello: 'a portal that says yes' }],
])('an answer that is no decision (%i %j) keeps the sale waiting', async (status, body) => {
  stopClock()
  await openApiEdge(() => ({ status, body }))
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  await anOutbox(store).drain()
  expect(await store.snapshot(0)).toMatchObject({ sales: [{ status: 'SUBMITTING' }], outbox: [{ attempts: 1 }] })
})

test('told to send less, the till sends nothing more before the next attempt, and then every sale once', async () => {
  stopClock()
  let isBusy = true
  const edge = await openApiEdge(({ body }) =>
    isBusy ? { status: 429, body: { message: 'requests:tooMany', details: { retryAfterSeconds: 2 } } } : accepted(body),
  )
  edge.answerSeveral = () => ({ status: 429, body: { message: 'requests:tooMany', details: { retryAfterSeconds: 2 } } })
  const store = openSalesStore(pharmacyId)
  for (let count = 0; count < 40; count++) await anEndedSale(store)
  const outbox = anOutbox(store)
  await outbox.drain()
  expect(edge.asked.length).toBeLessThanOrEqual(salesAtOnce)
  const { sales, outbox: waiting } = await store.snapshot(0)
  expect([sales.filter(({ status }) => status === 'SUBMITTING').length, waiting.length]).toEqual([40, 40])
  isBusy = false
  delete edge.answerSeveral
  edge.asked.length = 0
  await outbox.drainAll()
  expect(new Set(edge.asked.map(idOf)).size).toBe(40)
  expect(await store.outbox()).toEqual([])
})

test('a poisoned sale does not hold up the next one', async () => {
  const store = openSalesStore(pharmacyId)
  const poisoned = await anEndedSale(store)
  const sound = await anEndedSale(store)
  await openApiEdge((asked) =>
    idOf(asked) === poisoned.sale.id
      ? { status: 422, body: { message: 'sales:cannotSaleArchivedStockItem', details: { items: [] } } }
      : accepted(asked.body),
  )
  await anOutbox(store).drain()
  const { sales, outbox, acknowledged } = await store.snapshot(0)
  expect(sales).toMatchObject([
    {
      id: poisoned.sale.id,
      status: 'ERROR',
      errors: [{ message: 'sales:cannotSaleArchivedStockItem', details: { items: [] } }],
    },
  ])
  expect(outbox).toEqual([])
  expect(acknowledged).toMatchObject([{ id: sound.sale.id }])
})

test('a broken answer for one sale does not hold up the next one either', async () => {
  stopClock()
  const store = openSalesStore(pharmacyId)
  const poisoned = await anEndedSale(store)
  const sound = await anEndedSale(store)
  await openApiEdge((asked) =>
    idOf(asked) === poisoned.sale.id ? { status: 500, body: { message: 'internal' } } : accepted(asked.body),
  )
  await anOutbox(store).drain()
  expect(await store.snapshot(0)).toMatchObject({
    outbox: [{ saleId: poisoned.sale.id }],
    acknowledged: [{ id: sound.sale.id }],
  })
})

test('a refusal keeps all that was typed; taken up again, it goes with the next revision', async () => {
  const store = openSalesStore(pharmacyId)
  const { sale } = await anEndedSale(store)
  let isRefusing = true
  const edge = await openApiEdge(({ body }) =>
    isRefusing
      ? { status: 422, body: { message: 'sales:cannotCloseSaleWithNotEnoughPaid', details: { remainder: 300 } } }
      : accepted(body),
  )
  const outbox = anOutbox(store)
  await outbox.drain()
  const refused = (await store.snapshot(0)).sales[0]!
  expect(refused).toMatchObject({
    status: 'ERROR',
    records: sale.records,
    payments: sale.payments,
    errors: [{ message: 'sales:cannotCloseSaleWithNotEnoughPaid', details: { remainder: 300 } }],
  })
  isRefusing = false
  const resumed = await store.change(refused.id, refused.editCount, (stored) =>
    resumeSale(stored, aurele.userId, aurele.sessionId),
  )
  await store.end(resumed!.id, resumed!.editCount, facts)
  await outbox.drain()
  expect(edge.asked.map(({ body }) => (JSON.parse(body) as NewSale).revision)).toEqual([1, 2])
  expect(await store.snapshot(0)).toMatchObject({ sales: [], outbox: [], acknowledged: [{ id: sale.id, revision: 2 }] })
})

test('a token that is refused costs no sale: a new one is tried, then the terminal’s, with the same bytes', async () => {
  const edge = await openApiEdge(({ token, body }) =>
    token === 'terminal' ? accepted(body) : { status: 401, body: { message: 'auth:invalidToken' } },
  )
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  await anOutbox(store, () => [
    () => Promise.resolve('old'),
    () => Promise.resolve(undefined),
    () => Promise.resolve('terminal'),
  ]).drain()
  expect(edge.asked.map(({ token }) => token)).toEqual(['old', 'terminal'])
  expect(new Set(edge.asked.map(({ body }) => body)).size).toBe(1)
  expect(await store.outbox()).toEqual([])
})

test('when every token is refused the rows stay, and the ones behind are not tried in vain', async () => {
  stopClock()
  const edge = await openApiEdge(() => ({ status: 401, body: { message: 'auth:invalidToken' } }))
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  await anEndedSale(store)
  await anOutbox(store).drain()
  expect(edge.asked).toHaveLength(1)
  expect(await store.snapshot(0)).toMatchObject({
    sales: [{ status: 'SUBMITTING' }, { status: 'SUBMITTING' }],
    outbox: [{ attempts: 1 }, { attempts: 0 }],
  })
})

test('without any token nothing is sent and nothing is lost', async () => {
  const edge = await openApiEdge(({ body }) => accepted(body))
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  await anOutbox(store, () => [() => Promise.resolve(undefined)]).drain()
  expect(edge.asked).toEqual([])
  expect(await store.outbox()).toMatchObject([{ revision: 1 }])
})

test('two windows drain at once: each sale goes out once, in order', async () => {
  const edge = await openApiEdge(async ({ body }) => {
    await new Promise((later) => setTimeout(later, 15))
    return accepted(body)
  })
  const [kiosk, backoffice] = [openSalesStore(pharmacyId), openSalesStore(pharmacyId)]
  const ended = [await anEndedSale(kiosk), await anEndedSale(kiosk), await anEndedSale(kiosk)]
  await Promise.all([anOutbox(kiosk).drain(), anOutbox(backoffice).drain()])
  expect(edge.asked.map(idOf)).toEqual(ended.map(({ sale }) => sale.id))
})

test('the window that was sending is killed: another one sends the same bytes', async () => {
  let isKilled = false
  const edge = await openApiEdge(({ body }) => (isKilled ? accepted(body) : new Promise<never>(() => undefined)))
  const dying = openSalesStore(pharmacyId)
  await anEndedSale(dying)
  void startOutbox(dying, oneToken, () => Promise.resolve()).drain()
  await until('the first window asks', () => edge.asked.length === 1)
  // The browser frees a dead window's locks: so does a new lock manager.
  isKilled = true
  const { WebLocks } = await import('#tests/support/web-locks.ts')
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: new WebLocks() } })
  await anOutbox(openSalesStore(pharmacyId)).drain()
  expect(edge.asked).toHaveLength(2)
  expect(edge.asked[1]!.body).toBe(edge.asked[0]!.body)
  expect(await openSalesStore(pharmacyId).snapshot(0)).toMatchObject({
    sales: [],
    outbox: [],
    acknowledged: [{ revision: 1 }],
  })
})

test('a sale that ends during a run is sent by the same window at once', async () => {
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  let isSecondEnded = false
  const edge = await openApiEdge(async ({ body }) => {
    if (!isSecondEnded) {
      isSecondEnded = true
      await anEndedSale(store)
      void outbox.drain()
    }
    return accepted(body)
  })
  const outbox = anOutbox(store)
  await outbox.drain()
  expect(edge.asked).toHaveLength(2)
  expect(await store.outbox()).toEqual([])
})

test('the server came back from a backup: what it lost is sent again as it was, the rest is not', async () => {
  const edge = await openApiEdge(({ path, body }) =>
    path === '/sales/reconcile' ? { status: 200, body: { missing: [lost] } } : accepted(body),
  )
  const store = openSalesStore(pharmacyId)
  const [{ sale }] = [await anEndedSale(store), await anEndedSale(store)]
  const lost = sale.id
  const outbox = anOutbox(store)
  await outbox.drain()
  const sent = edge.asked.find((asked) => idOf(asked) === lost)!.body
  expect(await reconcile(store)).toBe(1)
  await outbox.drain()
  expect(edge.asked.at(-1)).toMatchObject({ path: '/sales', body: sent })
  const { outbox: waiting, acknowledged } = await store.snapshot(0)
  expect([waiting.length, acknowledged.length]).toEqual([0, 2])
})

test('acknowledged sales are let go after their time, and only those', async () => {
  await openApiEdge(({ body }) => accepted(body))
  const store = openSalesStore(pharmacyId)
  await anEndedSale(store)
  await anOutbox(store).drain()
  await store.forgetAcknowledgedBefore(Date.now() - 1000)
  expect(await store.acknowledgedIds()).toHaveLength(1)
  await store.forgetAcknowledgedBefore(Date.now() + 1000)
  expect(await store.acknowledgedIds()).toEqual([])
})
