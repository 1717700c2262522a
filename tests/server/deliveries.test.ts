import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveries, type DeliveryLine, type NewDeliveryAct } from '#shared/contract/deliveries.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { sales } from '#shared/contract/sales.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { aDeliveryAct } from '#tests/server/support/delivering.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, lineOf, quantityOf } from '#tests/server/support/selling.ts'
import { expectSortedBothWays } from '#tests/server/support/sorted-lists.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, database, openShop, rowCounts } = await testApp()
let shop: Shop
let supplierId: string
let packagingId: string
let count = 0

beforeEach(async () => {
  shop = await openShop(`deliveries ${count++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
  supplierId = (await clerk().call(suppliers.create, { body: { name: 'Ubipharm' } })).id
  const { rows } = await database.platform((tx) =>
    sql<{ id: string }>`select packaging_id as id from stock_items where id = ${shop.lots[0]}`.execute(tx),
  )
  packagingId = rows[0]!.id
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

const clerk = () => as(shop.stocks.token)
const begin = async (body: object = {}) =>
  (
    await clerk().call(deliveries.create, {
      body: { id: randomUUID(), supplierId, bl: 'BL 1', receivedOn: '2026-03-02', ...body },
    })
  ).id
const act = (deliveryId: string, lineId: string, rest: Partial<NewDeliveryAct> = {}, token = shop.stocks.token) =>
  as(token).call(deliveries.act, { body: aDeliveryAct(shop, { deliveryId, lineId, ...rest }) })
const read = (id: string) => clerk().call(deliveries.read, { params: { id } })
const lineOf1 = async (id: string): Promise<DeliveryLine> => (await read(id)).lines[0]!
const close = (id: string, body: object = {}, token = shop.stocks.token) =>
  as(token).call(deliveries.close, { params: { id }, body })
const cancel = (id: string) => clerk().call(deliveries.cancel, { params: { id }, body: { reason: 'Erreur' } })
const product = (index: 0 | 1 | 2) => clerk().call(pharmacyProducts.read, { params: { id: shop.products[index] } })

/** A delivery with one line of the first product. */
async function aDelivery(set: Partial<NewDeliveryAct['set']> = {}, head: object = {}): Promise<string> {
  const id = await begin(head)
  await act(id, randomUUID(), {
    line: { code: null, label: 'Doliprane 1 g', productId: shop.products[0], packagingId },
    set: { isChecked: true, received: 10, purchasePrice: '650', lot: 'N1', expiresOn: '2028-06-30', ...set },
  })
  return id
}

describe('lines without a lot or an expiry', () => {
  const lacking = (id: string, body: object = {}) =>
    expect(close(id, body)).rejects.toMatchObject({
      message: 'deliveries:linesWithoutLot',
      details: { lines: 1, issues: [{ label: 'Doliprane 1 g', lacks: ['lot', 'expiresOn'] }] },
    })

  test('are named before the delivery closes; a member lets in as many as he has seen', async () => {
    const id = await aDelivery({ lot: null, expiresOn: null })
    await lacking(id)
    expect(await read(id)).toMatchObject({ state: 'open' })
    await close(id, { withoutLot: 1 })
    expect(await read(id)).toMatchObject({ state: 'closed' })
  })

  test('that a colleague adds after the question are asked about again', async () => {
    const id = await aDelivery({ lot: null })
    await act(id, randomUUID(), {
      line: { code: null, label: 'Amoxicilline', productId: shop.products[1], packagingId },
      set: { received: 2, purchasePrice: '650', lot: 'A1' },
    })
    await expect(close(id, { withoutLot: 1 })).rejects.toMatchObject({ details: { lines: 2 } })
    await close(id, { withoutLot: 2 })
  })

  test('do not count without boxes, removed, or of a product whose category asks for neither', async () => {
    const id = await aDelivery()
    await act(id, randomUUID(), {
      line: { code: null, label: 'Amoxicilline', productId: shop.products[1], packagingId },
      set: { received: 0, purchasePrice: '650' },
    })
    await act(id, randomUUID(), {
      line: { code: null, label: 'Amoxicilline', productId: shop.products[1], packagingId },
      set: { received: 3, purchasePrice: '650', isRemoved: true },
    })
    const bandages = randomUUID()
    await database.platform(async (tx) => {
      await tx
        .insertInto('product_categories')
        .values({ id: bandages, label: `Pansements ${bandages}`, traced_by: 'nothing' })
        .execute()
      await tx
        .updateTable('pharmacy_products')
        .set({ category_id: bandages })
        .where('id', '=', shop.products[2])
        .execute()
    })
    await act(id, randomUUID(), {
      line: { code: null, label: 'Bande', productId: shop.products[2], packagingId },
      set: { received: 3, purchasePrice: '650' },
    })
    expect((await read(id)).lines.map(({ tracing }) => tracing).toSorted()).toEqual([
      'lot-and-expiry',
      'lot-and-expiry',
      'lot-and-expiry',
      'nothing',
    ])
    await close(id)
  })
})

test('the AIB of the invoice may come after the goods; nothing else of a closed delivery changes', async () => {
  const patch = (id: string, body: object) => clerk().call(deliveries.patch, { params: { id }, body })
  const id = await aDelivery({}, { aib: 40 })
  expect(await read(id)).toMatchObject({ aib: 40, sums: { total: 6_500 } })
  expect(await patch(id, { aib: null })).toMatchObject({ aib: null })
  await close(id)
  expect(await patch(id, { aib: 65 })).toMatchObject({ state: 'closed', aib: 65 })
  await expect(patch(id, { aib: 70, note: 'Facture' })).rejects.toMatchObject({ message: 'deliveries:notOpen' })
  await expect(patch(id, {})).rejects.toMatchObject({ message: 'deliveries:notOpen' })
  await expect(patch(id, { aib: -1 })).rejects.toMatchObject({ message: 'requests:invalid' })
  const { items } = await clerk().call(deliveries.list, { query: {} })
  expect(items).toMatchObject([{ aib: 65 }])
  await cancel(id)
  await expect(patch(id, { aib: 70 })).rejects.toMatchObject({ message: 'deliveries:notOpen' })
})

describe('a delivery by hand', () => {
  test('takes the next number, becomes open with its first gesture, and is begun once', async () => {
    const id = await begin()
    expect(await begin({ id })).toBe(id)
    expect(await read(id)).toMatchObject({ number: 1, state: 'draft', supplierName: 'Ubipharm', bl: 'BL 1', lines: [] })
    await act(id, randomUUID(), { line: { code: '340', label: 'Inconnu', productId: null, packagingId: null }, add: 1 })
    expect(await read(id)).toMatchObject({ state: 'open', sums: { lines: 1, checked: 1, received: 1 } })
  })

  test('counts what two people scan at once; a gesture sent twice counts once', async () => {
    const id = await begin()
    const lineId = randomUUID()
    const line = { code: null, label: 'Doliprane', productId: shop.products[0], packagingId }
    const scan = aDeliveryAct(shop, { deliveryId: id, lineId, line, add: 1, fill: { lot: 'A1' } })
    await clerk().call(deliveries.act, { body: scan })
    await clerk().call(deliveries.act, { body: scan })
    await Promise.all([
      act(id, lineId, { line, add: 1, seller: shop.titulaire } as object, shop.titulaire.token),
      act(id, lineId, { line, add: 2 }),
    ])
    expect(await lineOf1(id)).toMatchObject({ received: 4, lot: 'A1', isChecked: true })
  })

  test('a scan never replaces a lot or an expiry that is known', async () => {
    const id = await aDelivery()
    const { id: lineId } = await lineOf1(id)
    await act(id, lineId, { add: 1, fill: { lot: 'X9', expiresOn: '2030-01-31' } })
    expect(await lineOf1(id)).toMatchObject({ lot: 'N1', expiresOn: '2028-06-30' })
  })

  test('its note is received once, however its number is written, unless the first one is canceled', async () => {
    const id = await begin({ bl: 'bl 88-412' })
    await expect(begin({ bl: ' BL88-412' })).rejects.toMatchObject({
      message: 'deliveries:deliveryWithThisIdentifierAlreadyExists',
      details: { id, number: 1 },
    })
    await cancel(id)
    await begin({ bl: 'BL88-412' })
  })

  test('bad input is named and changes nothing', async () => {
    const id = await aDelivery()
    const { id: lineId } = await lineOf1(id)
    const before = await rowCounts()
    for (const [rest, path] of [
      [{ set: { received: -1 } }, 'body.set.received'],
      [{ set: { received: 1.5 } }, 'body.set.received'],
      [{ set: { received: 1e9 } }, 'body.set.received'],
      [{ set: { expiresOn: '2028-02-30' } }, 'body.set.expiresOn'],
      [{ set: { productId: randomUUID() } }, 'body.set.productId'],
      [{ set: { packagingId: randomUUID() } }, 'body.set.packagingId'],
      [{ add: 99_999, set: { received: 10 } }, 'body.add'],
    ] as const)
      await expect(act(id, lineId, rest)).rejects.toMatchObject({
        message: 'requests:invalid',
        details: { issues: [{ path }] },
      })
    await expect(act(id, randomUUID())).rejects.toMatchObject({ details: { issues: [{ path: 'body.lineId' }] } })
    await expect(begin({ bl: 'BL 2', receivedOn: '2026-03-03' })).rejects.toMatchObject({ message: 'requests:invalid' })
    await expect(begin({ bl: 'BL 2', supplierId: randomUUID() })).rejects.toMatchObject({ message: 'requests:invalid' })
    // refusals keep their answer, and nothing else
    const after = await rowCounts()
    expect({ ...after, inbox: before['inbox'] }).toEqual(before)
  })

  test('the delivery and the lines of another pharmacy do not exist here', async () => {
    const stranger = await openShop(`deliveries stranger ${count}`)
    const id = await aDelivery()
    const { id: lineId } = await lineOf1(id)
    const theirs = as(stranger.stocks.token)
    await expect(theirs.call(deliveries.read, { params: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(theirs.call(deliveries.close, { params: { id }, body: {} })).rejects.toMatchObject({ status: 404 })
    await expect(
      theirs.call(deliveries.act, { body: aDeliveryAct(stranger, { deliveryId: id, lineId, add: 1 }) }),
    ).rejects.toMatchObject({ details: { issues: [{ path: 'body.deliveryId' }] } })
  })
})

describe('closing', () => {
  test('books the boxes with the free ones, at the cost that this makes, and keeps supplier and lot', async () => {
    const id = await aDelivery({ received: 10, free: 3 })
    await close(id)
    const line = await lineOf1(id)
    const { stockItems } = await product(0)
    expect(stockItems.find((item) => item.id === line.stockItemId)).toMatchObject({
      lot: 'N1',
      expiresOn: '2028-06-30',
      quantity: 13,
      purchasePrice: 500,
      salePrice: 1000,
    })
    const { items } = await clerk().call(pharmacyProducts.history, { params: { id: shop.products[0] }, query: {} })
    expect(items[0]).toMatchObject({ cause: 'delivery', quantity: 13 })
  })

  test('a line by hand has the VAT of the country for its section; what was typed stands, and nobody guesses', async () => {
    await database.platform(async (tx) => {
      await sql`update countries set sections = '[{"code": "medicament", "label": "M", "vatGroup": "A", "coefficient": 1320},
        {"code": "parapharmacie", "label": "P", "vatGroup": "B", "coefficient": 1500}]' where code = 'BJ'`.execute(tx)
      // The regime of the shop is about what it sells, not about what it is billed.
      await sql`update pharmacies set settings = settings || '{"taxRegime": "E"}' where id = ${shop.id}`.execute(tx)
    })
    const vatOf = async (section: string | null, set: Partial<NewDeliveryAct['set']> = {}) => {
      await database.platform((tx) =>
        sql`update pharmacy_products set section = ${section} where id = ${shop.products[0]}`.execute(tx),
      )
      return (await lineOf1(await aDelivery(set, { bl: `BL ${randomUUID()}` }))).vat
    }
    expect(await vatOf('parapharmacie')).toBe(1800)
    expect(await vatOf('medicament')).toBe(0)
    expect(await vatOf(null)).toBe(0)
    expect(await vatOf('unknown')).toBe(0)
    expect(await vatOf('parapharmacie', { vat: 900 })).toBe(900)
    expect(await vatOf('parapharmacie', { vat: 0 })).toBe(0)
  })

  test('the unit price keeps the decimals of the note; the lot costs its share of the amount', async () => {
    const id = await aDelivery({ received: 22, free: 2, purchasePrice: '2334.45', vat: 1800, salePrice: 4000 })
    expect(await read(id)).toMatchObject({
      sums: { total: 51_358 + 9_244 },
      lines: [{ purchasePrice: '2334.45' }],
    })
    await close(id)
    const { stockItemId } = await lineOf1(id)
    expect((await product(0)).stockItems.find((item) => item.id === stockItemId)).toMatchObject({
      quantity: 24,
      purchasePrice: 2_140,
    })
    expect((await clerk().call(deliveries.list, { query: {} })).items[0]!.sums.total).toBe(60_602)
    const report = await clerk().call(deliveries.report, {
      query: { from: '2026-03-01', to: '2026-03-31', by: 'product' },
    })
    expect(report).toMatchObject([{ net: 51_358, vat: 9_244 }])
    const csv = await clerk().call(deliveries.reportCsv, { query: { from: '2026-03-01', to: '2026-03-31' } })
    expect(csv).toContain(';2334,45;')
  })

  test('a gesture that a terminal kept since prices were whole numbers is taken', async () => {
    const id = await aDelivery({ purchasePrice: 640 as never })
    expect(await lineOf1(id)).toMatchObject({ purchasePrice: '640' })
  })

  test('a second delivery of the same lot at the same cost joins it; at another cost it gets its own', async () => {
    await close(await aDelivery())
    const [same, other] = [
      await aDelivery({}, { bl: 'BL 2' }),
      await aDelivery({ purchasePrice: '700' }, { bl: 'BL 3' }),
    ]
    await close(same)
    await close(other)
    const { stockItems } = await product(0)
    const brought = stockItems.filter(({ lot }) => lot === 'N1').map((item) => [item.purchasePrice, item.quantity])
    expect(brought.sort(([a], [b]) => a! - b!)).toEqual([
      [650, 20],
      [700, 10],
    ])
  })

  test('the cost before is that of the boxes that came last, also when they joined an older lot', async () => {
    const bring = async (purchasePrice: string, bl: string) => close(await aDelivery({ purchasePrice }, { bl }))
    await bring('650', 'BL 1')
    await bring('700', 'BL 2')
    await bring('650', 'BL 3')
    expect((await lineOf1(await aDelivery({}, { bl: 'BL 4' }))).before.cost).toBe(650)
    const { rows } = await database.platform((tx) =>
      sql<{ wrong: number }>`select count(*)::int as wrong from stock_items i where i.pharmacy_id = ${shop.id}
        and i.entered is distinct from (select max(m.seq) from stock_movements m where m.pharmacy_id = i.pharmacy_id
          and m.stock_item_id = i.id and m.cause in ('delivery', 'initial') and m.quantity > 0)`.execute(tx),
    )
    expect(rows).toEqual([{ wrong: 0 }])
  })

  test('a decided sale price counts for all lots of the packaging, with its trace and a label', async () => {
    await close(await aDelivery({ salePrice: 1200 }))
    const { stockItems } = await product(0)
    const current = stockItems.filter(({ archived }) => !archived)
    expect(new Set(current.map((item) => item.salePrice))).toEqual(new Set([1200]))
    const changes = await clerk().call(pharmacyProducts.priceChanges, { params: { id: shop.products[0] }, query: {} })
    expect(changes.items[0]).toMatchObject({ before: 1000, after: 1200, reason: 'BL BL 1' })
    const { rows } = await database.platform((tx) =>
      sql<{ cause: string }>`select cause from label_queue where pharmacy_id = ${shop.id}`.execute(tx),
    )
    expect(rows).toEqual([{ cause: 'price' }])
  })

  test('twice, by two people at once, books once', async () => {
    const id = await aDelivery()
    const outcomes = await Promise.allSettled([close(id), close(id, {}, shop.titulaire.token), close(id)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ message: 'deliveries:notOpen' })
    const { stockItemId } = await lineOf1(id)
    expect(await quantityOf(database, shop, stockItemId!)).toBe(10)
    await expect(act(id, (await lineOf1(id)).id, { add: 1 })).rejects.toMatchObject({ message: 'deliveries:notOpen' })
  })

  test('names the lines that keep it open, and books none of the others', async () => {
    const id = await aDelivery()
    const line = (label: string) => ({ code: null, label, productId: shop.products[1], packagingId: null })
    await act(id, randomUUID(), { line: { ...line('Sans produit'), productId: null }, set: { received: 1 } })
    await act(id, randomUUID(), {
      line: line('Périmé'),
      set: { received: 1, purchasePrice: '1', expiresOn: '2026-03-01' },
    })
    await act(id, randomUUID(), { line: line('À perte'), set: { received: 1, purchasePrice: '9000' } })
    await expect(close(id)).rejects.toMatchObject({
      message: 'deliveries:cannotClose',
      details: {
        lines: 3,
        issues: [
          { label: 'Sans produit', fault: 'unknownProduct' },
          { label: 'Périmé', fault: 'expired' },
          { label: 'À perte', fault: 'belowCost' },
        ],
      },
    })
    expect((await lineOf1(id)).stockItemId).toBeNull()
    const empty = await begin({ bl: 'BL 9' })
    await expect(close(empty)).rejects.toMatchObject({ message: 'deliveries:nothingReceived' })
  })

  test('a recalled lot comes in blocked', async () => {
    await database.platform((tx) =>
      tx
        .insertInto('recalls')
        .values({
          pharmacy_id: shop.id,
          id: randomUUID(),
          pharmacy_product_id: shop.products[0],
          lot: 'n 1',
          reason: 'Stérilité',
          opened_by: shop.titulaire.id,
          opened_at: clock.now,
        })
        .execute(),
    )
    await close(await aDelivery())
    const { stockItems } = await product(0)
    expect(stockItems.find(({ lot }) => lot === 'N1')).toMatchObject({ blocked: 'recall', quantity: 10 })
  })

  test('what did not come is awaited as a delivery of its own, with the same note', async () => {
    const id = await aDelivery({ noted: 10, received: 6 })
    const { restId } = await close(id, { rest: 'awaited' })
    expect(await read(restId!)).toMatchObject({
      number: 2,
      bl: 'BL 1',
      partOf: id,
      state: 'draft',
      lines: [{ noted: 4, received: 0, lot: null, purchasePrice: '650' }],
    })
    const whole = await aDelivery({ noted: 6, received: 6 }, { bl: 'BL 2' })
    expect((await close(whole, { rest: 'awaited' })).restId).toBeNull()
  })

  test('a rest that comes with a note of its own takes its number, which no other delivery then has', async () => {
    const { restId } = await close(await aDelivery({ noted: 10, received: 6 }), { rest: 'awaited' })
    await begin({ bl: 'BL 2' })
    const rename = (bl: string) => clerk().call(deliveries.patch, { params: { id: restId! }, body: { bl } })
    const taken = { message: 'deliveries:deliveryWithThisIdentifierAlreadyExists' }
    await expect(rename('bl2')).rejects.toMatchObject(taken)
    expect(await rename('BL 1')).toMatchObject({ bl: 'BL 1' })
    expect(await rename('BL 3')).toMatchObject({ bl: 'BL 3' })
    expect(await rename('BL 3')).toMatchObject({ bl: 'BL 3' })
    await expect(begin({ bl: 'BL3' })).rejects.toMatchObject(taken)
  })

  test('lines that a note brought and nobody looked at keep it open until their number is confirmed', async () => {
    const id = await aDelivery({ noted: 10, isChecked: false })
    const refusal = { message: 'deliveries:notControlled', details: { lines: 1, boxes: 10 } }
    await expect(close(id)).rejects.toMatchObject(refusal)
    expect((await read(id)).state).toBe('open')
    await act(id, (await lineOf1(id)).id, { set: { isChecked: true } })
    await close(id)
    const second = await aDelivery({ noted: 10, isChecked: false }, { bl: 'BL 2' })
    await close(second, { uncontrolled: 1 })
    expect(await read(second)).toMatchObject({ state: 'closed', sums: { lines: 1, checked: 0 } })
  })
})

describe('canceling', () => {
  test('a closed delivery leaves the stock again by reverse movements, and its own lot is archived', async () => {
    const id = await aDelivery()
    await close(id)
    const { stockItemId } = await lineOf1(id)
    await cancel(id)
    expect(await quantityOf(database, shop, stockItemId!)).toBe(0)
    expect(await read(id)).toMatchObject({ state: 'canceled', cancelReason: 'Erreur' })
    expect((await product(0)).stockItems.find((item) => item.id === stockItemId)).toMatchObject({ archived: true })
    await expect(cancel(id)).rejects.toMatchObject({ message: 'deliveries:notOpen' })
  })

  test('is refused where boxes were sold, with the lots', async () => {
    const id = await aDelivery()
    await close(id)
    const { stockItemId } = await lineOf1(id)
    await as(shop.vendeur.token).call(sales.close, {
      body: aSale(shop, { lines: [{ ...lineOf(shop, 0), lot: stockItemId! }] }),
    })
    await expect(cancel(id)).rejects.toMatchObject({
      message: 'deliveries:boxesGone',
      details: { lots: [{ id: stockItemId, lot: 'N1', brought: 10, quantity: 9 }] },
    })
  })
})

test('the list is found by note, supplier, product and lot, and sorts by each column', async () => {
  await close(await aDelivery())
  await aDelivery({ received: 2 }, { bl: 'ZZ 2', receivedOn: '2026-02-27' })
  const found = async (query: object) => (await clerk().call(deliveries.list, { query })).items.map(({ bl }) => bl)
  expect(await found({})).toEqual(['ZZ 2', 'BL 1'])
  expect(await found({ search: 'ubi n1 bl' })).toEqual(['BL 1'])
  expect(await found({ state: 'closed,canceled' })).toEqual(['BL 1'])
  expect(await found({ from: '2026-03-01' })).toEqual(['BL 1'])
  expect(await found({ supplierId: idOf('nobody') })).toEqual([])
  const other = await clerk().call(suppliers.create, { body: { name: 'Gapob' } })
  await as(shop.titulaire.token).call(deliveries.create, {
    body: { id: randomUUID(), supplierId: other.id, bl: 'AA 3', receivedOn: '2026-03-01' },
  })
  await expectSortedBothWays((query) => clerk().call(deliveries.list, { query }), {
    number: ({ number }) => number,
    bl: ({ bl }) => bl,
    supplier: ({ supplierName }) => supplierName,
    receivedOn: ({ receivedOn }) => receivedOn,
    state: ({ state }) => state,
    lines: ({ sums }) => sums.lines,
    received: ({ sums }) => sums.received,
    total: ({ sums }) => sums.total,
    user: ({ createdByName }) => createdByName,
  })
})

test('the report sums closed deliveries by supplier, month and product, and its file has their lines', async () => {
  await close(await aDelivery({ received: 10, free: 2, noted: 12, vat: 1800 }))
  await aDelivery({}, { bl: 'BL 2' })
  const period = { from: '2026-03-01', to: '2026-03-31' }
  for (const [by, label] of [
    ['supplier', 'Ubipharm'],
    ['month', '2026-03'],
    ['product', 'Doliprane 1 g'],
  ] as const)
    expect(await clerk().call(deliveries.report, { query: { ...period, by } })).toMatchObject([
      { label, deliveries: 1, boxes: 12, free: 2, missing: 2, net: 6500, vat: 1170, saleValue: 12_000 },
    ])
  const csv = await as(shop.titulaire.token).call(deliveries.reportCsv, { query: period })
  expect(csv).toContain('1;Ubipharm;BL 1;02/03/2026;;Doliprane 1 g;12;10;2;650;18,00;1000;N1;30/06/2028')
})

test('a supplier with an open delivery is not archived', async () => {
  const id = await aDelivery()
  const archive = () => clerk().call(suppliers.remove, { params: { id: supplierId } })
  await expect(archive()).rejects.toMatchObject({
    message: 'suppliers:archiveOpenMatters',
    details: { deliveries: 1, returns: 0 },
  })
  await close(id)
  await archive()
})
