import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { orders } from '#shared/contract/orders.ts'
import { productHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { products } from '#shared/contract/products.ts'
import type { Tx } from '#server/db/database.ts'
import { followers } from '#server/products/merge.repo.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { idOf, openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const { as, database, openShop } = await testApp()
const admin = as(await openAdmin(database))
const both = await openShop('has both')
const onlyDuplicate = await openShop('has the duplicate')
const onlyKept = await openShop('has the kept one')
const neither = await openShop('has neither')
await aFullShop(database, both)

const aProduct = async (label: string) => (await admin.call(products.create, { body: { label } })).id
const merge = (id: string, duplicateId: string) => admin.call(products.merge, { params: { id }, body: { duplicateId } })
const preview = (id: string, duplicateId: string) =>
  admin.call(products.mergePreview, { params: { id }, query: { duplicateId } })
const cannot = { message: 'products:cannotMerge', status: 409 }

async function stock(tx: Tx, shop: Shop, productId: string, quantities: readonly number[]): Promise<string> {
  const id = randomUUID()
  const pharmacy_id = shop.id
  await tx.insertInto('pharmacy_products').values({ pharmacy_id, id, product_id: productId, minimum: 2 }).execute()
  for (const quantity of quantities) {
    const lot = randomUUID()
    await tx
      .insertInto('stock_items')
      .values({
        pharmacy_id,
        id: lot,
        pharmacy_product_id: id,
        packaging_id: idOf('packaging'),
        lot: 'L',
        quantity,
        purchase_price: 600,
        sale_price: 1000,
      })
      .execute()
    if (quantity !== 0)
      await tx
        .insertInto('stock_movements')
        .values({
          pharmacy_id,
          id: randomUUID(),
          stock_item_id: lot,
          cause: 'initial',
          quantity,
          before: 0,
          after: quantity,
          at: new Date('2026-01-01T08:00:00Z'),
        })
        .execute()
  }
  return id
}

const stocked = (shop: Shop, productId: string, quantities: readonly number[]) =>
  database.platform((tx) => stock(tx, shop, productId, quantities))
const read = (shop: Shop, id: string) => as(shop.titulaire.token).call(pharmacyProducts.read, { params: { id } })
const quantitiesOf = async (shop: Shop, id: string) =>
  (await read(shop, id)).stockItems.map(({ quantity }) => quantity).sort((a, b) => a - b)

test('a merge tells first what follows, then follows in every pharmacy', async () => {
  const [kept, duplicate] = [await aProduct('Doliprane 1 g'), await aProduct('DOLIPRANE 1000')]
  await database.platform((tx) =>
    tx.insertInto('product_codes').values({ code: '2345678', product_id: duplicate, kind: 'cip7' }).execute(),
  )
  const joined = [await stocked(both, kept, [3]), await stocked(both, duplicate, [4, -1])] as const
  const renamed = await stocked(onlyDuplicate, duplicate, [5])
  const untouched = await stocked(onlyKept, kept, [6])
  await database.platform(async (tx) => {
    const pharmacy_id = both.id
    const exception = (pharmacy_product_id: string, contract: string, coverage: number) => ({
      pharmacy_id,
      contract_id: idOf(both.id, contract),
      pharmacy_product_id,
      coverage,
    })
    await tx
      .insertInto('contract_products')
      .values([
        exception(joined[1], 'contract', 50),
        exception(joined[1], 'contract of nobody', 60),
        exception(joined[0], 'contract', 70),
      ])
      .execute()
    await tx
      .insertInto('recalls')
      .values({
        pharmacy_id,
        id: randomUUID(),
        pharmacy_product_id: joined[1],
        lot: 'R-9',
        reason: 'Défaut',
        opened_by: both.vendeur.id,
        opened_at: new Date(),
      })
      .execute()
    await tx
      .insertInto('pharmacy_product_tags')
      .values({ pharmacy_id, pharmacy_product_id: joined[1], tag_id: idOf(both.id, 'product tag') })
      .execute()
    await tx
      .insertInto('product_health_insurances')
      .values([
        { pharmacy_id, id: randomUUID(), label: 'ligne', base_price: 1, rate: 70, product_id: duplicate },
        { pharmacy_id: neither.id, id: randomUUID(), label: 'seule', base_price: 1, rate: 70, product_id: duplicate },
      ])
      .execute()
  })
  const told = await preview(kept, duplicate)
  expect(told).toMatchObject({ kept: { id: kept }, duplicate: { id: duplicate }, codes: ['2345678'] })
  const effect = { exceptions: 0, schemeLines: 0, pharmacyName: 'Pharmacie des tests' }
  expect(told.pharmacies.toSorted((a, b) => b.lots - a.lots)).toEqual([
    { ...effect, pharmacyId: both.id, kind: 'joined', lots: 2, quantity: 3, exceptions: 2, schemeLines: 1 },
    { ...effect, pharmacyId: onlyDuplicate.id, kind: 'renamed', lots: 1, quantity: 5 },
    { ...effect, pharmacyId: neither.id, kind: 'renamed', lots: 0, quantity: 0, schemeLines: 1 },
  ])
  expect(await quantitiesOf(both, joined[1])).toEqual([-1, 4])

  const done = await merge(kept, duplicate)
  expect(done.codes).toEqual(['2345678'])
  expect(await read(both, joined[0])).toMatchObject({
    productId: kept,
    archived: false,
    recalledLots: ['R-9'],
    tagIds: [idOf(both.id, 'product tag')],
  })
  expect(await quantitiesOf(both, joined[0])).toEqual([-1, 3, 4])
  expect(await read(both, joined[1])).toMatchObject({ archived: true, stockItems: [] })
  expect(await read(onlyDuplicate, renamed)).toMatchObject({ productId: kept, label: 'Doliprane 1 g' })
  expect(await quantitiesOf(onlyDuplicate, renamed)).toEqual([5])
  expect(await quantitiesOf(onlyKept, untouched)).toEqual([6])
  const { rows } = await database.platform((tx) =>
    sql<{
      coverage: number
    }>`select coverage from contract_products where pharmacy_product_id in (${joined[0]}, ${joined[1]})
      order by coverage`.execute(tx),
  )
  expect(rows.map(({ coverage }) => coverage)).toEqual([60, 70])
  expect(await admin.call(products.details, { params: { id: duplicate } })).toMatchObject({
    archived: true,
    codes: [],
    mergedInto: { id: kept, label: 'Doliprane 1 g' },
  })
  // the line of the kept product stays where it has one, and the other waits for a product
  const lines = await as(neither.titulaire.token).call(productHealthInsurance.all, {})
  expect(lines.find(({ label }) => label === 'seule')?.productId).toBe(kept)
})

test('a recall of either product blocks the lots of both: they are one product', async () => {
  const [kept, duplicate] = [await aProduct('A'), await aProduct('B')]
  const [k, d] = [await stocked(both, kept, [1]), await stocked(both, duplicate, [2])]
  const recall = (pharmacy_product_id: string, lot: string) =>
    database.platform((tx) =>
      tx
        .insertInto('recalls')
        .values({
          pharmacy_id: both.id,
          id: randomUUID(),
          pharmacy_product_id,
          lot,
          reason: 'Défaut',
          opened_by: both.vendeur.id,
          opened_at: new Date(),
        })
        .execute(),
    )
  await recall(d, 'L')
  await recall(k, 'M')
  await merge(kept, duplicate)
  const { stockItems, recalledLots } = await read(both, k)
  expect(recalledLots.toSorted()).toEqual(['L', 'M'])
  expect(stockItems.map(({ blocked }) => blocked)).toEqual(['recall', 'recall'])
})

test('the tills of each pharmacy read again what changed there', async () => {
  const [kept, duplicate] = [await aProduct('A'), await aProduct('B')]
  const [k, d] = [await stocked(both, kept, [1]), await stocked(both, duplicate, [2])]
  const list = (cursor: string) => as(both.vendeur.token).call(pharmacyProducts.list, { query: { cursor, size: 2000 } })
  const { cursor } = await list('')
  await merge(kept, duplicate)
  expect((await list(cursor!)).items.map(({ id }) => id).sort()).toEqual([k, d].sort())
})

test.each([
  ['into itself', async () => ({ kept: await aProduct('X') })],
  [
    'twice',
    async () => {
      const [kept, duplicate] = [await aProduct('X'), await aProduct('Y')]
      await merge(kept, duplicate)
      return { kept, duplicate }
    },
  ],
  [
    'back into what was merged into it',
    async () => {
      const [kept, duplicate] = [await aProduct('X'), await aProduct('Y')]
      await merge(kept, duplicate)
      return { kept: duplicate, duplicate: kept }
    },
  ],
  [
    'into an archived one',
    async () => {
      const [kept, duplicate] = [await aProduct('X'), await aProduct('Y')]
      await admin.call(products.remove, { params: { id: kept } })
      return { kept, duplicate }
    },
  ],
])('a merge %s is refused, when previewed and when done', async (_, make) => {
  const { kept, duplicate = kept } = (await make()) as { kept: string; duplicate?: string }
  await expect(preview(kept, duplicate)).rejects.toMatchObject(cannot)
  await expect(merge(kept, duplicate)).rejects.toMatchObject(cannot)
})

test('an unknown product is named; a merged product does not come back', async () => {
  const kept = await aProduct('X')
  await expect(merge(kept, randomUUID())).rejects.toMatchObject({
    details: { issues: [{ path: 'body.duplicateId', message: 'unknown' }] },
  })
  await expect(merge(randomUUID(), kept)).rejects.toMatchObject({ message: 'requests:notFound' })
  const duplicate = await aProduct('Y')
  await merge(kept, duplicate)
  const back = admin.call(products.patch, { params: { id: duplicate }, body: { version: 2, archived: false } })
  await expect(back).rejects.toMatchObject({ details: { issues: [{ path: 'body.archived', message: 'merged' }] } })
})

test('a chain of merges has one link: what was merged before points to the last kept product', async () => {
  const [a, b, c] = [await aProduct('A'), await aProduct('B'), await aProduct('C')]
  await merge(b, a)
  await merge(c, b)
  for (const id of [a, b])
    expect(await admin.call(products.details, { params: { id } })).toMatchObject({ mergedInto: { id: c } })
})

test('two merges of one product at the same moment: one is done', async () => {
  const [a, b, duplicate] = [await aProduct('A'), await aProduct('B'), await aProduct('D')]
  await stocked(both, duplicate, [9])
  const answers = await Promise.allSettled([merge(a, duplicate), merge(b, duplicate)])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an order with both products awaits the boxes of both', async () => {
  const [kept, duplicate] = [await aProduct('Coartem 20/120'), await aProduct('COARTEM 20')]
  const [ownKept, ownDuplicate] = [await stocked(both, kept, [1]), await stocked(both, duplicate, [1])]
  const clerk = as(both.stocks.token)
  const [order, alone] = [randomUUID(), randomUUID()]
  const put = (id: string, productId: string, quantity: number) =>
    clerk.call(orders.putLine, { params: { id, productId }, body: { quantity } })
  for (const id of [order, alone])
    await clerk.call(orders.create, { body: { id, supplierId: idOf(both.id, 'delivering supplier') } })
  await put(order, ownKept, 5)
  await put(order, ownDuplicate, 7)
  await put(alone, ownDuplicate, 3)
  await merge(kept, duplicate)
  const linesOf = async (id: string) => (await clerk.call(orders.read, { params: { id } })).lines
  expect(await linesOf(order)).toMatchObject([{ productId: ownKept, quantity: 12 }])
  expect(await linesOf(alone)).toMatchObject([{ productId: ownKept, quantity: 3 }])
})

test('a line of an order that follows a merge still awaits what its deliveries did not bring', async () => {
  const [kept, duplicate] = [await aProduct('Efferalgan 1 g'), await aProduct('EFFERALGAN 1000')]
  const shop = await openShop('awaits what is merged')
  await aFullShop(database, shop)
  const ofShop = (statement: string) =>
    database.platform((tx) => sql.raw(`${statement} where pharmacy_id = '${shop.id}'`).execute(tx))
  await stocked(shop, kept, [])
  const own = await stocked(shop, duplicate, [])
  for (const table of ['order_lines', 'delivery_lines'])
    await ofShop(`update ${table} set pharmacy_product_id = '${own}'`)
  await ofShop(`update deliveries set order_id = '${idOf(shop.id, 'sent order')}'`)
  await ofShop(`update deliveries set state = 'closed', closed_by = created_by, closed_at = created_at`)
  const awaited = async () => {
    const { rows } = await database.platform((tx) =>
      sql<{ awaited: number }>`select awaited from order_lines where pharmacy_id = ${shop.id}
        and order_id = ${idOf(shop.id, 'sent order')}`.execute(tx),
    )
    return rows
  }
  expect(await awaited()).toEqual([{ awaited: 2 }])
  await merge(kept, duplicate)
  expect(await awaited()).toEqual([{ awaited: 2 }])
})

test('every table that names a product of a pharmacy, or of the referential, follows a merge', async () => {
  const naming = async (column: string) => {
    const { rows } = await database.platform((tx) =>
      sql<{ name: string }>`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = ${column} order by 1`.execute(tx),
    )
    return rows.map(({ name }) => name)
  }
  expect(await naming('pharmacy_product_id')).toEqual(
    // the days of a product follow its lots by themselves (decision 0075)
    [...new Set([...followers.map(({ table }) => table), 'product_days'])].toSorted(),
  )
  expect(await naming('product_id')).toEqual([
    'pharmacy_products',
    'product_codes',
    'product_health_insurances',
    'product_inns',
    'product_packagings',
    'product_texts',
    // a merge is a change: the undo of an import leaves both products as they are
    'register_import_products',
    // its readers follow `merged_into`
    'register_products',
    'wholesaler_products',
  ])
})

const anyShelf = fc.option(fc.array(fc.integer({ min: -5, max: 50 }), { maxLength: 4 }), { nil: null })
type Shelves = { kept: number[] | null; duplicate: number[] | null }

/** Units and lots of each pharmacy over some products; and all movements, which a merge never touches. */
async function ledgerOf(ids: readonly string[]) {
  const { rows } = await database.platform((tx) =>
    sql<{ pharmacy: string; lots: number; units: number; moved: number }>`
      select pp.pharmacy_id as pharmacy, count(i.id)::int as lots, coalesce(sum(i.quantity), 0)::int as units,
        coalesce(sum((select sum(m.quantity) from stock_movements m where m.pharmacy_id = i.pharmacy_id
          and m.stock_item_id = i.id)), 0)::int as moved
      from pharmacy_products pp left join stock_items i on i.pharmacy_id = pp.pharmacy_id
        and i.pharmacy_product_id = pp.id
      where pp.product_id = any(${ids}::uuid[]) group by 1 order by 1`.execute(tx),
  )
  return rows
}

test('property: whatever the pharmacies hold, no unit is lost, none moves to another pharmacy, nothing else changes', async () => {
  const shops = [both, onlyDuplicate, onlyKept, neither]
  const shelves = fc.tuple(...shops.map(() => fc.record({ kept: anyShelf, duplicate: anyShelf })))
  await fc.assert(
    fc.asyncProperty(shelves, async (held: readonly Shelves[]) => {
      const [kept, duplicate, bystander] = [await aProduct('K'), await aProduct('D'), await aProduct('other')]
      await database.platform(async (tx) => {
        for (const [index, shop] of shops.entries()) {
          const { kept: own, duplicate: extra } = held[index]!
          if (own) await stock(tx, shop, kept, own)
          if (extra) await stock(tx, shop, duplicate, extra)
          await stock(tx, shop, bystander, [index])
        }
      })
      const [before, others] = [await ledgerOf([kept, duplicate]), await ledgerOf([bystander])]
      await merge(kept, duplicate)
      expect(await ledgerOf([kept, duplicate])).toEqual(before)
      expect((await ledgerOf([kept])).map(({ pharmacy, units }) => [pharmacy, units])).toEqual(
        before.map(({ pharmacy, units }) => [pharmacy, units]),
      )
      expect((await ledgerOf([duplicate])).filter(({ lots }) => lots > 0)).toEqual([])
      expect(await ledgerOf([bystander])).toEqual(others)
    }),
    { numRuns: runs(25) },
  )
})
