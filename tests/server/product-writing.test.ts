import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sales } from '#shared/contract/sales.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
let shop: Shop
let count = 0
beforeEach(async () => {
  shop = await openShop(`product writing ${count++}`)
})

const titulaire = () => as(shop.titulaire.token)
const read = (id: string) => titulaire().call(pharmacyProducts.read, { params: { id } })
const create = (body: object) => titulaire().call(pharmacyProducts.create, { body })
const patch = (id: string, body: object) => titulaire().call(pharmacyProducts.patch, { params: { id }, body })
const label = () => `Tisane ${randomUUID()}`

/** A product of the referential that no pharmacy stocks. */
async function aReferentialProduct({ section = null as string | null, code = '' } = {}) {
  const [id, name] = [randomUUID(), `Maalox ${randomUUID()}`]
  await database.platform(async (tx) => {
    await tx.insertInto('products').values({ id, label: name, source: 'tests', section }).execute()
    if (code) await tx.insertInto('product_codes').values({ product_id: id, code, kind: 'other' }).execute()
  })
  return { id, label: name }
}

async function aSoldOutLot() {
  const lot = await aLot(database, shop, { quantity: 1 })
  await as(shop.vendeur.token).call(sales.close, {
    body: aSale(shop, { lines: [{ lot: lot.id, quantity: 1, price: 1000 }] }),
  })
  return lot
}

async function sectionsOf(sections: object[]) {
  await database.platform((tx) =>
    tx
      .updateTable('countries')
      .set({ sections: JSON.stringify(sections) })
      .execute(),
  )
}

describe('a product is taken into stock', () => {
  test('from the referential, once', async () => {
    const { id: productId, label: name } = await aReferentialProduct()
    const made = await create({ productId, minimum: 2, maximum: 8 })
    expect(made).toMatchObject({ productId, label: name, minimum: 2, maximum: 8, stockItems: [], archived: false })
    await expect(create({ productId })).rejects.toMatchObject({
      message: 'stocks:productAlreadyInStock',
      details: { id: made.id, archived: false },
    })
  })

  test('as a private one, whose label no other product has, whatever its case and accents', async () => {
    const { label: known } = await aReferentialProduct()
    await expect(create({ label: known.toUpperCase() })).rejects.toMatchObject({
      message: 'stocks:privateProductLabelAlreadyExistInReferentiel',
    })
    const mine = await create({ label: 'Tisane du Père Noël' })
    await expect(create({ label: 'TISANE DU PERE NOEL' })).rejects.toMatchObject({
      message: 'stocks:privateProductLabelAlreadyExistOnAnotherPharmacyProduct',
      details: { id: mine.id },
    })
    await expect(patch(mine.id, { label: 'tisane du pere noel' })).resolves.toMatchObject({
      label: 'tisane du pere noel',
    })
  })

  test('another pharmacy may use the same private label', async () => {
    const other = await openShop(`product writing other ${count}`)
    const name = label()
    await create({ label: name })
    await expect(
      as(other.titulaire.token).call(pharmacyProducts.create, { body: { label: name } }),
    ).resolves.toMatchObject({ label: name })
  })

  test('with a label or a product, never both and never neither', async () => {
    const { id: productId } = await aReferentialProduct()
    for (const body of [{}, { label: label(), productId }])
      await expect(create(body)).rejects.toMatchObject({ message: 'requests:invalid' })
    await expect(create({ productId: randomUUID() })).rejects.toMatchObject({
      details: { issues: [{ path: 'body.productId', message: 'unknown' }] },
    })
  })

  test('a code names one product of the pharmacy', async () => {
    const { id: productId, label: name } = await aReferentialProduct({ code: '340099887766' })
    await create({ productId })
    await expect(create({ label: label(), codes: ['340099887766'] })).rejects.toMatchObject({
      message: 'stocks:codeOfAnotherProduct',
      details: { code: '340099887766', label: name },
    })
    const mine = await create({ label: label(), codes: ['TISANE-1', 'TISANE-2'] })
    expect(mine.codes).toEqual(['TISANE-1', 'TISANE-2'])
    expect((await patch(mine.id, { codes: ['TISANE-2'] })).codes).toEqual(['TISANE-2'])
  })

  test('storage, category and tags must be known', async () => {
    const before = (await titulaire().call(pharmacyProducts.all, {})).length
    for (const wrong of [{ storageId: randomUUID() }, { categoryId: randomUUID() }, { tagIds: [randomUUID()] }])
      await expect(create({ label: label(), ...wrong })).rejects.toMatchObject({ message: 'requests:invalid' })
    expect((await titulaire().call(pharmacyProducts.all, {})).length).toBe(before)
  })
})

describe('a change of a product', () => {
  test('keeps what it does not name, also when two people change one product', async () => {
    const { id } = await create({ label: label(), minimum: 3, maximum: 9 })
    await Promise.all([patch(id, { minimum: 4 }), patch(id, { maximum: 12 })])
    expect(await read(id)).toMatchObject({ minimum: 4, maximum: 12 })
  })

  test('refuses a minimum above the maximum', async () => {
    const { id } = await create({ label: label(), maximum: 9 })
    await expect(patch(id, { minimum: 10 })).rejects.toMatchObject({ message: 'stocks:minimumAboveMaximum' })
    await expect(patch(id, { minimum: 10, maximum: 0 })).resolves.toMatchObject({ minimum: 10 })
  })

  test('of another pharmacy finds nothing', async () => {
    const other = await openShop(`product writing thief ${count}`)
    await expect(
      as(other.titulaire.token).call(pharmacyProducts.patch, {
        params: { id: shop.products[0] },
        body: { minimum: 1 },
      }),
    ).rejects.toMatchObject({ message: 'requests:notFound' })
  })

  test('reaches the tills: the list gives the row again', async () => {
    const { id } = await create({ label: label() })
    const before = await titulaire().call(pharmacyProducts.list, { query: { cursor: '', size: 2000 } })
    await patch(id, { minimum: 5 })
    const after = await titulaire().call(pharmacyProducts.list, { query: { cursor: before.cursor!, size: 200 } })
    expect(after.items.map((row) => row.id)).toEqual([id])
  })
})

describe('archiving', () => {
  test('is refused while there is stock; an archived product is not sold by a till that still shows it', async () => {
    await expect(patch(shop.products[0], { archived: true })).rejects.toMatchObject({
      message: 'stocks:cannotArchiveStocked',
      details: { lots: expect.any(Number) },
    })
    const { id: lotId, productId } = await aSoldOutLot()
    await titulaire().call(pharmacyProducts.remove, { params: { id: productId } })
    await expect(
      as(shop.vendeur.token).call(sales.close, {
        body: aSale(shop, { lines: [{ lot: lotId, quantity: 1, price: 1000 }] }),
      }),
    ).rejects.toMatchObject({ message: 'sales:cannotSaleArchivedStockItem' })
    expect(await patch(productId, { archived: false })).toMatchObject({ archived: false })
  })

  test('of several is all or none', async () => {
    const { productId } = await aSoldOutLot()
    const both = [productId, shop.products[0]]
    await expect(
      titulaire().call(pharmacyProducts.archivedProducts, { body: { pharmacyProductIds: both } }),
    ).rejects.toMatchObject({
      message: 'stocks:batchRefused',
      details: { refusals: [{ id: shop.products[0], message: 'stocks:cannotArchiveStocked' }] },
    })
    expect(await read(productId)).toMatchObject({ archived: false })
    await expect(
      titulaire().call(pharmacyProducts.archivedProducts, { body: { pharmacyProductIds: [productId] } }),
    ).resolves.toEqual({ archived: 1 })
    expect(await titulaire().call(pharmacyProducts.all, {})).not.toContainEqual(
      expect.objectContaining({ id: productId }),
    )
  })
})

describe('associating a private product', () => {
  test('keeps its lots, movements and sales', async () => {
    const { id: lotId, productId: id } = await aLot(database, shop)
    // A private product with a past.
    await database.platform((tx) =>
      tx
        .updateTable('pharmacy_products')
        .set({ product_id: null, private_label: label() })
        .where('id', '=', id)
        .execute(),
    )
    await as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { lines: [{ lot: lotId, quantity: 2, price: 1000 }] }),
    })
    const target = await aReferentialProduct({ code: '340011223344' })
    const associated = await titulaire().call(pharmacyProducts.associateProduct, {
      body: { pharmacyProductId: id, productId: target.id },
    })
    expect(associated).toMatchObject({ id, productId: target.id, label: target.label, codes: ['340011223344'] })
    const history = await titulaire().call(pharmacyProducts.history, { params: { id } })
    expect(history.items.map(({ cause, quantity }) => [cause, quantity])).toContainEqual(['sale', -2])
    await expect(
      titulaire().call(pharmacyProducts.associateProduct, { body: { pharmacyProductId: id, productId: target.id } }),
    ).rejects.toMatchObject({ message: 'requests:conflict' })
  })

  test('with a product that is already in stock is refused', async () => {
    const target = await aReferentialProduct()
    const stocked = await create({ productId: target.id })
    const mine = await create({ label: label() })
    await expect(
      titulaire().call(pharmacyProducts.associateProduct, {
        body: { pharmacyProductId: mine.id, productId: target.id },
      }),
    ).rejects.toMatchObject({ message: 'stocks:productAlreadyInStock', details: { id: stocked.id } })
  })
})

describe('a batch', () => {
  test('changes all, and the tags of each are added and taken away', async () => {
    const [tag, other] = [idOf(shop.id, 'froid'), idOf(shop.id, 'promo')]
    await database.platform((tx) =>
      tx
        .insertInto('tags')
        .values(
          [tag, other].map((id) => ({
            pharmacy_id: shop.id,
            id,
            type: 'pharmacy-product' as const,
            label: id,
            color: 'blue' as const,
          })),
        )
        .execute(),
    )
    const ids = [shop.products[0], shop.products[1]]
    await expect(
      titulaire().call(pharmacyProducts.batchUpdate, {
        body: { ids, changes: { minimum: 7, maximum: 0, addedTagIds: [tag, other] } },
      }),
    ).resolves.toEqual({ updated: 2, refusals: [] })
    await titulaire().call(pharmacyProducts.batchUpdate, { body: { ids, changes: { removedTagIds: [other] } } })
    for (const id of ids) expect(await read(id)).toMatchObject({ minimum: 7, tagIds: [tag] })
  })

  test('tells what each would refuse and changes nothing', async () => {
    const ids = [shop.products[0], randomUUID()]
    const { refusals, updated } = await titulaire().call(pharmacyProducts.batchUpdate, {
      body: { ids, changes: { archived: true }, only: 'judge' },
    })
    expect(updated).toBe(0)
    expect(refusals.map(({ id, message }) => [id, message])).toEqual([
      [ids[0], 'stocks:cannotArchiveStocked'],
      [ids[1], 'requests:notFound'],
    ])
    await expect(
      titulaire().call(pharmacyProducts.batchUpdate, { body: { ids, changes: { minimum: 99 } } }),
    ).rejects.toMatchObject({ message: 'stocks:batchRefused' })
    expect((await read(ids[0]!)).minimum).not.toBe(99)
  })

  test('with products of another pharmacy refuses them', async () => {
    const other = await openShop(`product writing neighbour ${count}`)
    await expect(
      titulaire().call(pharmacyProducts.batchUpdate, { body: { ids: [other.products[0]], changes: { minimum: 99 } } }),
    ).rejects.toMatchObject({ message: 'stocks:batchRefused' })
    expect(
      await as(other.titulaire.token).call(pharmacyProducts.read, { params: { id: other.products[0] } }),
    ).not.toMatchObject({ minimum: 99 })
  })
})

describe('prices', () => {
  test('a typed price holds for every lot of the packaging; who, when and why are kept', async () => {
    const { id: lotId, productId: id } = await aLot(database, shop, { price: 1000, cost: 600 })
    const [{ packaging } = { packaging: '' }] = (await read(id)).stockItems
    await titulaire().call(pharmacyProducts.setPrice, {
      params: { id },
      body: { packaging, salePrice: 1100, reason: 'Hausse du grossiste' },
    })
    expect((await read(id)).stockItems).toMatchObject([{ id: lotId, salePrice: 1100 }])
    const { items } = await titulaire().call(pharmacyProducts.priceChanges, { params: { id } })
    expect(items).toMatchObject([
      { before: 1000, after: 1100, cost: 600, cause: 'typed', reason: 'Hausse du grossiste', userName: 'HOUNKPÈ Rose' },
    ])
    const seller = await as(shop.vendeur.token).call(pharmacyProducts.priceChanges, { params: { id } })
    expect(seller.items[0]?.cost).toBeNull()
  })

  test('a price below cost is said first, and kept only when it is wanted', async () => {
    const { productId: id } = await aLot(database, shop, { price: 1000, cost: 600 })
    const [{ packaging } = { packaging: '' }] = (await read(id)).stockItems
    const typed = { params: { id }, body: { packaging, salePrice: 500 } }
    await expect(titulaire().call(pharmacyProducts.setPrice, typed)).rejects.toMatchObject({
      message: 'stocks:priceBelowCost',
      details: { price: 500, cost: 600 },
    })
    await titulaire().call(pharmacyProducts.setPrice, { ...typed, body: { ...typed.body, acceptsBelowCost: true } })
    expect((await read(id)).stockItems[0]?.salePrice).toBe(500)
  })

  test('a policy sets the prices: its own coefficient, or that of the section in this country', async () => {
    await sectionsOf([{ code: 'medicament', label: 'Médicaments', vatGroup: 'A', coefficient: 1320 }])
    const { productId: id } = await aLot(database, shop, { price: 1000, cost: 600 })
    const policy = (mode: string, coefficient: number | null = null) => ({
      pricePolicy: { mode, coefficient, roundingStep: 5 },
    })
    expect((await patch(id, policy('coefficient', 2000))).stockItems[0]?.salePrice).toBe(1200)
    const bySection = await patch(id, { ...policy('section'), section: 'medicament' })
    expect(bySection).toMatchObject({ appliedCoefficient: 1320, stockItems: [{ salePrice: 795 }] })
    const { items } = await titulaire().call(pharmacyProducts.priceChanges, { params: { id } })
    expect(items.map(({ cause, after }) => [cause, after])).toEqual(
      expect.arrayContaining([
        ['policy', 1200],
        ['policy', 795],
      ]),
    )
    await expect(patch(id, policy('coefficient', 900))).rejects.toMatchObject({ message: 'stocks:priceBelowCost' })
  })

  test('a policy needs the right to change prices', async () => {
    const { token } = await aMember(database, shop, ['product.edit'])
    const change = {
      params: { id: shop.products[0] },
      body: { pricePolicy: { mode: 'coefficient' as const, coefficient: 1500 } },
    }
    await expect(as(token).call(pharmacyProducts.patch, change)).rejects.toMatchObject({ message: 'auth:forbidden' })
    await expect(
      as(token).call(pharmacyProducts.create, { body: { label: label(), ...change.body } }),
    ).rejects.toMatchObject({ message: 'auth:forbidden' })
  })

  test('a packaging that no lot has is refused', async () => {
    await expect(
      titulaire().call(pharmacyProducts.setPrice, {
        params: { id: shop.products[0] },
        body: { packaging: 'palette', salePrice: 1000 },
      }),
    ).rejects.toMatchObject({ message: 'requests:invalid' })
  })
})

describe('figures', () => {
  test('sales, margin and cover of a product; the margin only for those who may see costs', async () => {
    const { id: lot, productId: id } = await aLot(database, shop, { price: 1000, cost: 600, quantity: 10 })
    await as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { lines: [{ lot, quantity: 4, price: 1000 }] }),
    })
    const figures = { sold12Months: 4, turnover12Months: 4000, stock: 6, daysOfStock: 135 }
    expect(await titulaire().call(pharmacyProducts.productStats, { params: { id } })).toMatchObject({
      ...figures,
      margin12Months: 1600,
    })
    expect(await as(shop.vendeur.token).call(pharmacyProducts.productStats, { params: { id } })).toMatchObject({
      ...figures,
      margin12Months: null,
    })
  })

  test('products are counted by their boxes in stock', async () => {
    const countOf = async (query: object) =>
      (await titulaire().call(pharmacyProducts.countByStockQuantity, { query })).count
    const all = await countOf({})
    await aLot(database, shop, { quantity: 12_345 })
    expect(await countOf({})).toBe(all + 1)
    expect(await countOf({ min: 12_345, max: 12_345 })).toBe(1)
    expect(await countOf({ max: 12_344 })).toBe(all)
  })

  test('what is on most sales is known to every member; canceled sales and sales of long ago do not count', async () => {
    const [often, once, canceled, old] = await Promise.all(
      Array.from({ length: 4 }, () => aLot(database, shop, { quantity: 50 })),
    )
    const ids = async () => (await as(shop.vendeur.token).call(pharmacyProducts.bestSellers, {})).ids
    const sell = (lot: { id: string } | undefined, daysAgo = 1) =>
      as(shop.vendeur.token).call(sales.close, {
        body: aSale(shop, {
          lines: [{ lot: lot!.id, price: 1000 }],
          soldAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        }),
      })
    for (let sale = 0; sale < 3; sale++) await sell(often)
    await sell(once)
    const { id } = await sell(canceled)
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id }, body: aCancellation(shop) })
    await sell(old, 120)
    const found = await ids()
    expect(found.filter((id) => [often, once, canceled, old].some((lot) => lot!.productId === id))).toEqual([
      often!.productId,
      once!.productId,
    ])
  })

  test('what came in is listed with its lot; costs only for those who may see them', async () => {
    const { id: lot, productId: id } = await aLot(database, shop, { cost: 600, lot: 'L7' })
    const { items } = await titulaire().call(pharmacyProducts.deliveryRecord, { params: { id } })
    for (const entry of items) expect(entry).toMatchObject({ stockItemId: lot, lot: 'L7', purchasePrice: 600 })
    const ofShop = await as(shop.vendeur.token).call(pharmacyProducts.deliveryRecord, {
      params: { id: shop.products[0] },
    })
    expect(ofShop.items.length).toBeGreaterThan(0)
    for (const { purchasePrice } of ofShop.items) expect(purchasePrice).toBeNull()
  })

  test('a sale of the shop moves its count', async () => {
    const line = { ...lineOf(shop, 0), quantity: 3 }
    const before = await titulaire().call(pharmacyProducts.productStats, { params: { id: shop.products[0] } })
    await as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { lines: [line] }) })
    const after = await titulaire().call(pharmacyProducts.productStats, { params: { id: shop.products[0] } })
    expect(after.stock).toBe(before.stock - line.quantity)
  })
})
