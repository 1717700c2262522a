import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billedPeriod, billLetter } from '#shared/domain/billing/bill-letter.ts'

const bill = {
  number: 'F-00012',
  billed: { from: '2026-03-01', to: '2026-03-31' },
  dueOn: '2026-04-30',
  vouchers: 5,
  amount: 12_000,
  paid: 0,
  left: 12_000,
  ahead: 0,
}
const letter = (rest: Partial<typeof bill> = {}, today = '2026-04-01') =>
  billLetter({ ...bill, ...rest }, { today, money: (amount) => `${amount} F` }).text.replaceAll('\u00a0', ' ')

test('a bill says its period, its sum and its day', () => {
  expect(letter()).toContain('du 01/03/2026 au 31/03/2026 : 5 bons, 12000 F.')
  expect(letter()).toContain('Elle est payable le 30/04/2026.')
  expect(letter()).not.toContain('À ce jour')
})

test('sent again, it says what came of it, and that its day has passed', () => {
  const text = letter({ paid: 8000, left: 3000, ahead: 500 }, '2026-05-02')
  expect(text).toContain('À ce jour, 8000 F en sont réglés et 1000 F en sont retirés : il reste 3000 F à payer.')
  expect(text).toContain('Nous gardons 500 F reçus d’avance, à déduire.')
  expect(text).toContain('Elle était payable le 30/04/2026.')
  expect(letter({ paid: 8000, left: 3999 })).toContain('et 1 F en sont retirés')
  const settled = letter({ paid: 12_000, left: 0, ahead: 500 })
  expect(settled).toContain('12000 F en sont réglés : elle est soldée.')
  expect(settled).not.toMatch(/payable|d’avance/)
})

test.each([
  // A month billed before its end goes to the day of the bill.
  [
    { first: '2026-03-02', last: '2026-03-14' },
    { from: '2026-03-01', to: '2026-03-15' },
  ],
  // Earlier vouchers begin it, and end it when there are no others.
  [
    { first: '2026-01-20', last: '2026-03-14' },
    { from: '2026-01-20', to: '2026-03-15' },
  ],
  [
    { first: '2026-01-20', last: '2026-02-11' },
    { from: '2026-01-20', to: '2026-02-11' },
  ],
])('vouchers of %j: billed %j', (sold, billed) => {
  expect(billedPeriod({ from: '2026-03-01', to: '2026-03-31', issuedOn: '2026-03-15' }, sold)).toEqual(billed)
})

test('every voucher of a bill is of a day that it names', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-03-${String(n).padStart(2, '0')}`)
  fc.assert(
    fc.property(day, day, day, day, day, (a, b, issuedOn, c, d) => {
      const [from, to] = [a, b].toSorted() as [string, string]
      const [first, last] = [c, d].toSorted() as [string, string]
      const billed = billedPeriod({ from, to, issuedOn }, { first, last })
      expect(billed.from <= first && last <= billed.to && billed.from <= billed.to).toBe(true)
    }),
  )
})
