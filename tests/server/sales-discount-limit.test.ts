import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#shared/contract/payment.ts'
import { sales } from '#shared/contract/sales.ts'
import { settleRights } from '#tests/server/support/held-rights.ts'
import { aSale, cash, lineOf, salesCount } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`discount limits ${count++}`)
  await limit('pharmacien', 10)
  await settleRights(database, shop)
})

async function limit(role: string, percent: number | null): Promise<void> {
  await database.write(shop.id, (tx) =>
    tx.updateTable('roles').set({ discount_limit: percent }).where('name', '=', role).execute(),
  )
}

const discounts = (...amounts: number[]): Payment[] => [
  ...amounts.map((amount): Payment => ({ id: randomUUID(), type: 'DISCOUNT', amount })),
  cash(1000 - amounts.reduce((sum, amount) => sum + amount, 0)),
]
const sell = (payments: Payment[], { token } = shop.terminal) =>
  as(token).call(sales.close, {
    body: aSale(shop, { seller: shop.pharmacien, soldAt: '2026-03-02T10:00:00.000Z', payments }),
  })

describe('a discount', () => {
  test('up to the limit of the role is given', async () => {
    expect(await sell(discounts(100))).toMatchObject({ flags: [] })
  })

  test('beyond it is refused with what is allowed, and nothing is sold', async () => {
    await expect(sell(discounts(105))).rejects.toMatchObject({
      message: 'sales:discountOverLimit',
      status: 422,
      details: { discount: 105, allowed: 100 },
    })
    await expect(sell(discounts(60, 45))).rejects.toMatchObject({
      message: 'sales:discountOverLimit',
      details: { discount: 105, allowed: 100 },
    })
    expect(await salesCount(database, shop)).toBe(0)
  })

  test('of the limit in percent is given where its half franc goes up, and not one franc more', async () => {
    await limit('pharmacien', 50)
    const lines = [lineOf(shop, 2)]
    const sold = (discount: Payment, rest: number) =>
      as(shop.terminal.token).call(sales.close, {
        body: aSale(shop, {
          seller: shop.pharmacien,
          lines,
          payments: [discount, { id: randomUUID(), type: 'CREDIT_CARD', amount: rest }],
        }),
      })
    expect(await sold({ id: randomUUID(), type: 'DISCOUNT', amount: 1002, percent: 50 }, 1001)).toMatchObject({
      flags: [],
    })
    await expect(sold({ id: randomUUID(), type: 'DISCOUNT', amount: 1003 }, 1000)).rejects.toMatchObject({
      message: 'sales:discountOverLimit',
      details: { discount: 1003, allowed: 1002 },
    })
  })

  test('has no limit where the role has none', async () => {
    await limit('pharmacien', null)
    expect(await sell(discounts(1000))).toMatchObject({ flags: [] })
  })

  test('has the highest limit of the seller’s roles', async () => {
    await limit('titulaire', 50)
    await database.write(shop.id, async (tx) => {
      const role = await tx.selectFrom('roles').select('id').where('name', '=', 'titulaire').executeTakeFirstOrThrow()
      await tx
        .insertInto('user_roles')
        .values({ pharmacy_id: shop.id, user_id: shop.pharmacien.id, role_id: role.id })
        .execute()
    })
    expect(await sell(discounts(500))).toMatchObject({ flags: [] })
    await expect(sell(discounts(505))).rejects.toMatchObject({ details: { allowed: 500 } })
  })

  test('that a colleague sends has the lower limit of both, and none where neither has one', async () => {
    const sender = shop.titulaire
    for (const [his, senders, allowed] of [
      [50, 10, 100],
      [10, 50, 100],
      [10, null, 100],
      [null, 0, 0],
    ] as const) {
      await limit('pharmacien', his)
      await limit('titulaire', senders)
      await settleRights(database, shop)
      if (allowed > 0) expect(await sell(discounts(allowed), sender)).toMatchObject({ flags: ['sender:other'] })
      await expect(sell(discounts(allowed + 5), sender)).rejects.toMatchObject({
        message: 'sales:discountOverLimit',
        details: { discount: allowed + 5, allowed },
      })
    }
    await limit('titulaire', null)
    expect(await sell(discounts(1000), sender)).toMatchObject({ flags: ['sender:other'] })
  })

  test('of a role that was revoked meanwhile is held against the limit of that role, and flagged', async () => {
    await limit('pharmacien', 50)
    await settleRights(database, shop)
    await limit('pharmacien', 10)
    expect(await sell(discounts(300))).toMatchObject({ flags: ['right:revoked'] })
    expect(await sell(discounts(100))).toMatchObject({ flags: [] })
    await expect(sell(discounts(505))).rejects.toMatchObject({ message: 'sales:discountOverLimit' })

    await database.write(shop.id, (tx) =>
      tx.deleteFrom('user_roles').where('user_id', '=', shop.pharmacien.id).execute(),
    )
    expect(await sell(discounts(500))).toMatchObject({ flags: ['right:revoked'] })
    await expect(sell(discounts(505))).rejects.toMatchObject({
      message: 'sales:discountOverLimit',
      details: { allowed: 500 },
    })
  })
})
