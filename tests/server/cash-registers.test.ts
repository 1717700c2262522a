import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { sales } from '#shared/contract/sales.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
clock.now = new Date('2026-05-04T20:00:00.000Z')
const shop = await openShop('registers')
const current = async (userId: string, token = shop.vendeur.token) =>
  (await as(token).call(cashRegisters.current, { query: { userId } })).cashRegister

test('nobody has a register before the first sale', async () => {
  expect(await current(shop.vendeur.id)).toBeNull()
  expect(await current(randomUUID())).toBeNull()
})

test('the open register of a user is the latest that is not closed', async () => {
  const [morning, evening] = [randomUUID(), randomUUID()]
  const sell = (registerId: string, soldAt: string) =>
    as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { registerId, soldAt }) })
  await sell(morning, '2026-05-04T07:00:00.000Z')
  await sell(evening, '2026-05-04T15:00:00.000Z')
  await sell(evening, '2026-05-04T16:00:00.000Z')
  expect(await current(shop.vendeur.id)).toEqual({
    id: evening,
    openedBy: shop.vendeur.id,
    openedByName: 'DOSSOU Afi',
    openedAt: '2026-05-04T15:00:00.000Z',
    float: 0,
    isFloatDeclared: false,
    heldBy: shop.vendeur.id,
    heldByName: 'DOSSOU Afi',
    state: 'OPEN',
    closedAt: null,
    closedByName: null,
    sales: 2,
    number: null,
    gap: null,
    firstGap: null,
  })

  await database.write(shop.id, (tx) =>
    tx
      .updateTable('cash_registers')
      .set({ closed_at: clock.now, closed_by: shop.vendeur.id })
      .where('id', '=', evening)
      .execute(),
  )
  expect(await current(shop.vendeur.id)).toMatchObject({ id: morning, sales: 1 })
})

test('a register of another pharmacy is nobody’s here', async () => {
  const other = await openShop('registers other')
  await as(other.vendeur.token).call(sales.close, { body: aSale(other) })
  expect(await current(other.vendeur.id)).toBeNull()
  expect(await current(other.vendeur.id, other.vendeur.token)).toMatchObject({ sales: 1 })
})
