import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { products } from '#shared/contract/products.ts'
import { registerImports, type RegisterOutcome } from '#shared/contract/register-imports.ts'
import { xlsxOf } from '#server/base/xlsx.ts'
import { ImportError } from '#server/import/import-error.ts'
import { importProducts } from '#server/import/import-products.ts'
import { readProductsCommandLine } from '#server/import/products-command-line.ts'
import { registerImportJob, registerImportJobs } from '#server/register-imports/register-import-job.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { openAdmin } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop, rowCounts } = await testApp()
const shop = await openShop('registers')
const admin = as(await openAdmin(database))
const jobs = aJobLoop({ database, hints }, { [registerImportJob]: registerImportJobs })
const folder = await mkdtemp(join(tmpdir(), 'registers-'))
afterAll(() => rm(folder, { recursive: true }))

beforeAll(() =>
  database.platform((tx) =>
    tx
      .insertInto('countries')
      .values({
        code: 'MR',
        name: 'Mauritanie',
        locale: 'fr-MR',
        currency_code: 'MRU',
        currency_symbol: 'UM',
        currency_decimals: 2,
        cash_rounding_step: 5,
        denominations: [],
        phone_operators: [],
      })
      .execute(),
  ),
)

type Body = CallInput<typeof registerImports.check>['body']
const check = (body: Partial<Body>) =>
  admin.call(registerImports.check, { body: { countryCode: 'BJ', decimals: 'comma', rows: [], ...body } })
const rowsOf = (...fields: Body['rows'][number]['fields'][]) =>
  fields.map((each, at) => ({ line: at + 2, fields: each }))
const outcomes = (rows: readonly RegisterOutcome[]) => rows.map(({ outcome }) => outcome)

async function imported(body: Partial<CallInput<typeof registerImports.create>['body']>) {
  const { id } = await admin.call(registerImports.create, {
    body: {
      id: randomUUID(),
      fileName: 'registre.csv',
      countryCode: 'BJ',
      decimals: 'comma',
      columns: { label: 'Libellé' },
      rows: [],
      ...body,
    },
  })
  await jobs.runWaiting()
  return admin.call(registerImports.read, { params: { id } })
}

/** Runs the command line; returns what it printed and the rows that it left out. */
async function command(file: string, ...options: string[]) {
  const said: string[] = []
  let left = ''
  const counts = await importProducts(database, readProductsCommandLine([file, ...options], folder), {
    now: new Date('2026-11-21T10:00:00Z'),
    say: (lines) => void said.push(...lines),
    writeLeft: (tsv) => ((left = tsv), Promise.resolve('ecartes.tsv')),
    report: () => {},
  })
  return { counts, said: said.join('\n'), left }
}

async function aFile(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content)
  return name
}

const find = async (search: string) => {
  const { items } = await admin.call(products.list, { query: { search } })
  return Promise.all(items.map(({ id }) => admin.call(products.details, { params: { id } })))
}

/** `;`, Windows-1252, decimal comma, title lines above the headers. */
const beninText = [
  'Direction de la pharmacie;;;;;;;',
  'Liste des médicaments homologués 2026;;;;;;;',
  '',
  'CODE CIP;Désignation;DCI;Dosage;Forme galénique;Présentation;Prix public;Laboratoire',
  '3400930000014;ZÉDOXINE 500 mg;Zédoxine;500 mg;Comprimé;Boîte de 16 comprimés;1 250,00;Labo Côte',
  '3400930000021;YOTRAL 1 g;Yotral + Acide zix;875 mg + 125 mg;Poudre;B/12;4.250,00;Labo Côte',
  ';XANOLUX 20 mg;Xanolux;20 mg;Gélule;B/28;900,00;Générix',
  '3400930000038;WILOX 5 mg;Wilox;5 mg;comprime;B/30;1,154,87;Générix',
].join('\r\n')
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

/** Other columns, names, order, decimals and currency, as a spreadsheet. */
async function mauritaniaSheet(): Promise<Uint8Array> {
  const rows = [
    ['Labo Cote', 'zedoxine 500', 'A-17/2026', 18.5, 'COMPRIME', '3400930000014', 'x'],
    ['Atlas Pharma', 'VULTREX 10 mg/ml', 'B-2', 1250.75, 'Sirop', '', 'y'],
  ]
  return xlsxOf(
    {
      name: 'Nomenclature',
      columns: ['Manufacturer', 'Product name', 'Registration No', 'Retail price', 'Dosage form', 'GTIN', 'Notes'].map(
        (title) => ({ title, width: 20 }),
      ),
      pages: (async function* () {
        yield await Promise.resolve(rows)
      })(),
    },
    new AbortController().signal,
  )
}

describe('two registers that differ in everything', () => {
  test('come in by the command line, once each; the second completes what the first made', async () => {
    const benin = await aFile('benin.csv', latin(beninText))
    const before = await rowCounts()
    const shown = await command(benin, '--country', 'bj')
    expect(shown.counts).toBeNull()
    expect(await rowCounts()).toEqual(before)
    expect(shown.said).toContain('Windows-1252, séparateur point-virgule, décimales : virgule')
    expect(shown.said).toContain('Ligne 8 : Prix public : « 1,154,87 » a deux marques de décimales')

    const written = await command(benin, '--country', 'BJ', '--yes')
    expect(written.counts).toEqual({ created: 3, changed: 0, same: 0, proposed: 0, aside: 1 })
    expect(written.left).toContain('8\tÉcartés\tWILOX 5 mg')
    expect((await find('zedoxine'))[0]).toMatchObject({
      label: 'ZÉDOXINE 500 mg',
      codes: ['3400930000014'],
      inns: [{ name: 'Zédoxine', dosage: '500 mg' }],
      form: 'Comprimé',
      brand: 'Labo Côte',
      packagings: [{ label: 'Boîte de 16 comprimés', units: 16 }],
      referencePrice: { amount: 1250, currency: 'XOF' },
    })
    expect((await find('yotral'))[0]).toMatchObject({
      inns: [
        { name: 'Yotral', dosage: '875 mg' },
        { name: 'Acide zix', dosage: '125 mg' },
      ],
      referencePrice: { amount: 4250, currency: 'XOF' },
    })

    const sheet = await aFile('mauritanie.xlsx', await mauritaniaSheet())
    const other = await command(sheet, '--country', 'MR', '--yes')
    expect(other.counts).toEqual({ created: 1, changed: 0, same: 1, proposed: 0, aside: 0 })
    expect(other.said).toContain('Non lues : Notes')
    // what another register made keeps its label and its price
    expect(await find('zedoxine')).toHaveLength(1)
    expect((await find('zedoxine'))[0]).toMatchObject({
      label: 'ZÉDOXINE 500 mg',
      referencePrice: { amount: 1250, currency: 'XOF' },
    })
    expect((await find('vultrex'))[0]).toMatchObject({
      brand: 'Atlas Pharma',
      referencePrice: { amount: 125_075, currency: 'MRU' },
    })

    const after = await rowCounts()
    expect((await command(benin, '--country', 'BJ', '--yes')).counts).toMatchObject({ created: 0, changed: 0, same: 3 })
    expect((await command(sheet, '--country', 'MR', '--yes')).counts).toMatchObject({ created: 0, changed: 0, same: 2 })
    const { platform_jobs: _, register_imports: __, ...rows } = await rowCounts()
    expect(after).toMatchObject(rows)
  })

  test('with tabs in UTF-16 too; forms and laboratories are found whatever their case and accents', async () => {
    const text = 'Nom commercial\tEAN\tLabo\tForme\tPPV\nUTRAX 5\t3400930000045\tLABO COTE\tcomprime\t12.50\n'
    const file = await aFile('tab.txt', utf16(text))
    const before = await rowCounts()
    expect((await command(file, '--country', 'MR', '--yes')).counts).toMatchObject({ created: 1 })
    expect((await find('utrax'))[0]).toMatchObject({ referencePrice: { amount: 1250, currency: 'MRU' } })
    const { forms, brands } = await rowCounts()
    expect({ forms, brands }).toEqual({ forms: before.forms, brands: before.brands })
  })
})

test('the command line names columns, leaves columns unread, and decides about proposed rows', async () => {
  const file = await aFile('named.csv', 'A;B;Prix\nHEXOTAN 5 mg;Sirop;12,5\nHEXOTAN 10 mg;Sirop;1\n')
  const columns = ['--column', 'label=A', '--column', 'form=B', '--column', 'price=']
  expect((await command(file, '--country', 'BJ', ...columns, '--yes')).counts).toMatchObject({ created: 2, aside: 0 })
  const other = await aFile('other.csv', 'Nom;Forme\nHexotan 5mg;Sirop\nHexotan 10mg;Sirop\n')
  expect((await command(other, '--country', 'MR', '--yes')).counts).toMatchObject({ created: 0, proposed: 2 })
  const taken = await command(other, '--country', 'MR', '--proposals', 'accept', '--yes')
  expect(taken.counts).toMatchObject({ created: 0, same: 2, proposed: 0 })
  const third = await aFile('third.csv', 'Produit;Forme;AMM\nHexotan 5mg;Sirop;X-1\n')
  expect((await command(third, '--country', 'MR', '--proposals', 'new', '--yes')).counts).toMatchObject({ created: 1 })
  await expect(command(file, '--country', 'BJ', '--column', 'label=Z')).rejects.toBeInstanceOf(ImportError)
  await expect(command(file, '--country', 'BJ', '--column', 'label=A', '--sheet', '2')).rejects.toBeInstanceOf(
    ImportError,
  )
  await expect(command(file, '--country', 'ZZ')).rejects.toBeInstanceOf(ImportError)
  await expect(command('missing.csv', '--country', 'BJ')).rejects.toBeInstanceOf(ImportError)
})

describe('a file that is no register', () => {
  test.each([
    [
      'noise of 10 MB',
      Buffer.alloc(10_000_000, 0).map((_, at) => (at * 7919 + (at >> 3)) & 255),
      'n’est pas un tableau',
    ],
    ['an empty file', '', 'est vide'],
    ['only one column', 'Libellé\nA\nB\n', 'Une seule colonne'],
    ['no column of labels', 'Couleur;Taille\nrouge;3\n', 'Choisissez la colonne du champ « Libellé »'],
    ['a spreadsheet cut in the middle', 'half', 'ne s’ouvre pas'],
  ])('%s is refused with its fault, and nothing is written', async (name, content, fault) => {
    const bytes = content === 'half' ? (await mauritaniaSheet()).subarray(0, 2_000) : content
    const file = await aFile('bad', bytes)
    const before = await rowCounts()
    const refused = await command(file, '--country', 'BJ', '--yes').catch((error: unknown) => error)
    expect(refused, name).toBeInstanceOf(ImportError)
    expect((refused as ImportError).problems.join(' ')).toContain(fault)
    expect(await rowCounts()).toEqual(before)
  })

  test('a line cut in the middle and swapped columns are set aside by name', async () => {
    const cut = `${beninText.split('\r\n').slice(3, 5).join('\r\n')}\r\n3400930000052;TOTO 5 mg;a;5 mg;Sirop;B/1;5;L\r\n34009300`
    const { counts, left } = await command(await aFile('cut.csv', latin(cut)), '--country', 'BJ', '--yes')
    expect(counts).toMatchObject({ created: 1, same: 1, aside: 1 })
    expect(left).toContain('Ligne coupée')
    const swapped = await command(
      await aFile('swapped.csv', 'Code;Libellé\nSIROP X;3400930000069\nSIROP Y;3400930000076\n'),
      '--country',
      'BJ',
      '--yes',
    )
    expect(swapped.counts).toMatchObject({ created: 0, aside: 2 })
    expect(swapped.left).toContain('n’est pas un code')
  })

  test.each([
    [['--country', 'BJ'], 'donnez le fichier'],
    [['f.csv'], '--country attend'],
    [['f.csv', '--country', 'BJ', '--column', 'taille=X'], '--column attend'],
    [['f.csv', '--country', 'BJ', '--decimals', 'dot'], '--decimals attend'],
    [['f.csv', '--country', 'BJ', '--sheet', '0'], '--sheet attend'],
    [['f.csv', '--country', 'BJ', '--nope'], 'option inconnue'],
  ])('the command line %j is refused', (args, fault) => {
    expect(() => readProductsCommandLine(args, '/')).toThrow(ImportError)
    try {
      readProductsCommandLine(args, '/')
    } catch (error) {
      expect((error as ImportError).problems[0]).toContain(fault)
    }
  })
})

describe('the API', () => {
  const rows = rowsOf(
    { label: 'QINOX 250 mg', code: '3400930000083', price: '500', form: 'Gélule' },
    { label: 'QINOX 250 mg', form: 'Gélule', pack: 'B/8' },
    { label: 'PRAZUM', price: 'sur devis' },
  )

  test('checks without writing, imports in the background with the result and the left rows, and keeps the profile', async () => {
    const before = await rowCounts()
    const checked = await check({ rows })
    expect(outcomes(checked.rows)).toEqual(['new', 'new', 'aside'])
    expect(checked.rows[2]?.reasons).toEqual([{ field: 'price', text: '« sur devis » n’est pas un prix.' }])
    expect(await rowCounts()).toEqual(before)
    const done = await imported({
      rows,
      columns: { label: 'Nom', code: 'Code' },
      decimals: 'point',
      fileName: 'bj.csv',
    })
    expect(done).toMatchObject({
      status: 'done',
      progress: 100,
      fileName: 'bj.csv',
      byName: 'MIN Ada',
      counts: { created: 2, changed: 0, same: 0, proposed: 0, aside: 1 },
      left: [
        {
          line: 4,
          label: 'PRAZUM',
          outcome: 'aside',
          reasons: [{ field: 'price', text: '« sur devis » n’est pas un prix.' }],
        },
      ],
    })
    const { items } = await admin.call(registerImports.list, { query: {} })
    expect(items[0]?.id).toBe(done.id)
    expect(await admin.call(registerImports.readProfile, { params: { code: 'BJ' } })).toEqual({
      profile: { columns: { label: 'Nom', code: 'Code' }, decimals: 'point' },
    })
    const again = await imported({ rows })
    expect(again.counts).toEqual({ created: 0, changed: 0, same: 2, proposed: 0, aside: 1 })
    expect(await find('qinox')).toHaveLength(2)
  })

  test('the same request twice is one import', async () => {
    const body = {
      id: randomUUID(),
      fileName: 'a.csv',
      countryCode: 'BJ',
      decimals: 'comma' as const,
      columns: { label: 'Nom' },
      rows: rowsOf({ label: 'OMBRIX' }),
    }
    await admin.call(registerImports.create, { body })
    await admin.call(registerImports.create, { body })
    await jobs.runWaiting()
    expect((await admin.call(registerImports.create, { body })).status).toBe('done')
    await jobs.runWaiting()
    expect(await find('ombrix')).toHaveLength(1)
  })

  test('the id of an import is that of one file of one country', async () => {
    const id = randomUUID()
    const ask = (body: Partial<CallInput<typeof registerImports.create>['body']>) =>
      admin.call(registerImports.create, {
        body: {
          id,
          fileName: 'b.csv',
          countryCode: 'BJ',
          decimals: 'comma',
          columns: { label: 'Nom' },
          rows: rowsOf({ label: 'ZELMIX' }),
          ...body,
        },
      })
    await ask({})
    for (const other of [{ fileName: 'c.csv' }, { countryCode: 'MR' }])
      await expect(ask(other)).rejects.toMatchObject({ message: 'requests:conflict', status: 409 })
    await jobs.runWaiting()
    expect(await admin.call(registerImports.read, { params: { id } })).toMatchObject({
      fileName: 'b.csv',
      countryCode: 'BJ',
      status: 'done',
    })
  })

  test('a proposed product is taken, refused or left, and stays so at the next import', async () => {
    await imported({ countryCode: 'MR', rows: rowsOf({ label: 'NOVAL 5 mg', form: 'Sirop', registration: 'N-1' }) })
    const proposed = rowsOf(
      { label: 'Noval 5mg', form: 'sirop' },
      { label: 'NOVAL 5 mg', form: 'Sirop', dosage: '5 mg' },
    )
    const { rows: asked } = await check({ rows: proposed })
    expect(outcomes(asked)).toEqual(['proposed', 'proposed'])
    const id = asked[0]!.proposals[0]!.id
    expect((await imported({ rows: proposed })).counts).toMatchObject({ created: 0, proposed: 2 })
    const decisions = [
      { line: 2, productId: id },
      { line: 3, productId: null },
    ]
    expect((await imported({ rows: proposed, decisions })).counts).toMatchObject({ created: 1, same: 1, proposed: 0 })
    expect((await imported({ rows: proposed })).counts).toMatchObject({ created: 0, changed: 0, same: 2, proposed: 0 })
    expect(await find('noval')).toHaveLength(2)
  })

  test('a merged product stays merged: its row finds the kept one', async () => {
    const two = rowsOf({ label: 'MERLIN 5 mg', code: '3400930000090' }, { label: 'MELIOR 5 mg', code: '3400930000106' })
    await imported({ rows: two })
    const [[kept], [gone]] = [await find('merlin'), await find('melior')]
    await admin.call(products.merge, { params: { id: kept!.id }, body: { duplicateId: gone!.id } })
    const { rows: judged } = await check({ rows: [two[1]!] })
    expect(judged[0]).toMatchObject({ outcome: 'same', productId: kept!.id })
    // both rows are one product now
    expect(outcomes((await check({ rows: two })).rows)).toEqual(['same', 'aside'])
  })

  test('what an admin changed by hand is not written over, what is missing is added', async () => {
    const row = { label: 'LISTRA 5 mg', code: '3400930000113', price: '100' }
    await imported({ rows: rowsOf(row) })
    const [made] = await find('listra')
    await admin.call(products.patch, { params: { id: made!.id }, body: { version: made!.version, label: 'Listra' } })
    expect((await imported({ rows: rowsOf({ ...row, form: 'Sirop' }) })).counts).toMatchObject({ changed: 1 })
    expect((await find('listra'))[0]).toMatchObject({ label: 'Listra', form: 'Sirop' })
  })

  test('a changed register changes its own products, and the tills of pharmacies that hold them are told', async () => {
    const row = { label: 'KALIX 5 mg', code: '3400930000120', price: '100' }
    await imported({ rows: rowsOf(row) })
    const [made] = await find('kalix')
    await database.platform((tx) =>
      tx
        .insertInto('pharmacy_products')
        .values({ pharmacy_id: shop.id, id: randomUUID(), product_id: made!.id })
        .execute(),
    )
    const revision = () =>
      database.platform((tx) =>
        tx.selectFrom('pharmacy_products').select('rev').where('product_id', '=', made!.id).executeTakeFirstOrThrow(),
      )
    const before = await revision()
    const told: string[] = []
    const stop = hints.subscribe(shop.id, (list) => told.push(list))
    const done = await imported({ rows: rowsOf({ ...row, price: '120', label: 'KALIX 5 mg sirop' }) })
    stop()
    expect(done.counts).toMatchObject({ changed: 1 })
    expect((await find('kalix'))[0]).toMatchObject({
      label: 'KALIX 5 mg sirop',
      referencePrice: { amount: 120, currency: 'XOF' },
      version: made!.version + 1,
    })
    expect(await revision()).not.toEqual(before)
    expect(told).toContain('pharmacy-products')
  })

  test('two imports of the same file at once make one product', async () => {
    const body = (id: string) => ({
      id,
      fileName: 'a.csv',
      countryCode: 'BJ',
      decimals: 'comma' as const,
      columns: { label: 'Nom' },
      rows: rowsOf({ label: 'JUNOVAN 5 mg', code: '3400930000137' }),
    })
    for (let at = 0; at < 2; at++) await admin.call(registerImports.create, { body: body(randomUUID()) })
    const second = aJobLoop({ database, hints }, { [registerImportJob]: registerImportJobs })
    await Promise.all([jobs.runWaiting(), second.runWaiting()])
    expect(await find('junovan')).toHaveLength(1)
  })

  test('the id of an import is that of one file of one register, read in one way, also when it is done', async () => {
    const body = {
      id: randomUUID(),
      fileName: 'a.csv',
      countryCode: 'BJ',
      decimals: 'comma' as const,
      columns: { label: 'Nom' },
      rows: rowsOf({ label: 'KALITAX 5 mg', code: '3400930000151' }),
    }
    const ask = (change: Partial<Body> = {}) => admin.call(registerImports.create, { body: { ...body, ...change } })
    await ask()
    for (const moment of ['queued', 'done'] as const) {
      expect(await ask()).toMatchObject({ id: body.id, status: moment })
      for (const change of [
        { countryCode: 'MR' },
        { fileName: 'b.csv' },
        { decimals: 'point' as const },
        { columns: { label: 'Libellé' } },
        { rows: rowsOf({ label: 'KALITAX 10 mg', code: '3400930000151' }) },
        { rows: [...body.rows, ...rowsOf({ label: 'LUMITOL', code: '3400930000168' })] },
        { decisions: [{ line: 2, productId: null }] },
      ])
        await expect(ask(change)).rejects.toMatchObject({ message: 'requests:conflict', status: 409 })
      await jobs.runWaiting()
    }
    expect(await find('kalitax')).toHaveLength(1)
    expect(await find('lumitol')).toHaveLength(0)
  })

  test('an import that breaks writes nothing and says so', async () => {
    const before = await rowCounts()
    const id = randomUUID()
    await admin.call(registerImports.create, {
      body: {
        id,
        fileName: 'a.csv',
        countryCode: 'BJ',
        decimals: 'comma',
        columns: { label: 'Nom' },
        rows: rowsOf({ label: 'IVERTOL', code: '3400930000144' }),
      },
    })
    const errors: unknown[] = []
    const broken = aJobLoop(
      { database, hints },
      {
        [registerImportJob]: {
          async runOnPlatform(tx, job, how) {
            await registerImportJobs.runOnPlatform(tx, job, how)
            throw new Error('power cut')
          },
        },
      },
      (error) => errors.push(error),
    )
    await broken.runWaiting()
    expect(errors).toHaveLength(1)
    expect(await find('ivertol')).toHaveLength(0)
    expect(await admin.call(registerImports.read, { params: { id } })).toMatchObject({
      status: 'failed',
      error: { message: 'internal' },
      counts: null,
    })
    const { platform_jobs: _, register_imports: __, ...rows } = await rowCounts()
    expect(before).toMatchObject(rows)
  })

  test('an unknown country is refused, and only the admin may import', async () => {
    await expect(check({ countryCode: 'ZZ', rows: rowsOf({ label: 'Abc' }) })).rejects.toMatchObject({
      details: { issues: [{ path: 'body.countryCode', message: 'unknown' }] },
    })
    await expect(admin.call(registerImports.readProfile, { params: { code: 'ZZ' } })).rejects.toMatchObject({
      message: 'requests:notFound',
    })
    await expect(as(shop.titulaire.token).call(registerImports.list, { query: {} })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
  })
})
