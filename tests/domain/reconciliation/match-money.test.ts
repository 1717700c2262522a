import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { moneyLineState } from '#shared/domain/reconciliation/line-state.ts'
import {
  matchMoney,
  matchStatement,
  withoutReversals,
  type RecordedMoney,
} from '#shared/domain/reconciliation/match-money.ts'
import type { MoneyLine } from '#shared/domain/reconciliation/money-file.ts'

const line = (rest: Partial<MoneyLine> = {}): MoneyLine => ({
  day: '2026-11-20',
  minutes: 600,
  reference: null,
  phone: null,
  label: null,
  amount: 1000,
  fee: 0,
  ...rest,
})
const record = (rest: Partial<RecordedMoney> = {}): RecordedMoney => ({
  id: 'r',
  day: '2026-11-20',
  minutes: 600,
  references: [],
  phone: null,
  amount: 1000,
  source: null,
  ...rest,
})
const window = { before: 1, after: 7 }
const pairs = (lines: MoneyLine[], records: RecordedMoney[]) =>
  matchMoney(lines, records, window).map(({ line: at, record: with_, way }) => [at, with_, way])

describe('the lines of a statement', () => {
  test('are found by reference, also inside a label and written otherwise, before anything else', () => {
    expect(
      pairs(
        [line(), line({ reference: 'MP-2026 00123' }), line({ label: 'REMISE CHQ 0098765 BOA' })],
        [record({ references: ['mp202600123'] }), record({ references: ['98765'] }), record({ references: ['1'] })],
      ),
    ).toEqual([
      [1, 0, 'reference'],
      [2, 1, 'reference'],
      [0, 2, 'amount'],
    ])
  })

  test('have their difference when the reference has another amount; the exact one comes first', () => {
    expect(
      pairs(
        [line({ reference: 'T12345', amount: 900 }), line({ reference: 'T12345' })],
        [record({ references: ['T12345'] }), record({ references: ['T12345'], amount: 950 })],
      ),
    ).toEqual([
      [1, 0, 'reference'],
      [0, 1, 'reference'],
    ])
  })

  test('are found by phone and amount, the nearest in time', () => {
    expect(
      pairs(
        [line({ phone: '22997000011', minutes: 660 }), line({ phone: '97000011', minutes: 600 })],
        [
          record({ phone: '+229 01 97 00 00 11', minutes: 598 }),
          record({ phone: '0197000011', minutes: 655 }),
          record({ phone: '0197000012' }),
        ],
      ),
    ).toEqual([
      [1, 0, 'phone'],
      [0, 1, 'phone'],
    ])
  })

  test('are not found too far away, nor by another amount, nor in the other direction', () => {
    expect(pairs([line({ day: '2026-11-28' })], [record()])).toEqual([])
    expect(pairs([line({ day: '2026-11-27' })], [record()])).toEqual([[0, 0, 'amount']])
    expect(pairs([line({ day: '2026-11-18' })], [record()])).toEqual([])
    expect(pairs([line({ amount: 999 })], [record()])).toEqual([])
    expect(pairs([line({ amount: -1000, reference: 'T12345' })], [record({ references: ['T12345'] })])).toEqual([])
    expect(pairs([line({ amount: -1000 })], [record({ amount: -1000 })])).toEqual([[0, 0, 'amount']])
  })

  test('and records are in one pair at most; nothing that could be paired by its amount is left', () => {
    const day = fc.integer({ min: 0, max: 12 }).map((days) => addDays('2026-11-01', days))
    const amount = fc.constantFrom(1000, 2000, -1000)
    const reference = fc.constantFrom('T10001', 'T10002', null)
    const phone = fc.constantFrom('97000011', '97000012', null)
    const minutes = fc.option(fc.integer({ min: 0, max: 1439 }))
    const aLine = fc.record({ day, minutes, reference, phone, label: fc.constant(null), amount, fee: fc.constant(0) })
    const aRecord = fc.record({
      id: fc.uuid(),
      day,
      minutes,
      references: reference.map((one) => (one ? [one] : [])),
      phone,
      amount,
      source: fc.constant(null),
    })
    fc.assert(
      fc.property(fc.array(aLine), fc.array(aRecord), (lines, records) => {
        const found = matchMoney(lines, records, window)
        expect(new Set(found.map((one) => one.line)).size).toBe(found.length)
        expect(new Set(found.map((one) => one.record)).size).toBe(found.length)
        for (const one of found) {
          expect(Math.sign(lines[one.line]!.amount)).toBe(Math.sign(records[one.record]!.amount))
          if (one.way !== 'reference') expect(lines[one.line]!.amount).toBe(records[one.record]!.amount)
        }
        const left = lines.filter((_, at) => !found.some((one) => one.line === at))
        const open = records.filter((_, at) => !found.some((one) => one.record === at))
        for (const one of left)
          for (const other of open)
            expect(
              one.amount === other.amount &&
                addDays(other.day, -window.before) <= one.day &&
                one.day <= addDays(other.day, window.after),
            ).toBe(false)
      }),
    )
  })
})

test('a payment that was taken back is for no line while another record explains it', () => {
  const taken = record({ id: 'taken', source: 'sale 1 MOBILE_MONEY' })
  const back = record({ id: 'back', source: 'sale 1 MOBILE_MONEY', amount: -1000 })
  const again = record({ id: 'again', source: 'sale 2 MOBILE_MONEY', minutes: 610 })
  const ids = (lines: MoneyLine[]) => matchStatement(lines, [taken, back, again], window).map(({ id }) => id)
  expect(ids([line()])).toEqual(['again'])
  expect(ids([line(), line(), line({ amount: -1000 })])).toEqual(['again', 'taken', 'back'])
  expect(withoutReversals([taken, back, again])).toEqual([again])
})

test('a line is matched, different, not recorded, out, or explained', () => {
  const state = (amount: number, recorded: number | null, isExplained = false) =>
    moneyLineState({ amount, recorded, isExplained, commission: 0, fee: 0 })
  expect([state(5, 5), state(5, 4), state(5, null), state(-5, null), state(5, null, true), state(5, 4, true)]).toEqual([
    'matched',
    'differs',
    'unrecorded',
    'out',
    'explained',
    'explained',
  ])
})
