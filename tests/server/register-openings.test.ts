import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { movements } from '#shared/contract/movements.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aClosing, aHandOver, aMovement, anOpening } from '#tests/server/support/registering.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aVersionOf } from '#tests/server/support/undoing.ts'

const { as, clock, database, openShop } = await testApp()
clock.now = new Date('2026-03-02T19:00:00.000Z')
let shop: Shop
let count = 0
/** Nobody made an opening for it. */
let registerId: string

beforeEach(async () => {
  shop = await openShop(`openings ${count++}`)
  registerId = randomUUID()
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const sent = (sale: NewSale) => as(shop.terminal.token).call(sales.close, { body: sale })
const soldAt = (at: string, of: Parameters<typeof aSale>[1] = {}) => aSale(shop, { registerId, soldAt: at, ...of })
const titulaire = () => as(shop.titulaire.token)
const close = (of: Parameters<typeof aClosing>[1] = {}) =>
  titulaire().call(cashRegisters.close, { params: { id: registerId }, body: aClosing(shop, of) })
const register = async () => (await titulaire().call(cashRegisters.report, { query: { registerId } })).register
const ofDay = async (day: string) =>
  (await titulaire().call(cashRegisters.byDate, { query: { from: day, to: day } })).items.map(({ id }) => id)
const ahead = '2030-01-01T09:00:00.000Z'

describe('a register that a sale opens', () => {
  test('is of today where the clock of the till is ahead, and closes today', async () => {
    await sent(soldAt(ahead))
    expect(await ofDay('2026-03-02')).toEqual([registerId])
    expect(await register()).toMatchObject({ openedAt: '2026-03-02T19:00:00.000Z' })
    expect(await close({ cash: 1000, countedAt: ahead })).toMatchObject({
      openedAt: '2026-03-02T19:00:00.000Z',
      closedAt: '2026-03-02T19:00:00.000Z',
    })
  })

  test('that replaces another one too', async () => {
    const old = aSale(shop, { soldAt: '2026-03-02T09:00:00.000Z' })
    await sent(old)
    await sent(aVersionOf(shop, old, { registerId, soldAt: ahead }))
    expect(await register()).toMatchObject({ openedAt: '2026-03-02T19:00:00.000Z', sales: 1 })
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a later sale', () => sent(soldAt('2026-03-02T06:00:00.000Z'))],
    ['money by hand', () => titulaire().call(movements.create, { body: aMovement(shop, { registerId }) })],
    [
      'a hand-over',
      () => titulaire().call(cashRegisters.handOver, { params: { id: registerId }, body: aHandOver(shop) }),
    ],
  ])('is of the day of its first one, also where %s comes before', async (_, first) => {
    await first()
    const { openedBy, heldBy } = await register()
    await sent(soldAt('2026-03-01T22:00:00.000Z', { seller: shop.pharmacien }))
    expect(await register()).toMatchObject({ openedAt: '2026-03-01T22:00:00.000Z', openedBy, heldBy })
    expect([await ofDay('2026-03-01'), await ofDay('2026-03-02')]).toEqual([[registerId], [registerId]])
    await sent(soldAt('2026-03-01T23:00:00.000Z'))
    expect(await register()).toMatchObject({ openedAt: '2026-03-01T22:00:00.000Z' })
  })

  test('is of that day where its closing comes first, too; the closing is not another one by it', async () => {
    const night = soldAt('2026-03-01T22:00:00.000Z')
    await close({ cash: 1000, awaits: [{ id: night.id, identifier: night.identifier, total: night.total }] })
    await sent(night)
    expect(await register()).toMatchObject({
      state: 'CLOSED',
      openedAt: '2026-03-01T22:00:00.000Z',
      closedAt: '2026-03-02T18:00:00.000Z',
      number: 1,
      gap: 0,
    })
    expect(await ofDay('2026-03-01')).toEqual([registerId])
  })
})

test('an opening that somebody made stands against the clock of a sale that was set back', async () => {
  await titulaire().call(cashRegisters.open, { body: anOpening(shop, { id: registerId }) })
  await sent(soldAt('2000-01-01T00:00:00.000Z'))
  expect(await register()).toMatchObject({ openedAt: '2026-03-02T07:00:00.000Z', sales: 1 })
})
