import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumInWords } from '#shared/domain/amount-in-words.ts'

const francs = { symbol: 'F CFA', decimals: 0 }
const written = (amount: number) => sumInWords(amount, francs).replace(/( de)? F CFA$/, '')

test.each([
  [0, 'zéro'],
  [1, 'un'],
  [21, 'vingt et un'],
  [71, 'soixante et onze'],
  [80, 'quatre-vingts'],
  [81, 'quatre-vingt-un'],
  [91, 'quatre-vingt-onze'],
  [100, 'cent'],
  [200, 'deux cents'],
  [201, 'deux cent un'],
  [1_000, 'mille'],
  [2_000, 'deux mille'],
  [80_000, 'quatre-vingt mille'],
  [200_000, 'deux cent mille'],
  [1_000_000, 'un million'],
  [80_000_000, 'quatre-vingts millions'],
  [200_000_000, 'deux cents millions'],
  [12_500, 'douze mille cinq cents'],
])('%i is « %s »', (amount, words) => expect(written(amount)).toBe(words))

test('millions take « de » before the currency, unless another number follows', () => {
  expect(sumInWords(1_000_000, francs)).toBe('un million de F CFA')
  expect(sumInWords(3_000_000_000, francs)).toBe('trois milliards de F CFA')
  expect(sumInWords(1_000_500, francs)).toBe('un million cinq cents F CFA')
})

test('the parts of a unit follow the currency', () => {
  expect(sumInWords(1_250, { symbol: '€', decimals: 2 })).toBe('douze € et cinquante centièmes')
  expect(sumInWords(1_201, { symbol: '€', decimals: 2 })).toBe('douze € et un centième')
  expect(sumInWords(2_500, { symbol: 'DT', decimals: 3 })).toBe('deux DT et cinq cents millièmes')
})

const small = Object.fromEntries(
  `zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize`
    .split(' ')
    .map((word, value) => [word, value]),
)
const tens: Record<string, number> = { vingt: 20, trente: 30, quarante: 40, cinquante: 50, soixante: 60 }
const large: Record<string, number> = { mille: 1e3, million: 1e6, milliard: 1e9, billion: 1e12, billiard: 1e15 }

/** Reads French words back into a number. */
function read(words: string): number {
  let [total, group] = [0, 0]
  for (const word of words.split(/[ -]/)) {
    const plain = word.replace(/s$/, '')
    if (large[plain] !== undefined) {
      total += Math.max(group, 1) * large[plain]
      group = 0
    } else if (plain === 'cent') group = Math.floor(group / 10) * 10 + Math.max(group % 10, 1) * 100
    else if (plain === 'vingt' && group % 100 === 4) group += 76
    else if (word !== 'et') group += tens[plain] ?? small[word]!
  }
  return total + group
}

test('what is written is read back, and no two amounts are written alike', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(2_000), fc.nat(999_999), fc.nat({ max: 1_000_000_000_000 })), (amount) => {
      expect(read(written(amount))).toBe(amount)
    }),
  )
})
