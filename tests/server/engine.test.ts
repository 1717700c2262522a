import { totalmem } from 'node:os'
import { beforeEach, describe, expect, test } from 'vitest'
import { disbursements } from '#shared/contract/disbursements.ts'
import { sales } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { photoBudget } from '#shared/domain/photo-budget.ts'
import { aDisbursement, aReceiptPhoto } from '#tests/server/support/registering.ts'
import { aPhoto } from '#tests/server/support/photographing.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { tinyJpeg } from '#tests/server/support/tiny-jpeg.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`engine ${count++}`)
})

const engine = (token = shop.titulaire.token) => as(token).call(pharmacies.engine, {})
const setStored = (bytes: number) =>
  database.write(shop.id, (tx) => tx.updateTable('pharmacy_counters').set({ photo_bytes: bytes }).execute())

async function aSold() {
  const sale = aSale(shop)
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  return sale
}

test('who manages settings sees the engine, the memory of its machine, its size and its growth; a seller does not', async () => {
  const facts = await engine()
  expect(facts).toMatchObject({ version: expect.stringMatching(/^\d+/), memory: totalmem(), growthPerYear: null })
  expect(facts.workMem).toBeGreaterThanOrEqual(1_000_000)
  expect(facts.databaseSize).toBeGreaterThan(1_000_000)
  await aSold()
  expect((await engine()).growthPerYear).toBeNull()
  await database.platform((tx) =>
    tx
      .updateTable('sales')
      .set({ sold_at: new Date(clock.now.getTime() - 73 * 86_400_000) })
      .where('pharmacy_id', '=', shop.id)
      .execute(),
  )
  const { databaseSize, growthPerYear } = await engine()
  expect(growthPerYear! / databaseSize).toBeCloseTo(5, 1)
  await expect(engine(shop.vendeur.token)).rejects.toMatchObject({ message: 'auth:forbidden' })
})

describe('photos have a budget', () => {
  test('that counts the bytes of each', async () => {
    const sale = await aSold()
    await as(shop.vendeur.token).call(sales.addPhoto, { body: aPhoto(shop, sale.id) })
    const paid = aDisbursement(shop)
    await as(shop.titulaire.token).call(disbursements.create, { body: paid })
    await as(shop.terminal.token).call(disbursements.addPhoto, { body: aReceiptPhoto(shop, paid.id) })
    expect((await engine()).photos).toEqual({ stored: 2 * tinyJpeg.length, most: photoBudget })
    await database.platform((tx) => tx.deleteFrom('sale_photos').where('sale_id', '=', sale.id).execute())
    expect((await engine()).photos.stored).toBe(tinyJpeg.length)
  })

  test('when it is used up the photo of a receipt is refused, with words; that of a sale is a proof, and is taken', async () => {
    const sale = await aSold()
    const paid = aDisbursement(shop)
    await as(shop.titulaire.token).call(disbursements.create, { body: paid })
    await setStored(photoBudget)
    const photo = aReceiptPhoto(shop, paid.id)
    await expect(as(shop.terminal.token).call(disbursements.addPhoto, { body: photo })).rejects.toMatchObject({
      message: 'photos:noRoom',
      details: { stored: photoBudget, most: photoBudget },
    })
    await as(shop.vendeur.token).call(sales.addPhoto, { body: aPhoto(shop, sale.id) })
    await setStored(0)
    const again = { ...photo, revision: 2 }
    expect(await as(shop.terminal.token).call(disbursements.addPhoto, { body: again })).toEqual({ id: photo.id })
  })
})
