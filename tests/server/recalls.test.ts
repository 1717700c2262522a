import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { recalls, type NewRecall, type NewRecallContact } from '#shared/contract/recalls.ts'
import { sales } from '#shared/contract/sales.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { sameLot } from '#shared/domain/fefo.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { aLotBlock, aRecall } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const { as, clock, database, hints, openShop } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`recalls ${count++}`)
  clock.now = new Date('2026-11-15T10:00:00Z')
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const open = (rest: Partial<NewRecall> = {}) =>
  as(shop.pharmacien.token).call(recalls.open, { body: aRecall(shop, rest) })
const close = (id: string, release: boolean) =>
  as(shop.pharmacien.token).call(recalls.close, { params: { id }, body: { note: 'Lot rendu au grossiste', release } })
const row = async () =>
  (await as(shop.vendeur.token).call(pharmacyProducts.searchByIds, { body: { ids: [shop.products[0]] } }))[0]!
const blocks = async () => (await row()).stockItems.map(({ blocked }) => blocked)
const sell = (wanted: Parameters<typeof aSale>[1] = {}) =>
  as(shop.vendeur.token).call(sales.close, {
    body: aSale(shop, { lines: [lineOf(shop, 0)], soldAt: clock.now.toISOString(), ...wanted }),
  })
const note = (id: string, body: Partial<NewRecallContact> & { saleId: string }) =>
  as(shop.pharmacien.token).call(recalls.contact, {
    params: { id },
    body: { id: randomUUID(), outcome: 'contacted', ...body },
  })
const insertLot = (lot: string) => {
  const id = randomUUID()
  return database
    .write(shop.id, (tx) =>
      sql`insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, lot, purchase_price, sale_price)
        select pharmacy_id, ${id}, pharmacy_product_id, packaging_id, ${lot}, 600, 1000 from stock_items
          where id = ${shop.lots[0]}`.execute(tx),
    )
    .then(() => id)
}

// The first product has two stock items of lot L1: one on the shelf and an archived one, of 100 boxes each.
describe('a recalled lot', () => {
  test('is blocked at once in any spelling, and the tills hear of its product', async () => {
    const heard: string[] = []
    const stop = hints.subscribe(shop.id, (resource) => heard.push(resource))
    const recall = await open({ lot: ' l 1 ' })
    stop()
    expect(recall).toMatchObject({ lot: 'l 1', label: 'Doliprane 1 g', openedByName: 'AGBO Kossi', closedAt: null })
    expect(heard).toContain('pharmacy-products')
    expect(await row()).toMatchObject({ recalledLots: ['l 1'] })
    expect(await blocks()).toEqual(['recall', 'recall'])
    await expect(sell()).rejects.toMatchObject({
      message: 'sales:blockedStockItem',
      details: { items: [{ lot: 'L1', blocked: 'recall' }] },
    })
    expect((await sell({ soldAt: '2026-11-15T08:00:00.000Z' })).flags).toEqual(['stock:blocked'])
  })

  test('that comes in later is blocked too, also when its number is corrected to it', async () => {
    await open({ lot: 'R-123' })
    await insertLot('r-1 23')
    const other = await insertLot('R-124')
    expect((await blocks()).filter((blocked) => blocked === 'recall')).toHaveLength(1)
    await database.write(shop.id, (tx) =>
      tx.updateTable('stock_items').set({ lot: 'R-123' }).where('id', '=', other).execute(),
    )
    expect((await blocks()).filter((blocked) => blocked === 'recall')).toHaveLength(2)
  })

  test('is recalled once: sent again it is the same recall, typed again it is refused', async () => {
    const body = aRecall(shop)
    const first = await as(shop.pharmacien.token).call(recalls.open, { body })
    expect(await as(shop.pharmacien.token).call(recalls.open, { body })).toEqual(first)
    await expect(open({ lot: 'L 1' })).rejects.toMatchObject({
      message: 'recalls:alreadyOpen',
      status: 409,
      details: { id: body.id },
    })
    await expect(open({ pharmacyProductId: randomUUID() })).rejects.toMatchObject({
      details: { issues: [{ path: 'body.pharmacyProductId' }] },
    })
    const stranger = await openShop(`recalls stranger ${count}`)
    await expect(open({ pharmacyProductId: stranger.products[0] })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
    expect((await as(shop.vendeur.token).call(recalls.list, { query: { state: 'open' } })).total).toBe(1)
  })

  test('is released by nothing but the end of its recall: sold again, or kept in quarantine', async () => {
    const { id } = await open()
    await expect(
      as(shop.pharmacien.token).call(stockActs.block, { body: aLotBlock(shop, { act: 'release' }) }),
    ).rejects.toMatchObject({ message: 'stocks:recalledLot', status: 409 })
    expect(await close(id, false)).toMatchObject({ closingNote: 'Lot rendu au grossiste', closedByName: 'AGBO Kossi' })
    expect([await blocks(), (await row()).recalledLots]).toEqual([['quarantine', 'quarantine'], []])
    const again = await open()
    await close(again.id, true)
    expect(await blocks()).toEqual([null, null])
    // A closed recall stays as it was closed.
    expect((await close(again.id, false)).closedAt).not.toBeNull()
    expect(await blocks()).toEqual([null, null])
  })
})

describe('the buyers of a recalled lot', () => {
  test('are all sales of it that stand, with client, phone, seller, and what came back', async () => {
    await database.platform((tx) =>
      tx.updateTable('persons').set({ phone: '+2290196111111' }).where('id', '=', shop.patientId).execute(),
    )
    const named = await sell({ lines: [lineOf(shop, 0, 3)], patientId: shop.patientId })
    clock.now = new Date('2026-11-15T11:00:00Z')
    const owed = await sell({
      lines: [lineOf(shop, 0, 2)],
      payments: [
        { id: randomUUID(), type: 'CREDIT_ORG', amount: 2000, creditMetadata: { organization: shop.organizationId } },
      ],
    })
    clock.now = new Date('2026-11-15T12:00:00Z')
    const unnamed = await sell()
    await sell({ lines: [lineOf(shop, 1)], patientId: shop.patientId })
    const canceled = await sell({ lines: [lineOf(shop, 0, 9)], patientId: shop.patientId })
    await as(shop.pharmacien.token).call(sales.cancel, {
      params: { id: canceled.id },
      body: { id: randomUUID(), revision: 1, registerId: shop.registerId, reason: 'Erreur de produit' },
    })
    const { id } = await open({ lot: 'l1' })
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: named.id },
      body: aReturn(shop, named, [{ line: 0, quantity: 1, toStock: false }], { reason: 'Produit rappelé' }),
    })
    const record = await as(shop.vendeur.token).call(recalls.read, { params: { id } })
    expect(record.soldTo).toMatchObject([
      { saleId: unnamed.id, clientName: null, phone: null, items: [{ quantity: 1, returned: 0 }] },
      { saleId: owed.id, clientName: 'Mairie de Cotonou', items: [{ quantity: 2, returned: 0 }] },
      {
        saleId: named.id,
        saleNumber: named.number,
        clientName: 'ZINSOU Aurèle',
        phone: '+2290196111111',
        sellerName: 'DOSSOU Afi',
        items: [{ quantity: 3, returned: 1 }],
        contacts: [],
      },
    ])
    expect(record.quantities).toMatchObject([{ sold: 6, returned: 1, inStock: 94, destroyed: 0 }])
    expect(record).toMatchObject({ sales: 3, buyers: 2, workedOff: 0 })

    await note(id, { saleId: owed.id, outcome: 'unreachable' })
    const again: NewRecallContact = {
      id: randomUUID(),
      saleId: owed.id,
      outcome: 'returned',
      returned: 2,
      note: 'Rapporté',
    }
    clock.now = new Date('2026-11-15T13:00:00Z')
    await note(id, again)
    await note(id, again)
    const worked = await note(id, { saleId: named.id })
    expect(worked).toMatchObject({ buyers: 2, workedOff: 2 })
    expect(worked.soldTo[1]!.contacts).toMatchObject([
      { outcome: 'returned', returned: 2, note: 'Rapporté', byName: 'AGBO Kossi' },
      { outcome: 'unreachable', returned: 0 },
    ])
    const listed = await as(shop.vendeur.token).call(recalls.list, {
      query: { search: 'sterilite l1', sort: '-sales' },
    })
    expect(listed.items).toMatchObject([{ id, sales: 3, buyers: 2, workedOff: 2 }])
  })

  test('are noted only for sales of the lot, with no more than was sold', async () => {
    const sale = await sell({ lines: [lineOf(shop, 0, 2)] })
    const other = await sell({ lines: [lineOf(shop, 1)] })
    const { id } = await open()
    for (const [body, path] of [
      [{ saleId: other.id }, 'body.saleId'],
      [{ saleId: randomUUID() }, 'body.saleId'],
      [{ saleId: sale.id, outcome: 'returned', returned: 3 }, 'body.returned'],
      [{ saleId: sale.id, outcome: 'returned' }, 'body.returned'],
    ] as const)
      await expect(note(id, body)).rejects.toMatchObject({ details: { issues: [{ path }] } })
    await expect(note(randomUUID(), { saleId: sale.id })).rejects.toMatchObject({ message: 'requests:notFound' })
  })
})

test('the list sorts by each of its columns', async () => {
  const sold = await sell({ lines: [lineOf(shop, 0)], patientId: shop.patientId })
  const other = await sell({ lines: [lineOf(shop, 1)], patientId: shop.patientId })
  const first = await open({ lot: 'L1', reason: 'Défaut', reference: 'A 1' })
  clock.now = new Date('2026-11-16T10:00:00Z')
  const second = await open({ pharmacyProductId: shop.products[1], lot: 'l 1', reason: 'Impureté' })
  await note(second.id, { saleId: other.id })
  clock.now = new Date('2026-11-17T10:00:00Z')
  await sell({ lines: [lineOf(shop, 2)], soldAt: '2026-11-17T10:00:00.000Z' })
  const third = await open({ pharmacyProductId: shop.products[2], lot: 'Z9', reason: 'Zone', reference: 'B 2' })
  await close(third.id, true)
  clock.now = new Date('2026-11-18T10:00:00Z')
  await close(first.id, true)
  expect(sold.id).not.toBe(other.id)
  await expectSortedBothWays((query) => as(shop.pharmacien.token).call(recalls.list, { query }), {
    label: ({ label }) => label,
    lot: ({ lot }) => lot.replaceAll(' ', '').toUpperCase(),
    reason: ({ reason }) => reason,
    reference: ({ reference }) => reference,
    openedAt: ({ openedAt }) => Date.parse(openedAt),
    closedAt: ({ closedAt }) => closedAt && Date.parse(closedAt),
    sales: (recall) => recall.sales,
    workedOff: ({ buyers, workedOff }) => (buyers === 0 ? null : workedOff),
    state: ({ closedAt }) => Number(closedAt !== null),
  })
})

test('law: the database and the tills call the same lots the same', async () => {
  const letters = ['r', 'R', '-', '1', ' ', '\u00a0', '\u2003', '\u3000', 'é', 'É', 'ı', '/']
  const anyLot = fc.string({ unit: fc.constantFrom(...letters), maxLength: 5 })
  const twoLots = fc.oneof(
    fc.tuple(anyLot, anyLot),
    anyLot.map((lot) => [lot, lot.toUpperCase()] as const),
    anyLot.map((lot) => [lot, ` ${lot.toLowerCase()}\u2003`] as const),
  )
  await fc.assert(
    fc.asyncProperty(twoLots, async ([one, other]) => {
      const { rows } = await database.platform((tx) =>
        sql<{ same: boolean }>`select plain_lot(${one}) = plain_lot(${other}) as same`.execute(tx),
      )
      expect(rows[0]!.same).toBe(sameLot(one, other))
    }),
    { numRuns: runs(60) },
  )
})
