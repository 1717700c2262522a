import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  readBoxScan,
  readShelfScan,
  samePrint,
  shelfScanWords,
  twinOf,
  withCorrections,
} from '#shared/domain/lot-corrections.ts'
import { lacksOf, lackWords, tracings, type Printed } from '#shared/domain/lot-tracing.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'

const today = '2026-11-28'
const code = '3400935955838'
const matrix = (lot: string, yymmdd = '280630') => `]d20103400935955838${`17${yymmdd}`}10${lot}`
const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const aLot = (n: number, rest: Partial<Printed & { quantity: number; archived: boolean; packaging: string }> = {}) => ({
  id: id(n),
  packaging: 'Boîte',
  lot: null,
  expiresOn: null,
  quantity: 5,
  archived: false,
  ...rest,
})
type Lot = ReturnType<typeof aLot>
const scan = (text: string, stockItems: readonly Lot[]) =>
  readShelfScan(text, {
    today,
    productsOf: (codes) => (codes.includes(code) ? [{ label: 'Doliprane', codes: [code], stockItems }] : []),
  })

describe('what a lot lacks', () => {
  test.each([
    ['lot-and-expiry', { lot: null, expiresOn: null }, ['lot', 'expiresOn'], 'sans lot ni péremption'],
    ['lot-and-expiry', { lot: 'A', expiresOn: null }, ['expiresOn'], 'sans péremption'],
    ['lot-and-expiry', { lot: null, expiresOn: '2028-06-30' }, ['lot'], 'sans numéro de lot'],
    ['expiry', { lot: null, expiresOn: null }, ['expiresOn'], 'sans péremption'],
  ] as const)('%s: %j lacks %j', (tracing, printed, lacks, words) => {
    expect(lacksOf(printed, tracing)).toEqual(lacks)
    expect(lackWords(lacks)).toBe(words)
  })

  test('a bandage lacks nothing, and what is printed lacks nothing anywhere', () => {
    expect(lacksOf({ lot: null, expiresOn: null }, 'nothing')).toEqual([])
    for (const tracing of tracings) expect(lacksOf({ lot: 'A', expiresOn: '2028-06-30' }, tracing)).toEqual([])
  })
})

describe('a box scanned on the shelf', () => {
  test('gives its number and expiry to the lot that has none, and can be undone', () => {
    expect(scan(matrix('K7'), [aLot(1, { lot: 'A1', expiresOn: '2027-01-31' }), aLot(2)])).toMatchObject({
      kind: 'correct',
      correction: { stockItemId: id(2), lot: 'K7', expiresOn: '2028-06-30', from: { lot: null, expiresOn: null } },
      undo: { stockItemId: id(2), lot: null, expiresOn: null, from: { lot: 'K7', expiresOn: '2028-06-30' } },
    })
  })

  test('goes to the lot with its number before one without', () => {
    expect(scan(matrix('K7'), [aLot(1), aLot(2, { lot: 'k 7' })])).toMatchObject({
      correction: { stockItemId: id(2), lot: 'k 7', expiresOn: '2028-06-30' },
    })
  })

  test('never replaces what a lot says', () => {
    expect(scan(matrix('K7'), [aLot(1, { lot: 'A1' }), aLot(2, { expiresOn: '2027-01-31' })])).toMatchObject({
      kind: 'complete',
      isKnown: false,
    })
  })

  test('of a lot that is known dates no other one', () => {
    const known = aLot(1, { lot: 'K7', expiresOn: '2028-06-30' })
    expect(scan(matrix('k7'), [known, aLot(2)])).toMatchObject({ kind: 'complete', isKnown: true })
  })

  test('leaves empty, archived and loose lots alone', () => {
    const others = [
      aLot(1, { quantity: 0 }),
      aLot(2, { archived: true }),
      aLot(3, { lot: 'A', expiresOn: '2027-01-31' }),
      { ...aLot(4), id: unitItemIdOf(id(3)) },
    ]
    expect(scan(matrix('K7'), others).kind).toBe('complete')
  })

  test('a code without lot and expiry, of nobody, or of several products changes nothing, and says so', () => {
    const several = readShelfScan(code, {
      today,
      productsOf: () => [0, 1].map(() => ({ label: 'D', codes: [], stockItems: [] })),
    })
    const scans = [scan(code, [aLot(1)]), scan('3400930000012', [aLot(1)]), several]
    expect(scans.map(({ kind }) => kind)).toEqual(['no-print', 'unknown', 'several'])
    expect(scans.map(shelfScanWords).every((words) => words !== null && words.length > 20)).toBe(true)
    expect(shelfScanWords(scan(matrix('K7'), [aLot(1)]))).toBeNull()
  })

  test('law: a scan contradicts nothing that was known, and a second one changes nothing', () => {
    const printed = fc.record({
      lot: fc.constantFrom(null, 'K7', 'A1'),
      expiresOn: fc.constantFrom(null, '2028-06-30', '2027-01-31'),
    })
    fc.assert(
      fc.property(fc.array(printed, { minLength: 1, maxLength: 4 }), (prints) => {
        const lots = prints.map((print, n) => aLot(n, print))
        const read = scan(matrix('K7'), lots)
        if (read.kind !== 'correct') return
        const after = withCorrections(lots, [read.correction])
        for (const [place, lot] of lots.entries()) {
          if (lot.lot !== null) expect(after[place]!.lot).toBe(lot.lot)
          if (lot.expiresOn !== null) expect(after[place]!.expiresOn).toBe(lot.expiresOn)
        }
        expect(scan(matrix('K7'), after).kind).toBe('complete')
        expect(withCorrections(after, [read.undo])).toEqual(lots)
      }),
    )
  })
})

test('the code of the box proposes lot and expiry, unless it is of another product or says neither', () => {
  expect(readBoxScan(matrix('K7'), today, [code])).toEqual({
    kind: 'printed',
    printed: { lot: 'K7', expiresOn: '2028-06-30' },
  })
  expect(readBoxScan(matrix('K7'), today, ['3400930000012'])).toEqual({ kind: 'other-product' })
  expect(readBoxScan(code, today, [code])).toEqual({ kind: 'no-print' })
  expect(readBoxScan('doliprane', today, [code])).toEqual({ kind: 'no-print' })
})

test('a twin has the same number in the packaging, however it is written; without a number, the same expiry', () => {
  const lots = [aLot(1, { lot: 'AB 1', expiresOn: '2028-06-30' }), aLot(2, { expiresOn: '2027-01-31' })]
  expect(twinOf(lots, aLot(3), { lot: 'ab1', expiresOn: null })?.id).toBe(id(1))
  expect(twinOf(lots, aLot(1), { lot: 'ab1', expiresOn: null })).toBeNull()
  expect(twinOf(lots, aLot(3, { packaging: 'Carton' }), { lot: 'ab1', expiresOn: null })).toBeNull()
  expect(twinOf(lots, aLot(3), { lot: null, expiresOn: '2027-01-31' })?.id).toBe(id(2))
  expect(twinOf([{ ...lots[0]!, archived: true }], aLot(3), { lot: 'ab1', expiresOn: null })).toBeNull()
})

test('loose units follow their box, and lots without a correction stay the same', () => {
  const lots = [aLot(1), { ...aLot(2), id: unitItemIdOf(id(1)) }, aLot(3)]
  const after = withCorrections(lots, [{ stockItemId: id(1), lot: 'K7', expiresOn: null }])
  expect(after.map(({ lot }) => lot)).toEqual(['K7', 'K7', null])
  expect(withCorrections(lots, [{ stockItemId: id(9), lot: 'K7', expiresOn: null }])).toBe(lots)
  expect(samePrint({ lot: null, expiresOn: null }, { lot: 'A', expiresOn: null })).toBe(false)
})
