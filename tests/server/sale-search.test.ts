import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { saleSearch } from '#server/sales/sale-search.ts'

describe('the search of sales', () => {
  test.each([
    ['Éfferalgan 500', 0, [{ words: ['efferalgan'] }, { number: 500, amount: 500, words: ['500'] }]],
    ['n° 5846', 0, [{ number: 5846, words: [] }]],
    ['N°5846 zinsou', 0, [{ number: 5846, words: [] }, { words: ['zinsou'] }]],
    ['n\u00ba\u00a05846', 0, [{ number: 5846, words: [] }]],
    ['1 850', 0, [{ amount: 1850, words: ['1', '850'] }]],
    ['1\u202f850\u202f000', 0, [{ amount: 1_850_000, words: ['1', '850', '000'] }]],
    ['12,5', 0, [{ words: ['12,5'] }]],
    ['12,5', 2, [{ amount: 1250, words: ['12,5'] }]],
    ['1 234.56', 2, [{ amount: 123_456, words: ['1', '234.56'] }]],
    ['2000', 2, [{ number: 2000, amount: 200_000, words: ['2000'] }]],
    ['77 350mg', 0, [{ number: 77, amount: 77, words: ['77'] }, { words: ['350mg'] }]],
    ['9'.repeat(30), 0, [{ words: ['9'.repeat(30)] }]],
    ['   ', 0, []],
    ["zinsou - '", 0, [{ words: ['zinsou'] }]],
    [`n° ${'9'.repeat(30)}`, 0, [{ words: ['9'.repeat(30)] }]],
    ['a b c d e', 0, ['a', 'b', 'c', 'd'].map((word) => ({ words: [word] }))],
  ])('reads « %s » with %i decimals', (text, decimals, expected) => {
    expect(saleSearch(text, decimals)).toEqual(expected)
  })

  test('each number of a sale is read back as it is printed, whatever stands beside it', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('', 'amoxicilline ', 'k1-2 '), (number, beside) => {
        expect(saleSearch(`${beside}n° ${number}`, 0).at(-1)).toEqual({ number, words: [] })
      }),
    )
  })

  test('each amount is read back as screens print it', () => {
    const printed = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2 })
    fc.assert(
      fc.property(fc.nat(), (amount) => {
        expect(saleSearch(printed.format(amount / 100), 2)).toMatchObject([{ amount }])
      }),
    )
  })
})
