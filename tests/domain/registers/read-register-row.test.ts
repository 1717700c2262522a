import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPack, readRegisterRow, type RegisterTexts } from '#shared/domain/registers/read-register-row.ts'
import { guessRegister, registerFields } from '#shared/domain/registers/register-fields.ts'

const format = { decimals: 'comma', currencyDecimals: 0 } as const
const read = (fields: RegisterTexts, isCut = false) => readRegisterRow({ line: 2, fields, isCut }, format)
const reasonsOf = (fields: RegisterTexts, isCut = false) => {
  const reading = read(fields, isCut)
  return reading.ok ? [] : reading.reasons.map(({ field, text }) => `${field}: ${text}`)
}

test('a row is read whole', () => {
  expect(
    read({
      label: ' AUGMENTIN  1 g ',
      code: '3400 930 000 014',
      otherCode: '3000001/ 123456',
      registration: 'AMM/12-B',
      inn: 'Amoxicilline + Acide clavulanique',
      dosage: '875 mg + 125 mg',
      form: 'Poudre',
      pack: 'B/12',
      price: '4 250 F CFA',
      laboratory: 'GSK',
    }),
  ).toEqual({
    line: 2,
    label: 'AUGMENTIN 1 g',
    code: '3400930000014',
    ok: true,
    product: {
      label: 'AUGMENTIN 1 g',
      codes: ['3400930000014', '3000001', '123456'],
      registration: 'AMM/12-B',
      inns: [
        { name: 'Amoxicilline', dosage: '875 mg' },
        { name: 'Acide clavulanique', dosage: '125 mg' },
      ],
      dosage: '875 mg + 125 mg',
      form: 'Poudre',
      pack: { label: 'B/12', units: 12 },
      price: 4250,
      laboratory: 'GSK',
    },
  })
})

describe('a row with a value that cannot be read is set aside whole, and the field is named', () => {
  test.each<[RegisterTexts, string[]]>([
    [
      { label: 'Aspirine', price: '1,154,87' },
      ['price: « 1,154,87 » a deux marques de décimales : le prix n’est pas sûr.'],
    ],
    [{ label: 'Aspirine', price: '12,5' }, ['price: « 12,5 » a des décimales que la monnaie n’a pas.']],
    [
      { label: '3400930000014', code: 'Aspirine' },
      [
        'label: « 3400930000014 » n’est pas un libellé : les colonnes sont peut-être inversées.',
        'code: « Aspirine » n’est pas un code : 4 à 14 chiffres sont attendus.',
      ],
    ],
    [
      { label: 'Aspirine', code: '3400930000015' },
      ['code: « 3400930000015 » a une clé de contrôle fausse : un chiffre est mal copié.'],
    ],
    [
      { label: 'Aspirine', code: '3,40093E+12' },
      ['code: « 3,40093E+12 » est un code arrondi par le tableur. Mettez la colonne au format texte.'],
    ],
    [{ label: 'Aspirine', form: '250' }, ['form: « 250 » n’est pas un nom : les colonnes sont peut-être inversées.']],
    [{ code: '123456' }, ['label: Le libellé manque.']],
    [{ label: 'Aspirine \uFFFDcole' }, ['label: « Aspirine \uFFFDcole » : des signes sont illisibles.']],
  ])('%j', (fields, reasons) => {
    expect(reasonsOf(fields)).toEqual(reasons)
  })

  test('a cut line and an open quote', () => {
    expect(reasonsOf({ label: 'Aspi' }, true)[0]).toContain('Ligne coupée')
    expect(reasonsOf({ label: `bc${'a'.repeat(400)}` })[0]).toMatch(/^label: « bca{28}… » est trop long/)
  })
})

test('a value of 200 signs is read, one of 201 is too long', () => {
  expect(reasonsOf({ label: 'a'.repeat(200) })).toEqual([])
  expect(reasonsOf({ label: 'a'.repeat(201) })).toEqual([
    `label: « ${'a'.repeat(30)}… » est trop long : 200 signes au plus (guillemet non refermé ?).`,
  ])
})

test.each([
  ['Boîte de 30 comprimés', 30],
  ['B/16', 16],
  ['3 x 10', 30],
  ['Flacon de 100 ml', 1],
  ['Boîte', 1],
  ['20 sachets de 5 g', 20],
  ['0', 1],
])('the pack « %s » has %i units', (text, units) => {
  expect(readPack(text).units).toBe(units)
})

describe('the columns of a register', () => {
  test.each([
    [
      ['CODE CIP', 'Désignation', 'DCI', 'Dosage', 'Forme galénique', 'Présentation', 'Prix public', 'Laboratoire'],
      ['code', 'label', 'inn', 'dosage', 'form', 'pack', 'price', 'laboratory'],
    ],
    [
      [
        'Product name',
        'Registration No',
        'Active substance',
        'Strength',
        'Dosage form',
        'Pack size',
        'Retail price',
        'Manufacturer',
        'GTIN',
      ],
      ['label', 'registration', 'inn', 'dosage', 'form', 'pack', 'price', 'laboratory', 'code'],
    ],
    [
      ['EAN13', 'Code', 'Nom commercial'],
      ['code', 'otherCode', 'label'],
    ],
  ])('are found by their headers: %j', (headers, fields) => {
    expect(guessRegister(headers)).toEqual(
      Object.fromEntries(fields.flatMap((field, at) => (field === null ? [] : [[field, headers[at]]]))),
    )
  })
})

test('no cell of noise breaks the reading, and a product always has a name and codes of digits', () => {
  const anyCell = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('12', '1,5', '3400930000014'))
  const anyFields = fc.record(Object.fromEntries(registerFields.map((field) => [field, anyCell])), { requiredKeys: [] })
  fc.assert(
    fc.property(anyFields, (fields) => {
      const reading = read(fields as RegisterTexts)
      if (!reading.ok) {
        expect(reading.reasons.length).toBeGreaterThan(0)
        return
      }
      expect(reading.product.label).toMatch(/\p{L}/u)
      for (const code of reading.product.codes) expect(code).toMatch(/^\d{4,14}$/)
      expect(reading.product.price ?? 0).toBeGreaterThanOrEqual(0)
      expect(reading.product.pack?.units ?? 1).toBeGreaterThanOrEqual(1)
    }),
  )
})
