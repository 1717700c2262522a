import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { audit } from '#shared/contract/audit.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { recalls } from '#shared/contract/recalls.ts'
import { productCategories } from '#shared/contract/referential.ts'
import { stockActs, type NewLotCorrection } from '#shared/contract/stock-acts.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { lacksOf, tracings } from '#shared/domain/lot-tracing.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { aLot } from '#tests/server/support/lots.ts'
import { openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { aLotCorrection, anUnpacking, aRecall } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0
beforeEach(async () => {
  shop = await openShop(`lot corrections ${count++}`)
  clock.now = new Date('2026-11-15T10:00:00Z')
})

const owner = () => as(shop.titulaire.token)
const lotsOf = async (id: string) => (await owner().call(pharmacyProducts.read, { params: { id } })).stockItems
const changes = async (pharmacyProductId: string) =>
  (await owner().call(stockItems.changes, { query: { pharmacyProductId } })).items
const patch = (id: string, body: object) => owner().call(stockItems.patch, { params: { id }, body })
const correct = (rest: Parameters<typeof aLotCorrection>[1], token = shop.pharmacien.token) =>
  as(token).call(stockActs.correct, { body: aLotCorrection(shop, rest) })

describe('a correction at the office', () => {
  test('needs a reason, and keeps who, when, before, after and why; the audit has it too', async () => {
    const { id, productId } = await aLot(database, shop, { lot: 'X1' })
    await expect(patch(id, { lot: 'K7' })).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.reason' }] },
    })
    await expect(patch(id, { lot: 'K7', reason: 'other' })).rejects.toMatchObject({
      details: { issues: [{ path: 'body.note' }] },
    })
    await patch(id, { lot: 'K7', expiresOn: '2028-06-30', reason: 'read-on-box' })
    expect(await lotsOf(productId)).toMatchObject([{ lot: 'K7', expiresOn: '2028-06-30' }])
    expect(await changes(productId)).toMatchObject([
      {
        before: { lot: 'X1', expiresOn: '2099-06-30' },
        after: { lot: 'K7', expiresOn: '2028-06-30' },
        reason: 'read-on-box',
        at: clock.now.toISOString(),
        userName: expect.stringContaining(' '),
      },
    ])
    const { items } = await owner().call(audit.list, { query: { page: 0, size: 10, recordId: id } })
    expect(items[0]).toMatchObject({
      call: 'PATCH /stock-items/{id}',
      changes: expect.arrayContaining([{ field: 'lot', before: 'X1', after: 'K7' }]),
    })
  })

  test('of nothing leaves no trace and needs no reason', async () => {
    const { id, productId } = await aLot(database, shop, { lot: 'X1' })
    await patch(id, { lot: 'X1', expiresOn: '2099-06-30' })
    expect(await changes(productId)).toEqual([])
  })

  test('to the number of another lot is told, and made when the member accepts it', async () => {
    const { id, productId } = await aLot(database, shop, { lot: 'X1' })
    const { packaging } = (await lotsOf(productId))[0]!
    const other = await owner().call(stockItems.create, {
      body: {
        pharmacyProductId: productId,
        packaging: { label: packaging, units: 1 },
        lot: 'K7',
        expiresOn: '2099-06-30',
        quantity: 3,
        purchasePrice: 600,
        salePrice: 1000,
      },
    })
    const body = { lot: 'k 7', reason: 'read-on-box' }
    await expect(patch(id, body)).rejects.toMatchObject({
      message: 'stocks:lotAlreadyEntered',
      details: { id: other.id, quantity: 3 },
    })
    await patch(id, { ...body, acceptsTwin: true })
    expect((await lotsOf(productId)).map(({ lot }) => lot)).toEqual(expect.arrayContaining(['K7', 'k 7']))
  })

  test('covers the loose units of the lot, which are not corrected alone', async () => {
    const { id, productId } = await aLot(database, shop, { lot: 'X1', units: 10 })
    await as(shop.terminal.token).call(stockActs.unpack, { body: anUnpacking(shop, { stockItemId: id }) })
    await patch(id, { lot: 'K7', reason: 'entry-error' })
    expect((await lotsOf(productId)).map(({ lot }) => lot)).toEqual(['K7', 'K7'])
    await expect(patch(unitItemIdOf(id), { lot: 'Z', reason: 'entry-error' })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
    await expect(
      correct({ stockItemId: unitItemIdOf(id), from: { lot: 'K7', expiresOn: '2099-06-30' } }),
    ).rejects.toMatchObject({ message: 'requests:invalid' })
  })

  test('an empty lot is archived; one whose units are loose, or that is below zero, is not', async () => {
    const boxes = await aLot(database, shop, { units: 10, quantity: 1 })
    await as(shop.terminal.token).call(stockActs.unpack, { body: anUnpacking(shop, { stockItemId: boxes.id }) })
    const below = await aLot(database, shop, { quantity: -2 })
    for (const { id } of [boxes, below])
      await expect(patch(id, { archived: true })).rejects.toMatchObject({ message: 'stocks:cannotArchiveStocked' })
    const empty = await aLot(database, shop, { quantity: 0 })
    await patch(empty.id, { archived: true })
    expect(await lotsOf(empty.productId)).toMatchObject([{ archived: true }])
  })

  test('a new place leaves the trace of a move', async () => {
    const { id, productId } = await aLot(database, shop)
    const storageId = randomUUID()
    await database.platform((tx) =>
      tx.insertInto('storages').values({ pharmacy_id: shop.id, id: storageId, label: 'Frigo' }).execute(),
    )
    await patch(id, { storageId })
    expect(await lotsOf(productId)).toMatchObject([{ storage: 'Frigo' }])
    const moves = await database.read(shop.id, (tx) =>
      tx.selectFrom('storage_moves').selectAll().where('stock_item_id', '=', id).execute(),
    )
    expect(moves).toMatchObject([{ to_storage_id: storageId, user_id: shop.titulaire.id }])
  })
})

describe('a correction at the counter', () => {
  const act = (from: NewLotCorrection['from'], rest: Parameters<typeof aLotCorrection>[1] = {}) => ({ ...rest, from })

  test('is made once, by who may, from what the lot said', async () => {
    const { id, productId } = await aLot(database, shop, { lot: 'X1' })
    const body = aLotCorrection(shop, act({ lot: 'x 1', expiresOn: '2099-06-30' }, { stockItemId: id, lot: 'K7' }))
    const send = () => as(shop.pharmacien.token).call(stockActs.correct, { body })
    await send()
    await send()
    expect(await changes(productId)).toMatchObject([{ after: { lot: 'K7', expiresOn: '2030-06-30' } }])
    await expect(
      correct(
        act({ lot: 'K7', expiresOn: '2030-06-30' }, { stockItemId: id, seller: shop.vendeur }),
        shop.vendeur.token,
      ),
    ).rejects.toMatchObject({ message: 'auth:forbidden' })
  })

  test('of two members at once, the second does not overwrite the first', async () => {
    const { id, productId } = await aLot(database, shop, { lot: 'X1' })
    const from = { lot: 'X1', expiresOn: '2099-06-30' }
    await correct(act(from, { stockItemId: id, lot: 'K7' }))
    await expect(correct(act(from, { stockItemId: id, lot: 'K8' }))).rejects.toMatchObject({
      message: 'stocks:lotChanged',
    })
    await correct(act(from, { stockItemId: id, lot: 'k 7' }))
    expect(await lotsOf(productId)).toMatchObject([{ lot: expect.stringMatching(/^k ?7$/i) }])
  })

  test('onto a recalled number blocks the lot; away from it, the lot is in quarantine and no longer recalled', async () => {
    const { id, productId } = await aLot(database, shop, { lot: 'X1' })
    await as(shop.pharmacien.token).call(recalls.open, {
      body: aRecall(shop, { pharmacyProductId: productId, lot: 'K7' }),
    })
    await patch(id, { lot: 'k7', reason: 'entry-error' })
    expect(await lotsOf(productId)).toMatchObject([{ blocked: 'recall' }])
    await patch(id, { lot: 'K8', reason: 'entry-error' })
    expect(await lotsOf(productId)).toMatchObject([{ blocked: 'quarantine' }])
  })
})

describe('the lots that lack something', () => {
  test('are those in stock that lack what the category of their product asks for, as the domain says', async () => {
    const admin = as(await openAdmin(database))
    const incomplete = async () =>
      (await owner().call(stockItems.incomplete, { query: { search: 'morphine' } })).items.map(({ id }) => id)
    for (const tracedBy of tracings) {
      const category = await admin.call(productCategories.create, { body: { label: randomUUID(), tracedBy } })
      for (const [lot, expiresOn] of [
        ['A', '2030-01-31'],
        ['A', null],
        [null, '2030-01-31'],
        [null, null],
      ] as const) {
        const { id, productId } = await aLot(database, shop)
        await database.platform(async (tx) => {
          await tx.updateTable('stock_items').set({ lot, expires_on: expiresOn }).where('id', '=', id).execute()
          await tx
            .updateTable('pharmacy_products')
            .set({ category_id: category.id })
            .where('id', '=', productId)
            .execute()
        })
        expect([tracedBy, lot, expiresOn, (await incomplete()).includes(id)]).toEqual([
          tracedBy,
          lot,
          expiresOn,
          lacksOf({ lot, expiresOn }, tracedBy).length > 0,
        ])
      }
    }
  })

  test('fall out when they are dated, emptied or archived; the search and the filters find them', async () => {
    const { id, productId } = await aLot(database, shop)
    await database.platform((tx) =>
      sql`update stock_items set lot = null, expires_on = null where id = ${id}`.execute(tx),
    )
    const found = async (query: object = {}) =>
      (await owner().call(stockItems.incomplete, { query: { search: 'morphine', ...query } })).items
    expect(await found({ lacks: 'lot', sort: '-enteredOn' })).toMatchObject([
      { id, pharmacyProductId: productId, quantity: 10, lot: null, enteredOn: '2026-01-01' },
    ])
    expect(await found({ storage: 'Nulle part' })).toEqual([])
    await correct({ stockItemId: id, lot: 'K7', expiresOn: null, from: { lot: null, expiresOn: null } })
    expect(await found({ lacks: 'lot' })).toEqual([])
    expect(await found({ lacks: 'expiresOn' })).toHaveLength(1)
    await correct({ stockItemId: id, lot: 'K7', from: { lot: 'K7', expiresOn: null } })
    expect(await found()).toEqual([])
  })
})
