import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  indexProducts,
  matchLine,
  searchedWords,
  type MatchedProduct,
  type SchemeLine,
} from '#shared/domain/scheme/match-line.ts'
import { substanceKey, substanceStems } from '#shared/domain/scheme/substances.ts'
import { runs } from '#tests/support/extent.ts'

const aProduct = (
  label: string,
  inns: [name: string, dosage: string | null][],
  form: string | null = 'comprimé',
  isSold = false,
): MatchedProduct => ({ id: label, label, inns: inns.map(([name, dosage]) => ({ name, dosage })), form, isSold })
const aLine = (label: string, rest: Partial<SchemeLine> = {}): SchemeLine => ({
  label,
  inn: null,
  dosage: null,
  form: null,
  ...rest,
})

const doliprane500 = aProduct('DOLIPRANE 500 mg, comprimé', [['Paracétamol', '500 mg']])
const doliprane1000 = aProduct('DOLIPRANE 1000 mg, comprimé', [['Paracétamol', '1000 mg']])
const dolipraneSachet = aProduct(
  'DOLIPRANE 500 mg, poudre pour solution buvable en sachet-dose',
  [['Paracétamol', '500 mg']],
  'poudre pour solution buvable',
)
const codeine = aProduct('CODOLIPRANE 500 mg/30 mg, comprimé', [
  ['Paracétamol', '500 mg'],
  ['Codéine (phosphate de) hémihydraté', '30 mg'],
])
const augmentin = aProduct(
  'AUGMENTIN 1 g/125 mg ADULTES, poudre pour suspension buvable en sachet-dose',
  [
    ['Amoxicilline trihydratée', '1 g'],
    ['Clavulanate de potassium', '125 mg'],
  ],
  'poudre pour suspension buvable',
)
const amoxicillin = aProduct(
  'CLAMOXYL 1 g, poudre pour suspension buvable en sachet-dose',
  [['Amoxicilline', '1 g']],
  'poudre pour suspension buvable',
)
const enalapril = aProduct('RENITEC 20 mg, comprimé sécable', [['Maléate d’énalapril', '20 mg']])
const enalaprilAnd = aProduct(
  'LERCAPRESS 20 mg/10 mg, comprimé pelliculé',
  [
    ['Énalapril', '20 mg'],
    ['Lercanidipine (chlorhydrate de)', '10 mg'],
  ],
  'comprimé pelliculé',
)
const all = [doliprane500, doliprane1000, dolipraneSachet, codeine, augmentin, amoxicillin, enalapril, enalaprilAnd]
const found = (line: SchemeLine, products = all): string[] =>
  matchLine(line, indexProducts(products)).candidates.map(({ id }) => id)

describe('as administrations write them', () => {
  test('substance, dosage and form are the same: certain', () => {
    const { candidates, certain } = matchLine(aLine('PARACETAMOL 500MG CP B/20'), indexProducts(all))
    expect(certain).toBe(true)
    expect(candidates).toEqual([
      { id: doliprane500.id, sameDosage: true, sameForm: true, isSold: false },
      { id: dolipraneSachet.id, sameDosage: true, sameForm: false, isSold: false },
      { id: doliprane1000.id, sameDosage: false, sameForm: true, isSold: false },
    ])
  })

  test('two products that are that: likely, not certain; the one that is sold comes first', () => {
    const sold = aProduct('EFFERALGAN 0,5 g, comprimé', [['Paracétamol', '0,5 g']], 'comprimé', true)
    const { candidates, certain } = matchLine(aLine('PARACETAMOL 500MG CP'), indexProducts([doliprane500, sold]))
    expect(certain).toBe(false)
    expect(candidates.map(({ id }) => id)).toEqual([sold.id, doliprane500.id])
  })

  test.each([
    'AMOXICILLINE+AC CLAVULANIQUE 1G/125MG SACHET',
    'AMOXICILLINE AC. CLAVULANIQUE 1000MG/125MG SACH',
    'CLAVULANATE DE POTASSIUM/AMOXICILLIN 125MG/1G SACHET',
    'AMOX/AC CLAV 1G/125MG SACHET',
    'AMOX/AC CLAV BGA 1G/125MG SACHET',
    'AUGMENTIN 1G/125MG SACHET AD',
    'Co-amoxiclav 1 g/125 mg sachet',
  ])('%s', (label) => {
    const { candidates, certain } = matchLine(aLine(label), indexProducts(all))
    expect(candidates).toEqual([{ id: augmentin.id, sameDosage: true, sameForm: true, isSold: false }])
    expect(certain).toBe(true)
  })

  test('the columns of the list go before its label', () => {
    expect(found(aLine('Antalgique de palier 1', { inn: 'ACETAMINOPHEN', dosage: '0,5 g', form: 'CPR' }))).toEqual([
      doliprane500.id,
      dolipraneSachet.id,
      doliprane1000.id,
    ])
    expect(
      matchLine(
        aLine('PARACETAMOL 1G CP', { inn: 'Paracétamol', dosage: '500 mg', form: 'sachet' }),
        indexProducts(all),
      ).candidates[0],
    ).toEqual({ id: dolipraneSachet.id, sameDosage: true, sameForm: true, isSold: false })
  })

  test('a second substance, even cut to three letters, is never left out', () => {
    expect(found(aLine('ENALAPRIL/LER 20MG/10MG CPR 30'))).toEqual([enalaprilAnd.id])
    expect(found(aLine('PARACETAMOL COD 500/30MG CPR 16'))).toEqual([codeine.id])
    expect(found(aLine('PARACETAMOL COD 500/30MG CPR 16'), [doliprane500])).toEqual([])
    expect(found(aLine('PARACETAMOL CODEINE 500/30MG CPR 16'))).toEqual([codeine.id])
    // Without a strength only the slash says that there are two.
    expect(found(aLine('ENALAPRIL/LER CPR 30'))).toEqual([enalaprilAnd.id])
    for (const two of ['ENALAPRIL/LER CPR 30', 'ENALAPRIL + LER CPR 30', 'LER/ENALAPRIL CPR 30'])
      expect(found(aLine(two), [enalapril])).toEqual([])
    for (const one of [
      'ENALAPRIL/ADULTE CPR 30',
      'ENALAPRIL/ 20MG CPR 30',
      'BGA ENALAPRIL/ENF CPR 30',
      'ENAL BGA CPR 30',
    ])
      expect(found(aLine(one))).toEqual([enalapril.id])
  })

  test('a mark of a laboratory is no substance; the name of one must be the product’s', () => {
    const biogaran = aProduct('PARACETAMOL BIOGARAN 1 g, comprimé', [['PARACÉTAMOL', '1 g']])
    expect(found(aLine('PARACETAMOL BGA 1G CPR 8'), [...all, biogaran])).toContain(doliprane1000.id)
    expect(found(aLine('PARACETAMOL BIOGARAN 1G CPR 8'), [...all, biogaran])).toEqual([biogaran.id])
    expect(found(aLine('PARACETAMOL DOLIPRANE 1G CPR 8'), [doliprane1000, biogaran])).toEqual([doliprane1000.id])
  })

  test('the substances of a product go before a name that only says them', () => {
    const named = aProduct('PARACETAMOL CODEINE 500 mg/30 mg, comprimé', [['Paracétamol', '500 mg']])
    expect(found(aLine('PARACETAMOL CODEINE CPR 16'), [codeine, named])).toEqual([codeine.id])
  })

  test('a name that two different medicines carry, or nobody knows, suggests nothing', () => {
    const other = aProduct('DOLIPRANE CODEINE 400 mg, comprimé', [['Codéine', '20 mg']])
    expect(
      found(aLine('DOLIPRANE 500MG CP'), [doliprane500, { ...other, label: 'DOLIPRANE 400 mg, comprimé' }]),
    ).toEqual([])
    for (const label of ['', '   ', 'COMPRESSES STERILES 10X10', '<script>alert(1)</script>', '漢字 500MG', '500MG CP'])
      expect(found(aLine(label))).toEqual([])
    expect(found(aLine('x', { inn: '' }))).toEqual([])
  })

  test('minerals: their salts are what they are', () => {
    const [chloride, gluconate] = [
      aProduct('KALEORID 600 mg, comprimé', [['Chlorure de potassium', '600 mg']]),
      aProduct('GLUCONATE DE POTASSIUM 600 mg, comprimé', [['Potassium (gluconate de)', '600 mg']]),
    ]
    expect(found(aLine('POTASSIUM CHLORURE 600MG CP'), [chloride, gluconate])).toEqual([chloride.id])
    expect(found(aLine('x', { inn: 'GLUCONATE DE POTASSIUM' }), [chloride, gluconate])).toEqual([gluconate.id])
  })
})

test.each([
  [['Tramadol (chlorhydrate de)'], ['CHLORHYDRATE DE TRAMADOL'], ['tramadol']],
  [['Diclofénac sodique'], ['DICLOFENAC SODIUM'], ['diclofenac de potassium']],
  [['Sulfaméthoxazole', 'Triméthoprime'], ['COTRIMOXAZOLE'], ['Co-trimoxazole'], ['TRIMETHOPRIME + SULFAMETHOXAZOLE']],
  [['Acide acétylsalicylique'], ['ASPIRINE'], ['Acétylsalicylate de lysine']],
  [['Acide ascorbique'], ['VITAMINE C'], ['Vit. C']],
  [['Pyridoxine (chlorhydrate de)'], ['VITAMINE B6']],
  [['Amoxicilline trihydratée'], ['AMOXICILLIN']],
  [['Épinéphrine'], ['ADRENALINE']],
  [['Valproate de sodium'], ['Acide valproïque']],
  [['Artéméther', 'Luméfantrine'], ['artemether/lumefantrine'], ['ARTEMETHER et LUMEFANTRINE']],
])('one set of substances: %s', (first, ...others) => {
  for (const other of others) expect(substanceStems(other)).toEqual(substanceStems(first))
})

test('what differs by more than its salt differs', () => {
  const pairs: [string, string][] = [
    ['Prednisone', 'Prednisolone'],
    ['Chlorure de sodium', 'Bicarbonate de sodium'],
    ['Amoxicilline', 'Ampicilline'],
    ['Fer', 'Acide folique'],
    ['Vitamine B1', 'Vitamine B6'],
    ['Chlorpromazine', 'Chlorphénamine'],
    ['Oméprazole', 'Ésoméprazole'],
  ]
  for (const [a, b] of pairs) expect(substanceStems([a])).not.toEqual(substanceStems([b]))
})

test('the words to search the referential by leave out salts and whom it is for', () => {
  expect(searchedWords({ label: 'CHLORHYDRATE DE TRAMADOL ENF 50MG GELULE', inn: null })).toEqual(['tramadol'])
  expect(searchedWords({ label: 'x', inn: 'Cotrimoxazole' })).toEqual(['sulfamethoxazole', 'trimethoprime'])
})

const substances = [
  'Paracétamol',
  'Codéine',
  'Amoxicilline',
  'Acide clavulanique',
  'Caféine',
  'Ibuprofène',
  'Fer',
  'Acide folique',
  'Énalapril',
  'Lercanidipine',
]
const anySet = fc.uniqueArray(fc.constantFrom(...substances), { minLength: 1, maxLength: 3 })
const anyDosage = fc.constantFrom('500 mg', '1 g', '0,5 g', '125 mg', '10 mg/ml', null)
const anyForm = fc.constantFrom('comprimé', 'gélule', 'sirop', 'comprimé effervescent', null)
const anyProduct = fc.record({
  set: anySet,
  dosage: anyDosage,
  form: anyForm,
  isSold: fc.boolean(),
  brand: fc.constantFrom('', 'ALPHA ', 'BETA '),
})
const anyProducts = fc.array(anyProduct, { maxLength: 12 }).map((list): MatchedProduct[] =>
  list.map(({ set, dosage, form, isSold, brand }, index) => ({
    id: String(index),
    label: `${brand || set.join('/').toUpperCase()} ${dosage ?? ''}, ${form ?? ''}`,
    inns: set.map((name) => ({ name, dosage })),
    form,
    isSold,
  })),
)
const salted = (name: string, salt: number): string =>
  [name, `${name} (chlorhydrate de)`, `${name} sodique`, name.toUpperCase()][salt]!
const anyLine = fc
  .record({
    set: anySet,
    salts: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
    sign: fc.constantFrom(' + ', '/', ' et '),
    dosage: anyDosage,
    form: anyForm,
    inLabel: fc.boolean(),
  })
  .map(({ set, salts, sign, dosage, form, inLabel }) => {
    const named = set.map((name, index) => salted(name, salts[index]!)).join(sign)
    return {
      set,
      line: inLabel
        ? aLine(`${set.join(sign)} ${dosage ?? ''} ${form ?? ''}`)
        : aLine('LIGNE', { inn: named, dosage, form }),
    }
  })
const often = { numRuns: runs(2000) }

test('a candidate never has another set of substances', () => {
  fc.assert(
    fc.property(anyLine, anyProducts, ({ set, line }, products) => {
      const { candidates, certain } = matchLine(line, indexProducts(products))
      const named = substanceKey(substanceStems(set))
      const byId = new Map(products.map((product) => [product.id, product]))
      const keys = candidates.map(({ id }) => substanceKey(substanceStems(byId.get(id)!.inns.map(({ name }) => name))))
      expect(new Set(keys).size).toBeLessThanOrEqual(1)
      for (const key of keys) expect(key).toBe(named)
      // and none that has the set of the column is left out
      if (line.inn !== null)
        expect(candidates).toHaveLength(
          products.filter(({ inns }) => substanceKey(substanceStems(inns.map(({ name }) => name))) === named).length,
        )
      expect(certain).toBe(candidates.filter(({ sameDosage, sameForm }) => sameDosage && sameForm).length === 1)
    }),
    often,
  )
})

test('the order of the products never changes the result', () => {
  fc.assert(
    fc.property(
      anyLine,
      anyProducts.chain((products) =>
        fc.tuple(fc.constant(products), fc.shuffledSubarray(products, { minLength: products.length })),
      ),
      ({ line }, [products, shuffled]) => {
        expect(matchLine(line, indexProducts(shuffled))).toEqual(matchLine(line, indexProducts(products)))
      },
    ),
    often,
  )
})

test('any text at all is read without a fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.option(fc.string({ unit: 'binary' })), (label, inn) => {
      expect(
        matchLine(aLine(label, { inn, dosage: label, form: label }), indexProducts(all)).candidates.length,
      ).toBeLessThanOrEqual(all.length)
    }),
    often,
  )
})
