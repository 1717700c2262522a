import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { movements } from '#shared/contract/movements.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
const noon = new Date('2026-11-28T12:00:00.000Z')
const minute = 60_000
const day = 24 * 60 * minute
let shop: Shop
let count = 0

beforeEach(async () => {
  clock.now = noon
  shop = await openShop(`wrong clock ${count++}`)
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

/** A terminal whose clock is behind by `behindMs` sells a minute ago, and sends now. */
const saidBy = (behindMs: number) => new Date(noon.getTime() - minute - behindMs).toISOString()
const close = (sale: NewSale, behindMs = 0) =>
  as(shop.vendeur.token, { clientTime: new Date(clock.now.getTime() - behindMs) }).call(sales.close, { body: sale })
const oneMinuteAgo = new Date(noon.getTime() - minute).toISOString()

describe('a sale of a till whose clock is wrong', () => {
  test.each([
    ['at 1 January 2020', noon.getTime() - Date.parse('2020-01-01T08:00:00.000Z'), 'clock:behind'],
    ['at 1970', noon.getTime() - 12_000, 'clock:behind'],
    ['40 minutes behind', 40 * minute, 'clock:behind'],
    ['two days ahead', -2 * day, 'clock:ahead'],
    ['an hour ahead', -60 * minute, 'clock:ahead'],
  ])('%s: it stands on its day, in its list and its drawer, and keeps what was said', async (_, behindMs, flag) => {
    const sale = aSale(shop, { soldAt: saidBy(behindMs) })
    const answer = await close(sale, behindMs)
    expect(answer).toMatchObject({ soldAt: oneMinuteAgo, saidAt: sale.soldAt, flags: [flag] })
    expect(await as(shop.titulaire.token).call(sales.read, { params: { id: sale.id } })).toMatchObject({
      soldAt: oneMinuteAgo,
      saidAt: sale.soldAt,
    })
    const today = await as(shop.titulaire.token).call(sales.list, { query: { from: '2026-11-28', to: '2026-11-28' } })
    expect(today.items.map(({ id, soldAt }) => [id, soldAt])).toEqual([[sale.id, oneMinuteAgo]])
    const { items } = await as(shop.titulaire.token).call(movements.movementReportData, { query: {} })
    expect(items.map(({ occurredAt }) => occurredAt)).toEqual([oneMinuteAgo])
    const drawers = await as(shop.titulaire.token).call(cashRegisters.byDate, {
      query: { from: '2026-11-28', to: '2026-11-28' },
    })
    expect(drawers.items.map(({ openedAt }) => openedAt)).toEqual([oneMinuteAgo])
    // The frozen payload and its hash stay: the same parcel gets the same answer.
    expect(await close(sale, 0)).toEqual(answer)
  })

  test('a small difference is the way of the request: nothing is corrected or flagged', async () => {
    const answer = await close(aSale(shop, { soldAt: oneMinuteAgo }), 50_000)
    expect(answer).toMatchObject({ soldAt: oneMinuteAgo, flags: [] })
    expect(answer).not.toHaveProperty('saidAt')
  })

  test.each([
    ['was set right before it sends', 0],
    ['is wrong in another way when it sends', -3 * day],
  ])('the difference that the sale froze counts, although the clock %s', async (_, behindMs) => {
    const sale = aSale(shop, { soldAt: saidBy(2 * day), clockSkewMs: 2 * day })
    const answer = await close(sale, behindMs)
    expect(answer).toMatchObject({ soldAt: oneMinuteAgo, saidAt: sale.soldAt, flags: ['clock:behind'] })
    // An answer is corrected once: nobody may correct it again.
    expect(answer).not.toHaveProperty('clockSkewMs')
  })

  test('a right clock that was frozen as right stays so, although the till is ahead when it sends', async () => {
    const answer = await close(aSale(shop, { soldAt: oneMinuteAgo, clockSkewMs: 0 }), -2 * day)
    expect(answer).toMatchObject({ soldAt: oneMinuteAgo, flags: [] })
  })

  test('an empty battery whose clock was set before it sent says no day: the one on which the sale came', async () => {
    const soldAt = '2020-01-01T00:10:00.000Z'
    const answer = await close(aSale(shop, { soldAt }))
    expect(answer).toMatchObject({ soldAt: noon.toISOString(), saidAt: soldAt, flags: ['clock:unset'] })
  })

  test('is not late because its clock is behind: what is refused at the counter stays refused', async () => {
    await database.platform((tx) =>
      tx.updateTable('stock_items').set({ blocked: 'quarantine' }).where('id', '=', shop.lots[0]).execute(),
    )
    const sold = { lines: [lineOf(shop, 0)] }
    await expect(close(aSale(shop, { ...sold, soldAt: saidBy(40 * minute) }), 40 * minute)).rejects.toMatchObject({
      status: expect.any(Number) as number,
    })
    // A minute ago by the true clock would be refused too; an hour ago by the true clock left the counter.
    const late = await close(aSale(shop, { ...sold, soldAt: new Date(noon.getTime() - 60 * minute).toISOString() }))
    expect(late.flags).toContain('stock:blocked')
  })

  test.each([
    ['year 9999', '9999-12-31T00:00:00.000Z', 90 * 366 * day],
    ['year 1', '0001-01-01T00:00:00.000Z', -90 * 366 * day],
  ])('nonsense about the %s is of the moment at which it came', async (_, soldAt, clockSkewMs) => {
    expect((await close(aSale(shop, { soldAt, clockSkewMs }))).soldAt).toBe(noon.toISOString())
  })

  test('a time of the terminal that is no time is no difference', async () => {
    const sale = aSale(shop, { soldAt: oneMinuteAgo })
    const answer = await as(shop.vendeur.token, { clientTime: new Date(-8.64e15) }).call(sales.close, { body: sale })
    expect(answer.soldAt).toBe(oneMinuteAgo)
  })
})

test('the acts of a drawer and its sales stand in their true order, whichever clock said them', async () => {
  const behindMs = 3 * day
  const by = { terminalId: shop.terminal.id, sellerId: shop.vendeur.id, sessionId: shop.vendeur.sessionId }
  const act = { ...by, sellerRoles: shop.vendeur.roles, revision: 1 }
  const at = (minutesAgo: number) => new Date(noon.getTime() - minutesAgo * minute - behindMs).toISOString()
  const till = as(shop.vendeur.token, { clientTime: new Date(noon.getTime() - behindMs) })
  await till.call(cashRegisters.open, { body: { ...act, id: shop.registerId, openedAt: at(30), float: 5000 } })
  await close(aSale(shop, { soldAt: at(20), clockSkewMs: behindMs }), 0)
  await till.call(movements.create, {
    body: {
      ...act,
      id: randomUUID(),
      registerId: shop.registerId,
      occurredAt: at(10),
      kind: 'cash-in',
      amount: 1000,
      note: 'monnaie',
    },
  })
  const { rows } = await database.read(shop.id, (tx) =>
    sql<{ kind: string; at: Date }>`select kind, occurred_at as at from register_movements
      where pharmacy_id = ${shop.id} order by occurred_at`.execute(tx),
  )
  expect(rows.map(({ kind, at: moment }) => [kind, (noon.getTime() - moment.getTime()) / minute])).toEqual([
    ['float', 30],
    ['sale', 20],
    ['cash-in', 10],
  ])
})
