import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import type { ImportedProduct } from '#server/import/bdpm-products.ts'
import { importBdpm, type Imported } from '#server/import/import-bdpm.ts'
import { ImportError } from '#server/import/import-error.ts'
import { stockedId } from '#server/import/plan-stock.ts'
import { readBdpm, type Bdpm } from '#server/import/read-bdpm.ts'
import { stableId } from '#server/base/stable-id.ts'
import { bdpmFolder, cip13, removeFolder, smallRows, type BdpmRows, type FolderOptions } from '#tests/import-fixture.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

const pharmacyId = stableId('test', 'pharmacy')
const now = new Date('2026-11-21T10:00:00Z')
let database: Database

beforeEach(async () => {
  database = await testDatabase()
  await database.platform(async (tx) => {
    await sql`insert into countries (code, name, locale, currency_code, currency_symbol, currency_decimals, cash_rounding_step, denominations, phone_operators)
      values ('BJ', 'Bénin', 'fr-BJ', 'XOF', 'F', 0, 5, '{}', '{}')`.execute(tx)
    await tx
      .insertInto('domains')
      .values({ id: stableId('test', 'domain'), name: 'Essai' })
      .execute()
    await tx
      .insertInto('pharmacies')
      .values({
        id: pharmacyId,
        domain_id: stableId('test', 'domain'),
        country_code: 'BJ',
        name: 'Essai',
        address: '',
        city: 'Cotonou',
        phone: '',
        time_zone: 'Africa/Porto-Novo',
      })
      .execute()
  })
})
afterEach(() => database.close())

async function productsOf(rows: Partial<BdpmRows> = {}): Promise<readonly ImportedProduct[]> {
  return (await bdpmOf({ rows })).products
}

async function bdpmOf(options: FolderOptions): Promise<Bdpm> {
  const folder = await bdpmFolder(options)
  try {
    return await readBdpm(folder, { today: '2026-11-21' })
  } finally {
    await removeFolder(folder)
  }
}

const noFiles = { absent: [], files: [], dataDay: null }
async function run(products: readonly ImportedProduct[], stocked?: number): Promise<Imported> {
  return importBdpm(
    database,
    { ...noFiles, products },
    {
      now,
      ...(stocked === undefined ? {} : { stock: { pharmacyId, count: stocked } }),
    },
  )
}

/** One line for all rows of these tables, with the transaction that last wrote each: an update that changes nothing shows too. */
async function fingerprint(): Promise<string> {
  const tables = [
    'products',
    'product_codes',
    'product_inns',
    'product_packagings',
    'inns',
    'forms',
    'brands',
    'atcs',
    'packagings',
    'pharmacy_products',
    'stock_items',
    'stock_movements',
    'pharmacy_counters',
  ]
  return database.platform(async (tx) => {
    const prints: string[] = []
    for (const table of tables) {
      const { rows } = await sql<{
        print: string
      }>`select count(*) || ' ' || coalesce(md5(string_agg(t.xmin::text || t::text, ',' order by t::text)), '') as print from ${sql.table(table)} t`.execute(
        tx,
      )
      prints.push(`${table} ${rows[0]?.print}`)
    }
    return prints.join('\n')
  })
}

async function all<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return database.platform(async (tx) => (await query.execute(tx)).rows)
}

async function revisions(): Promise<{ counter: number; products: Record<string, number> }> {
  const counters = await all(sql<{ rev: number }>`select rev from pharmacy_counters where pharmacy_id = ${pharmacyId}`)
  const rows = await all(
    sql<{
      product_id: string
      rev: number
    }>`select product_id, rev from pharmacy_products where pharmacy_id = ${pharmacyId}`,
  )
  return {
    counter: counters[0]?.rev ?? 0,
    products: Object.fromEntries(rows.map(({ product_id, rev }) => [product_id, rev])),
  }
}

const tramadol = stableId('bdpm', cip13('3000001'))
const morphine = stableId('bdpm', cip13('3000004'))

describe('the referential', () => {
  test('a presentation becomes a product with its codes, substances, form, brand and price', async () => {
    const { counts } = await run(await productsOf())
    expect(counts).toEqual({
      inserted: 4,
      updated: 0,
      unchanged: 0,
      names: { inns: 3, forms: 3, brands: 2, packagings: 4, atcs: 1 },
    })
    const [product] = await all(sql`
      select p.label, p.prescription_list, p.reference_price, p.reference_currency, p.source, p.archived, p.national->>'cis' as cis, f.label as form, b.name as brand,
        (select array_agg(c.kind || ' ' || c.code order by c.kind) from product_codes c where c.product_id = p.id) as codes,
        (select array_agg(i.name || ' ' || x.dosage order by x.position) from product_inns x join inns i on i.id = x.inn_id where x.product_id = p.id) as inns,
        (select array_agg(k.label || ' ' || k.units) from product_packagings y join packagings k on k.id = y.packaging_id where y.product_id = p.id) as packagings
      from products p join forms f on f.id = p.form_id join brands b on b.id = p.brand_id where p.id = ${tramadol}`)
    expect(product).toEqual({
      label: "TRAMADOL D'ESSAI 50 mg, gélule, boîte de 30 gélules",
      prescription_list: 'list-1',
      reference_price: 256,
      reference_currency: 'EUR',
      source: 'bdpm',
      archived: false,
      cis: '60000001',
      form: 'gélule',
      brand: 'LABO UN',
      codes: [`cip13 ${cip13('3000001')}`, 'cip7 3000001'],
      inns: ['Tramadol 43,9 mg'],
      packagings: ['Boîte 30'],
    })
    expect(await all(sql`select code, label from atcs`)).toEqual([
      { code: 'N02AA01', label: 'Chlorhydrate de morphine' },
    ])
    expect(
      await all(sql`select atc_code, prescription_list, reference_price from products where id = ${morphine}`),
    ).toEqual([{ atc_code: 'N02AA01', prescription_list: 'narcotic', reference_price: 115_487 }])
  })

  test('run twice, it writes nothing the second time', async () => {
    const products = await productsOf()
    await run(products, 3)
    const before = await fingerprint()
    const { counts, touched, stock } = await run(products, 3)
    expect(counts).toMatchObject({
      inserted: 0,
      updated: 0,
      unchanged: 4,
      names: { inns: 0, forms: 0, brands: 0, packagings: 0, atcs: 0 },
    })
    expect({ touched, stock }).toEqual({ touched: 0, stock: { added: 0, already: 3, lots: 0 } })
    expect(await fingerprint()).toBe(before)
  })

  test('names that are there already, in any case and with any accents, are used as they are', async () => {
    const inn = stableId('test', 'inn')
    await database.platform(async (tx) => {
      await tx.insertInto('inns').values({ id: inn, name: 'Paracetamol' }).execute()
      await tx.insertInto('atcs').values({ code: 'N02AA01', label: 'morphine' }).execute()
    })
    const { counts } = await run(await productsOf())
    expect(counts.names).toMatchObject({ inns: 2, atcs: 0 })
    expect(
      await all(sql`select distinct inn_id from product_inns where product_id = ${stableId('bdpm', cip13('3000002'))}`),
    ).toEqual([{ inn_id: inn }])
    expect(await all(sql`select label from atcs`)).toEqual([{ label: 'morphine' }])
  })

  test('a later edition changes what changed, and only the tills that sell it read it again', async () => {
    await run(await productsOf(), 4)
    const before = await revisions()
    const dearer = smallRows.CIS_CIP_bdpm.map((row, index) =>
      index === 0 ? row.map((field, column) => (column === 10 ? '3,10' : field)) : row,
    )
    const { counts, touched } = await run(await productsOf({ CIS_CIP_bdpm: dearer }))
    expect(counts).toMatchObject({ inserted: 0, updated: 1, unchanged: 3 })
    expect(touched).toBe(1)
    const after = await revisions()
    expect(after).toEqual({
      counter: before.counter + 1,
      products: { ...before.products, [tramadol]: before.counter + 1 },
    })
  })

  test('a changed product takes its next version, also for a substance only; the others keep theirs', async () => {
    await run(await productsOf())
    const versions = async () =>
      new Map(
        (await all(sql<{ id: string; version: number }>`select id, version from products`)).map(({ id, version }) => [
          id,
          version,
        ]),
      )
    const before = await versions()
    const stronger = smallRows.CIS_COMPO_bdpm.map((row) =>
      row.map((field, column) => (row[0] === '60000001' && column === 4 ? '75 mg' : field)),
    )
    const { counts } = await run(await productsOf({ CIS_COMPO_bdpm: stronger }))
    expect(counts.updated).toBe(1)
    expect(await versions()).toEqual(new Map([...before, [tramadol, before.get(tramadol)! + 1]]))
  })

  test('a substance that went away leaves the product', async () => {
    await run(
      await productsOf({
        CIS_COMPO_bdpm: [
          ...smallRows.CIS_COMPO_bdpm,
          ['60000001', 'gélule', '9', 'PARACÉTAMOL', '325 mg', '', 'SA', '2', ''],
        ],
      }),
    )
    const { counts } = await run(await productsOf())
    expect(counts.updated).toBe(1)
    expect(await all(sql`select position from product_inns where product_id = ${tramadol}`)).toEqual([{ position: 0 }])
  })

  test('a product archived by hand stays archived, a packaging added by hand stays', async () => {
    const products = await productsOf()
    await run(products)
    const single = stableId('test', 'packaging')
    await database.platform(async (tx) => {
      await tx.updateTable('products').set({ archived: true }).where('id', '=', tramadol).execute()
      await tx.insertInto('packagings').values({ id: single, label: 'Plaquette', units: 10 }).execute()
      await tx.insertInto('product_packagings').values({ product_id: tramadol, packaging_id: single }).execute()
    })
    const before = await fingerprint()
    await run(products)
    expect(await fingerprint()).toBe(before)
  })

  test('what goes wrong in the middle leaves nothing behind', async () => {
    const before = await fingerprint()
    const products = await productsOf()
    const impossible = { ...products[3]!, packaging: { label: 'Boîte', units: 0 } }
    await expect(run([...products.slice(0, 3), impossible])).rejects.toThrow(/packagings/)
    await expect(
      importBdpm(database, { ...noFiles, products }, { now, stock: { pharmacyId: stableId('nowhere'), count: 1 } }),
    ).rejects.toThrow(ImportError)
    expect(await fingerprint()).toBe(before)
  })

  test('it waits for a pharmacy that is writing, so that revisions stay in the order of commits', async () => {
    await run(await productsOf(), 4)
    const dearer = await productsOf({
      CIS_CIP_bdpm: smallRows.CIS_CIP_bdpm.map((row) =>
        row.map((field, column) => (column === 10 && field !== '' ? '9,99' : field)),
      ),
    })
    const events: string[] = []
    let started = (): void => {}
    const writing = new Promise<void>((resolve) => (started = resolve))
    const writer = database.write(pharmacyId, async (tx) => {
      started()
      await tx
        .updateTable('pharmacy_counters')
        .set((eb) => ({ rev: eb('rev', '+', 1) }))
        .where('pharmacy_id', '=', pharmacyId)
        .execute()
      await sql`select pg_sleep(0.3)`.execute(tx)
      events.push('written')
    })
    await writing
    await run(dearer).then(() => events.push('imported'))
    await writer
    expect(events).toEqual(['written', 'imported'])
    const { counter, products } = await revisions()
    expect(Object.values(products).filter((rev) => rev > counter - 3)).toHaveLength(3)
  })
})

describe('a folder without the two files that were added later', () => {
  const older: FolderOptions = { raw: { 'CIS_MITM.txt': null, 'CIS_CIP_Dispo_Spec.txt': null } }
  const said = () =>
    all(sql`select atc_code, national->>'availability' as availability from products order by national->>'cip7'`)

  test('comes in', async () => {
    const { counts } = await importBdpm(database, await bdpmOf(older), { now })
    expect(counts).toMatchObject({ inserted: 4, names: { atcs: 0 } })
    expect(await said()).toEqual(Array.from({ length: 4 }, () => ({ atc_code: null, availability: null })))
  })

  test('leaves what an earlier import took from them, and changes the rest', async () => {
    await importBdpm(database, await bdpmOf({}), { now })
    const before = await said()
    expect(before).toContainEqual({ atc_code: 'N02AA01', availability: null })
    expect(before).toContainEqual({
      atc_code: null,
      availability: "Tension d'approvisionnement (depuis le 03/07/2025)",
    })
    expect((await importBdpm(database, await bdpmOf(older), { now })).counts).toMatchObject({
      updated: 0,
      unchanged: 4,
    })
    const dearer = smallRows.CIS_CIP_bdpm.map((row) =>
      row.map((field, column) => (column === 10 && field !== '' ? '9,99' : field)),
    )
    const { counts } = await importBdpm(database, await bdpmOf({ ...older, rows: { CIS_CIP_bdpm: dearer } }), { now })
    expect(counts).toMatchObject({ updated: 3, unchanged: 1 })
    expect(await said()).toEqual(before)
  })
})

describe('a file much shorter than at the last import', () => {
  const grown = (count: number) => ({
    rows: {
      CIS_CPD_bdpm: Array.from({ length: count }, (_, index) => ['60000001', `condition ${index}`]),
    },
  })
  const prints = () => all(sql`select data_day, lines->'CIS_CPD_bdpm' as lines from referential_imports order by id`)

  test('is refused with both counts, leaves everything as it was, and comes in when it is accepted', async () => {
    await importBdpm(database, await bdpmOf(grown(100)), { now })
    const before = await fingerprint()
    const shorter = await bdpmOf(grown(79))
    const error: unknown = await importBdpm(database, shorter, { now }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ImportError)
    expect((error as ImportError).problems).toEqual([
      'CIS_CPD_bdpm : 79 lignes, contre 100 à l’import du 21/11/2026',
      'Si ces fichiers sont entiers, recommencez avec --accept-shorter.',
    ])
    expect(await fingerprint()).toBe(before)
    expect(await prints()).toHaveLength(1)
    await importBdpm(database, shorter, { now, acceptShorter: true })
    // the accepted count is the one that the next import is compared with
    await importBdpm(database, await bdpmOf(grown(64)), { now })
    expect(await prints()).toEqual([100, 79, 64].map((lines) => ({ data_day: '2025-07-04', lines })))
  })

  test('80 % of the lines are enough, and an absent file is compared when it comes again', async () => {
    const links = (count: number): FolderOptions => ({
      rows: { CIS_MITM: Array.from({ length: count }, () => smallRows.CIS_MITM[0]!) },
    })
    await importBdpm(database, await bdpmOf(links(100)), { now })
    await importBdpm(database, await bdpmOf({ raw: { 'CIS_MITM.txt': null } }), { now })
    await expect(importBdpm(database, await bdpmOf(links(79)), { now })).rejects.toThrow(/79 lignes, contre 100/)
    await importBdpm(database, await bdpmOf(links(80)), { now })
  })
})

describe('the stock of a pharmacy', () => {
  test('lots come with the movement that explains them, and revisions that no other row has', async () => {
    const { stock } = await run(await productsOf(), 3)
    expect(stock?.added).toBe(3)
    const lots = await all(sql<{
      quantity: number
      moved: number
      cause: string
      sale_price: number
      purchase_price: number
      packaging: string
    }>`
      select i.quantity, m.after as moved, m.cause, i.sale_price, i.purchase_price, k.label as packaging
      from stock_items i join stock_movements m on m.pharmacy_id = i.pharmacy_id and m.stock_item_id = i.id join packagings k on k.id = i.packaging_id`)
    expect(lots).toHaveLength(stock!.lots)
    for (const lot of lots) expect(lot).toMatchObject({ moved: lot.quantity, cause: 'initial' })
    const { counter, products } = await revisions()
    expect(Object.values(products).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
    expect(counter).toBe(3)
  })

  test('the price is the official one in F CFA', async () => {
    await run(await productsOf(), 4)
    const [lot] = await all(
      sql<{
        sale_price: number
      }>`select distinct sale_price from stock_items where pharmacy_product_id = ${stockedId(pharmacyId, tramadol)}`,
    )
    expect(lot).toEqual({ sale_price: 1680 })
  })

  test('more is added to what an earlier run stocked, never beyond what there is', async () => {
    const products = await productsOf()
    await run(products, 2)
    expect((await run(products, 3)).stock).toMatchObject({ added: 1, already: 2 })
    expect((await run(products, 20_000)).stock).toMatchObject({ added: 1, already: 3 })
  })

  test('what the pharmacy sells under the same code is left alone', async () => {
    const own = stableId('test', 'own product')
    await database.platform(async (tx) => {
      await tx.insertInto('products').values({ id: own, label: 'Tramadol de la maison', source: 'demo' }).execute()
      await tx
        .insertInto('product_codes')
        .values({ code: cip13('3000001'), product_id: own, kind: 'cip13' })
        .execute()
      await tx
        .insertInto('pharmacy_products')
        .values({ pharmacy_id: pharmacyId, id: stableId('test', 'shelf'), product_id: own })
        .execute()
    })
    const { stock } = await run(await productsOf(), 4)
    expect(stock).toMatchObject({ added: 3, already: 0 })
    expect(Object.keys((await revisions()).products)).not.toContain(tramadol)
  })
})

const real = join(import.meta.dirname, '../../../shared/data/bdpm')

describe.skipIf(!existsSync(real))('the official files (skipped where ../shared/data/bdpm is absent)', () => {
  test('20,879 presentations come in once, and 500 of them on the shelves', async () => {
    const { products } = await readBdpm(real, { today: '2026-11-21' })
    const first = await run(products, 500)
    expect(first.counts).toMatchObject({ inserted: 20_879, updated: 0, unchanged: 0 })
    expect(first.stock).toMatchObject({ added: 500, already: 0 })
    expect(await all(sql`select kind, count(*) from product_codes group by kind order by kind`)).toEqual([
      { kind: 'cip13', count: 20_879 },
      { kind: 'cip7', count: 20_879 },
    ])
    const before = await fingerprint()
    const second = await run(products, 500)
    expect(second).toMatchObject({
      counts: { inserted: 0, updated: 0, unchanged: 20_879 },
      touched: 0,
      stock: { added: 0, already: 500 },
    })
    expect(await fingerprint()).toBe(before)
  })
})
