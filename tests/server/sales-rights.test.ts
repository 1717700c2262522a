import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#shared/contract/payment.ts'
import { sales } from '#shared/contract/sales.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { heldBefore } from '#tests/server/support/held-rights.ts'
import { aSale, cash, quantityOf, salesCount } from '#tests/server/support/selling.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`rights ${count++}`)
})

const discounted = (): Payment[] => [cash(900), { id: randomUUID(), type: 'DISCOUNT', amount: 100 }]

/** Takes every role from a member, as a titulaire would in the back-office. */
async function strip(member: TestMember): Promise<void> {
  await database.write(shop.id, (tx) => tx.deleteFrom('user_roles').where('user_id', '=', member.id).execute())
}

describe('who may sell', () => {
  test('a member whose roles never gave it may not, and nothing moves', async () => {
    await expect(
      as(shop.stocks.token).call(sales.close, { body: aSale(shop, { seller: shop.stocks }) }),
    ).rejects.toMatchObject({ message: 'auth:forbidden', status: 403 })
    expect([await salesCount(database, shop), await quantityOf(database, shop, shop.lots[0])]).toEqual([0, 100])
  })

  test('that member may not even learn what a sale looks like', async () => {
    await expect(as(shop.stocks.token).call(sales.close, { body: {} as never })).rejects.toMatchObject({
      message: 'auth:forbidden',
      status: 403,
    })
  })

  test('a member who sends what a colleague is said to have sold is told of, and lends and borrows no right', async () => {
    await expect(as(shop.stocks.token).call(sales.close, { body: aSale(shop) })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
    const dear = aSale(shop, { seller: shop.titulaire, payments: discounted() })
    await expect(as(shop.vendeur.token).call(sales.close, { body: dear })).rejects.toMatchObject({
      message: 'sales:discountNotAllowed',
    })
    expect(await as(shop.pharmacien.token).call(sales.close, { body: aSale(shop) })).toMatchObject({
      sellerId: shop.vendeur.id,
      flags: ['sender:other'],
    })
  })

  test('the roles that the body names give nothing', async () => {
    const sale = aSale(shop, { seller: shop.stocks, sellerRoles: ['admin', 'titulaire'] })
    await expect(as(shop.terminal.token).call(sales.close, { body: sale })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
  })
})

describe('a right that was revoked while the sale waited', () => {
  test('flags the sale and does not lose it', async () => {
    const body = aSale(shop)
    await strip(shop.vendeur)
    expect(await as(shop.terminal.token).call(sales.close, { body })).toMatchObject({
      status: 'CLOSED',
      flags: ['right:revoked'],
    })
  })

  test('does so with the member’s own token too', async () => {
    const body = aSale(shop)
    await strip(shop.vendeur)
    expect(await as(shop.vendeur.token).call(sales.close, { body })).toMatchObject({
      flags: ['right:revoked'],
    })
  })

  test('counts for a seller who has left', async () => {
    await database.write(shop.id, (tx) =>
      tx.updateTable('users').set({ active: false }).where('id', '=', shop.pharmacien.id).execute(),
    )
    const sale = aSale(shop, { seller: shop.pharmacien, payments: discounted() })
    expect(await as(shop.terminal.token).call(sales.close, { body: sale })).toMatchObject({ flags: ['right:revoked'] })
  })

  test('is judged by what the role gave then, not before and not after', async () => {
    const body = aSale(shop)
    await database.write(shop.id, (tx) =>
      tx
        .updateTable('roles')
        .set({ permissions: ['register.use'] })
        .where('name', '=', 'vendeur')
        .execute(),
    )
    await expect(as(shop.terminal.token).call(sales.close, { body: aSale(shop) })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
    expect(await as(shop.terminal.token).call(sales.close, { body })).toMatchObject({ flags: ['right:revoked'] })
  })

  test('counts for no act after the session ended and for none before it began: the session bounds the clock', async () => {
    const past = { permissions: defaultRoles.titulaire, discountLimit: null }
    await heldBefore(database, shop, shop.vendeur, [past])
    const backdated = aSale(shop, { payments: discounted(), soldAt: '1999-01-01T00:00:00.000Z' })
    await database.platform((tx) =>
      tx.updateTable('unlocks').set({ at: new Date() }).where('id', '=', shop.vendeur.sessionId).execute(),
    )
    await expect(as(shop.terminal.token).call(sales.close, { body: backdated })).rejects.toMatchObject({
      message: 'sales:discountNotAllowed',
    })
  })

  test('is no matter when the sale does not use it', async () => {
    await database.write(shop.id, (tx) =>
      tx
        .updateTable('roles')
        .set({ permissions: ['sale.sell'] })
        .where('name', '=', 'pharmacien')
        .execute(),
    )
    expect(
      await as(shop.pharmacien.token).call(sales.close, { body: aSale(shop, { seller: shop.pharmacien }) }),
    ).toMatchObject({ flags: [] })
  })
})

describe('the rights of a pharmacien', () => {
  test('a discount', async () => {
    expect(
      await as(shop.pharmacien.token).call(sales.close, {
        body: aSale(shop, { seller: shop.pharmacien, payments: discounted() }),
      }),
    ).toMatchObject({ flags: [] })
  })

  test('an expired lot, which the sale keeps as a flag', async () => {
    const sale = aSale(shop, { seller: shop.pharmacien, lines: [{ lot: shop.expiredLot, price: 1500 }] })
    const closed = await as(shop.pharmacien.token).call(sales.close, { body: sale })
    expect(closed).toMatchObject({ flags: ['stock:expired'] })
    expect(await as(shop.titulaire.token).call(sales.read, { params: { id: sale.id } })).toMatchObject({
      flags: ['stock:expired'],
    })
  })
})

describe('a price that is not the lot’s', () => {
  const cheaper = (seller: TestMember) => aSale(shop, { seller, lines: [{ lot: shop.lots[0], price: 950 }] })

  test('is refused to who may not set prices when the lot never had it, and nothing is sold', async () => {
    await expect(as(shop.vendeur.token).call(sales.close, { body: cheaper(shop.vendeur) })).rejects.toMatchObject({
      message: 'auth:forbidden',
      status: 403,
      details: { permission: 'sale.price' },
    })
    expect(await salesCount(database, shop)).toBe(0)
  })

  test('that came late is kept, for the customer has left, with a flag of its own', async () => {
    const body = { ...cheaper(shop.vendeur), soldAt: new Date(Date.now() - 6 * 60_000).toISOString() }
    expect(await as(shop.terminal.token).call(sales.close, { body })).toMatchObject({
      total: 950,
      flags: ['price:never'],
    })
  })

  test('flags the sale when the lot had it: a list may be older than a change, the customer was told that price', async () => {
    for (const salePrice of [950, 1200])
      await database.write(shop.id, (tx) =>
        tx.updateTable('stock_items').set({ sale_price: salePrice }).where('id', '=', shop.lots[0]).execute(),
      )
    expect(await as(shop.vendeur.token).call(sales.close, { body: cheaper(shop.vendeur) })).toMatchObject({
      total: 950,
      flags: ['price:changed'],
    })
  })

  test('stays with a new version of the sale, flagged', async () => {
    const first = cheaper(shop.titulaire)
    await as(shop.titulaire.token).call(sales.close, { body: first })
    const version = { ...cheaper(shop.pharmacien), replaces: first.id }
    expect(await as(shop.pharmacien.token).call(sales.close, { body: version })).toMatchObject({
      flags: ['price:never'],
    })
  })

  test('is the titulaire’s to set', async () => {
    expect(await as(shop.titulaire.token).call(sales.close, { body: cheaper(shop.titulaire) })).toMatchObject({
      flags: [],
    })
  })

  test('was the titulaire’s to set while he still was', async () => {
    const body = cheaper(shop.titulaire)
    await strip(shop.titulaire)
    expect(await as(shop.terminal.token).call(sales.close, { body })).toMatchObject({
      flags: ['right:revoked'],
    })
  })
})

test('a lot that expired after it was sold is sold', async () => {
  await database.write(shop.id, (tx) =>
    tx.updateTable('stock_items').set({ expires_on: '2026-03-31' }).where('id', '=', shop.lots[0]).execute(),
  )
  const terminal = as(shop.terminal.token)
  // 23:30 in Cotonou is still the last day of March
  expect(await terminal.call(sales.close, { body: aSale(shop, { soldAt: '2026-03-31T22:30:00.000Z' }) })).toMatchObject(
    { status: 'CLOSED' },
  )
  await expect(
    terminal.call(sales.close, { body: aSale(shop, { soldAt: '2026-03-31T23:30:00.000Z' }) }),
  ).rejects.toMatchObject({ message: 'sales:expiredStockItem' })
})

describe('a refused sale that ends with less', () => {
  const regularisation = { reason: 'Le client a rendu une boîte' }

  test('needs the right, whatever the seller’s token says', async () => {
    const sale = aSale(shop, { regularisation, revision: 2 })
    await expect(as(shop.vendeur.token).call(sales.close, { body: sale })).rejects.toMatchObject({
      message: 'auth:forbidden',
      details: { permission: 'sale.regularise' },
    })
    expect(await salesCount(database, shop)).toBe(0)
  })

  test('is flagged, keeps its reason, and the list finds it', async () => {
    const sale = aSale(shop, { seller: shop.pharmacien, regularisation, revision: 2 })
    const pharmacien = as(shop.pharmacien.token)
    await pharmacien.call(sales.close, { body: aSale(shop) })
    expect(await pharmacien.call(sales.close, { body: sale })).toMatchObject({ flags: ['refusal:regularised'] })
    expect(await pharmacien.call(sales.read, { params: { id: sale.id } })).toMatchObject({ regularisation })
    const { items } = await pharmacien.call(sales.list, { query: { status: 'REGULARISED' } })
    expect(items.map(({ id }) => id)).toEqual([sale.id])
  })
})
