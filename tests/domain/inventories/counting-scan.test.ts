import { expect, test } from 'vitest'
import { matchingLines, readCountingScan } from '#shared/domain/inventories/counting-scan.ts'

const gtin = '03400930000007'
const line = (stockItemId: string, lot: string | null, given: object = {}) => ({
  stockItemId,
  pharmacyProductId: 'p1',
  packagingId: 'k1',
  label: 'Coartem 20/120 mg cp B/24',
  lot,
  storage: 'Tiroir A1',
  codes: ['3400930000007'],
  ...given,
})
const today = '2026-11-26'
const one = line('s1', 'AB12')
const other = line('s2', 'CD34')
const lines = [
  one,
  other,
  line('s3', 'X', { pharmacyProductId: 'p2', label: 'Doliprane 1 g', codes: ['3400930000014'] }),
]

test('a code with a lot opens that lot, however the lot is written', () => {
  expect(readCountingScan(`01${gtin}1728043010ab12`, lines, today)).toEqual({
    kind: 'line',
    line: one,
  })
})

test('a code without a lot opens the only lot, or asks which', () => {
  expect(readCountingScan('3400930000014', lines, today)).toMatchObject({ kind: 'line', line: { stockItemId: 's3' } })
  expect(readCountingScan('3400930000007', lines, today)).toEqual({ kind: 'lots', lines: [one, other] })
})

test('a lot that the inventory does not have is found, with its date', () => {
  expect(readCountingScan(`01${gtin}1728043010NEW7`, lines, today)).toEqual({
    kind: 'found',
    like: one,
    lot: 'NEW7',
    expiresOn: '2028-04-30',
  })
})

test('a code of no product of the inventory is said; words are searched', () => {
  expect(readCountingScan('3400930000021', lines, today)).toEqual({ kind: 'unknown' })
  expect(readCountingScan('doli', lines, today)).toEqual({ kind: 'text' })
  expect(matchingLines(lines, 'doli 1').map(({ stockItemId }) => stockItemId)).toEqual(['s3'])
  expect(matchingLines(lines, 'tiroir cd34').map(({ stockItemId }) => stockItemId)).toEqual(['s2'])
  expect(matchingLines(lines, ' ')).toHaveLength(3)
})
