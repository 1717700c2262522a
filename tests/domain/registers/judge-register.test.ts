import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gtinCheckDigit } from '#shared/domain/product-code.ts'
import {
  judgeRegister,
  type JudgedRegisterRow,
  type KnownProduct,
  type KnownReferential,
} from '#shared/domain/registers/judge-register.ts'
import { readRegisterRow, type RegisterTexts } from '#shared/domain/registers/read-register-row.ts'

const format = { decimals: 'comma', currencyDecimals: 0 } as const
const read = (...rows: RegisterTexts[]) => rows.map((fields, at) => readRegisterRow({ line: at + 2, fields }, format))
const aProduct = (given: Partial<KnownProduct> = {}): KnownProduct => ({
  id: 'p1',
  label: 'DOLIPRANE 500 mg, comprimé',
  codes: ['3400930000014'],
  inns: [{ name: 'Paracétamol', dosage: '500 mg' }],
  form: 'comprimé',
  packs: [{ label: 'Boîte de 16 comprimés', units: 16 }],
  laboratory: 'Sanofi',
  price: { amount: 218, currency: 'EUR' },
  archived: false,
  isOwn: false,
  ...given,
})
const known = (products: KnownProduct[] = [aProduct()], keys: [string, string][] = []): KnownReferential => ({
  products,
  keys: new Map(keys),
  currency: 'XOF',
})
const judge = (rows: RegisterTexts[], of = known(), decisions: [number, string | null][] = []) =>
  judgeRegister(read(...rows), of, new Map(decisions))
const short = ({ outcome, productId, changes, reasons }: JudgedRegisterRow) => [
  outcome,
  productId,
  changes.join(),
  reasons.map(({ field, text }) => `${field}: ${text}`).join(' '),
]

describe('what exists', () => {
  test('is found by code, in every spelling of it, and only completed when another source made it', () => {
    const rows = judge(
      [{ label: 'Doliprane cp 500', code: '3000001', price: '900', laboratory: 'Autre', form: 'Cp' }],
      known([aProduct({ codes: ['3400930000014'], laboratory: null, price: null })]),
    )
    expect(rows.map(short)).toEqual([['change', 'p1', 'laboratory,price', '']])
  })

  test('under a code of two products is set aside, and names both', () => {
    const [row] = judge(
      [{ label: 'Doliprane', code: '3400930000014' }],
      known([aProduct(), aProduct({ id: 'p2', label: 'DOLIPRANE 1 g, comprimé' })]),
    )
    expect(short(row!)).toEqual([
      'aside',
      null,
      '',
      'code: Ces codes sont ceux de deux produits : « DOLIPRANE 500 mg, comprimé » et « DOLIPRANE 1 g, comprimé ».',
    ])
  })

  test('of this register takes the values of the register', () => {
    const rows = judge(
      [{ label: 'Doliprane 500', code: '3400930000014', price: '900', form: 'COMPRIME', pack: 'B/16' }],
      known([aProduct({ isOwn: true })]),
    )
    expect(rows.map(short)).toEqual([['change', 'p1', 'label,pack,price', '']])
  })

  test.each([
    ['of this register, archived by the undo of an import, is in use again', { isOwn: true, archived: true }, 'change'],
    ['that an admin archived stays archived', { isOwn: false, archived: true }, 'same'],
    ['of this register in use does not return', { isOwn: true, archived: false }, 'same'],
  ] as const)('%s', (_what, given, outcome) => {
    const [row] = judge([{ label: 'DOLIPRANE 500 mg, comprimé', code: '3400930000014' }], known([aProduct(given)]))
    expect(row).toMatchObject({ outcome, changes: [], returns: outcome === 'change' })
  })

  test('is the same when the file brings nothing new', () => {
    expect(judge([{ label: 'DOLIPRANE', code: '3400930000014', price: '1' }]).map(short)).toEqual([
      ['same', 'p1', '', ''],
    ])
  })

  test('is found by the keys of an earlier import, without any code', () => {
    const [first] = judge([{ label: 'Artemether', dosage: '20 mg' }], known([]))
    expect(first?.outcome).toBe('new')
    // A new product has what its line says, and nothing else.
    expect(Object.keys(first!.plan!).toSorted()).toEqual(['codes', 'label'])
    const again = judge(
      [{ label: 'ARTÉMÉTHER', dosage: '20MG' }],
      known([aProduct({ id: 'p9' })], [[first!.keys[0]!, 'p9']]),
    )
    expect(again[0]?.productId).toBe('p9')
  })

  test('is proposed by name when no code knows it; the admin decides', () => {
    const row = { label: 'Doliprane 500mg', form: 'comprimé', pack: 'boîte de 16 comprimés' }
    const [asked] = judge([row])
    expect(asked).toMatchObject({ outcome: 'proposed', plan: null, proposals: [{ id: 'p1' }] })
    expect(
      judge([row], known(), [[2, 'p1']])
        .map(short)[0]
        ?.slice(0, 2),
    ).toEqual(['same', 'p1'])
    expect(
      judge([row], known(), [[2, null]])
        .map(short)[0]
        ?.slice(0, 2),
    ).toEqual(['new', null])
    // a product that was not proposed is no answer
    expect(judge([row], known(), [[2, 'p7']])[0]?.outcome).toBe('proposed')
  })

  test.each([
    ['another dosage', { label: 'Doliprane 1000 mg', form: 'comprimé', pack: 'Boîte de 16' }],
    ['another pack', { label: 'Doliprane 500 mg', form: 'comprimé', pack: 'Boîte de 8' }],
    ['another name', { label: 'Efferalgan 500 mg', form: 'comprimé', pack: 'Boîte de 16' }],
  ])('is not proposed for %s', (_, row) => {
    expect(judge([row])[0]?.outcome).toBe('new')
  })
})

describe('a row is set aside, with its reason', () => {
  test('when an earlier row has its code, its number or its names', () => {
    const rows = judge(
      [
        { label: 'Alpha 5 mg', code: '3400930000014' },
        { label: 'Alpha 5 mg bis', code: '3000001' },
        { label: 'Beta', registration: 'AMM 12' },
        { label: 'Beta deux', registration: 'amm 12' },
        { label: 'Gamma' },
        { label: 'GAMMA' },
      ],
      known([]),
    )
    expect(rows.map(short)).toEqual([
      ['new', null, '', ''],
      ['aside', null, '', 'code: Même code que la ligne 2.'],
      ['new', null, '', ''],
      ['aside', null, '', 'registration: Mêmes numéro d’enregistrement, dosage et présentation que la ligne 4.'],
      ['new', null, '', ''],
      ['aside', null, '', 'label: Mêmes libellé, dosage, forme et présentation que la ligne 6.'],
    ])
  })

  test('with two codes of two earlier rows, for the first of its codes', () => {
    const rows = judge(
      [
        { label: 'Alpha', code: '5551' },
        { label: 'Beta', code: '5552' },
        { label: 'Gamma', code: '5552', otherCode: '5551' },
      ],
      known([]),
    )
    expect(rows.map(short)[2]).toEqual(['aside', null, '', 'code: Même code que la ligne 3.'])
  })

  test('but not for the names of an earlier row when it has a world-wide code of its own', () => {
    const rows = judge(
      [{ label: 'Alpha' }, { label: 'Alpha', code: '3400930000014' }, { label: 'Alpha', code: '5555' }],
      known([]),
    )
    expect(rows.map(({ outcome }) => outcome)).toEqual(['new', 'new', 'aside'])
  })

  test('but not for a registration number that covers another pack or another code', () => {
    const rows = judge(
      [
        { label: 'Delta', registration: 'AMM 3', pack: 'B/10' },
        { label: 'Delta', registration: 'AMM 3', pack: 'B/20' },
        { label: 'Delta sirop', registration: 'AMM 3', code: '3400930000014' },
      ],
      known([]),
    )
    expect(rows.map(({ outcome }) => outcome)).toEqual(['new', 'new', 'new'])
  })

  test('when its codes belong to two products, or a short code to an unlike product', () => {
    const two = known([aProduct(), aProduct({ id: 'p2', label: 'SPASFON', codes: ['123456', '654321'], inns: [] })])
    const rows = judge(
      [
        { label: 'Doliprane spasfon', code: '3400930000014', otherCode: '123456' },
        { label: 'Insuline', code: '654321' },
      ],
      two,
    )
    expect(rows.map(short)).toEqual([
      [
        'aside',
        null,
        '',
        'code: Ces codes sont ceux de deux produits : « DOLIPRANE 500 mg, comprimé » et « SPASFON ».',
      ],
      ['aside', null, '', 'code: Le code 654321 est celui d’un autre produit : « SPASFON ».'],
    ])
  })

  test('when an earlier row is already its product', () => {
    const rows = judge([{ label: 'Doliprane', code: '3400930000014' }, { label: 'Doliprane 500 mg' }], known(), [
      [3, 'p1'],
    ])
    expect(rows.map(short)[1]).toEqual([
      'aside',
      null,
      '',
      'label: Même produit que la ligne 2 : « DOLIPRANE 500 mg, comprimé ».',
    ])
  })
})

/** The referential after an import, as the server writes it. */
function after(rows: readonly JudgedRegisterRow[], { products, keys, currency }: KnownReferential): KnownReferential {
  const next = new Map(products.map((product) => [product.id, product]))
  const kept = new Map(keys)
  for (const { plan, productId, keys: own, line } of rows) {
    if (!plan) continue
    const id = productId ?? `n${line}-${next.size}`
    const old =
      next.get(id) ??
      aProduct({ id, codes: [], inns: [], form: null, packs: [], laboratory: null, price: null, isOwn: true })
    next.set(id, {
      ...old,
      label: plan.label ?? old.label,
      codes: [...old.codes, ...plan.codes],
      inns: plan.inns ?? old.inns,
      form: plan.form ?? old.form,
      laboratory: plan.laboratory ?? old.laboratory,
      packs: plan.pack ? [...old.packs, plan.pack] : old.packs,
      price: plan.price === undefined ? old.price : { amount: plan.price, currency },
    })
    for (const key of own) kept.set(key, id)
  }
  return { products: [...next.values()], keys: kept, currency }
}

const gtin = fc.integer({ min: 0, max: 6 }).map((last) => {
  const digits = `61810000000${last}`
  return digits + String(gtinCheckDigit(digits))
})
const anyRow = fc.record(
  {
    label: fc.constantFrom(
      'Doliprane 500',
      'DOLIPRANE 500 mg',
      'Doliprane',
      'Amoxicilline',
      'Amoxicilline 1 g',
      'Spasfon',
    ),
    code: fc.oneof(gtin, fc.constantFrom('3400930000014', '3000001', '123456', '12 bad')),
    registration: fc.constantFrom('AMM 1', 'AMM 2'),
    dosage: fc.constantFrom('500 mg', '1 g'),
    form: fc.constantFrom('comprimé', 'Comprime', 'sirop'),
    pack: fc.constantFrom('B/16', '8', 'Flacon 100 ml'),
    price: fc.constantFrom('900', '1 250', '1,154,87'),
    laboratory: fc.constantFrom('Sanofi', 'SANOFI', 'UPSA'),
    inn: fc.constantFrom('Paracétamol', 'paracetamol', 'Amoxicilline'),
  },
  { requiredKeys: ['label'] },
)
const anyDecisions = fc.dictionary(fc.constantFrom('2', '3', '4', '5', '6', '7'), fc.boolean())

test('an import never doubles: no two products share a code, and the same file again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 7 }), anyDecisions, (rows, chosen) => {
      const before = known()
      const asked = judge(rows, before)
      const decisions = asked.flatMap(({ line, proposals }): [number, string | null][] =>
        chosen[line] === undefined || proposals.length === 0 ? [] : [[line, chosen[line] ? proposals[0]!.id : null]],
      )
      const first = judge(rows, before, decisions)
      const imported = after(first, before)
      const codes = imported.products.flatMap((product) => product.codes)
      expect(new Set(codes).size).toBe(codes.length)
      const again = judge(rows, imported)
      for (const [at, { outcome }] of again.entries()) {
        const wasTaken = ['new', 'change', 'same'].includes(first[at]!.outcome)
        if (wasTaken) expect([outcome, again[at]!.changes]).toEqual(['same', []])
        else expect(['aside', 'proposed']).toContain(outcome)
      }
    }),
    { numRuns: 500 },
  )
})
