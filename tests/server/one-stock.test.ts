import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliveries } from '#shared/contract/deliveries.ts'
import { dues } from '#shared/contract/dues.ts'
import { expiries } from '#shared/contract/expiries.ts'
import { orderPreparations } from '#shared/contract/order-preparations.ts'
import { pharmacyProductStorages } from '#shared/contract/pharmacy-product-storages.ts'
import { pharmacyProducts, type PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { shortages } from '#shared/contract/shortages.ts'
import { sisterStock } from '#shared/contract/sister-stock.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { waitingWork } from '#shared/contract/waiting-work.ts'
import { addDays } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { sum } from '#shared/domain/money.ts'
import { sellableQuantity } from '#shared/domain/stock.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { isOut, stockRow, type StockRow } from '#backoffice/ui/stock-row.ts'
import { sellableStock } from '#kiosk/counter/sale/counter-atoms.ts'
import { valuedStock, type ValuedRow } from '#server/stock-exports/stock-valuation.repo.ts'
import { aDeliveryAct } from '#tests/server/support/delivering.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { aLotBlock, anAdjustment, anUnpacking } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'
import { runs } from '#tests/support/extent.ts'

const { as, clock, database, openShop } = await testApp()
const [today, now] = ['2026-11-21', new Date('2026-11-21T14:05:00Z')]
clock.now = now

/** Packagings of one product: its boxes are opened to sell tablets. */
const packagings = [
  { id: randomUUID(), label: `Boîte de 30 ${randomUUID()}`, units: 30 },
  { id: randomUUID(), label: `Boîte de 10 ${randomUUID()}`, units: 10 },
  { id: randomUUID(), label: `comprimé ${randomUUID()}`, units: 1 },
] as const
await database.platform(async (tx) => {
  await tx
    .insertInto('packagings')
    .values([...packagings])
    .execute()
})

const anyLot = fc.record({
  box: fc.constantFrom(0, 1),
  quantity: fc.oneof(fc.integer({ min: -6, max: 20 }), fc.constant(0)),
  /** Days from today. */
  expires: fc.constantFrom(null, -400, -1, 0, 1, 40, 100, 170, 900),
  blocked: fc.constantFrom(null, null, 'quarantine' as const, 'recall' as const),
  archived: fc.boolean(),
  /** Loose units of an opened box of the lot; null: none was opened. */
  loose: fc.option(fc.integer({ min: -3, max: 9 })),
  hasOwnPlace: fc.boolean(),
})
const anyProduct = fc.record({
  lots: fc.array(anyLot, { minLength: 1, maxLength: 4 }),
  minimum: fc.integer({ min: 0, max: 8 }),
  /** Sold of the first lot in the last 30 days, and still owed of it. */
  sold: fc.integer({ min: 0, max: 30 }),
  hasPlace: fc.boolean(),
})
type AnyProduct = typeof anyProduct extends fc.Arbitrary<infer Value> ? Value : never

test('every place that shows a figure of the stock shows the same', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyProduct, { minLength: 2, maxLength: 7 }), async (generated) => {
      const shop = await openShop(`one stock ${run}`)
      const sister = await openShop(`one stock, sister ${run++}`)
      const products = await filled(shop, sister, generated)
      const owner = as(shop.titulaire.token)
      const listed = await owner.call(pharmacyProducts.searchByIds, {
        body: { ids: [...products.map(({ id }) => id), ...shop.products] },
      })
      const rows = listed.map((product) => stockRow(product, today, new Map()))
      await sellsTheSame(shop, sister, rows, products)
      await isWorthTheSame(shop, rows)
      await expiresTheSame(shop, rows)
    }),
    { numRuns: runs(12) },
  )
})

const gestures = [
  'deliver',
  'undeliver',
  'sell',
  'cancel',
  'take back',
  'adjust',
  'unpack',
  'archive',
  'correct',
  'move',
  'block',
] as const
const anyGesture = fc.record({
  does: fc.constantFrom(...gestures),
  at: fc.nat(20),
  quantity: fc.integer({ min: 1, max: 6 }),
  expires: fc.constantFrom(null, -1, 0, 40, 170, 900),
})
type Gesture = typeof anyGesture extends fc.Arbitrary<infer Value> ? Value : never
const gesture = (does: Gesture['does'], rest: Partial<Gesture> = {}): Gesture => ({
  does,
  at: 0,
  quantity: 1,
  expires: 900,
  ...rest,
})
const plainLot: AnyProduct['lots'][number] = {
  box: 0,
  quantity: 2,
  expires: 900,
  blocked: null,
  archived: false,
  loose: null,
  hasOwnPlace: false,
}
/** Before any chance: each gesture is taken once, and boxes come back to a lot that was archived. */
const allGestures: [AnyProduct[], Gesture[]] = [
  Array.from({ length: 2 }, () => ({ lots: [plainLot], minimum: 1, sold: 5, hasPlace: true })),
  [
    gesture('deliver', { quantity: 3 }),
    gesture('undeliver'),
    gesture('sell', { quantity: 2 }),
    gesture('archive'),
    gesture('take back'),
    gesture('sell'),
    gesture('archive'),
    gesture('cancel', { at: 1 }),
    gesture('unpack'),
    gesture('correct', { expires: 40 }),
    gesture('move'),
    gesture('block'),
    gesture('adjust'),
  ],
]

test('after any history of the stock, every place shows what the ledger says', async () => {
  let run = 0
  const taken = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      // Products that were sold stand in every list; their promised boxes stay.
      fc.array(
        anyProduct.map((product) => ({ ...product, sold: product.sold + 1 })),
        { minLength: 2, maxLength: 4 },
      ),
      fc.array(anyGesture, { minLength: 4, maxLength: 14 }),
      async (generated, history) => {
        const shop = await openShop(`history of one stock ${run}`)
        const sister = await openShop(`history of one stock, sister ${run++}`)
        const products = await filled(shop, sister, generated)
        for (const does of await played(shop, products, history)) taken.add(does)
        const listed = await as(shop.titulaire.token).call(pharmacyProducts.searchByIds, {
          body: { ids: [...products.map(({ id }) => id), ...shop.products] },
        })
        const rows = listed.map((product) => stockRow(product, today, new Map()))
        expect(await brokenStock(shop)).toEqual([])
        await sellsTheSame(shop, sister, rows, products)
        await isWorthTheSame(shop, rows)
        await expiresTheSame(shop, rows)
      },
    ),
    { numRuns: runs(24), examples: [allGestures] },
  )
  expect([...taken].toSorted()).toEqual([...gestures].toSorted())
})

/** Plays the gestures on lots of the products through the API; what is refused changes nothing. Answers what was taken. */
async function played(shop: Shop, products: readonly Filled[], history: readonly Gesture[]): Promise<string[]> {
  const owner = as(shop.titulaire.token)
  const by = { seller: shop.titulaire, doneAt: now.toISOString() }
  const sold: NewSale[] = []
  const delivered: string[] = []
  const { id: supplierId } = await owner.call(suppliers.create, { body: { name: `Grossiste ${randomUUID()}` } })
  const one = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]
  const [stood, storage] = [
    (await owner.call(pharmacyProducts.searchByIds, { body: { ids: products.map(({ id }) => id) } })).flatMap(
      ({ stockItems }) => stockItems.map(({ id }) => id),
    ),
    (await owner.call(pharmacyProductStorages.figures, { query: { size: 200 } })).items[0]!,
  ]
  const play: Record<Gesture['does'], (gesture: Gesture) => Promise<unknown>> = {
    deliver: async ({ at, quantity, expires }) => {
      const { id } = await owner.call(deliveries.create, {
        body: { id: randomUUID(), supplierId, bl: randomUUID().slice(0, 20), receivedOn: today },
      })
      await owner.call(deliveries.act, {
        body: aDeliveryAct(shop, {
          ...by,
          deliveryId: id,
          lineId: randomUUID(),
          line: { code: null, label: 'Médicament', productId: one(products, at)!.id, packagingId: packagings[0].id },
          set: {
            received: quantity,
            purchasePrice: '612.35',
            salePrice: 1000,
            lot: 'L0',
            expiresOn: expires === null ? null : addDays(today, expires),
          },
        }),
      })
      await owner.call(deliveries.close, { params: { id }, body: { acceptsBelowCost: true, withoutLot: 1 } })
      delivered.push(id)
    },
    undeliver: async ({ at }) => {
      const id = one(delivered, at)
      if (!id) throw new AppError('requests:notFound')
      await owner.call(deliveries.cancel, { params: { id }, body: { reason: 'Erreur' } })
    },
    sell: async ({ at, quantity }) => {
      const sale = aSale(shop, {
        seller: shop.titulaire,
        soldAt: now.toISOString(),
        lines: [{ lot: one(stood, at)!, quantity, price: 1000 }],
      })
      await owner.call(sales.close, { body: sale })
      sold.push(sale)
    },
    cancel: async ({ at }) => {
      const sale = one(sold, at)
      if (!sale) throw new AppError('requests:notFound')
      await owner.call(sales.cancel, { params: { id: sale.id }, body: aCancellation(shop) })
    },
    'take back': async ({ at }) => {
      const sale = one(sold, at)
      if (!sale) throw new AppError('requests:notFound')
      const body = aReturn(shop, sale, [{ line: 0, quantity: 1 }], { returnedAt: now.toISOString() })
      await owner.call(sales.giveBack, { params: { id: sale.id }, body })
    },
    adjust: ({ at, quantity }) =>
      owner.call(stockActs.adjust, {
        body: anAdjustment(shop, { ...by, stockItemId: one(stood, at)!, change: -quantity }),
      }),
    unpack: ({ at }) =>
      owner.call(stockActs.unpack, { body: anUnpacking(shop, { ...by, stockItemId: one(stood, at)! }) }),
    archive: ({ at }) => owner.call(stockItems.patch, { params: { id: one(stood, at)! }, body: { archived: true } }),
    correct: ({ at, expires }) =>
      owner.call(stockItems.patch, {
        params: { id: one(stood, at)! },
        body: {
          expiresOn: expires === null ? null : addDays(today, expires),
          reason: 'read-on-box',
          acceptsTwin: true,
        },
      }),
    move: ({ at }) =>
      owner.call(stockItems.patch, { params: { id: one(stood, at)! }, body: { storageId: storage.id } }),
    block: ({ at }) => owner.call(stockActs.block, { body: aLotBlock(shop, { ...by, stockItemId: one(stood, at)! }) }),
  }
  const taken: string[] = []
  for (const gesture of history)
    try {
      await play[gesture.does](gesture)
      taken.push(gesture.does)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  return taken
}

/** The shelf by the ledger: its movements, without the sales that the fixture only writes down. */
async function brokenStock(shop: Shop): Promise<string[]> {
  return (await brokenLedgers(database, shop.id)).filter((what) =>
    /stock item|do not follow|begin where|delivery/.test(what),
  )
}

type Filled = { id: string; productId: string; sold: number }

/** What may be sold: the stock, « Ruptures », the dashboard, « À commander », the tills, the sisters, the dues. */
async function sellsTheSame(shop: Shop, sister: Shop, rows: readonly StockRow[], products: readonly Filled[]) {
  const owner = as(shop.titulaire.token)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const soldOf = (id: string) => products.find((product) => product.id === id)?.sold ?? 0

  for (const { product, sellable } of rows)
    expect(sellableStock(product, today, ({ quantity }) => quantity)).toEqual(sellable)

  const out = rows.filter((row) => isOut(row) && soldOf(row.id) > 0).map(({ id }) => id)
  const { items, out: counted } = await owner.call(shortages.list, { query: { size: 200 } })
  expect(new Set(items.flatMap(({ id, state }) => (state === 'out' ? [id] : [])))).toEqual(new Set(out))
  expect(counted).toBe(out.length)
  for (const { id, quantity } of items) {
    const { boxes, units } = rowOf.get(id)!.sellable
    expect(quantity).toBe(out.includes(id) ? boxes + units : Math.max(0, boxes) + Math.max(0, units))
  }
  const stats = await owner.call(pharmacyProducts.stats, {})
  expect(stats.shortageCount).toBe(out.length)
  expect(new Set(stats.shortages.map(({ id }) => id))).toEqual(new Set(out))
  const sinceOf = new Map(items.map(({ id, since }) => [id, since]))
  for (const { id, since } of stats.shortages) expect(since).toBe(sinceOf.get(id))

  const needs = await owner.call(orderPreparations.recordsStat, { body: { productIds: rows.map(({ id }) => id) } })
  for (const { id, stock } of needs) expect([id, stock]).toEqual([id, sellableWhole(rowOf.get(id)!.product)])

  const { stocks } = await as(sister.vendeur.token).call(sisterStock.read, {
    body: { productIds: products.map(({ productId }) => productId) },
  })
  for (const { id, productId } of products) {
    const { boxes, units } = rowOf.get(id)!.sellable
    const shown = stocks.find((stock) => stock.productId === productId) ?? { boxes: 0, units: 0 }
    expect([shown.boxes, shown.units]).toEqual([Math.max(0, boxes), Math.max(0, units)])
  }

  const owed = await owner.call(dues.list, { query: { size: 200 } })
  expect(owed.total).toBe(products.filter(({ sold }) => sold > 0).length)
  for (const { pharmacyProductId, packaging, onShelf } of owed.items) {
    const { product } = rowOf.get(pharmacyProductId)!
    expect(onShelf).toBe(Math.max(0, 1 + sellableIn(product, (item) => item.packaging === packaging)))
  }

  const negative = rows.filter(({ quantity }) => quantity <= 0).length
  expect(await owner.call(pharmacyProducts.countByStockQuantity, { query: { max: 0 } })).toEqual({ count: negative })
}

/** Values and numbers of products: the stock, the dashboard, the valued stock, the storages. */
async function isWorthTheSame(shop: Shop, rows: readonly StockRow[]) {
  const owner = as(shop.titulaire.token)
  const valued: ValuedRow[] = []
  await database.write(shop.id, async (tx) => {
    for await (const page of valuedStock(tx, shop.id, { at: now, groupBy: 'lot' })) valued.push(...page)
  })
  const stats = await owner.call(pharmacyProducts.stats, {})
  expect(stats.products).toBe(rows.length)
  expect(stats.stockValue).toBe(sum(valued.map(({ costValue }) => costValue)))
  expect(sum(rows.map(({ saleValue }) => saleValue))).toBe(sum(valued.map(({ priceValue }) => priceValue)))
  expect(sum(rows.map(({ quantity, loose }) => quantity + loose.units))).toBe(
    sum(valued.map(({ quantity }) => quantity!)),
  )
  const storages = (await owner.call(pharmacyProductStorages.figures, { query: { size: 200 } })).items
  for (const { label, units, costValue, priceValue } of storages) {
    const kept = valued.filter(({ storage }) => storage === label)
    expect({ label, units, costValue, priceValue }).toEqual({
      label,
      units: sum(kept.map(({ quantity }) => quantity!)),
      costValue: sum(kept.map((lot) => lot.costValue)),
      priceValue: sum(kept.map((lot) => lot.priceValue)),
    })
  }
}

/** Expired and expiring lots: « Péremptions », the dashboard, the menu, the stock. */
async function expiresTheSame(shop: Shop, rows: readonly StockRow[]) {
  const owner = as(shop.titulaire.token)
  const list = (query: object) => owner.call(expiries.list, { query: { size: 200, ...query } })
  const stats = await owner.call(pharmacyProducts.stats, {})
  const expired = await list({ within: 'expired' })
  expect({ lots: expired.total, value: expired.sums.value }).toEqual(stats.expired)
  const withExpired = rows.filter(({ hasExpired }) => hasExpired).map(({ id }) => id)
  expect(new Set(expired.items.map(({ pharmacyProductId }) => pharmacyProductId))).toEqual(new Set(withExpired))
  for (const { month, lots, value } of stats.expiring) {
    const { total, sums, items } = await list({ month })
    expect({ month, lots: total, value: sums.value }).toEqual({ month, lots, value })
    const expiring = rows.filter(({ expiryMonths }) => expiryMonths.includes(month)).map(({ id }) => id)
    expect(new Set(items.map(({ pharmacyProductId }) => pharmacyProductId))).toEqual(new Set(expiring))
  }
  const soon = rows.filter(({ soonDays }) => soonDays !== null).map(({ id }) => id)
  expect(new Set((await list({ within: '90' })).items.map(({ pharmacyProductId }) => pharmacyProductId))).toEqual(
    new Set(soon),
  )
  const { total } = await list({ within: 'expired', undecided: 'only' })
  expect((await owner.call(waitingWork.read, {})).expiries).toBe(total)
}

function sellableIn(
  { stockItems }: PharmacyProduct,
  isAsked: (item: PharmacyProduct['stockItems'][number]) => boolean,
) {
  return sum(stockItems.filter(isAsked).map((item) => sellableQuantity(item, today)))
}

/** In the largest packaging: what is ordered. */
function sellableWhole(product: PharmacyProduct): number {
  const largest = Math.max(...product.stockItems.map(({ units }) => units))
  return sellableIn(product, ({ units }) => units === largest)
}

/** Puts the generated products into a shop, each with its lots, a sale of its first lot and a box owed of that sale. */
async function filled(shop: Shop, sister: Shop, generated: readonly AnyProduct[]): Promise<Filled[]> {
  const pharmacy_id = shop.id
  const [domainId, storageId, otherId] = [randomUUID(), randomUUID(), randomUUID()]
  const registerId = idOf(shop.id, 'register of sales')
  const products: Filled[] = []
  await database.platform(async (tx) => {
    await tx.insertInto('domains').values({ id: domainId, name: 'An owner' }).execute()
    await tx.updateTable('pharmacies').set({ domain_id: domainId }).where('id', 'in', [shop.id, sister.id]).execute()
    // The archived lot of every shop has boxes, which no lot that is archived may have.
    await tx.updateTable('stock_items').set({ archived: false }).where('pharmacy_id', '=', shop.id).execute()
    await tx
      .insertInto('storages')
      .values([
        { pharmacy_id, id: storageId, label: 'A1' },
        { pharmacy_id, id: otherId, label: 'B2' },
      ])
      .execute()
    await tx
      .insertInto('cash_registers')
      .values({ pharmacy_id, id: registerId, opened_by: shop.vendeur.id, opened_at: now })
      .execute()
    for (const [place, { lots, minimum, sold, hasPlace }] of generated.entries()) {
      const [id, productId] = [randomUUID(), randomUUID()]
      await tx
        .insertInto('products')
        .values({ id: productId, label: `Médicament ${place}`, source: 'tests' })
        .execute()
      await tx
        .insertInto('pharmacy_products')
        .values({
          pharmacy_id,
          id,
          product_id: productId,
          minimum,
          maximum: 0,
          storage_id: hasPlace ? storageId : null,
          rev: 1,
        })
        .execute()
      const items = lots.flatMap(({ box, quantity, expires, blocked, archived, loose, hasOwnPlace }, at) => {
        const own = {
          pharmacy_id,
          pharmacy_product_id: id,
          lot: `L${at}`,
          expires_on: expires === null ? null : addDays(today, expires),
          blocked,
          storage_id: hasOwnPlace ? otherId : null,
          purchase_price: 600 + 7 * at,
          sale_price: 1000 + 11 * at,
        }
        const boxId = randomUUID()
        return [
          // A lot that has a quantity is never archived.
          { ...own, id: boxId, packaging_id: packagings[box].id, archived, quantity: archived ? 0 : quantity },
          ...(loose === null
            ? []
            : [{ ...own, id: unitItemIdOf(boxId), packaging_id: packagings[2].id, archived: false, quantity: loose }]),
        ]
      })
      await tx.insertInto('stock_items').values(items).execute()
      const movements = items
        .filter(({ quantity }) => quantity !== 0)
        .map(({ id: stock_item_id, quantity }) => ({
          pharmacy_id,
          id: randomUUID(),
          stock_item_id,
          cause: 'initial' as const,
          quantity,
          before: 0,
          after: quantity,
          at: new Date('2026-10-01T08:00:00Z'),
        }))
      if (movements.length > 0) await tx.insertInto('stock_movements').values(movements).execute()
      const soldItemId = items[0]!.id
      if (sold > 0) {
        const [sale_id, recordId] = [randomUUID(), randomUUID()]
        const at = new Date('2026-11-10T09:00:00Z')
        await tx
          .insertInto('sales')
          .values({
            pharmacy_id,
            id: sale_id,
            // Above those that sales of this shop get.
            number: 1000 + place,
            identifier: `C1-${place + 1}`,
            terminal_id: shop.terminal.id,
            session_id: shop.vendeur.sessionId,
            seller_id: shop.vendeur.id,
            seller_roles: ['vendeur'],
            register_id: registerId,
            total: 1000 * sold,
            rounding: 0,
            units: sold,
            sold_at: at,
            received_at: at,
          })
          .execute()
        await tx
          .insertInto('sale_records')
          .values({
            pharmacy_id,
            sale_id,
            id: recordId,
            position: 0,
            stock_item_id: soldItemId,
            label: `Médicament ${place}`,
            quantity: sold,
            price: 1000,
            purchase_price: 600,
          })
          .execute()
        await tx
          .insertInto('dues')
          .values({
            pharmacy_id,
            id: randomUUID(),
            sale_id,
            sale_record_id: recordId,
            quantity: 1,
            owed: 1,
            name: 'N’Diaye',
            created_by: shop.vendeur.id,
            created_at: at,
          })
          .execute()
      }
      products.push({ id, productId, sold })
    }
  })
  return products
}
