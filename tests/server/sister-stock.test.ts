import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { sisterStock } from '#shared/contract/sister-stock.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { aLot, type TestLot } from '#tests/server/support/lots.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let sister: Shop
let count = 0
const sisterName = 'Plateau Lagune'

beforeEach(async () => {
  clock.now = new Date('2026-11-21T14:05:00Z')
  shop = await openShop(`asking ${count}`)
  sister = await openShop(`held by ${count}`)
  count += 1
  await owned([shop, sister])
  await database.platform((tx) =>
    tx.updateTable('pharmacies').set({ name: sisterName }).where('id', '=', sister.id).execute(),
  )
})

/** These pharmacies have one owner, who has no other. */
async function owned(shops: readonly Shop[]): Promise<void> {
  const domain = { id: randomUUID(), name: 'An owner' }
  await database.platform(async (tx) => {
    await tx.insertInto('domains').values(domain).execute()
    for (const { id } of shops)
      await tx.updateTable('pharmacies').set({ domain_id: domain.id }).where('id', '=', id).execute()
  })
}

async function medicineOf({ productId }: TestLot): Promise<string> {
  const row = await database.platform((tx) =>
    tx.selectFrom('pharmacy_products').select('product_id').where('id', '=', productId).executeTakeFirstOrThrow(),
  )
  return row.product_id!
}

const read = (productIds: readonly string[], by = shop.vendeur) =>
  as(by.token).call(sisterStock.read, { body: { productIds: [...productIds] } })

describe('the stock of the sister pharmacies', () => {
  test('a seller reads what the sister may sell, with the hour', async () => {
    const productId = await medicineOf(await aLot(database, sister, { quantity: 4 }))
    expect(await read([productId])).toEqual({
      at: '2026-11-21T14:05:00.000Z',
      pharmacies: [sisterName],
      stocks: [{ productId, pharmacy: sisterName, boxes: 4, units: 0 }],
    })
  })

  test('the own stock is not part of it, and a sister without the product has no row', async () => {
    const productId = await medicineOf(await aLot(database, shop, { quantity: 4 }))
    expect(await read([productId])).toMatchObject({ pharmacies: [sisterName], stocks: [] })
  })

  test('a pharmacy of another owner gets nothing and gives nothing', async () => {
    const stranger = await openShop(`stranger ${count}`)
    await owned([stranger])
    const held = await medicineOf(await aLot(database, sister))
    const foreign = await medicineOf(await aLot(database, stranger))
    expect(await read([held, foreign], stranger.titulaire)).toMatchObject({ pharmacies: [], stocks: [] })
    expect((await read([held, foreign])).stocks.map(({ productId }) => productId)).toEqual([held])
  })

  test('expired and blocked lots do not count', async () => {
    const lots = [
      await aLot(database, sister, { expiresOn: '2026-11-20' }),
      await aLot(database, sister),
      await aLot(database, sister, { expiresOn: '2026-11-21', quantity: 2 }),
    ]
    const [, blocked, lastDay] = lots
    await database.platform((tx) =>
      tx.updateTable('stock_items').set({ blocked: 'quarantine' }).where('id', '=', blocked!.id).execute(),
    )
    const answer = await read(await Promise.all(lots.map(medicineOf)))
    expect(answer.stocks).toEqual([{ productId: await medicineOf(lastDay!), pharmacy: sisterName, boxes: 2, units: 0 }])
  })

  test('a private product is not found, by no id', async () => {
    const lot = await aLot(database, sister)
    const productId = await medicineOf(lot)
    await database.platform((tx) =>
      tx
        .updateTable('pharmacy_products')
        .set({ product_id: null, private_label: 'Tisane maison' })
        .where('id', '=', lot.productId)
        .execute(),
    )
    expect((await read([productId, lot.productId, lot.id])).stocks).toEqual([])
  })

  test('loose units of an opened box are told apart from boxes', async () => {
    const lot = await aLot(database, sister, { units: 24, quantity: 3 })
    await database.platform(async (tx) => {
      const packaging = { id: randomUUID(), label: `comprimé ${randomUUID()}`, units: 1 }
      await tx.insertInto('packagings').values(packaging).execute()
      await tx
        .insertInto('stock_items')
        .values({
          pharmacy_id: sister.id,
          id: unitItemIdOf(lot.id),
          pharmacy_product_id: lot.productId,
          packaging_id: packaging.id,
          quantity: 8,
          purchase_price: 25,
          sale_price: 45,
        })
        .execute()
    })
    expect((await read([await medicineOf(lot)])).stocks).toMatchObject([{ boxes: 3, units: 8 }])
  })

  test('the answer holds no price, no lot and no client', async () => {
    const productId = await medicineOf(await aLot(database, sister, { lot: 'SECRET', price: 98_765, cost: 43_210 }))
    expect(JSON.stringify(await read([productId]))).not.toMatch(/SECRET|98765|43210/)
  })
})
