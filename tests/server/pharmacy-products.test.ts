import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { pharmacyProducts, type PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`products ${count++}`)
})

type Changes = CallReply<typeof pharmacyProducts.list>
const list = (query: object, token = shop.vendeur.token): Promise<Changes> =>
  as(token).call(pharmacyProducts.list, { query })
const sell = (lines = [lineOf(shop, 0)]) => as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { lines }) })

/** A product of the referential, stocked in the shop. */
async function aReferencedProduct(): Promise<{ productId: string; id: string }> {
  const ids = { productId: randomUUID(), id: randomUUID() }
  const [form, brand, amoxicilline, acide] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await database.platform(async (tx) => {
    await tx
      .insertInto('forms')
      .values({ id: form, label: `Comprimé ${form}` })
      .execute()
    await tx
      .insertInto('brands')
      .values({ id: brand, name: `GSK ${brand}` })
      .execute()
    await tx
      .insertInto('inns')
      .values([
        { id: amoxicilline, name: `Amoxicilline ${form}` },
        { id: acide, name: `Acide clavulanique ${form}` },
      ])
      .execute()
    await tx
      .insertInto('products')
      .values({
        id: ids.productId,
        label: 'Augmentin 500 mg/62,5 mg',
        form_id: form,
        brand_id: brand,
        atc_code: 'J01CR02',
        prescription_list: 'list-1',
        source: 'test',
      })
      .execute()
    await tx
      .insertInto('product_codes')
      .values([
        { code: `34009${count}`, product_id: ids.productId, kind: 'cip13' },
        { code: `12${count}`, product_id: ids.productId, kind: 'cip7' },
      ])
      .execute()
    await tx
      .insertInto('product_inns')
      .values([
        { product_id: ids.productId, position: 1, inn_id: acide, dosage: '62,5 mg' },
        { product_id: ids.productId, position: 0, inn_id: amoxicilline, dosage: '500 mg' },
      ])
      .execute()
    await tx
      .insertInto('storages')
      .values({ pharmacy_id: shop.id, id: idOf(shop.id, 'storage'), label: 'A3' })
      .execute()
    await tx
      .insertInto('pharmacy_products')
      .values({
        pharmacy_id: shop.id,
        id: ids.id,
        product_id: ids.productId,
        storage_id: idOf(shop.id, 'storage'),
        minimum: 2,
        maximum: 9,
        rev: 2,
      })
      .execute()
    await tx.updateTable('pharmacy_counters').set({ rev: 2 }).where('pharmacy_id', '=', shop.id).execute()
  })
  return ids
}

describe('the list', () => {
  test('shows what the pharmacy sells, by label, with its lots; archived ones count for nothing', async () => {
    const { items, total } = await list({})
    expect(total).toBe(3)
    expect(items.map(({ label }) => label).toSorted()).toEqual([
      'Amoxicilline Biogaran 500 mg',
      'Doliprane 1 g',
      'Éfferalgan 500 mg',
    ])
    const doliprane = items.find(({ id }) => id === shop.products[0])
    expect(
      doliprane?.stockItems.map(({ id, archived, quantity, lot, expiresOn, salePrice, packaging }) => ({
        id,
        archived,
        quantity,
        lot,
        expiresOn,
        salePrice,
        packaging,
      })),
    ).toEqual(
      expect.arrayContaining([
        {
          id: shop.lots[0],
          archived: false,
          quantity: 100,
          lot: 'L1',
          expiresOn: '2099-12-31',
          salePrice: 1000,
          packaging: 'Boîte',
        },
        {
          id: shop.archivedLot,
          archived: true,
          quantity: 0,
          lot: 'L1',
          expiresOn: '2099-12-31',
          salePrice: 1000,
          packaging: 'Boîte',
        },
      ]),
    )
    expect(doliprane?.quantitiesByPackaging).toEqual({ Boîte: 100 })
  })

  test('prints DCI, form, brand, codes and place of a product of the referential', async () => {
    const { id, productId } = await aReferencedProduct()
    const [product] = await as(shop.vendeur.token).call(pharmacyProducts.searchByIds, { body: { ids: [id] } })
    expect(product).toMatchObject({
      id,
      productId,
      label: 'Augmentin 500 mg/62,5 mg',
      atc: 'J01CR02',
      prescriptionList: 'list-1',
      storage: 'A3',
      minimum: 2,
      maximum: 9,
      stockItems: [],
      quantitiesByPackaging: {},
    })
    expect(product?.inn).toMatch(/^Amoxicilline \S+ 500 mg \+ Acide clavulanique \S+ 62,5 mg$/)
    expect(product?.form).toMatch(/^Comprimé/)
    expect(product?.brand).toMatch(/^GSK/)
    expect(product?.codes.toSorted()).toEqual([`34009${count}`, `12${count}`].toSorted())
  })

  test('pages without losing or repeating any', async () => {
    const pages = [await list({ page: 0, size: 2 }), await list({ page: 1, size: 2 })]
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)))).toEqual(new Set(shop.products))
  })

  test('never carries a cost: every seller holds it', async () => {
    expect(JSON.stringify(await list({}, shop.titulaire.token))).not.toMatch(/purchase|600/)
  })

  test('by ids gives nothing of another pharmacy', async () => {
    const other = await openShop(`products other ${count}`)
    const ids = [shop.products[1], other.products[0], randomUUID()]
    expect(
      (await as(shop.vendeur.token).call(pharmacyProducts.searchByIds, { body: { ids } })).map(({ id }) => id),
    ).toEqual([shop.products[1]])
  })
})

describe('changes by cursor', () => {
  /** A terminal's list, kept up to date as its refresh does. */
  class Terminal {
    held = new Map<string, PharmacyProduct>()
    cursor = ''
    async refresh(size = 2): Promise<string[]> {
      const heard: string[] = []
      for (let more = true; more;) {
        const answer = await list({ cursor: this.cursor, size })
        for (const item of answer.items) this.held.set(item.id, item)
        for (const id of answer.removed ?? []) this.held.delete(id)
        heard.push(...answer.items.map(({ id }) => id))
        this.cursor = answer.cursor ?? ''
        more = answer.more ?? false
      }
      return heard
    }
  }

  test('begin with everything, then bring only what changed', async () => {
    const terminal = new Terminal()
    expect(new Set(await terminal.refresh())).toEqual(new Set(shop.products))
    expect(await terminal.refresh()).toEqual([])
    await sell([lineOf(shop, 0), lineOf(shop, 2)])
    expect(new Set(await terminal.refresh())).toEqual(new Set([shop.products[0], shop.products[2]]))
    expect(terminal.held.get(shop.products[0])?.quantitiesByPackaging).toEqual({ Boîte: 99 })
    expect(await terminal.refresh()).toEqual([])
  })

  test('take away what left the list, even while it is being read', async () => {
    const [early, late] = [new Terminal(), new Terminal()]
    // without lots, and the first of all
    const gone = '00000000-0000-8000-a000-000000000000'
    await database.write(shop.id, (tx) =>
      tx
        .insertInto('pharmacy_products')
        .values({ pharmacy_id: shop.id, id: gone, private_label: 'Thermomètre', rev: 1 })
        .execute(),
    )
    await early.refresh()
    const first = await list({ cursor: '', size: 1 })
    expect(first.items.map(({ id }) => id)).toEqual([gone])
    late.cursor = first.cursor ?? ''
    late.held.set(gone, first.items[0]!)
    await database.write(shop.id, async (tx) => {
      const { rev } = await tx
        .updateTable('pharmacy_counters')
        .set(({ eb }) => ({ rev: eb('rev', '+', 1) }))
        .returning('rev')
        .executeTakeFirstOrThrow()
      await tx.deleteFrom('pharmacy_products').where('id', '=', gone).execute()
      await tx
        .insertInto('tombstones')
        .values({ pharmacy_id: shop.id, list: 'pharmacy-products', id: gone, rev })
        .execute()
    })
    await early.refresh()
    await late.refresh()
    expect([early.held.has(gone), late.held.has(gone)]).toEqual([false, false])
    expect([early.held.size, late.held.size]).toEqual([3, 3])
  })

  test('miss nothing that is sold while they are read', async () => {
    const terminal = new Terminal()
    const selling = Promise.all(
      Array.from({ length: 24 }, (_, index) => sell([lineOf(shop, (index % 3) as 0 | 1 | 2)])),
    )
    for (let round = 0; round < 6; round++) await terminal.refresh(1)
    await selling
    await terminal.refresh(1)
    const truth = await list({})
    expect([...terminal.held.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      truth.items.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
  })

  test('carry the epoch of the database, so that a rebuilt one is noticed', async () => {
    const { epoch } = await list({ cursor: '' })
    expect(epoch).toMatch(/^[\da-f-]{36}$/)
    await database.platform((tx) =>
      tx.updateTable('pharmacies').set({ epoch: randomUUID() }).where('id', '=', shop.id).execute(),
    )
    expect((await list({ cursor: '' })).epoch).not.toBe(epoch)
  })

  test.each(['x', '1', '1:', `-1:${idOf('x')}`, `1:${idOf('x')};drop`, `99999999999999999:${idOf('x')}`])(
    '%s is no cursor',
    async (cursor) => {
      await expect(list({ cursor })).rejects.toMatchObject({ message: 'requests:invalid', status: 400 })
    },
  )
})

describe('one product', () => {
  test('shows costs to who may see them', async () => {
    const read = (token: string) => as(token).call(pharmacyProducts.read, { params: { id: shop.products[0] } })
    expect((await read(shop.pharmacien.token)).stockItems.map(({ purchasePrice }) => purchasePrice)).toEqual([600, 600])
    expect((await read(shop.vendeur.token)).stockItems.map(({ purchasePrice }) => purchasePrice)).toEqual([null, null])
  })

  test('counts what was sold by month of the pharmacy’s calendar, 12 of them, and in the last 30 days', async () => {
    clock.now = new Date('2026-11-15T10:00:00Z')
    const at = (soldAt: string, quantity: number) =>
      as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { soldAt, lines: [lineOf(shop, 0, quantity)] }) })
    await at('2026-11-14T10:00:00.000Z', 3)
    // 1 November in Cotonou
    await at('2026-10-31T23:30:00.000Z', 2)
    await at('2026-10-01T10:00:00.000Z', 4)
    await at('2025-11-30T10:00:00.000Z', 9)
    const { soldByMonth, sold30Days } = await as(shop.vendeur.token).call(pharmacyProducts.read, {
      params: { id: shop.products[0] },
    })
    clock.now = new Date()
    expect(soldByMonth).toHaveLength(12)
    expect([soldByMonth[0], soldByMonth[10], soldByMonth[11]]).toEqual([
      { month: '2025-12', quantity: 0 },
      { month: '2026-10', quantity: 4 },
      { month: '2026-11', quantity: 5 },
    ])
    expect(sold30Days).toBe(5)
  })

  test('counts neither what was brought back nor what was canceled, in the month in which it was sold', async () => {
    clock.now = new Date('2026-11-15T10:00:00Z')
    onTestFinished(() => void (clock.now = new Date()))
    const sell = async (soldAt: string, quantity: number): Promise<NewSale> => {
      const sale = aSale(shop, {
        seller: shop.pharmacien,
        soldAt,
        lines: [lineOf(shop, 0, quantity), lineOf(shop, 0, 1)],
      })
      await as(shop.pharmacien.token).call(sales.close, { body: sale })
      return sale
    }
    const [october, canceled] = [await sell('2026-10-20T10:00:00.000Z', 7), await sell('2026-11-14T10:00:00.000Z', 20)]
    await sell('2026-11-14T10:00:00.000Z', 3)
    const give = (back: Parameters<typeof aReturn>[2]) =>
      as(shop.pharmacien.token).call(sales.giveBack, { params: { id: october.id }, body: aReturn(shop, october, back) })
    await give([{ line: 0, quantity: 2 }])
    await give([
      { line: 0, quantity: 1, toStock: false },
      { line: 1, quantity: 1 },
    ])
    await as(shop.pharmacien.token).call(sales.cancel, { params: { id: canceled.id }, body: aCancellation(shop) })
    const { soldByMonth, sold30Days } = await as(shop.vendeur.token).call(pharmacyProducts.read, {
      params: { id: shop.products[0] },
    })
    expect(soldByMonth.slice(-2)).toEqual([
      { month: '2026-10', quantity: 4 },
      { month: '2026-11', quantity: 4 },
    ])
    expect(sold30Days).toBe(8)
  })

  test('of another pharmacy is not found', async () => {
    const other = await openShop(`products foreign ${count}`)
    await expect(
      as(other.titulaire.token).call(pharmacyProducts.read, { params: { id: shop.products[0] } }),
    ).rejects.toMatchObject({ message: 'requests:notFound', status: 404 })
    await expect(
      as(other.titulaire.token).call(pharmacyProducts.history, { params: { id: shop.products[0] } }),
    ).rejects.toMatchObject({ message: 'requests:notFound', status: 404 })
  })
})
