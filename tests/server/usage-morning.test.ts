import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { movements } from '#shared/contract/movements.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { usage } from '#shared/contract/usage.ts'
import { aClosing, aHandOver, aMovement, anOpening, aReopening } from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import { tokenOfSeller, type Shop, type TestMember } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`morning ${count++}`)
  // a Thursday, 8:00 in Cotonou
  clock.now = new Date('2026-11-19T07:00:00Z')
})

const morning = (token = shop.titulaire.token) => as(token).call(usage.morning, {})
const sell = async (soldAt: string, of: Parameters<typeof aSale>[1] = {}) => {
  const body = aSale(shop, { soldAt, ...of })
  await as(shop.terminal.token).call(sales.close, { body })
  return body
}
const named = ({ id, identifier, total }: NewSale) => ({ id, identifier, total })
const may = (permissions: string[]) =>
  database.write(shop.id, (tx) =>
    tx.updateTable('roles').set({ permissions }).where('name', '=', 'pharmacien').execute(),
  )

/** A register of a day that sold boxes for 1,000 each in cash; it has a float of 20,000. */
async function aRegister(day: string, sold: number): Promise<string> {
  const id = randomUUID()
  const body = anOpening(shop, { id, openedAt: `${day}T07:30:00.000Z` })
  await as(tokenOfSeller(shop, body.sellerId)).call(cashRegisters.open, { body })
  if (sold > 0)
    await sell(`${day}T09:00:00.000Z`, {
      registerId: id,
      lines: [lineOf(shop, 0, sold)],
      payments: [cash(sold * 1000)],
    })
  return id
}
const close = (id: string, day: string, of: Parameters<typeof aClosing>[1] = {}) => {
  const body = aClosing(shop, { countedAt: `${day}T19:00:00.000Z`, ...of })
  return as(tokenOfSeller(shop, body.sellerId)).call(cashRegisters.close, { params: { id }, body })
}
const deposit = (registerId: string, amount: number, occurredAt: string) =>
  as(shop.titulaire.token).call(movements.create, {
    body: aMovement(shop, { registerId, amount, occurredAt, gesture: { kind: 'deposit' } }),
  })

describe('turnover and margin', () => {
  test('are of yesterday and of the same weekday of the week before, by the pharmacy’s own days', async () => {
    // 00:30 and 23:30 of the 18th in Cotonou
    await sell('2026-11-17T23:30:00.000Z', { lines: [lineOf(shop, 0, 2)] })
    const sale = await sell('2026-11-18T22:30:00.000Z', { lines: [lineOf(shop, 0, 3)] })
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: sale.id },
      body: aReturn(shop, sale, [{ line: 0, quantity: 1 }], { returnedAt: '2026-11-18T22:40:00.000Z' }),
    })
    await sell('2026-11-11T10:00:00.000Z')
    // the days beside them
    await sell('2026-11-17T22:30:00.000Z')
    await sell('2026-11-18T23:30:00.000Z')
    await sell('2026-11-12T10:00:00.000Z')
    expect(await morning()).toMatchObject({
      yesterday: { day: '2026-11-18', turnover: 4000, sales: 2, margin: { amount: 1600, percent: 40 } },
      weekBefore: { day: '2026-11-11', turnover: 1000, sales: 1, margin: { amount: 400, percent: 40 } },
    })
  })

  test('without the right to see costs there is no margin', async () => {
    await sell('2026-11-18T10:00:00.000Z')
    await may(['report.see'])
    const { yesterday, weekBefore } = await morning(shop.pharmacien.token)
    expect([yesterday.turnover, yesterday.margin, weekBefore.margin]).toEqual([1000, null, null])
  })

  test('a quiet shop has zeros', async () => {
    const quiet = {
      turnover: 0,
      sales: 0,
      margin: null,
      cash: { counted: 0, deposited: 0, toDeposit: 0 },
      gaps: [],
    }
    expect(await morning()).toEqual({
      yesterday: { day: '2026-11-18', ...quiet },
      weekBefore: { day: '2026-11-11', ...quiet },
      unsent: [],
      refused: [],
    })
  })

  test('a member without the right to see reports is refused', async () => {
    await expect(morning(shop.vendeur.token)).rejects.toMatchObject({ status: 403 })
  })
})

describe('cash to deposit', () => {
  test('is what closed drawers held above their float; a deposit before the closing had left the drawer', async () => {
    const first = await aRegister('2026-11-18', 30)
    const second = await aRegister('2026-11-18', 10)
    await deposit(first, 12_000, '2026-11-18T15:00:00.000Z')
    await close(first, '2026-11-18', { cash: 38_000 })
    await close(second, '2026-11-18', { cash: 30_000 })
    // still open: nobody counted it
    await aRegister('2026-11-18', 5)
    expect((await morning()).yesterday.cash).toEqual({ counted: 28_000, deposited: 0, toDeposit: 28_000 })
  })

  test('less what was deposited since; of the week before, until the same hour of the next day', async () => {
    const old = await aRegister('2026-11-11', 20)
    const next = await aRegister('2026-11-12', 0)
    clock.now = new Date('2026-11-13T07:00:00Z')
    await close(old, '2026-11-11', { cash: 40_000 })
    await deposit(next, 5000, '2026-11-12T06:50:00.000Z')
    await deposit(next, 7000, '2026-11-12T15:00:00.000Z')

    clock.now = new Date('2026-11-19T07:00:00Z')
    await close(await aRegister('2026-11-18', 40), '2026-11-18', { cash: 60_000 })
    await deposit(next, 25_000, '2026-11-19T06:55:00.000Z')
    expect(await morning()).toMatchObject({
      yesterday: { cash: { counted: 40_000, deposited: 25_000, toDeposit: 15_000 } },
      weekBefore: { cash: { counted: 20_000, deposited: 5000, toDeposit: 15_000 } },
    })
    await deposit(next, 90_000, '2026-11-19T06:58:00.000Z')
    expect((await morning()).yesterday.cash.toDeposit).toBe(0)
  })

  test('a drawer that holds less than its float has nothing to deposit', async () => {
    await close(await aRegister('2026-11-18', 0), '2026-11-18', { cash: 15_000 })
    expect((await morning()).yesterday.cash.toDeposit).toBe(0)
  })
})

describe('gaps', () => {
  const byCashier = (seller: TestMember) => ({ seller })

  test('are by drawer and holder, never added up, the largest missing amount first, and of their own day', async () => {
    const mine = await aRegister('2026-11-18', 10)
    const other = await aRegister('2026-11-18', 10)
    const third = await aRegister('2026-11-18', 0)
    await may(['report.see', 'register.use', 'register.close'])
    await close(mine, '2026-11-18', { cash: 30_500 })
    await close(other, '2026-11-18', { ...byCashier(shop.pharmacien), cash: 28_000 })
    await close(third, '2026-11-18', { ...byCashier(shop.pharmacien), cash: 20_100 })
    await close(await aRegister('2026-11-11', 0), '2026-11-11', { cash: 19_000 })
    await close(await aRegister('2026-11-17', 0), '2026-11-17', { cash: 1 })
    const { yesterday, weekBefore } = await morning()
    const held = {
      openedAt: expect.any(String) as string,
      holderId: shop.titulaire.id,
      name: 'HOUNKPÈ Rose',
      recount: null,
    }
    expect(yesterday.gaps).toEqual([
      { ...held, registerId: other, countedByName: 'AGBO Kossi', expected: 30_000, counted: 28_000, gap: -2000 },
      { ...held, registerId: third, countedByName: 'AGBO Kossi', expected: 20_000, counted: 20_100, gap: 100 },
      { ...held, registerId: mine, countedByName: null, expected: 30_000, counted: 30_500, gap: 500 },
    ])
    expect(weekBefore.gaps).toMatchObject([
      { holderId: shop.titulaire.id, expected: 20_000, counted: 19_000, gap: -1000 },
    ])
  })

  test('a gap that a hand-over found is of who handed over; a gap that was found is not found again', async () => {
    const id = await aRegister('2026-11-18', 10)
    const handing = aHandOver(shop, { cash: 29_000, countedAt: '2026-11-18T13:00:00.000Z' })
    await as(shop.titulaire.token).call(cashRegisters.handOver, { params: { id }, body: handing })
    await may(['report.see', 'register.use', 'register.close'])
    const byReceiver = { ...byCashier(shop.pharmacien), countedAt: '2026-11-18T18:00:00.000Z' }
    await close(id, '2026-11-18', { ...byReceiver, cash: 28_600 })
    const later = () => (clock.now = new Date(clock.now.getTime() + 60_000))
    later()
    await as(shop.titulaire.token).call(cashRegisters.reopen, { params: { id }, body: aReopening(shop) })
    later()
    await close(id, '2026-11-18', { ...byCashier(shop.pharmacien), cash: 28_600 })
    expect((await morning()).yesterday.gaps).toMatchObject([
      { name: 'HOUNKPÈ Rose', expected: 30_000, counted: 29_000, gap: -1000 },
      { name: 'AGBO Kossi', expected: 29_000, counted: 28_600, gap: -400 },
      // opened again by the owner, who holds it then
      { name: 'HOUNKPÈ Rose', countedByName: 'AGBO Kossi', expected: 28_600, counted: 28_600, gap: 0 },
    ])
  })

  test('of the same amount are in the order of the names', async () => {
    await may(['report.see', 'register.use', 'register.close'])
    const id = await aRegister('2026-11-18', 10)
    const handing = aHandOver(shop, { cash: 29_000, countedAt: '2026-11-18T13:00:00.000Z' })
    await as(shop.titulaire.token).call(cashRegisters.handOver, { params: { id }, body: handing })
    await close(id, '2026-11-18', { ...byCashier(shop.pharmacien), cash: 28_000 })
    expect((await morning()).yesterday.gaps!.map(({ name, gap }) => [name, gap])).toEqual([
      ['AGBO Kossi', -1000],
      ['HOUNKPÈ Rose', -1000],
    ])
  })

  test('are hidden from who may not see what a drawer must hold', async () => {
    await close(await aRegister('2026-11-18', 10), '2026-11-18', { cash: 29_000 })
    const { yesterday, weekBefore } = await morning(shop.pharmacien.token)
    expect([yesterday.gaps, weekBefore.gaps]).toEqual([null, null])
    expect(yesterday.cash.counted).toBe(9000)
  })
})

describe('what terminals hold back', () => {
  test('a closing that waits names what the till has not sent, until it comes', async () => {
    const id = await aRegister('2026-11-18', 1)
    const late = aSale(shop, { registerId: id, soldAt: '2026-11-18T12:00:00.000Z' })
    await close(id, '2026-11-18', { cash: 22_000, awaits: [named(late)] })
    expect((await morning()).unsent).toEqual([
      { registerId: id, byName: 'HOUNKPÈ Rose', at: '2026-11-19T07:00:00.000Z', count: 1 },
    ])
    await as(shop.terminal.token).call(sales.close, { body: late })
    expect((await morning()).unsent).toEqual([])
  })

  test('what was refused at a closing stays until it is accepted, and for 30 days', async () => {
    const id = await aRegister('2026-11-18', 1)
    const refused = aSale(shop, { registerId: shop.registerId, soldAt: '2026-11-18T12:00:00.000Z' })
    const open = aSale(shop, { registerId: id })
    await close(id, '2026-11-18', {
      cash: 21_000,
      unfinished: [
        { ...named(refused), state: 'refused' },
        { ...named(open), state: 'open' },
      ],
      comment: 'Client parti',
    })
    expect((await morning()).refused).toEqual([
      { registerId: id, byName: 'HOUNKPÈ Rose', at: '2026-11-19T07:00:00.000Z', count: 1 },
    ])
    clock.now = new Date('2026-12-20T07:00:00Z')
    expect((await morning()).refused).toEqual([])
    clock.now = new Date('2026-11-19T07:00:00Z')
    await as(shop.terminal.token).call(sales.close, { body: refused })
    expect((await morning()).refused).toEqual([])
  })

  test('a sale that was refused after the closing named it', async () => {
    const id = await aRegister('2026-11-18', 1)
    const late = aSale(shop, { registerId: id, soldAt: '2026-11-18T12:00:00.000Z' })
    const wrong = { ...late, total: late.total + 5 }
    await close(id, '2026-11-18', { cash: 22_000, awaits: [named(late)] })
    await expect(as(shop.terminal.token).call(sales.close, { body: wrong })).rejects.toBeTruthy()
    expect(await morning()).toMatchObject({ unsent: [], refused: [{ registerId: id, count: 1 }] })
  })
})

test('another pharmacy counts for nothing', async () => {
  const id = await aRegister('2026-11-18', 10)
  const late = aSale(shop, { registerId: id })
  await close(await aRegister('2026-11-18', 5), '2026-11-18', { cash: 20_000 })
  await close(id, '2026-11-18', { cash: 10, awaits: [named(late)] })
  const other = await openShop(`morning other ${count}`)
  expect(await morning(other.titulaire.token)).toMatchObject({
    yesterday: { turnover: 0, cash: { counted: 0 }, gaps: [] },
    unsent: [],
    refused: [],
  })
})
