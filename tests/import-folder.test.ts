import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterEach, describe, expect, test } from 'vitest'
import { ImportError } from '#server/import/import-error.ts'
import { readBdpm, type Bdpm } from '#server/import/read-bdpm.ts'
import { decodeText } from '#server/import/read-table.ts'
import {
  bdpmFolder,
  cip13,
  encodedTwice,
  removeFolder,
  smallRows,
  textOf,
  type FolderOptions,
} from '#tests/import-fixture.ts'

const today = '2026-11-21'
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await removeFolder(folder)
})

async function read(options?: FolderOptions): Promise<Bdpm> {
  const folder = await bdpmFolder(options)
  folders.push(folder)
  return readBdpm(folder, { today })
}

async function problemsOf(options: FolderOptions): Promise<string> {
  const error: unknown = await read(options).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ImportError)
  return (error as ImportError).problems.join('\n')
}

describe('from files to products', () => {
  test('a presentation takes what it is from every file', async () => {
    const { products } = await read()
    expect(products.map(({ label, price, prescriptionList }) => [label, price, prescriptionList])).toEqual([
      ["TRAMADOL D'ESSAI 50 mg, gélule, boîte de 30 gélules", 256, 'list-1'],
      ['PARACÉTAMOL ESSAI 1 g, comprimé, boîte de 8 comprimés', 116, 'none'],
      ['PARACÉTAMOL ESSAI 1 g, comprimé, flacon de 100 comprimés', null, 'none'],
      ['MORPHINE ESSAI 10 mg/1 mL, solution injectable, boîte de 10 ampoules de 1 ml', 115_487, 'narcotic'],
    ])
    expect(products[0]).toMatchObject({
      cip13: cip13('3000001'),
      cip7: '3000001',
      form: 'gélule',
      brand: 'LABO UN',
      atc: null,
      inns: [{ name: 'Tramadol', dosage: '43,9 mg' }],
      packaging: { label: 'Boîte', units: 30 },
      national: {
        cis: '60000001',
        cip7: '3000001',
        holders: 'LABO UN, LABO DEUX',
        reimbursementRate: '65 %',
        genericGroup: '1',
        genericType: '1',
        conditions: 'liste I',
      },
    })
    expect(products[1]).toMatchObject({
      form: 'comprimé',
      national: { availability: "Tension d'approvisionnement (depuis le 03/07/2025)" },
    })
    expect(products[3]?.atc).toBe('N02AA01')
  })

  test.each<[string, FolderOptions]>([
    ['Windows-1252', { encoding: 'win1252' }],
    ['MacRoman', { encoding: 'macintosh' }],
    ['MacRoman with CR', { encoding: 'macintosh', lineEnd: '\r' }],
    [
      'UTF-8 encoded twice',
      {
        raw: Object.fromEntries(
          Object.entries(smallRows).map(([name, rows]) => [`${name}.txt`, encodedTwice(textOf(rows))]),
        ),
      },
    ],
    ['gzip', { gzip: true }],
    ['Windows-1252 in gzip with LF', { encoding: 'win1252', gzip: true, lineEnd: '\n' }],
    ['a mark at the beginning', { raw: { 'CIS_bdpm.txt': `\ufeff${textOf(smallRows.CIS_bdpm)}` } }],
    ['another case of the names', { raw: { 'CIS_bdpm.txt': null, 'cis_BDPM.TXT': textOf(smallRows.CIS_bdpm) } }],
  ])('%s gives the same products', async (_what, options) => {
    expect((await read(options)).products).toEqual((await read()).products)
  })

  test('the two files that were added later may be absent; what they say is then unknown', async () => {
    const { products, absent, files } = await read({ raw: { 'CIS_MITM.txt': null, 'CIS_CIP_Dispo_Spec.txt': null } })
    expect(absent).toEqual(['atcLinks', 'availabilities'])
    expect(files).toHaveLength(5)
    const whole = (await read()).products
    expect(products).toEqual(
      whole.map((product) => {
        const { availability, ...national } = product.national
        expect([undefined, "Tension d'approvisionnement (depuis le 03/07/2025)"]).toContain(availability)
        return { ...product, atc: null, national }
      }),
    )
  })

  test('a label keeps its presentation and never exceeds what the contract lets out', async () => {
    const [first, ...others] = smallRows.CIS_bdpm
    const { products } = await read({
      rows: { CIS_bdpm: [[first![0]!, 'V'.repeat(255), ...first!.slice(2)], ...others] },
    })
    expect(products[0]?.label).toHaveLength(200)
    expect(products[0]?.label).toMatch(/V…, boîte de 30 gélules$/)
  })
})

describe('rows that are set aside', () => {
  test('each has its file, line and reason', async () => {
    const { setAside, specialities } = await read()
    expect(setAside.rows.map(({ file, line, reason }) => [file, line, reason])).toEqual([
      ['CIS_GENER_bdpm', 2, 'générique d’une spécialité inconnue'],
      ['CIS_CIP_bdpm', 5, 'présentation d’une spécialité inconnue'],
    ])
    expect(specialities).toEqual({ total: 4, withoutPresentation: 1 })
  })

  test('blank lines, missing columns, malformed codes, wrong keys, codes seen twice', async () => {
    const good = smallRows.CIS_CIP_bdpm
    const withCode = (cip7: string, code: string) =>
      good[0]!.map((field, column) => (column === 1 ? cip7 : column === 6 ? code : field))
    const right = cip13('3000001')
    const wrongKey = `${right.slice(0, 12)}${(Number(right[12]) + 1) % 10}`
    const odd = [
      [''],
      ['60000001', '3000009'],
      withCode('300000X', cip13('3000001')),
      withCode('3000001', '340093'),
      withCode('3000001', wrongKey),
      good[0]!,
    ]
    // many good rows: a file of odd ones would be refused
    const many = Array.from({ length: 20 }, (_, index) =>
      withCode(String(3_100_000 + index), cip13(String(3_100_000 + index))),
    )
    const { products, setAside } = await read({ rows: { CIS_CIP_bdpm: [...good, ...many, ...odd] } })
    expect(products).toHaveLength(24)
    expect(
      setAside.rows.filter(({ file, line }) => file === 'CIS_CIP_bdpm' && line > 25).map(({ reason }) => reason),
    ).toEqual([
      'ligne vide',
      '2 colonnes au lieu de 13',
      'code CIP7 mal formé',
      'code CIP13 mal formé',
      'clé du code CIP13 fausse',
      'code CIP13 déjà vu plus haut',
    ])
  })

  test('a price that cannot be read is left out, the product is not', async () => {
    const rows = smallRows.CIS_CIP_bdpm.map((row, index) =>
      index === 0 ? row.map((field, column) => (column === 10 ? '1,154' : field)) : row,
    )
    const { products, setAside } = await read({ rows: { CIS_CIP_bdpm: rows } })
    expect(products[0]?.price).toBeNull()
    expect(setAside.rows).toContainEqual(
      expect.objectContaining({ file: 'CIS_CIP_bdpm', line: 1, kind: 'value', reason: 'prix illisible' }),
    )
  })

  test('the file of them has one line each, whatever tabs their rows hold', async () => {
    const { setAside } = await read()
    const lines = setAside.toTsv().trimEnd().split('\n')
    expect(lines).toHaveLength(1 + setAside.rows.length)
    for (const line of lines) expect(line.split('\t')).toHaveLength(5)
  })
})

describe('files that are refused', () => {
  const whole = textOf(smallRows.CIS_bdpm)
  test.each<[string, FolderOptions['raw'], RegExp]>([
    ['missing', { 'CIS_bdpm.txt': null }, /CIS_bdpm : fichier absent/],
    ['empty', { 'CIS_bdpm.txt': '' }, /CIS_bdpm : fichier vide/],
    ['a web page', { 'CIS_bdpm.txt': '<!DOCTYPE html>\n<html></html>\n' }, /CIS_bdpm : page web/],
    [
      'another table',
      { 'CIS_bdpm.txt': 'nom;prix\nDoliprane;2,18\nEfferalgan;2,40\n' },
      /CIS_bdpm : 3 lignes sur 3 n’ont pas la forme/,
    ],
    ['another of the files', { 'CIS_bdpm.txt': textOf(smallRows.CIS_COMPO_bdpm) }, /CIS_bdpm : .* n’ont pas la forme/],
    ['cut in its last line', { 'CIS_bdpm.txt': whole.slice(0, -3) }, /CIS_bdpm : la dernière ligne \(4\) est coupée/],
    ['cut gzip', { 'CIS_bdpm.txt.gz': gzipSync(whole).subarray(0, 60) }, /CIS_bdpm : fichier gzip tronqué/],
    ['gzip by its name only', { 'CIS_bdpm.txt.gz': whole }, /CIS_bdpm : ce n’est pas un fichier gzip/],
    ['there twice', { 'CIS_bdpm.txt': whole, 'CIS_bdpm.txt.gz': gzipSync(whole) }, /CIS_bdpm : deux versions/],
  ])('%s', async (_what, raw, message) => {
    expect(await problemsOf({ raw })).toMatch(message)
  })

  test('everything that is wrong is said at once', async () => {
    const problems = await problemsOf({ raw: { 'CIS_GENER_bdpm.txt': null, 'CIS_CPD_bdpm.txt': '' } })
    expect(problems).toMatch(/CIS_GENER_bdpm : fichier absent/)
    expect(problems).toMatch(/CIS_CPD_bdpm : fichier vide/)
  })

  test('a file cut between two lines is betrayed by the others', async () => {
    const [first] = smallRows.CIS_bdpm
    const many = Array.from({ length: 40 }, (_, index) => [String(61_000_000 + index), ...first!.slice(1)])
    const boxes = many.map(([cis], index) =>
      smallRows.CIS_CIP_bdpm[0]!.map((field, column) =>
        column === 0
          ? cis!
          : column === 1
            ? String(3_200_000 + index)
            : column === 6
              ? cip13(String(3_200_000 + index))
              : field,
      ),
    )
    const components = many.map(([cis]) => [cis!, ...smallRows.CIS_COMPO_bdpm[0]!.slice(1)])
    const rows = {
      CIS_bdpm: many,
      CIS_CIP_bdpm: boxes,
      CIS_COMPO_bdpm: components,
      CIS_GENER_bdpm: smallRows.CIS_GENER_bdpm,
    }
    expect((await read({ rows })).products).toHaveLength(40)
    expect(await problemsOf({ rows: { ...rows, CIS_bdpm: many.slice(0, 20) } })).toMatch(
      /CIS_bdpm : incomplet, 20 présentations sur 40/,
    )
    expect(await problemsOf({ rows: { ...rows, CIS_COMPO_bdpm: components.slice(0, 20) } })).toMatch(
      /CIS_COMPO_bdpm : incomplet/,
    )
    expect(await problemsOf({ rows: { ...rows, CIS_CIP_bdpm: boxes.slice(0, 20) } })).toMatch(
      /CIS_CIP_bdpm : incomplet/,
    )
  })

  test('a folder that is not there, or is a file', async () => {
    const folder = await bdpmFolder()
    folders.push(folder)
    await expect(readBdpm(join(folder, 'nowhere'), { today })).rejects.toThrow(/n’existe pas/)
    await expect(readBdpm(join(folder, 'CIS_bdpm.txt'), { today })).rejects.toThrow(/n’est pas un dossier/)
  })
})

const real = join(import.meta.dirname, '../../shared/data/bdpm')

describe.skipIf(!existsSync(real))('the official files (skipped where ../shared/data/bdpm is absent)', () => {
  test('20,879 presentations of 20,882 come in; the others, and the odd rows of each file, are set aside with their reasons', async () => {
    const { products, setAside, files, specialities, dataDay } = await readBdpm(real, { today })
    expect(dataDay).toBe('2025-07-04')
    expect(products).toHaveLength(20_879)
    expect(files.map(({ file, lines, encoding }) => [file, lines, encoding])).toEqual([
      ['CIS_bdpm', 15_788, 'UTF-8'],
      ['CIS_CIP_bdpm', 20_882, 'UTF-8'],
      ['CIS_COMPO_bdpm', 32_585, 'UTF-8'],
      ['CIS_GENER_bdpm', 10_485, 'UTF-8'],
      ['CIS_CPD_bdpm', 27_473, 'UTF-8'],
      ['CIS_MITM', 8_107, 'UTF-8'],
      ['CIS_CIP_Dispo_Spec', 957, 'UTF-8'],
    ])
    expect(files.reduce((sum, { repaired }) => sum + repaired, 0)).toBe(446)
    expect(specialities).toEqual({ total: 15_788, withoutPresentation: 1_256 })
    expect(setAside.summary()).toEqual([
      { file: 'CIS_CIP_bdpm', reason: 'présentation d’une spécialité inconnue', count: 3 },
      { file: 'CIS_CIP_Dispo_Spec', reason: 'disponibilité d’une spécialité inconnue', count: 18 },
      { file: 'CIS_CPD_bdpm', reason: 'ligne vide', count: 6 },
      { file: 'CIS_GENER_bdpm', reason: 'générique d’une spécialité inconnue', count: 2_393 },
      { file: 'CIS_MITM', reason: 'lien ATC d’une spécialité inconnue', count: 1 },
    ])
    expect(products.find((product) => product.cip13 === '3400949497294')).toMatchObject({
      cip7: '4949729',
      price: 2536,
      prescriptionList: 'list-1',
      packaging: { units: 30 },
      inns: [{ name: 'Anastrozole', dosage: '1 mg' }],
    })
    expect(products.filter(({ price }) => price !== null && price >= 100_000).length).toBeGreaterThan(0)
    expect(products.some((product) => /[\u0080-\u009f\t\r\n]/.test(JSON.stringify(product)))).toBe(false)
  })

  test('encoded twice in UTF-8, or in MacRoman, each of them is recognised', async () => {
    for (const name of await readdir(real)) {
      const { text } = decodeText(gunzipSync(await readFile(join(real, name))))
      const twice = decodeText(encodedTwice(text))
      expect([name, twice.encoding, twice.text === text]).toEqual([name, 'UTF-8 encodé deux fois', true])
      expect([name, decodeText(iconv.encode(text, 'macintosh')).encoding]).toEqual([name, 'MacRoman'])
    }
  })

  test('as the official site serves them, in Windows-1252, they give the same products', async () => {
    const raw: Record<string, Uint8Array | null> = {}
    for (const name of await readdir(real)) {
      // the repaired text in its first encoding: nothing of it is outside Windows-1252
      const text = decodeText(gunzipSync(await readFile(join(real, name)))).text
      raw[name.replace(/\.gz$/, '')] = iconv.encode(text, 'win1252')
    }
    const folder = await bdpmFolder({ raw })
    folders.push(folder)
    const official = await readBdpm(folder, { today })
    expect(new Set(official.files.map(({ encoding, repaired }) => `${encoding}, ${repaired} repaired`))).toEqual(
      new Set(['Windows-1252, 0 repaired']),
    )
    expect(official.products).toEqual((await readBdpm(real, { today })).products)
  })
})
