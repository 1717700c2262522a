import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalsOf, readDecimal } from '#shared/domain/files/decimals.ts'

describe('the decimal mark of a column', () => {
  test.each([
    [['1250,50', '12,5'], 'comma'],
    [['1250.50', '12.5', '1.250'], 'point'],
    [['1.250,50'], 'comma'],
    [['1,250.50'], 'point'],
    [['1,154,872'], 'point'],
    [['1.250', '2.500'], 'comma'],
    [['1,250', '2,500'], 'point'],
    [['1250', '', 'sur devis', '31/12/2026'], 'comma'],
    [['1,154,87', '900'], 'comma'],
    [['1154,872'], 'comma'],
  ] as const)('%j is %s', (cells, mark) => {
    expect(decimalsOf(cells)).toBe(mark)
  })
})

describe('an amount', () => {
  test.each([
    ['1 250,50', 'comma', 2, 125_050],
    ['1.250,5 €', 'comma', 2, 125_050],
    ['1,250.50', 'point', 2, 125_050],
    ['1\u202f250 F CFA', 'comma', 0, 1250],
    ['XOF 1.250', 'comma', 0, 1250],
    ['1250,00', 'comma', 0, 1250],
    ['0', 'point', 2, 0],
  ] as const)('%s (%s, %i decimals) is %i', (text, mark, decimals, amount) => {
    expect(readDecimal(text, mark, decimals)).toEqual({ ok: true, amount })
  })

  test.each([
    ['1,154,87', 'comma', 2, 'twoMarks'],
    ['1,250.50', 'comma', 2, 'twoMarks'],
    ['12.50', 'comma', 2, 'notAnAmount'],
    ['1250,5', 'comma', 0, 'decimals'],
    ['1,234', 'comma', 2, 'decimals'],
    ['-5', 'comma', 0, 'notAnAmount'],
    ['500 mg', 'comma', 0, 'notAnAmount'],
    ['', 'comma', 0, 'notAnAmount'],
    ['99999999999999999', 'comma', 0, 'tooLarge'],
  ] as const)('%s (%s, %i decimals) is refused: %s', (text, mark, decimals, fault) => {
    expect(readDecimal(text, mark, decimals)).toEqual({ ok: false, fault })
  })
})

const anAmount = fc.record({
  minor: fc.integer({ min: 0, max: 1_000_000_000 }),
  decimals: fc.constantFrom(0, 2),
  mark: fc.constantFrom('comma' as const, 'point' as const),
  grouped: fc.boolean(),
})

/** As a spreadsheet of that country writes it. */
function written({
  minor,
  decimals,
  mark,
  grouped,
}: {
  minor: number
  decimals: number
  mark: string
  grouped: boolean
}) {
  const digits = String(minor).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const [sign, group] = mark === 'comma' ? [',', '.'] : ['.', ',']
  const thousands = grouped ? whole.replaceAll(/\B(?=(\d{3})+$)/g, group) : whole
  return decimals === 0 ? thousands : `${thousands}${sign}${digits.slice(-decimals)}`
}

test('what is written with a mark is read with it, to the last minor unit', () => {
  fc.assert(
    fc.property(anAmount, (given) => {
      expect(readDecimal(written(given), given.mark, given.decimals)).toEqual({ ok: true, amount: given.minor })
    }),
  )
})

test('a column with decimals says its own mark', () => {
  fc.assert(
    fc.property(
      fc.array(anAmount, { minLength: 1 }),
      fc.constantFrom('comma' as const, 'point' as const),
      (amounts, mark) => {
        expect(decimalsOf(amounts.map((each) => written({ ...each, mark, decimals: 2 })))).toBe(mark)
      },
    ),
  )
})
