import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { atcLabels } from '#server/import/atc-labels.ts'
import { innsOf } from '#server/import/bdpm-inns.ts'
import type { Row } from '#server/import/bdpm-files.ts'
import type { ImportedProduct } from '#server/import/bdpm-products.ts'
import { readCommandLine } from '#server/import/command-line.ts'
import { isMacRoman } from '#server/import/is-mac-roman.ts'
import { undoubleUtf8 } from '#server/import/undouble-utf8.ts'
import { dataDay } from '#server/import/data-day.ts'
import { hasEan13Key } from '#server/import/ean13-key.ts'
import { foldName } from '#shared/domain/search/fold.ts'
import { parsePresentation } from '#server/import/parse-presentation.ts'
import { parsePrice } from '#server/import/parse-price.ts'
import { planStock, rankForStock } from '#server/import/plan-stock.ts'
import { decodeText, splitLines } from '#server/import/read-table.ts'
import { sentenceCase } from '#server/import/sentence-case.ts'
import { stableId } from '#server/base/stable-id.ts'
import { cip13, encodedTwice } from '#tests/import-fixture.ts'

/** As the official files print a price: a comma before each group of three digits and before the cents. */
function printed(cents: number): string {
  const euros = String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${euros},${String(cents % 100).padStart(2, '0')}`
}

describe('prices', () => {
  test.each([
    ['24,34', 2434],
    ['1,154,87', 115_487],
    ['12,345,678,90', 1_234_567_890],
    ['1154,87', 115_487],
    ['7', 700],
    ['1 154,87', 115_487],
  ])('%s is %d cents', (text, cents) => {
    expect(parsePrice(text)).toBe(cents)
  })

  test.each(['', 'gratuit', '1,154', '12,5', '1,15,487', '-3,00', '1.50', ',50', '1,154,8'])(
    '« %s » is not read rather than read wrong',
    (text) => {
      expect(parsePrice(text)).toBeNull()
    },
  )

  test('every printed price is read back to the cent', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => parsePrice(printed(cents)) === cents))
  })

  test('whatever the text, the answer is a whole number of cents or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789, .-€')), maxLength: 14 }), (text) => {
        const price = parsePrice(text)
        return price === null || (Number.isSafeInteger(price) && price >= 0)
      }),
    )
  })
})

describe('encodings', () => {
  const french = fc.string({
    unit: fc.constantFrom(
      ...Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789,.()éèêàçùîôûëïœ’–…°µ«»'),
    ),
    maxLength: 200,
  })

  test('French text comes back from either encoding', () => {
    fc.assert(
      fc.property(french, (text) => {
        const sentence = `spécialité ${text} `
        expect(decodeText(iconv.encode(sentence, 'win1252'))).toEqual({
          text: sentence,
          encoding: 'Windows-1252',
          repaired: 0,
        })
        expect(decodeText(Buffer.from(sentence, 'utf8'))).toEqual({ text: sentence, encoding: 'UTF-8', repaired: 0 })
      }),
    )
  })

  test('Windows-1252 once read as Latin-1 is repaired, and counted', () => {
    fc.assert(
      fc.property(french, (text) => {
        const misread = Buffer.from(iconv.decode(iconv.encode(`à ${text}`, 'win1252'), 'latin1'), 'utf8')
        const decoded = decodeText(misread)
        expect(decoded.text).toBe(`à ${text}`)
        expect(decoded.repaired).toBe(text.match(/[œ’–…]/g)?.length ?? 0)
      }),
    )
  })

  /** UTF-8 that a program read as Windows-1252 or as Latin-1 and wrote as UTF-8. */
  const doublings = [encodedTwice, (text: string) => Buffer.from(Buffer.from(text, 'utf8').toString('latin1'), 'utf8')]

  test.each([
    'comprimé pelliculé',
    'COMPRIMÉ',
    'l’œil : 30 µg/mL – 5 °C',
    'interféron α, ≥ 50 %',
    'CHIROCAÏNE',
    '\ufeff60000001\té',
  ])('« %s » encoded twice in UTF-8 is read as it was', (text) => {
    for (const doubled of doublings)
      expect(decodeText(doubled(text))).toEqual({
        text: text.replace('\ufeff', ''),
        encoding: 'UTF-8 encodé deux fois',
        repaired: 0,
      })
  })

  test('any French text encoded twice is read as it was, and sound text is left as it is', () => {
    fc.assert(
      fc.property(french, (text) => {
        const sentence = `spécialité ${text} `
        for (const doubled of doublings)
          expect(decodeText(doubled(sentence))).toMatchObject({ text: sentence, repaired: 0 })
        expect(undoubleUtf8(sentence)).toBeNull()
      }),
    )
  })

  test.each(['ÂGE « Â° »', 'MÂCON Â 30', 'Ça coûte 5 €, « ÎLE »', 'plain ASCII', ''])('« %s » is sound', (text) => {
    expect(undoubleUtf8(text)).toBeNull()
  })

  test.each([
    ['comprimé pelliculé sécable', true],
    ['COMPRIMÉ SÉCABLE À CROQUER', true],
    ['crème à l’huile d’amande « douce »', true],
    ['Émulsion pour perfusion, forêt, maïs, là où', true],
    ['poudre', false],
  ])('« %s » in MacRoman: %s', (text, isMac) => {
    expect(isMacRoman(iconv.encode(text, 'macintosh'))).toBe(isMac)
    expect(isMacRoman(iconv.encode(text, 'win1252'))).toBe(false)
  })

  test('any French text of an old Mac is read as it was', () => {
    const lowerCase = french.map((text) => text.toLowerCase())
    fc.assert(
      fc.property(lowerCase, (text) => {
        const sentence = `spécialité ${text} `
        expect(decodeText(iconv.encode(sentence, 'macintosh'))).toEqual({
          text: sentence,
          encoding: 'MacRoman',
          repaired: 0,
        })
      }),
    )
  })

  test('a control that stands for nothing is dropped', () => {
    expect(decodeText(Buffer.from('a\u0081b', 'utf8'))).toMatchObject({ text: 'ab', repaired: 1 })
  })

  test('the mark at the beginning of a file is not part of its first field', () => {
    expect(decodeText(Buffer.from('\ufeff60000001\té', 'utf8')).text).toBe('60000001\té')
  })

  test.each<[string, Uint8Array, RegExp]>([
    ['an empty file', Buffer.from(''), /vide/],
    ['only line ends', Buffer.from('\r\n\r\n'), /vide/],
    ['a web page', Buffer.from('\n<!DOCTYPE html><html><body>404</body></html>'), /page web/],
    ['a ZIP archive', Buffer.from('PK\u0003\u0004rest'), /ZIP/],
    ['UTF-16', Buffer.from('\ufeffabc', 'utf16le'), /UTF-16/],
    [
      'UTF-8 encoded twice by a program that lost a character',
      Buffer.concat([encodedTwice('spécialité sécable CHIROCA'), Buffer.from('Ã\ufffdNE', 'utf8')]),
      /encodé deux fois en UTF-8, 1 caractère\(s\) perdu/,
    ],
    ['a binary file', Buffer.from([1, 2, 0, 3]), /texte/],
    [
      'UTF-8 that lost a byte',
      Buffer.concat([Buffer.from('éàùéàù ', 'utf8'), Buffer.from([0xc3]), Buffer.from(' suite\n')]),
      /abîmé/,
    ],
  ])('%s is refused', (_what, bytes, message) => {
    expect(() => decodeText(bytes)).toThrow(message)
  })

  test('lines end with CRLF or LF, and a last line without an end is a cut file', () => {
    expect(splitLines('a\r\nb\n')).toEqual({
      lines: [
        { number: 1, text: 'a' },
        { number: 2, text: 'b' },
      ],
      complete: true,
    })
    expect(splitLines('a\nb').complete).toBe(false)
    expect(splitLines('a\rb\r')).toEqual(splitLines('a\nb\n'))
  })
})

describe('the day of the data', () => {
  const none = { specialities: [], presentations: [], availabilities: [] }

  test('is the latest that the rows name, not after today', () => {
    expect(
      dataDay(
        {
          specialities: [{ date: '16/03/2011' }, { date: '01/02/2052' }],
          presentations: [{ date: '30/06/2025' }, { date: '' }],
          availabilities: [{ start: '03/07/2025', update: '04/07/2025' }],
        },
        '2026-11-21',
      ),
    ).toBe('2025-07-04')
    expect(dataDay({ ...none, presentations: [{ date: '30/06/2025' }] }, '2026-11-21')).toBe('2025-06-30')
  })

  test('is unknown when no row names any', () => {
    expect(dataDay({ ...none, specialities: [{ date: '' }, { date: 'hier' }] }, '2026-11-21')).toBeNull()
  })
})

describe('presentations', () => {
  test.each([
    ['plaquette(s) PVC PVDC aluminium de 30 comprimé(s)', 'Boîte', 30, 'boîte de 30 comprimés'],
    ['plaquette(s) thermoformée(s) PVC-Aluminium de 1 comprimé(s)', 'Boîte', 1, 'boîte de 1 comprimé'],
    ['3 plaquette(s) PVC PVDC aluminium de 21 comprimé(s)', 'Boîte', 63, 'boîte de 63 comprimés'],
    [
      '20 comprimés conditionnés en 4 plaquettes PVC-Aluminium de 5 comprimés suremballées',
      'Boîte',
      20,
      'boîte de 20 comprimés',
    ],
    [
      '1 flacon(s) polyéthylène haute densité (PEHD) avec fermeture de sécurité enfant de 90 gélule(s)',
      'Flacon',
      90,
      'flacon de 90 gélules',
    ],
    ['1 pilulier(s) polypropylène de 30 comprimé(s)', 'Pilulier', 30, 'pilulier de 30 comprimés'],
    ['10 ampoule(s) en verre de 5 ml', 'Boîte', 10, 'boîte de 10 ampoules de 5 ml'],
    [
      '20 récipient(s) unidose(s) polyéthylène de 2 ml suremballée(s)/surpochée(s) par plaquette',
      'Boîte',
      20,
      'boîte de 20 unidoses de 2 ml',
    ],
    ['1 tube(s) aluminium verni de 30 g', 'Tube', 1, 'tube de 30 g'],
    ['1 flacon(s) en verre brun de 150 ml avec gobelet(s) doseur(s)', 'Flacon', 1, 'flacon de 150 ml'],
    ['1 flacon(s) pressurisé(s) aluminium de 120 dose(s) avec valve(s) doseuse(s)', 'Flacon', 1, 'flacon de 120 doses'],
    [
      '1 flacon(s) en verre de 25 mg - 1 flacon(s) en verre de 1 ml',
      'Boîte',
      1,
      '1 flacon en verre de 25 mg - 1 flacon en verre de 1 ml',
    ],
    [
      '1 flacon en verre de 500 UI de poudre + 1 flacon en verre de 5 mL de solvant',
      'Boîte',
      1,
      '1 flacon en verre de 500 UI de poudre + 1 flacon en verre de 5 mL de solvant',
    ],
    [
      '3 plaquette(s) PVC de 21 comprimés actifs et 7 comprimés placebos',
      'Boîte',
      1,
      '3 plaquette PVC de 21 comprimés actifs et 7 comprimés placebos',
    ],
    ['Kit de préparation', 'Boîte', 1, 'Kit de préparation'],
  ])('%s → %s, %d', (text, packaging, units, short) => {
    expect(parsePresentation(text)).toEqual({ packaging, units, short })
  })

  test('how a batch was imported or withdrawn is no part of the packaging', () => {
    expect(
      parsePresentation('plaquette(s) aluminium de 4 comprimé(s) (distributeur parallèle : X) ( abrogée le 05/12/2022)')
        .short,
    ).toBe('boîte de 4 comprimés')
  })

  test('any text gives a positive whole number of units and a short text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.nat(), (text, count) => {
        const { units, short } = parsePresentation(`${count} plaquette(s) ${text} de ${count} comprimé(s)`)
        expect(Number.isSafeInteger(units) && units > 0).toBe(true)
        expect(short.length).toBeLessThanOrEqual(80)
      }),
    )
  })
})

describe('substances', () => {
  const component = (substance: string, nature: string, link: string, dosage = ''): Row<'components'> => ({
    cis: '60000001',
    element: 'comprimé',
    substanceCode: '1',
    substance,
    dosage,
    dosageReference: '',
    nature,
    link,
    line: { number: 1, text: '' },
  })

  test('the therapeutic moiety replaces the salt of the same link, and only that one', () => {
    expect(
      innsOf([
        component('TRAMADOL (CHLORHYDRATE DE)', 'SA', '1', '37,50 mg'),
        component('TRAMADOL', 'FT', '1', '32,94 mg'),
        component('PARACÉTAMOL', 'SA', '2', '325,00 mg'),
      ]),
    ).toEqual([
      { name: 'Tramadol', dosage: '32,94 mg' },
      { name: 'Paracétamol', dosage: '325 mg' },
    ])
  })

  test('one salt of two moieties gives both; two salts of one moiety give it once', () => {
    expect(
      innsOf([
        component('VALSARTAN', 'FT', '1', '51,4 mg'),
        component('COMPLEXE', 'SA', '1'),
        component('SACUBITRIL', 'FT', '1', '48,6 mg'),
      ]).map(({ name }) => name),
    ).toEqual(['Valsartan', 'Sacubitril'])
    expect(
      innsOf([
        component('MAGNÉSIUM (OXYDE DE)', 'SA', '1'),
        component('MAGNÉSIUM (CARBONATE DE)', 'SA', '1'),
        component('MAGNÉSIUM', 'FT', '1', '100 mg'),
      ]),
    ).toHaveLength(1)
  })

  test.each([
    ['1,00 mg', '1 mg'],
    ['0,150 mg', '0,15 mg'],
    ['50,000 mg', '50 mg'],
    ['100 mg', '100 mg'],
    ['4,0 mg/ml', '4 mg/ml'],
    ['3CH à 30CH', '3CH à 30CH'],
  ])('a dosage of %s reads %s', (printedDosage, short) => {
    expect(innsOf([component('X', 'SA', '1', printedDosage)])[0]?.dosage).toBe(short)
  })

  test.each([
    ['CHLORHYDRATE DE TRAMADOL', 'Chlorhydrate de tramadol'],
    ['VITAMINE A', 'Vitamine A'],
    ["AMLODIPINE (BÉSILATE D')", "Amlodipine (bésilate d')"],
    ['FACTEUR VIII HUMAIN', 'Facteur VIII humain'],
    ['PROTÉINE CRM197', 'Protéine CRM197'],
  ])('%s is written %s', (shouted, written) => {
    expect(sentenceCase(shouted)).toBe(written)
  })

  test('a name is the same in any case and with any accents', () => {
    expect(foldName('  PARACÉTAMOL  BASE')).toBe(foldName('Paracetamol base'))
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('abcéèçœ B')) }),
        (name) => foldName(foldName(name)) === foldName(name),
      ),
    )
  })

  test('an ATC code is named after what is most often found under it', () => {
    const product = (...names: string[]) =>
      ({ atc: 'N02AX02', inns: names.map((name) => ({ name, dosage: null })) }) as ImportedProduct
    expect(atcLabels([product('Tramadol'), product('Chlorhydrate de tramadol'), product('Tramadol')])).toEqual(
      new Map([['N02AX02', 'Tramadol']]),
    )
  })
})

describe('codes, ids and the command line', () => {
  test('the key of a box is right or wrong, never guessed', () => {
    expect(hasEan13Key('3400949497294')).toBe(true)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 1, max: 9 }), (number, error) => {
        const code = cip13(String(number).padStart(7, '0'))
        expect(hasEan13Key(code)).toBe(true)
        expect(hasEan13Key(`${code.slice(0, 12)}${(Number(code[12]) + error) % 10}`)).toBe(false)
      }),
    )
  })

  test('an id is a UUID, the same each time', () => {
    expect(stableId('bdpm', '3400949497294')).toBe('2fc6ab1a-885e-8223-876b-a85be62443dc')
    fc.assert(
      fc.property(fc.string(), (part) =>
        /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(stableId(part)),
      ),
    )
  })

  test('the command line names a folder, from where the person stands', () => {
    expect(readCommandLine(['../data', '--stock', '500'], '/home/shop')).toEqual({
      folder: '/home/data',
      stock: 500,
      acceptShorter: false,
    })
    expect(readCommandLine(['/data'], '/home')).toMatchObject({ folder: '/data', stock: 0 })
    expect(readCommandLine(['/data', '--accept-shorter'], '/home')).toMatchObject({ acceptShorter: true })
  })

  test.each([
    [[]],
    [['a', 'b']],
    [['a', '--stock', 'x']],
    [['a', '--stock', '-1']],
    [['a', '--stock', '1.5']],
    [['a', '--stock', '20001']],
    [['a', '--stock', '']],
    [['a', '--force']],
  ])('%j is answered with the usage', (args) => {
    expect(() => readCommandLine(args, '/home')).toThrow(/Usage|import:bdpm/)
  })
})

describe('what a pharmacy is stocked with', () => {
  const product = (over: Partial<ImportedProduct>): ImportedProduct => ({
    id: stableId('one'),
    cip13: cip13('3000001'),
    cip7: '3000001',
    label: 'X',
    form: null,
    brand: null,
    atc: null,
    prescriptionList: 'none',
    price: 256,
    national: { reimbursementRate: '65 %' },
    inns: [],
    packaging: { label: 'Boîte', units: 1 },
    isMarketed: true,
    isForHospitals: false,
    ...over,
  })

  test('what is commonly sold comes before what is not', () => {
    const common = product({ id: stableId('z') })
    const dear = product({ id: stableId('a'), price: 90_000 })
    const withoutPrice = product({ id: stableId('b'), price: null })
    const hospital = product({ id: stableId('c'), isForHospitals: true })
    expect(rankForStock([hospital, withoutPrice, dear, common])).toEqual([common, dear, withoutPrice, hospital])
  })

  test('prices are euros at the fixed parity, to 5 F, above what they cost; lots expire at the end of a later month', () => {
    const pharmacyId = stableId('pharmacy')
    const today = new Date('2026-01-31T23:00:00Z')
    expect(planStock(product({ price: 1000 }), pharmacyId, today).lots[0]?.salePrice).toBe(6560)
    fc.assert(
      fc.property(fc.string(), fc.option(fc.integer({ min: 100, max: 10 ** 7 })), (name, price) => {
        const { lots, minimum, maximum } = planStock(product({ id: stableId(name), price }), pharmacyId, today)
        expect(lots.length).toBeGreaterThan(0)
        expect(maximum).toBeGreaterThan(minimum)
        for (const lot of lots) {
          expect(lot.salePrice % 5).toBe(0)
          expect(lot.purchasePrice).toBeLessThan(lot.salePrice)
          expect(lot.quantity).toBeGreaterThan(0)
          expect(lot.expiresOn > '2026-03-31').toBe(true)
          expect(new Date(Date.parse(lot.expiresOn) + 86_400_000).getUTCDate()).toBe(1)
        }
      }),
    )
  })
})
