import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { missingFree, type DeliveredGoods } from '#shared/domain/statements/agreed-line.ts'
import { type StatementFacts } from '#shared/domain/statements/statement-facts.ts'
import { matchStatement } from '#shared/domain/statements/match-statement.ts'
import { areNear } from '#shared/domain/statements/statement-line.ts'
import { settleLine, statementDecisions } from '#shared/domain/statements/settle-statement.ts'
import {
  computedAmount,
  plainNumber,
  signedAmount,
  type StatementLine,
} from '#shared/domain/statements/statement-line.ts'
import { aStatementMonth, verdictOf } from '#tests/support/statement-year.ts'

const goods = (rest: Partial<DeliveredGoods> = {}): DeliveredGoods => ({
  deliveryId: 'd1',
  noteNumber: '88412',
  day: '2026-10-05',
  productId: 'doliprane',
  received: 10,
  free: 0,
  price: '650',
  vat: 0,
  isVatTyped: false,
  ordered: true,
  promised: null,
  ...rest,
})
const facts = (rest: Partial<StatementFacts> = {}): StatementFacts => ({
  goods: [goods()],
  returns: [],
  claims: [],
  billed: { boxes: [], deliveries: [], credits: [] },
  levies: new Map(),
  orderedProducts: new Set(['doliprane']),
  ...rest,
})
const line = (rest: Partial<StatementLine> = {}): StatementLine => {
  const bare = {
    position: 1,
    kind: 'goods' as const,
    noteNumber: '88412',
    day: '2026-10-05',
    productId: 'doliprane' as string | null,
    quantity: 10,
    free: 0,
    price: '650',
    rebate: 0,
    vat: 0,
    ...rest,
  }
  return { ...bare, amount: rest.amount ?? computedAmount(bare) }
}
const judge = (lines: StatementLine[], known = facts()) => matchStatement(lines, known)

test('the number of the note and the product make a line certain', () => {
  expect(judge([line()])).toMatchObject([
    { certainty: 'certain', because: 'same-note', match: { kind: 'goods', id: 'd1' }, differences: [] },
  ])
})

test.each([
  ['quantity', { quantity: 12 }, 1_300],
  ['price', { price: '700' }, 500],
  ['vat', { vat: 1800 }, 1_170],
  ['sum', { amount: 6_900 }, 400],
] as const)('%s: what is asked too much is found to the franc', (reason, wrong, amount) => {
  expect(judge([line(wrong)])[0]!.differences).toEqual([{ reason, amount }])
})

describe('a unit price with decimals', () => {
  const lasilix = { quantity: 22, price: '2334.45' }
  const noted = (rest: Partial<DeliveredGoods> = {}) =>
    facts({ goods: [goods({ received: 22, price: '2334.45', ...rest })] })

  test('is billed as the paper says: our rounding is never accused', () => {
    for (const amount of [51_357, 51_358, 51_359])
      expect(judge([line({ ...lasilix, amount })], noted())[0]).toMatchObject({ certainty: 'certain', differences: [] })
    expect(judge([line({ ...lasilix, amount: 51_368 })], noted())[0]!.differences).toEqual([
      { reason: 'sum', amount: 10 },
    ])
  })

  test('agrees with a note, a price list or a statement that prints fewer decimals', () => {
    const rounded = { quantity: 22, price: '2334', amount: 51_358 }
    expect(judge([line(rounded)], noted())[0]!.differences).toEqual([])
    expect(judge([line({ ...lasilix, amount: 51_358 })], noted({ price: '2334' }))[0]!.differences).toEqual([])
    const promised = { price: '2334', rebate: 0, per: 0, free: 0 }
    expect(judge([line({ ...lasilix, amount: 51_358 })], noted({ promised }))[0]!.differences).toEqual([])
    expect(judge([line({ ...lasilix, amount: 51_358 })], noted({ price: '2333' }))[0]!.differences).toEqual([
      { reason: 'price', amount: 32 },
    ])
  })

  test('of a taxed line may be rounded box by box; a real error in it is found to the franc', () => {
    const taxed = { quantity: 4, price: '3303', vat: 1800 }
    const known = facts({ goods: [goods({ received: 4, price: '3303', vat: 1800 })] })
    // 3,303 with 18 % is 3,897.54: four boxes at 3,898 make 15,592, and the line with VAT makes 15,590
    for (const amount of [15_590, 15_592])
      expect(judge([line({ ...taxed, amount })], known)[0]).toMatchObject({ certainty: 'certain', differences: [] })
    expect(judge([line({ ...taxed, amount: 15_690 })], known)[0]!.differences).toEqual([{ reason: 'sum', amount: 100 }])
  })

  test('makes a whole note that differs by the rounding of its lines, and no more', () => {
    const note = (amount: number) => line({ kind: 'note', productId: null, quantity: 0, price: '0', amount })
    const known = facts({
      goods: ['a', 'b', 'c'].map((productId) => goods({ productId, received: 1, price: '100.40' })),
    })
    expect(judge([note(301)], known)[0]).toMatchObject({ certainty: 'certain', differences: [] })
    expect(judge([note(310)], known)[0]!.differences).toEqual([{ reason: 'total', amount: 10 }])
  })

  test('law: an amount that the paper rounded from its own exact product is never accused', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom(0, 550, 1800),
        fc.constantFrom(Math.floor, Math.round, Math.ceil),
        (digits, scale, quantity, vat, round) => {
          const exact = digits / 10 ** scale
          const price = scale === 0 ? String(digits) : exact.toFixed(scale)
          const amount = round(exact * quantity * (1 + vat / 10_000))
          const known = facts({ goods: [goods({ received: quantity, price, vat })] })
          expect(judge([line({ quantity, price, vat, amount })], known)[0]!.differences).toEqual([])
        },
      ),
    )
  })
})

test('a promised rebate and promised free boxes are asked for', () => {
  const promised = { price: '650', rebate: 300, per: 10, free: 1 }
  const [judgement] = judge([line()], facts({ goods: [goods({ promised })] }))
  expect(judgement!.differences).toEqual([
    { reason: 'rebate', amount: 195 },
    { reason: 'free-units', amount: 631 },
  ])
  const given = judge([line({ rebate: 195, free: 1 })], facts({ goods: [goods({ promised, free: 1 })] }))
  expect(given[0]!.differences).toEqual([])
})

test.each([
  [25, 3, 0, 6],
  [25, 3, 4, 2],
  [9, 3, 0, 0],
  [25, 3, 7, 0],
])('of %i boxes with %i free ones per ten, %i came: %i are missing', (received, free, came, missing) => {
  const promised = { price: '650', rebate: 0, per: 10, free }
  expect(missingFree(goods({ received, free: came, promised }))).toBe(missing)
})

test.each([
  ['is claimed to the franc', [['price', 500]], [['price', 500]]],
  [
    'is claimed less what another took off',
    [
      ['price', 500],
      ['sum', -200],
    ],
    [['price', 300]],
  ],
  [
    'is not claimed when another took off more',
    [
      ['price', 500],
      ['sum', -600],
    ],
    [],
  ],
  [
    'of one franc is a rounding',
    [
      ['price', 500],
      ['sum', 1],
    ],
    [['price', 500]],
  ],
] as const)('what is asked too much %s', (_, found, claimed) => {
  const named = (pairs: readonly (readonly ['price' | 'sum', number])[]) =>
    pairs.map(([reason, amount]) => ({ reason, amount }))
  const settled = settleLine(
    { kind: 'goods', amount: 7_000 },
    { certainty: 'certain', differences: named(found) },
    null,
  )
  const sum = named(claimed).reduce((all, { amount }) => all + amount, 0)
  expect(settled).toEqual({ matched: 7_000 - sum, claimed: sum, open: 0, claims: named(claimed) })
})

test('a note whose price is below the list contains its rebate', () => {
  const promised = { price: '650', rebate: 300, per: 0, free: 0 }
  expect(
    judge([line({ price: '630' })], facts({ goods: [goods({ price: '630', promised })] }))[0]!.differences,
  ).toEqual([])
})

test('the same boxes are billed once: on one statement, and after an earlier one', () => {
  const twice = judge([line(), line({ position: 2 })])
  expect(twice.map(({ because }) => because)).toEqual(['same-note', 'billed-before'])
  expect(twice[1]!.differences).toEqual([{ reason: 'twice', amount: 6_500 }])
  const billed = {
    boxes: [{ deliveryId: 'd1', productId: 'doliprane', quantity: 10, statement: 'R-9' }],
    deliveries: [],
    credits: [],
  }
  expect(judge([line()], facts({ billed }))[0]).toMatchObject({ certainty: 'certain', statement: 'R-9' })
})

test('what was refused at the control, or never came, is billed and not delivered: not billed twice', () => {
  const refused = facts({ goods: [goods({ received: 0 }), goods({ productId: 'efferalgan' })] })
  expect(judge([line(), line({ position: 2 })], refused)).toMatchObject(
    [1, 2].map(() => ({
      certainty: 'certain',
      because: 'not-received',
      match: { id: 'd1' },
      differences: [{ reason: 'missing', amount: 6_500 }],
    })),
  )
  const note = line({ kind: 'note', productId: null, quantity: 0, price: '0', amount: 6_500 })
  expect(judge([note], facts({ goods: [goods({ received: 0 })] }))[0]).toMatchObject({
    because: 'not-received',
    differences: [{ reason: 'missing', amount: 6_500 }],
  })
  // boxes without a price came all the same
  expect(judge([note], facts({ goods: [goods({ price: null })] }))[0]).toMatchObject({
    certainty: 'proposed',
    differences: [{ reason: 'total', amount: 6_500 }],
  })
})

test('a note that is billed by lots, part by part, is right', () => {
  const parts = judge([line({ quantity: 4 }), line({ position: 2, quantity: 6 })])
  expect(parts.flatMap(({ differences }) => differences)).toEqual([])
})

test('what the note does not have was not received; an unknown note may not be keyed yet', () => {
  const other = { productId: 'efferalgan', price: '100' }
  expect(judge([line(other)])[0]).toMatchObject({
    certainty: 'certain',
    because: 'not-on-note',
    differences: [{ reason: 'never-ordered' }],
  })
  const orderedProducts = new Set(['efferalgan'])
  expect(judge([line(other)], facts({ orderedProducts }))[0]!.differences[0]!.reason).toBe('missing')
  expect(judge([line({ ...other, noteNumber: '99999' })])[0]).toMatchObject({
    certainty: 'open',
    because: 'unknown-note',
  })
})

test('what looks alike is proposed, never certain', () => {
  expect(judge([line({ noteNumber: '84812' })])[0]).toMatchObject({ certainty: 'proposed', because: 'near-number' })
  expect(judge([line({ noteNumber: '70001' })])[0]).toMatchObject({ certainty: 'proposed', because: 'other-note' })
  expect(judge([line({ productId: null })])[0]).toMatchObject({
    certainty: 'proposed',
    because: 'note-without-product',
  })
  const twins = facts({ goods: [goods(), goods({ deliveryId: 'd2', noteNumber: '88500' })] })
  expect(judge([line({ noteNumber: '70001' })], twins)[0]!.certainty).toBe('open')
})

test('a VAT rate against one that was typed by hand is only proposed', () => {
  const typed = facts({ goods: [goods({ isVatTyped: true })] })
  expect(judge([line({ vat: 1800 })], typed)[0]).toMatchObject({ certainty: 'proposed', differences: [] })
  expect(judge([line()], typed)[0]!.certainty).toBe('certain')
})

const note = (amount: number, rest = {}) =>
  line({ kind: 'note', productId: null, quantity: 0, price: '0', amount, ...rest })

test('a whole note in one amount', () => {
  expect(judge([note(6_500)])[0]).toMatchObject({ certainty: 'certain', differences: [] })
  expect(judge([note(7_000)])[0]).toMatchObject({
    certainty: 'proposed',
    differences: [{ reason: 'total', amount: 500 }],
  })
  expect(judge([note(6_500, { noteNumber: '1' })])[0]).toMatchObject({ certainty: 'proposed', because: 'same-amount' })
  expect(judge([note(6_500), note(6_500, { position: 2 })])[1]!.differences[0]!.reason).toBe('twice')
  expect(judge([note(6_500), note(1, { position: 2 })])[1]!.differences).toEqual([{ reason: 'twice', amount: 1 }])
})

test('a note of free boxes in a line of nothing is certain, not billed before', () => {
  expect(judge([note(0)], facts({ goods: [goods({ price: '0' })] }))[0]).toMatchObject({
    certainty: 'certain',
    because: 'same-note',
    differences: [],
  })
})

test('a note that looks alike is proposed once: for another line of its number or amount there is nothing left', () => {
  const near = judge([note(6_500, { noteNumber: '84812' }), note(6_500, { noteNumber: '84812', position: 2 })])
  expect(near.map(({ because }) => because)).toEqual(['near-number', 'unknown-note'])
  expect(near[0]!.differences).toEqual([])
  expect(judge([note(6_600, { noteNumber: '84812' })])[0]!.differences).toEqual([{ reason: 'total', amount: 100 }])
  const alike = judge([note(6_500, { noteNumber: '1' }), note(6_500, { noteNumber: '2', position: 2 })])
  expect(alike.map(({ because }) => because)).toEqual(['same-amount', 'unknown-note'])
})

test('whatever notes a statement names, each is billed by one line at most, for all that is open of it', () => {
  const anyNumber: fc.Arbitrary<string> = fc.constantFrom('88412', '84812', '88500', '88501', '70001')
  fc.assert(
    fc.property(
      fc.uniqueArray(anyNumber, { minLength: 1, maxLength: 3 }),
      fc.array(fc.record({ noteNumber: anyNumber, boxes: fc.integer({ min: 1, max: 3 }) }), { maxLength: 6 }),
      (delivered, asked) => {
        const known = facts({
          goods: delivered.map((noteNumber, at) => goods({ deliveryId: noteNumber, noteNumber, received: at + 1 })),
        })
        const lines = asked.map(({ noteNumber, boxes }, at) => note(boxes * 650, { noteNumber, position: at + 1 }))
        const billed = judge(lines, known).filter(({ match, because }) => match && because !== 'billed-before')
        expect(new Set(billed.map(({ match }) => match!.id)).size).toBe(billed.length)
        for (const { match, position, differences } of billed) {
          const worth = (delivered.indexOf(match!.id) + 1) * 650
          const over = differences.reduce((sum, { amount }) => sum + amount, 0)
          expect(lines[position - 1]!.amount - over).toBe(worth)
        }
      },
    ),
  )
})

test('credits of returns and claims', () => {
  const known = facts({
    returns: [{ returnId: 'r1', numbers: ['AV-7'], value: 1_000 }],
    claims: [{ claimId: 'c1', numbers: [], awaited: 420 }],
  })
  const credit = (amount: number, noteNumber: string | null) =>
    line({ kind: 'credit', noteNumber, productId: null, quantity: 0, price: '0', amount })
  expect(judge([credit(900, 'AV 7')], known)[0]).toMatchObject({
    certainty: 'certain',
    match: { kind: 'return', id: 'r1' },
    differences: [{ reason: 'return', amount: 100 }],
  })
  expect(judge([credit(420, 'X1')], known)[0]).toMatchObject({ certainty: 'proposed', match: { kind: 'claim' } })
  expect(judge([credit(1, 'X1')], known)[0]).toMatchObject({ certainty: 'open', because: 'unknown-credit' })
})

test('numbers are compared as people read them', () => {
  expect(plainNumber('BL-0088 412')).toBe(plainNumber('88412'))
  expect(areNear('88412', '84812')).toBe(true)
  expect(areNear('88412', '88413')).toBe(true)
  expect(areNear('88412', '88523')).toBe(false)
  expect(areNear('841', '814')).toBe(false)
})

test('agreed, claimed and open equal the statement, to the franc, whatever is decided', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      fc.array(fc.constantFrom(null, ...statementDecisions), { minLength: 1, maxLength: 20 }),
      (seed, decisions) => {
        const month = aStatementMonth(seed, { notes: 4, perNote: 4, errorEvery: 2, products: 40 })
        const judgements = matchStatement(month.lines, month.facts)
        for (const [index, each] of month.lines.entries()) {
          const decision = decisions[index % decisions.length]!
          const settled = settleLine(each, judgements[index]!, decision)
          expect(settled.matched + settled.claimed + settled.open).toBe(signedAmount(each))
          expect(settled.claims.reduce((sum, { amount }) => sum + amount, 0)).toBe(settled.claimed)
          expect(settled.claimed).toBeGreaterThanOrEqual(0)
          if (decision) expect(settled.open).toBe(0)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a year of statements with planted errors: 98 % are found, none is wrongly called certain', () => {
  const total = { planted: 0, found: 0, certain: 0, wronglyCertain: 0, lines: 0 }
  for (let month = 1; month <= 12; month++) {
    const each = aStatementMonth(month, { notes: 60, perNote: 5, errorEvery: 8 })
    const verdict = verdictOf(each, matchStatement(each.lines, each.facts))
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += verdict[key]
  }
  expect(total.planted).toBeGreaterThan(300)
  expect(total.wronglyCertain).toBe(0)
  expect(total.found / total.planted).toBeGreaterThan(0.98)
  expect(total.certain / total.lines).toBeGreaterThan(0.93)
})

describe('the AIB of an invoice', () => {
  const withAib = facts({ levies: new Map([['d1', 65]]) })
  const right = { certainty: 'certain', because: 'same-note', match: { id: 'd1' }, differences: [] }

  test('belongs to the amount of its note', () => {
    expect(judge([note(6_565)], withAib)).toMatchObject([right])
    expect(judge([note(6_600)], withAib)[0]!.differences).toEqual([{ reason: 'total', amount: 35 }])
  })

  test.each([
    ['its goods', line()],
    ['its note', note(6_500)],
  ])('is a line of its own behind %s, once', (_, goods) => {
    const [first, aib, again] = judge([goods, note(65, { position: 2 }), note(65, { position: 3 })], withAib)
    expect([first, aib]).toMatchObject([right, right])
    expect(again).toMatchObject({ because: 'billed-before', differences: [{ reason: 'twice', amount: 65 }] })
  })

  test.each([
    ['its goods', line({ position: 2 })],
    ['its note', note(6_500, { position: 2 })],
  ])('is a line of its own before %s', (_, goods) => {
    expect(judge([note(65), goods], withAib)).toMatchObject([right, right])
  })

  test('is billed by a later statement than its boxes, or an earlier one, once', () => {
    const after = (...amounts: number[]) => ({
      ...withAib,
      billed: {
        ...withAib.billed,
        deliveries: amounts.map((amount) => ({ deliveryId: 'd1', amount, statement: 'R 1' })),
      },
    })
    expect(judge([note(65)], after(6_500))).toMatchObject([right])
    expect(judge([note(6_500)], after(65))).toMatchObject([right])
    const twice = [{ because: 'billed-before', statement: 'R 1', differences: [{ reason: 'twice', amount: 65 }] }]
    for (const known of [after(6_565), after(6_500, 65), after(65, 6_500)])
      expect(judge([note(65)], known)).toMatchObject(twice)
  })

  test('may be missing where the number is not known, or almost', () => {
    const proposed = { certainty: 'proposed', match: { id: 'd1' }, differences: [] }
    expect(judge([note(6_500, { noteNumber: '77001' })], withAib)).toMatchObject([
      { ...proposed, because: 'same-amount' },
    ])
    expect(judge([note(6_500, { noteNumber: '88413' })], withAib)).toMatchObject([
      { ...proposed, because: 'near-number' },
    ])
  })
})
