import { expect, test } from 'vitest'
import type { NewCashRegister } from '#shared/contract/cash-registers.ts'
import type { NewDisbursement } from '#shared/contract/disbursements.ts'
import type { NewMovement } from '#shared/contract/movements.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { resumeSale } from '#shared/domain/local-sale.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { unsentInRegister } from '#shared/store/register/unsent-in-register.ts'
import { accepted, anEndedSale, aurele, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { maker } from '#tests/support/a-patient.ts'
import { actsOf, anOutbox, count, countedAt, paths, payment, rose, takeAll } from '#tests/support/a-register.ts'
import { openApiEdge } from '#tests/support/api-edge.ts'
import { stopClock } from '#tests/support/standing-clock.ts'
import { aTaking } from '#tests/support/a-taking.ts'

test('a refused sale holds no hand-over up: it goes once the sale has its answer, in the same run', async () => {
  const told: string[] = []
  await openApiEdge(async (asked) => {
    if (asked.path !== '/sales') {
      told.push(`asked ${asked.path.split('/').at(-1)}`)
      return takeAll(asked)
    }
    await new Promise((later) => setTimeout(later, 30))
    told.push('sale refused')
    return { status: 422, body: { message: 'sales:totalMismatch' } }
  })
  const store = openSalesStore(pharmacyId)
  const { id: registerId } = await store.openTill(20_000, maker)
  const { sale } = await anEndedSale(store)
  await store.handOver(
    { registerId, count, countedAt, comment: null, receivedBy: rose, found: [], taking: aTaking(registerId, rose) },
    maker,
  )
  await anOutbox(store).drain()
  expect(told).toEqual(['asked cash-registers', 'sale refused', 'asked hand-over'])
  expect(await store.snapshot(0)).toMatchObject({ outbox: [], sales: [{ id: sale.id, status: 'ERROR' }] })
})

test('a sale that was refused, mended and ended anew behind a hand-over does not hold it up either', async () => {
  stopClock()
  let isRefusing = true
  const edge = await openApiEdge((asked) =>
    asked.path === '/sales'
      ? isRefusing
        ? { status: 422, body: { message: 'sales:totalMismatch' } }
        : accepted(asked.body)
      : asked.path.endsWith('/hand-over') && isRefusing
        ? 'hang up'
        : takeAll(asked),
  )
  const store = openSalesStore(pharmacyId)
  const { id: registerId } = await store.openTill(20_000, maker)
  const { sale } = await anEndedSale(store)
  await store.handOver(
    { registerId, count, countedAt, comment: null, receivedBy: rose, found: [], taking: aTaking(registerId, rose) },
    maker,
  )
  const outbox = anOutbox(store)
  await outbox.drain()
  const refused = (await store.snapshot(0)).sales.find(({ id }) => id === sale.id)!
  const resumed = await store.change(refused.id, refused.editCount, (stored) =>
    resumeSale(stored, aurele.userId, aurele.sessionId),
  )
  await store.end(resumed!.id, resumed!.editCount, facts)
  isRefusing = false
  edge.asked.length = 0
  await outbox.drainAll()
  expect(paths(edge.asked)).toEqual(['/cash-registers/…/hand-over', '/sales'])
})

test('what the server refuses stays in sight, and goes again under the next revision', async () => {
  let isRefusing = true
  const edge = await openApiEdge((asked) =>
    isRefusing && asked.path === '/movements'
      ? { status: 409, body: { message: 'cashRegisters:closed' } }
      : takeAll(asked),
  )
  const store = openSalesStore(pharmacyId)
  await store.moveMoney({ kind: 'cash-in', amount: 500, note: null }, maker)
  const outbox = anOutbox(store)
  await outbox.drain()
  const [row] = (await store.snapshot(0)).outbox
  expect(row?.errors).toMatchObject([{ message: 'cashRegisters:closed' }])
  isRefusing = false
  await store.sendAgain(row!)
  await outbox.drain()
  const bodies = edge.asked.map(({ body }) => JSON.parse(body) as Pick<NewCashRegister | NewSale, 'revision'>)
  expect(bodies.map(({ revision }) => revision)).toEqual([1, 2])
})

test('a closing says which attempt of a mended sale it waits for', async () => {
  await openApiEdge(() => ({ status: 422, body: { message: 'sales:totalMismatch' } }))
  const store = openSalesStore(pharmacyId)
  const { sale, payload } = await anEndedSale(store)
  const outbox = anOutbox(store)
  await outbox.drain()
  outbox.stop()
  const refused = (await store.snapshot(0)).sales.find(({ id }) => id === sale.id)!
  const resumed = await store.change(refused.id, refused.editCount, (stored) =>
    resumeSale(stored, aurele.userId, aurele.sessionId),
  )
  await store.end(resumed!.id, resumed!.editCount, facts)
  await store.closeTill({ registerId: payload.registerId, count, comment: null, passedOver: [] }, maker)
  expect(await actsOf(store)).toMatchObject([{ act: 'close', awaits: [{ id: sale.id, revision: 2 }] }])
})

test('the second sale that a closed register refused goes on in the register that the first one opened', async () => {
  const store = openSalesStore(pharmacyId)
  const { id: closedId } = await store.openTill(20_000, maker)
  const next = await store.passOverClosed(aurele.userId, closedId)
  expect(next.id).not.toBe(closedId)
  const opened = await store.openTill(5000, maker)
  expect([opened.id, await store.passOverClosed(aurele.userId, closedId)]).toEqual([next.id, opened])
  expect((await store.snapshot(0)).registers).toEqual([opened])
})

test('money that a closed register refused goes again into the open one, and is in its ledger', async () => {
  let isClosed = true
  const edge = await openApiEdge((asked) =>
    isClosed ? { status: 409, body: { message: 'cashRegisters:closed', details: {} } } : takeAll(asked),
  )
  const store = openSalesStore(pharmacyId)
  await store.disburse(payment, maker)
  await store.moveMoney({ kind: 'cash-in', amount: 500, note: 'Monnaie' }, maker)
  const [{ id: closedId } = { id: '' }] = (await store.snapshot(0)).registers
  const outbox = anOutbox(store)
  await outbox.drain()
  isClosed = false
  edge.asked.length = 0
  for (const row of (await store.snapshot(0)).outbox) await store.sendAgain(row)
  await outbox.drain()
  const [register] = (await store.snapshot(0)).registers
  const sent = edge.asked.map(({ body }) => JSON.parse(body) as NewMovement | NewDisbursement)
  expect(sent.map(({ registerId, revision }) => [registerId, revision])).toEqual([
    [register!.id, 2],
    [register!.id, 2],
  ])
  expect(register!.id).not.toBe(closedId)
  expect(register?.gestures?.map(({ id, movement, reason }) => [id, movement.kind, movement.amount, reason])).toEqual([
    [sent[0]!.id, 'disbursement', -3000, 'Transport'],
    [sent[1]!.id, 'cash-in', 500, 'Monnaie'],
  ])
})

test('refused for another reason, money goes again into the same register; refused as closed, a count stays a count of that register', async () => {
  await openApiEdge(({ path }) =>
    path === '/movements'
      ? { status: 403, body: { message: 'auth:forbidden' } }
      : { status: 409, body: { message: 'cashRegisters:closed' } },
  )
  const store = openSalesStore(pharmacyId)
  await store.moveMoney({ kind: 'cash-in', amount: 500, note: null }, maker)
  const { id: registerId } = await store.registerOf(aurele.userId)
  await store.putDownCount({ registerId, count }, maker)
  await anOutbox(store).drain()
  for (const row of (await store.snapshot(0)).outbox) await store.sendAgain(row)
  expect(await actsOf(store)).toMatchObject([
    { act: 'move', revision: 2, movement: { registerId } },
    { act: 'count', revision: 2, registerId },
  ])
  expect((await store.snapshot(0)).registers).toMatchObject([{ id: registerId }])
})

test('money that was refused and is let go of is not in the till’s ledger any more, that of others stays', async () => {
  await openApiEdge(() => ({ status: 403, body: { message: 'auth:forbidden' } }))
  const store = openSalesStore(pharmacyId)
  await store.disburse(payment, maker)
  await store.moveMoney({ kind: 'cash-in', amount: 500, note: null }, maker)
  await store.moveMoney({ kind: 'cash-in', amount: 700, note: null }, { ...maker, sellerId: rose })
  await anOutbox(store).drain()
  await store.discardRefused((await store.snapshot(0)).outbox[0]!)
  const { outbox, registers } = await store.snapshot(0)
  expect(outbox).toHaveLength(2)
  expect(registers.map(({ userId, gestures }) => [userId, gestures?.map(({ movement }) => movement.amount)])).toEqual([
    [aurele.userId, [500]],
    [rose, [700]],
  ])
})

test('a float that was refused stops a closing as well; let go of, the till counts none, like the server', async () => {
  await openApiEdge(() => ({ status: 403, body: { message: 'auth:forbidden' } }))
  const store = openSalesStore(pharmacyId)
  const register = await store.openTill(20_000, maker)
  await anOutbox(store).drain()
  const {
    outbox: [row],
    sales,
  } = await store.snapshot(0)
  expect(unsentInRegister(sales, [row!], register)).toEqual([
    { id: register.id, kind: 'float', identifier: 'open', status: 'ERROR', total: 20_000 },
  ])
  await expect(
    store.closeTill({ registerId: register.id, count, comment: null, passedOver: [] }, maker),
  ).rejects.toMatchObject({ reason: 'unfinished' })
  await store.discardRefused(row!)
  expect(await store.snapshot(0)).toMatchObject({ outbox: [], registers: [{ id: register.id, float: 0 }] })
})
