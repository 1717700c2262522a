import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import {
  feeAccountOf,
  type GroupRule,
  isCommission,
  labelWords,
  proposedGroup,
  withRule,
} from '#shared/domain/reconciliation/group-money.ts'
import { moneyWindows } from '#shared/domain/reconciliation/match-money.ts'

const cards: GroupRule = { words: 'remise tpe', types: ['CREDIT_CARD'], account: '6315' }
const record = (id: string, day: string, amount: number, type = 'CREDIT_CARD') => ({ id, day, amount, type })
const propose = (amount: number, records: ReturnType<typeof record>[], rest: object = {}) =>
  proposedGroup({ day: '2026-11-21', label: 'REMISE TPE 2011', amount, ...rest }, records, [cards], moneyWindows.bank)

test('the lines of a bank are known again by their words, without numbers and dates', () => {
  expect(labelWords('REMISE TPE 20/11 N° 12345')).toBe('remise tpe')
  expect(labelWords('Remise  T.P.E. du 21-11')).toBe('remise du')
  expect(labelWords('12345')).toBe('')
  expect(withRule([cards], { ...cards, types: ['CHEQUE'] })).toEqual([{ ...cards, types: ['CHEQUE'] }])
  expect(withRule([cards], { ...cards, words: '' })).toEqual([cards])
})

test('the cards of a day less a commission are proposed, those of two days when one does not fit', () => {
  const records = [record('a', '2026-11-20', 6000), record('b', '2026-11-20', 4000), record('c', '2026-11-19', 5000)]
  expect(propose(9800, records)).toEqual({ ids: ['a', 'b'], recorded: 10_000, commission: 200, account: '6315' })
  expect(propose(14_700, records)).toEqual({ ids: ['c', 'a', 'b'], recorded: 15_000, commission: 300, account: '6315' })
  // A commission of a third, another type, another label, money that went out.
  expect(propose(6667, records)).toBeNull()
  expect(propose(9800, [record('d', '2026-11-20', 10_000, 'CHEQUE')])).toBeNull()
  expect(propose(9800, records, { label: 'VIR NSIA' })).toBeNull()
  expect(propose(-9800, records)).toBeNull()
})

test('a bank keeps nothing or a fifth at most, never less than nothing', () => {
  expect([0, 1, 2_000, 2_001, -1].map((kept) => isCommission(kept, 10_000))).toEqual([true, true, true, false, false])
  expect(isCommission(0, 0)).toBe(true)
})

test('commissions are booked by what they were taken of', () => {
  expect([
    feeAccountOf(['CREDIT_CARD']),
    feeAccountOf(['MOBILE_MONEY']),
    feeAccountOf(['CHEQUE']),
    feeAccountOf([]),
  ]).toEqual(['6315', '6317', '6318', '6318'])
})

test('a proposal adds up, stays below five percent, takes each movement of its days and no other', () => {
  const day = fc.integer({ min: 0, max: 4 }).map((back) => addDays('2026-11-21', -back))
  const some = fc.array(fc.record({ day, amount: fc.integer({ min: 1, max: 9 }) }), { maxLength: 8 })
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 60 }), (all, amount) => {
      const records = all.map((one, at) => record(String(at), one.day, one.amount * 100))
      const group = propose(amount * 100, records)
      if (!group) return
      const taken = records.filter(({ id }) => group.ids.includes(id))
      expect(taken.length).toBe(group.ids.length)
      expect(taken.reduce((sum, one) => sum + one.amount, 0)).toBe(group.recorded)
      expect(group.recorded - group.commission).toBe(amount * 100)
      expect(group.commission * 20).toBeLessThanOrEqual(group.recorded)
      const days = new Set(taken.map((one) => one.day))
      expect(records.filter((one) => days.has(one.day))).toHaveLength(taken.length)
    }),
  )
})
