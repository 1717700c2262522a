import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor } from '#shared/domain/money.ts'
import { differences } from '#shared/domain/register/closing.ts'
import {
  countOfDraft,
  fieldOfDenomination,
  fieldOfMeans,
  meansInCount,
  meansToAdd,
  meansToCount,
  rightInCount,
  typedCash,
  untypedMeans,
} from '#shared/domain/register/count-draft.ts'
import { countedTotal } from '#shared/domain/register/denominations.ts'

const rows = [
  { form: 'note' as const, value: 500 },
  { form: 'coin' as const, value: 500 },
  { form: 'coin' as const, value: 25 },
]
const mtn = { type: 'MOBILE_MONEY' as const, operator: 'MTN MoMo' }
const nobody = { type: 'MOBILE_MONEY' as const, operator: null }
const card = { type: 'CREDIT_CARD' as const, operator: null }

test('a note and a coin of one value are counted apart, and what is not typed is none', () => {
  const draft = { 'note/500': '7', 'coin/25': '3' }
  expect(countOfDraft(draft, rows, [])).toEqual({
    denominations: [
      { form: 'note', value: 500, count: 7 },
      { form: 'coin', value: 500, count: 0 },
      { form: 'coin', value: 25, count: 3 },
    ],
    others: [],
  })
  expect(typedCash(draft, rows)).toBe(3575)
})

test('another means is counted when an amount is typed, 0 is one', () => {
  expect(untypedMeans({ [fieldOfMeans(card)]: '0', [fieldOfMeans(mtn)]: '' }, [card, mtn, nobody])).toEqual([
    mtn,
    nobody,
  ])
  expect(countOfDraft({ [fieldOfMeans(mtn)]: '1500', [fieldOfMeans(nobody)]: '200' }, [], [mtn, nobody])).toEqual({
    denominations: [],
    others: [
      { ...mtn, counted: 1500 },
      { ...nobody, counted: 200 },
    ],
  })
})

test('what moved is counted, also where it came out even; what somebody else pays is not', () => {
  const line = (
    type: 'CREDIT_CARD' | 'MOBILE_MONEY' | 'INSURANCE' | 'CASH',
    amount: number,
    operator: string | null = null,
  ) => ({ kind: amount < 0 ? ('refund' as const) : ('sale' as const), type, amount: minor(amount), operator })
  expect(
    meansToCount([
      line('CASH', 500),
      line('CREDIT_CARD', 1000),
      line('CREDIT_CARD', -1000),
      line('MOBILE_MONEY', 200, 'MTN MoMo'),
      line('INSURANCE', 700),
    ]),
  ).toEqual([card, mtn])
})

test('always: what is typed field by field is what is counted', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(999_999), { minLength: 3, maxLength: 3 }), fc.nat(1_000_000_000), (counts, amount) => {
      const draft = Object.fromEntries([
        ...rows.map((row, place) => [fieldOfDenomination(row), String(counts[place])]),
        [fieldOfMeans(mtn), String(amount)],
      ])
      const { denominations, others } = countOfDraft(draft, rows, [mtn])
      expect(denominations.map(({ count }) => count)).toEqual(counts)
      expect(others).toEqual([{ ...mtn, counted: amount }])
      expect(typedCash(draft, rows)).toBe(countedTotal(denominations))
      expect(untypedMeans(draft, [mtn])).toEqual([])
    }),
  )
})

test('a means that nobody expects is added, once, and is counted like the others', () => {
  const operators = ['MTN MoMo', 'Moov Money']
  const added = meansToAdd([card], operators)
  expect(added).toContainEqual(mtn)
  expect(added).not.toContainEqual(card)
  expect(added.map(({ type }) => type)).not.toContain('CASH')
  const draft = { 'note/500': '7', [fieldOfMeans(mtn)]: '', [fieldOfMeans(card)]: '1000' }
  expect(meansInCount(draft, [card])).toEqual([card, mtn])
  expect(untypedMeans(draft, meansInCount(draft, [card]))).toEqual([mtn])
})

test('whatever is added, each means stands once, and what stands cannot be added again', () => {
  const operators = ['MTN MoMo', 'a/b', 'Moov Money']
  const all = meansToAdd([], operators)
  fc.assert(
    fc.property(fc.subarray(all), fc.subarray(all), (expected, added) => {
      const draft = Object.fromEntries(added.map((each) => [fieldOfMeans(each), '']))
      const counted = meansInCount(draft, expected)
      const fields = counted.map(fieldOfMeans)
      expect(new Set(fields)).toEqual(new Set([...expected, ...added].map(fieldOfMeans)))
      expect(fields.length).toBe(new Set(fields).size)
      expect([...meansToAdd(counted, operators), ...counted].map(fieldOfMeans).sort()).toEqual(
        all.map(fieldOfMeans).sort(),
      )
    }),
  )
})

test('a recount keeps the means that were right, the drawer by its notes, and nothing of the others', () => {
  const count = {
    denominations: [
      { form: 'note' as const, value: 500, count: 7 },
      { form: 'coin' as const, value: 25, count: 0 },
    ],
    others: [
      { ...mtn, counted: 4000 },
      { ...card, counted: 0 },
    ],
  }
  const row = (means: typeof mtn | typeof card, gap: number) => ({
    ...means,
    expected: minor(0),
    counted: minor(0),
    gap: minor(gap),
  })
  const cash = (gap: number) => ({
    type: 'CASH' as const,
    operator: null,
    expected: minor(0),
    counted: minor(0),
    gap: minor(gap),
  })
  expect(rightInCount(count, [cash(-500), row(mtn, 0), row(card, 0)])).toEqual({
    'MOBILE_MONEY/MTN MoMo': '4000',
    'CREDIT_CARD/': '0',
  })
  expect(rightInCount(count, [cash(0), row(mtn, 200), row(card, 0)])).toEqual({ 'note/500': '7', 'CREDIT_CARD/': '0' })
})

test('a count that was right in everything is made again as it was', () => {
  const anyCount = fc.record({
    denominations: fc.tuple(...rows.map((each) => fc.nat(999).map((count) => ({ ...each, count })))),
    others: fc.tuple(
      fc.nat(1_000_000).map((counted) => ({ ...mtn, counted })),
      fc.nat(1_000_000).map((counted) => ({ ...card, counted })),
    ),
  })
  fc.assert(
    fc.property(anyCount, (count) => {
      const movements = [
        { kind: 'sale' as const, type: 'CASH' as const, amount: countedTotal(count.denominations) },
        ...count.others.map(({ counted, ...means }) => ({ kind: 'sale' as const, ...means, amount: minor(counted) })),
      ]
      const draft = rightInCount(count, differences(movements, count))
      expect(countOfDraft(draft, rows, [mtn, card])).toEqual(count)
    }),
  )
})
