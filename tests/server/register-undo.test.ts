import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { productTexts } from '#shared/contract/product-texts.ts'
import { products } from '#shared/contract/products.ts'
import { registerImports } from '#shared/contract/register-imports.ts'
import { registerImportJob, registerImportJobs } from '#server/register-imports/register-import-job.ts'
import { registerUndoJob, registerUndoJobs } from '#server/register-imports/register-undo-job.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { openAdmin } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const { as, database, hints, openShop, rowCounts } = await testApp()
const shop = await openShop('undone registers')
const admin = as(await openAdmin(database))
const titulaire = as(shop.titulaire.token)
const kinds = { [registerImportJob]: registerImportJobs, [registerUndoJob]: registerUndoJobs }
const jobs = aJobLoop({ database, hints }, kinds)

for (const [code, name] of [
  ['MR', 'Mauritanie'],
  ['ML', 'Mali'],
] as const)
  await database.platform((tx) =>
    tx
      .insertInto('countries')
      .values({
        code,
        name,
        locale: `fr-${code}`,
        currency_code: 'XOF',
        currency_symbol: 'F CFA',
        currency_decimals: 0,
        cash_rounding_step: 5,
        denominations: [],
        phone_operators: [],
      })
      .execute(),
  )

type Fields = CallInput<typeof registerImports.check>['body']['rows'][number]['fields']
type Body = CallInput<typeof registerImports.create>['body']

async function asked(rows: readonly Fields[], given: Partial<Body> = {}) {
  const { id } = await admin.call(registerImports.create, {
    body: {
      id: randomUUID(),
      fileName: 'registre.csv',
      countryCode: 'BJ',
      decimals: 'comma',
      columns: { label: 'Libellé' },
      rows: rows.map((fields, at) => ({ line: at + 2, fields })),
      ...given,
    },
  })
  return id
}
async function imported(rows: readonly Fields[], given: Partial<Body> = {}) {
  const id = await asked(rows, given)
  await jobs.runWaiting()
  return read(id)
}
const read = (id: string) => admin.call(registerImports.read, { params: { id } })
const undo = (id: string) => admin.call(registerImports.undo, { params: { id } })
const preview = (id: string) => admin.call(registerImports.previewUndo, { params: { id } })
async function undone(id: string) {
  await undo(id)
  await jobs.runWaiting()
  return read(id)
}
const find = async (search: string) => {
  const { items } = await admin.call(products.list, { query: { search } })
  return Promise.all(items.map(({ id }) => admin.call(products.details, { params: { id } })))
}
const taken = (productId: string) => titulaire.call(pharmacyProducts.create, { body: { productId } })

/** All that an import of a register may write; without versions, which only grow. */
async function referential(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const table of [
    'products',
    'product_codes',
    'product_inns',
    'product_packagings',
    'register_products',
    'register_profiles',
    'forms',
    'brands',
    'inns',
    'packagings',
  ] as const) {
    const { rows } = await database.platform((tx) =>
      sql<{ row: unknown }>`
        select to_jsonb(t) - 'version' as row from ${sql.table(table)} t order by 1`.execute(tx),
    )
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

describe('an import then its undo leave the referential as it was', () => {
  const alpha = { label: 'ALPHADOX 5 mg', code: '3400930000014', price: '100', form: 'Gélule', laboratory: 'Labo A' }
  const beta = { label: 'BETADOX 5 mg', inn: 'Betadol', dosage: '5 mg', pack: 'B/10', registration: 'R-1' }

  test.each<[string, Fields[]]>([
    ['new products, with names nobody had', [{ ...alpha, label: 'GAMMADOX', code: '3400930000021', form: 'Spray' }]],
    ['a new price', [{ ...alpha, price: '250' }]],
    ['new label, form and laboratory', [{ ...alpha, label: 'ALPHADOX FORT', form: 'Ampoule', laboratory: 'Labo B' }]],
    ['a second code', [{ ...alpha, otherCode: '3400930000038' }]],
    ['other DCI', [{ ...beta, inn: 'Betadol + Zetol', dosage: '5 mg + 1 mg' }]],
    ['DCI where there was none', [{ ...alpha, inn: 'Alphadol' }]],
    ['a second packaging', [{ ...alpha, pack: 'Boîte de 30' }]],
    ['nothing', [alpha, beta]],
    ['rows set aside', [{ label: 'BAD', price: 'sur devis' }]],
    ['all at once', [{ ...alpha, price: '9', pack: 'B/2' }, { ...beta, form: 'Sirop' }, { label: 'DELTADOX 1 g' }]],
  ])('%s', async (_what, rows) => {
    await imported([alpha, beta])
    const before = await referential()
    const made = await imported(rows, { columns: { label: 'Autre' }, decimals: 'point' })
    expect(await referential()).not.toEqual(before)
    expect((await undone(made.id)).undo).toMatchObject({ status: 'done', byName: 'MIN Ada', error: null })
    expect(await referential()).toEqual(before)
  })

  test('an accepted proposal: it is proposed again', async () => {
    await imported([alpha])
    const before = await referential()
    const body = {
      countryCode: 'MR',
      decimals: 'comma' as const,
      rows: [{ line: 2, fields: { label: 'Alphadox 5mg' } }],
    }
    const judged = async () => (await admin.call(registerImports.check, { body })).rows[0]!
    const { outcome, proposals } = await judged()
    expect(outcome).toBe('proposed')
    const made = await imported([body.rows[0]!.fields], {
      ...body,
      decisions: [{ line: 2, productId: proposals[0]!.id }],
    })
    expect(made.counts).toMatchObject({ created: 0, changed: 0, same: 1 })
    expect(await judged()).toMatchObject({ outcome: 'same' })
    expect((await undone(made.id)).undo?.counts).toEqual({ removed: 0, archived: 0, restored: 0, left: 0 })
    expect(await judged()).toMatchObject({ outcome: 'proposed' })
    expect(await referential()).toEqual(before)
  })

  const anyRow = fc.record({
    label: fc.constantFrom('OMEGADOX 5 mg', 'OMEGADOX 10 mg', 'SIGMADOX', 'TAUDOX 1 g'),
    code: fc.constantFrom('', '3400930000045', '3400930000052', '3400930000069'),
    otherCode: fc.constantFrom('', '3400930000076', '3400930000083'),
    inn: fc.constantFrom('', 'Omegadol', 'Omegadol + Sigmadol'),
    dosage: fc.constantFrom('', '5 mg', '5 mg + 1 mg'),
    form: fc.constantFrom('', 'Spray', 'Ovule', 'Collyre'),
    pack: fc.constantFrom('', 'B/10', 'B/20'),
    price: fc.constantFrom('', '100', '200', 'x'),
    laboratory: fc.constantFrom('', 'Labo P', 'Labo Q'),
  })
  const anyFile = fc.record({
    country: fc.constantFrom('ML', 'MR'),
    rows: fc.array(anyRow, { minLength: 1, maxLength: 5 }),
  })

  test('any files, undone from the last to the first', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyFile, { minLength: 1, maxLength: 3 }), async (files) => {
        const states = []
        for (const { country, rows } of files) {
          const before = await referential()
          const decisions = rows.map((_row, at) => ({ line: at + 2, productId: null }))
          states.push({ before, id: (await imported(rows, { countryCode: country, decisions })).id })
        }
        for (const { before, id } of states.toReversed()) {
          const { undo: told } = await undone(id)
          expect(told).toMatchObject({ status: 'done', counts: { archived: 0, left: 0 } })
          expect(await referential()).toEqual(before)
        }
      }),
      { numRuns: runs(15) },
    )
  })
})

describe('what is used or was changed since', () => {
  test('a made product that a pharmacy took is archived and stays whole in the pharmacy; the next import brings it back', async () => {
    const rows = [
      { label: 'KAPPADOX 5 mg', code: '3400930000090', price: '100', form: 'Poudre' },
      { label: 'LAMBDADOX 5 mg', code: '3400930000106' },
    ]
    const made = await imported(rows, { countryCode: 'ML' })
    const [kappa] = await find('kappadox')
    const own = await taken(kappa!.id)
    expect(await preview(made.id)).toEqual({ removed: 1, archived: 1, restored: 0, left: 0 })
    const after = await undone(made.id)
    expect(after.undo?.counts).toEqual({ removed: 1, archived: 1, restored: 0, left: 0 })
    expect(after.kept).toEqual([{ productId: kappa!.id, label: 'KAPPADOX 5 mg', reason: 'used' }])
    expect(await find('lambdadox')).toEqual([])
    expect(await admin.call(products.details, { params: { id: kappa!.id } })).toMatchObject({
      archived: true,
      codes: ['3400930000090'],
      form: 'Poudre',
    })
    expect((await titulaire.call(pharmacyProducts.read, { params: { id: own.id } })).label).toBe('KAPPADOX 5 mg')

    const checked = await admin.call(registerImports.check, {
      body: { countryCode: 'ML', decimals: 'comma', rows: [{ line: 2, fields: rows[0]! }] },
    })
    expect(checked.rows[0]).toMatchObject({ outcome: 'change', changes: [], returns: true })
    const again = await imported(rows, { countryCode: 'ML' })
    expect(again.counts).toMatchObject({ created: 1, changed: 1 })
    expect(await admin.call(products.details, { params: { id: kappa!.id } })).toMatchObject({ archived: false })
    expect((await undone(again.id)).undo?.counts).toEqual({ removed: 1, archived: 0, restored: 1, left: 0 })
    expect(await admin.call(products.details, { params: { id: kappa!.id } })).toMatchObject({ archived: true })
  })

  test('a made product that a line of a scheme or a price list names is archived', async () => {
    const made = await imported([{ label: 'MUDOX 5 mg', code: '3400930000113' }, { label: 'NUDOX 5 mg' }])
    const [[mu], [nu]] = [await find('mudox'), await find('nudox')]
    await database.platform(async (tx) => {
      await sql`insert into product_health_insurances (pharmacy_id, id, label, base_price, rate, product_id)
        values (${shop.id}, ${randomUUID()}, 'MUDOX', 1, 70, ${mu!.id})`.execute(tx)
      const { rows } = await sql<{ id: string }>`select id from wholesalers limit 1`.execute(tx)
      const wholesaler = rows[0]?.id ?? randomUUID()
      if (!rows[0])
        await sql`insert into wholesalers (id, country_code, name) values (${wholesaler}, 'BJ', 'Gros')`.execute(tx)
      await sql`insert into wholesaler_products (wholesaler_id, code, label, product_id, price, listed_on)
        values (${wholesaler}, 'N1', 'NUDOX', ${nu!.id}, 1, '2026-01-01')`.execute(tx)
    })
    expect((await undone(made.id)).undo?.counts).toEqual({ removed: 0, archived: 2, restored: 0, left: 0 })
  })

  test('a packaging in which a pharmacy has boxes stays with a restored product', async () => {
    const row = { label: 'PIDOX 5 mg', code: '3400930000205' }
    await imported([{ ...row, pack: 'Boîte de 7' }])
    const made = await imported([
      { ...row, pack: 'Boîte de 14', price: '9' },
      { label: 'PIDOX 9 mg', pack: 'Boîte de 21' },
    ])
    const [pi] = await find('pidox 5')
    const own = await taken(pi!.id)
    const pack = pi!.packagings.find(({ units }) => units === 14)!
    await database.write(shop.id, (tx) =>
      tx
        .insertInto('stock_items')
        .values({
          pharmacy_id: shop.id,
          id: randomUUID(),
          pharmacy_product_id: own.id,
          packaging_id: pack.id,
          sale_price: 100,
          purchase_price: 50,
        })
        .execute(),
    )
    expect((await undone(made.id)).undo?.counts).toEqual({ removed: 1, archived: 0, restored: 1, left: 0 })
    const [back] = await find('pidox')
    expect(back).toMatchObject({ referencePrice: null })
    expect(back!.packagings.map(({ units }) => units).toSorted((a, b) => a - b)).toEqual([7, 14])
    const { rows } = await database.platform((tx) =>
      sql<{ units: number }>`select units from packagings where label like 'Boîte de %' and units in (7, 14, 21)
        order by 1`.execute(tx),
    )
    expect(rows.map(({ units }) => units)).toEqual([7, 14])
  })

  test('what an admin changed, wrote or merged since is left as it is, and told', async () => {
    await imported([{ label: 'RHODOX 5 mg', code: '3400930000120', price: '100' }])
    const made = await imported([
      { label: 'RHODOX 5 mg', code: '3400930000120', price: '150' },
      { label: 'PHIDOX A', code: '3400930000137' },
      { label: 'CHIDOX A', code: '3400930000144' },
      { label: 'PSIDOX A', code: '3400930000151' },
    ])
    const [[rho], [phi], [chi], [psi]] = [
      await find('rhodox'),
      await find('phidox'),
      await find('chidox'),
      await find('psidox'),
    ]
    const change = (of: typeof rho, label: string) =>
      admin.call(products.patch, { params: { id: of!.id }, body: { version: of!.version, label } })
    await change(rho, 'Rhodox')
    await admin.call(productTexts.putNotice, { params: { id: phi!.id }, body: { text: 'Lire avant.' } })
    await admin.call(products.merge, { params: { id: chi!.id }, body: { duplicateId: psi!.id } })
    expect(await preview(made.id)).toEqual({ removed: 0, archived: 0, restored: 0, left: 4 })
    const after = await undone(made.id)
    expect(after.kept.map(({ label, reason }) => [label, reason])).toEqual([
      ['CHIDOX A', 'changed'],
      ['PHIDOX A', 'changed'],
      ['PSIDOX A', 'changed'],
      ['Rhodox', 'changed'],
    ])
    expect((await find('rhodox'))[0]).toMatchObject({ label: 'Rhodox', referencePrice: { amount: 150 } })
    expect((await find('chidox'))[0]).toMatchObject({ codes: ['3400930000144', '3400930000151'] })
  })

  test('what the register of another country lists or completed since is left as it is', async () => {
    const [listed, completed] = [
      { label: 'IOTADOX 5 mg', code: '3400930000168', form: 'Sirop' },
      { label: 'THETADOX 5 mg', code: '3400930000175' },
    ]
    const made = await imported([listed, completed])
    const other = await imported([listed, { ...completed, form: 'Sirop' }], { countryCode: 'MR' })
    expect(other.counts).toMatchObject({ created: 0, changed: 1, same: 1 })
    expect((await undone(made.id)).kept.map(({ reason }) => reason)).toEqual(['listed', 'changed'])
    // as the register of the other country needs it
    expect((await imported([listed], { countryCode: 'MR' })).counts).toMatchObject({ same: 1 })
  })

  test('a form that a kept former value names stays until it is asked for', async () => {
    const row = { label: 'SAMPIDOX 5 mg', code: '3400930000212' }
    const first = await imported([{ label: 'KOPPADOX', form: 'Lyophilisat' }], { countryCode: 'ML' })
    await imported([{ ...row, form: 'Lyophilisat' }], { countryCode: 'MR' })
    const second = await imported([{ ...row, form: 'Bâton' }], { countryCode: 'MR' })
    await undone(first.id)
    await undone(second.id)
    expect((await find('sampidox'))[0]).toMatchObject({ form: 'Lyophilisat' })
  })

  test('tills of pharmacies that hold a restored product are told; an editor that saw the import is refused', async () => {
    const row = { label: 'ZETADOX 5 mg', code: '3400930000182', price: '100' }
    await imported([row])
    const own = await taken((await find('zetadox'))[0]!.id)
    const made = await imported([{ ...row, label: 'ZETADOX FORT' }])
    const [seen] = await find('zetadox')
    const told: string[] = []
    const stop = hints.subscribe(shop.id, (list) => told.push(list))
    await undone(made.id)
    stop()
    expect(told).toEqual(expect.arrayContaining(['referential', 'pharmacy-products']))
    expect((await titulaire.call(pharmacyProducts.read, { params: { id: own.id } })).label).toBe('ZETADOX 5 mg')
    await expect(
      admin.call(products.patch, { params: { id: seen!.id }, body: { version: seen!.version, label: 'X' } }),
    ).rejects.toMatchObject({ message: 'products:changedMeanwhile' })
  })
})

describe('which import can be undone', () => {
  const conflict = { message: 'requests:conflict', status: 409 }
  const row = (price: string) => [{ label: 'UPSIDOX 5 mg', code: '3400930000199', price }]

  test('the last one that stands, then the one before it; another register is no matter', async () => {
    const [first, second] = [await imported(row('1')), await imported(row('2'))]
    await imported([{ label: 'XIDOX' }], { countryCode: 'MR' })
    expect(await read(first.id)).toMatchObject({ canUndo: false, undo: null })
    await expect(undo(first.id)).rejects.toMatchObject(conflict)
    await expect(preview(first.id)).rejects.toMatchObject(conflict)
    expect(await read(second.id)).toMatchObject({ canUndo: true })
    await undone(second.id)
    expect((await find('upsidox'))[0]).toMatchObject({ referencePrice: { amount: 1 } })
    expect((await undone(first.id)).undo).toMatchObject({ status: 'done', counts: { removed: 1 } })
    expect(await find('upsidox')).toEqual([])
  })

  test('undone twice is undone once, also by two calls at once', async () => {
    const made = await imported(row('3'))
    const [one, two] = await Promise.all([undo(made.id), undo(made.id)])
    expect([one.undo?.status, two.undo?.status]).toEqual(['queued', 'queued'])
    await jobs.runWaiting()
    const after = await rowCounts()
    expect(await undo(made.id)).toMatchObject({ canUndo: false, undo: { status: 'done', counts: { removed: 1 } } })
    await jobs.runWaiting()
    expect(await rowCounts()).toEqual(after)
    await expect(preview(made.id)).rejects.toMatchObject(conflict)
  })

  test('not while another file of the register waits; one that came meanwhile makes the undo fail', async () => {
    const made = await imported(row('4'))
    const waiting = await asked(row('5'))
    await expect(undo(made.id)).rejects.toMatchObject(conflict)
    await jobs.runWaiting()
    await undone(waiting)
    await undo(made.id)
    // a process that took the import first
    await database.platform((tx) => sql`update platform_jobs set asked_at = now() where status = 'queued'`.execute(tx))
    const later = await asked(row('6'))
    await database.platform((tx) =>
      sql`update platform_jobs set asked_at = now() - interval '1 hour' where id = ${later}`.execute(tx),
    )
    await jobs.runWaiting()
    expect(await read(made.id)).toMatchObject({
      canUndo: false,
      undo: { status: 'failed', counts: null, error: { message: 'requests:conflict' } },
    })
    expect((await find('upsidox'))[0]).toMatchObject({ referencePrice: { amount: 6 } })
    await undone(later)
    // the undo that failed can be asked for again
    expect((await undone(made.id)).undo).toMatchObject({ status: 'done' })
  })

  test('an undo that breaks leaves nothing half done; one that its process lost goes on', async () => {
    const made = await imported([...row('7'), { label: 'OMICRONDOX' }])
    const before = await referential()
    await undo(made.id)
    const errors: unknown[] = []
    const broken = aJobLoop(
      { database, hints },
      {
        ...kinds,
        [registerUndoJob]: {
          async runOnPlatform(tx, id, how) {
            await registerUndoJobs.runOnPlatform(tx, id, how)
            throw new Error('power cut')
          },
        },
      },
      (error) => errors.push(error),
    )
    await broken.runWaiting()
    expect(errors).toHaveLength(1)
    expect(await referential()).toEqual(before)
    expect(await read(made.id)).toMatchObject({ canUndo: true, undo: { status: 'failed' } })
    await undo(made.id)
    await database.platform((tx) =>
      sql`update platform_jobs set status = 'running', attempt = 1, alive_at = now() - interval '5 minutes'
        where status = 'queued'`.execute(tx),
    )
    await jobs.runWaiting()
    expect((await read(made.id)).undo).toMatchObject({ status: 'done', counts: { removed: 2 } })
  })

  test('what three imports of a register wrote is kept, no more', async () => {
    const ids: string[] = []
    for (const price of ['11', '12', '13', '14', '15']) ids.push((await imported(row(price), { countryCode: 'ML' })).id)
    const { rows } = await database.platform((tx) =>
      sql<{ id: string }>`select distinct x.id, x.applied from register_imports x
        join register_import_products w on w.import_id = x.id where x.country_code = 'ML' and x.id = any(${ids}::uuid[])
        order by x.applied`.execute(tx),
    )
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(2))
    for (const id of ids.slice(2).toReversed()) expect((await undone(id)).undo?.status).toBe('done')
    expect(await read(ids[1]!)).toMatchObject({ canUndo: false })
    await expect(undo(ids[1]!)).rejects.toMatchObject(conflict)
    expect((await find('upsidox'))[0]).toMatchObject({ referencePrice: { amount: 12 } })
  })

  test('an unknown import is not found, and only the admin may undo', async () => {
    await expect(undo(randomUUID())).rejects.toMatchObject({ message: 'requests:notFound' })
    await expect(preview(randomUUID())).rejects.toMatchObject({ message: 'requests:notFound' })
    await expect(titulaire.call(registerImports.undo, { params: { id: randomUUID() } })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
  })
})

test('imports are found by file, country and who asked', async () => {
  await imported([{ label: 'ETADOX' }], { fileName: 'nomenclature-2026.xlsx', countryCode: 'MR' })
  const found = async (search: string) =>
    (await admin.call(registerImports.list, { query: { search } })).items.map(({ fileName }) => fileName)
  expect(await found('nomenclature mauritanie min')).toEqual(['nomenclature-2026.xlsx'])
  expect(await found('nomenclature mali')).toEqual([])
  expect((await admin.call(registerImports.list, { query: { search: 'mauritanie', size: 1 } })).total).toBeGreaterThan(
    1,
  )
})

test('the tables of the referential that name a product are known to the undo', async () => {
  const { rows } = await database.platform((tx) =>
    sql<{ name: string }>`select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = any(array['products', 'forms', 'brands', 'inns', 'packagings']::regclass[])
      group by 1 order by 1`.execute(tx),
  )
  // a new one must be in `fatesOf` or `usesOfNames`, or go with its product
  expect(rows.map(({ name }) => name)).toEqual([
    'delivery_lines',
    'pharmacy_products',
    'product_codes',
    'product_health_insurances',
    'product_inns',
    'product_packagings',
    'product_texts',
    'products',
    'register_import_products',
    'register_products',
    'stock_items',
    'wholesaler_products',
  ])
})
