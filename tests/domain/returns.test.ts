import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minor, sum } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { cashHandedBack, refundOf, type MadeReturn, type SoldSale } from '#shared/domain/returns.ts'
import { cashDue, lineTotal, saleBalance } from '#shared/domain/sale.ts'
import { aCash, aRecord, aVoucher, anInsurance } from '#tests/domain/support/any-sale.ts'
import { runs } from '#tests/support/extent.ts'

const asPaid = { inCash: false, cashStep: 5 }
const inNotes = { inCash: true, cashStep: 5 }
const aSold = (of: Partial<SoldSale>): SoldSale => ({
  records: [aRecord()],
  vouchers: [],
  payments: [],
  rounding: 0,
  ...of,
})
const insured = (amount: number, shares: { lineId: string; amount: number }[], id = 'p-insurance'): Payment =>
  ({ ...anInsurance({}, { id, amount }), shares }) as Payment
const card = (amount: number, id = 'p-card'): Payment => ({ id, type: 'CREDIT_CARD', amount })
const discount = (amount: number): Payment => ({ id: 'p-discount', type: 'DISCOUNT', amount })
const credit = (amount: number): Payment => ({
  id: 'p-credit',
  type: 'CREDIT',
  amount,
  creditMetadata: { person: 'c1' },
})

function accepted(sale: SoldSale, earlier: MadeReturn[], lines: { lineId: string; quantity: number }[], how = asPaid) {
  const verdict = refundOf(sale, earlier, lines, how)
  if (!verdict.ok) throw new Error(verdict.reason)
  return verdict
}

describe('what a return gives back', () => {
  // 2 boxes at 1,450; one comes back: 1,450 in notes.
  test('cash gives back the price of the box', () => {
    const sale = aSold({ records: [aRecord({ quantity: 2 })], payments: [aCash(2900, 5000)] })
    expect(accepted(sale, [], [{ lineId: 'r1', quantity: 1 }])).toEqual({
      ok: true,
      total: 1450,
      rounding: 0,
      lines: [{ lineId: 'r1', quantity: 1, amount: 1450 }],
      refunds: [{ paymentId: 'p-cash', type: 'CASH', amount: 1450 }],
    })
  })

  // Amoxicillin 2 × 1,500 at 80 %: the insurer took 2,400 of it; Maalox 1,000: nothing. One amoxicillin back: 1,200 to the insurer, 300 to the customer.
  test('a payer is given back what it took of that line, not of the sale', () => {
    const sale = aSold({
      records: [aRecord({ quantity: 2, price: 1500 }), aRecord({ id: 'r2', price: 1000 })],
      payments: [insured(2400, [{ lineId: 'r1', amount: 2400 }]), aCash(1600)],
    })
    expect(accepted(sale, [], [{ lineId: 'r1', quantity: 1 }]).refunds).toEqual([
      { paymentId: 'p-insurance', type: 'INSURANCE', amount: 1200 },
      { paymentId: 'p-cash', type: 'CASH', amount: 300 },
    ])
    expect(accepted(sale, [], [{ lineId: 'r2', quantity: 1 }]).refunds).toEqual([
      { paymentId: 'p-cash', type: 'CASH', amount: 1000 },
    ])
  })

  // 3 × 333 at 50 %: the insurer took 500 of 999. One by one: 500/3 = 166.67 → 167, then 333.33 → 333 − 167 = 166, then 500 − 333 = 167.
  test('three returns of one box give the payer what one return of three gives', () => {
    const sale = aSold({
      records: [aRecord({ quantity: 3, price: 333 })],
      payments: [insured(500, [{ lineId: 'r1', amount: 500 }]), card(499)],
    })
    const made: MadeReturn[] = []
    for (let box = 0; box < 3; box++) made.push(accepted(sale, made, [{ lineId: 'r1', quantity: 1 }]))
    expect(made.map(({ refunds }) => refunds.map(({ amount }) => amount))).toEqual([
      [167, 166],
      [166, 167],
      [167, 166],
    ])
  })

  // 2 × 1,000, of which the insurer took 501: half of it is 250.5.
  test('half a franc of a part goes to the payer, and the next return takes it back', () => {
    const sale = aSold({
      records: [aRecord({ quantity: 2, price: 1000 })],
      payments: [insured(501, [{ lineId: 'r1', amount: 501 }]), card(1499)],
    })
    const first = accepted(sale, [], [{ lineId: 'r1', quantity: 1 }])
    expect(first.refunds.map(({ amount }) => amount)).toEqual([251, 749])
    expect(accepted(sale, [first], [{ lineId: 'r1', quantity: 1 }]).refunds.map(({ amount }) => amount)).toEqual([
      250, 750,
    ])
  })

  test('a payer that took nothing of a line gives nothing of it back', () => {
    const shares = [
      { lineId: 'r1', amount: 0 },
      { lineId: 'r2', amount: 1600 },
    ]
    const sale = aSold({
      records: [aRecord({ price: 1000 }), aRecord({ id: 'r2', price: 3000 })],
      payments: [insured(1600, shares), card(2400)],
    })
    expect(accepted(sale, [], [{ lineId: 'r1', quantity: 1 }]).refunds).toEqual([
      { paymentId: 'p-card', type: 'CREDIT_CARD', amount: 1000 },
    ])
  })

  test('a cheque is one of his means like a card', () => {
    const cheque: Payment = { id: 'p-cheque', type: 'CHEQUE', amount: 1450, chequeNumber: '0042', bank: 'BOA' }
    expect(accepted(aSold({ payments: [cheque] }), [], [{ lineId: 'r1', quantity: 1 }]).refunds).toEqual([
      { paymentId: 'p-cheque', type: 'CHEQUE', amount: 1450 },
    ])
    expect(accepted(aSold({ payments: [cheque] }), [], [{ lineId: 'r1', quantity: 1 }], inNotes).refunds).toEqual([
      { paymentId: 'p-cheque', type: 'CASH', amount: 1450 },
    ])
  })

  // Two boxes at 2,000, one of them paid to 1,600 by the insurer: the customer leaves 400 + 2,000, less 10 % = 240, of which 40 on the first, 200 on the second.
  test('a discount is given back by its part of what the customer had to pay of the line', () => {
    const records = [aRecord({ price: 2000 }), aRecord({ id: 'r2', price: 2000 })]
    const sale = aSold({
      records,
      payments: [insured(1600, [{ lineId: 'r1', amount: 1600 }]), discount(240), aCash(2160)],
    })
    expect(accepted(sale, [], [{ lineId: 'r1', quantity: 1 }]).refunds.map(({ amount }) => amount)).toEqual([
      1600, 40, 360,
    ])
    expect(accepted(sale, [], [{ lineId: 'r2', quantity: 1 }]).refunds.map(({ amount }) => amount)).toEqual([200, 1800])
  })

  // 3,000 = 1,000 in notes and 2,000 owed; 1,500 comes back: the debt shrinks, no note leaves the drawer.
  test('what is owed shrinks before money leaves the drawer, whatever was typed first', () => {
    const sale = aSold({ records: [aRecord({ quantity: 2, price: 1500 })], payments: [aCash(1000), credit(2000)] })
    const first = accepted(sale, [], [{ lineId: 'r1', quantity: 1 }], inNotes)
    expect(first.refunds).toEqual([{ paymentId: 'p-credit', type: 'CREDIT', amount: 1500 }])
    expect(accepted(sale, [first], [{ lineId: 'r1', quantity: 1 }], inNotes).refunds).toEqual([
      { paymentId: 'p-cash', type: 'CASH', amount: 1000 },
      { paymentId: 'p-credit', type: 'CREDIT', amount: 500 },
    ])
  })

  test('an organization that pays by a policy is a payer, one that merely owes is a customer', () => {
    const employer: Payment = {
      id: 'p-org',
      type: 'CREDIT_ORG',
      amount: 1000,
      creditMetadata: { organization: 'o1', contractPolicy: 'policy-2' },
      shares: [{ lineId: 'r1', amount: 1000 }],
    }
    const sale = aSold({
      records: [aRecord({ price: 1000 }), aRecord({ id: 'r2', price: 1000 })],
      payments: [employer, card(1000)],
    })
    expect(accepted(sale, [], [{ lineId: 'r2', quantity: 1 }]).refunds).toEqual([
      { paymentId: 'p-card', type: 'CREDIT_CARD', amount: 1000 },
    ])
    const owing = { ...employer, creditMetadata: { organization: 'o1' }, shares: undefined } as Payment
    expect(accepted({ ...sale, payments: [owing, card(1000)] }, [], [{ lineId: 'r2', quantity: 1 }]).refunds).toEqual([
      { paymentId: 'p-org', type: 'CREDIT_ORG', amount: 1000 },
    ])
  })

  test('his means come back in their order, or in notes in their place', () => {
    const sale = aSold({ records: [aRecord({ quantity: 2, price: 1000 })], payments: [card(500), aCash(1500)] })
    expect(accepted(sale, [], [{ lineId: 'r1', quantity: 1 }]).refunds).toEqual([
      { paymentId: 'p-card', type: 'CREDIT_CARD', amount: 500 },
      { paymentId: 'p-cash', type: 'CASH', amount: 500 },
    ])
    expect(accepted(sale, [], [{ lineId: 'r1', quantity: 1 }], inNotes).refunds).toEqual([
      { paymentId: 'p-card', type: 'CASH', amount: 500 },
      { paymentId: 'p-cash', type: 'CASH', amount: 500 },
    ])
  })

  // A sale of an earlier version: 1,600 of 4,000 without saying of which line: 400 of each 1,000.
  test('a payer that never said of which line is given back in proportion', () => {
    const sale = aSold({
      records: [aRecord({ price: 1000 }), aRecord({ id: 'r2', price: 3000 })],
      payments: [anInsurance({}, { amount: 1600 }), card(2400)],
    })
    expect(accepted(sale, [], [{ lineId: 'r1', quantity: 1 }]).refunds.map(({ amount }) => amount)).toEqual([400, 600])
  })

  test.each([
    ['do not add up', [{ lineId: 'r1', amount: 900 }]],
    ['name no line of the sale', [{ lineId: 'x', amount: 1600 }]],
    ['take more than a line is worth', [{ lineId: 'r1', amount: 1600 }]],
    [
      'take more than one of their lines is worth',
      [
        { lineId: 'r1', amount: 1100 },
        { lineId: 'r2', amount: 500 },
      ],
    ],
    [
      'take less than nothing of a line',
      [
        { lineId: 'r1', amount: -100 },
        { lineId: 'r2', amount: 1700 },
      ],
    ],
    [
      'take a franc of no line of the sale',
      [
        { lineId: 'r2', amount: 1599 },
        { lineId: 'x', amount: 1 },
      ],
    ],
  ])('shares that %s count as not told', (_, shares) => {
    const sale = aSold({
      records: [aRecord({ price: 1000 }), aRecord({ id: 'r2', price: 3000 })],
      payments: [insured(1600, shares), card(2400)],
    })
    expect(accepted(sale, [], [{ lineId: 'r1', quantity: 1 }]).refunds.map(({ amount }) => amount)).toEqual([400, 600])
  })

  test('a voucher gives its money back like any line', () => {
    const sale = aSold({ vouchers: [aVoucher()], payments: [aCash(1950)] })
    expect(accepted(sale, [], [{ lineId: 'v1', quantity: 1 }])).toMatchObject({
      total: 500,
      refunds: [{ amount: 500 }],
    })
  })

  test('a box that cost nothing gives nothing back', () => {
    const sale = aSold({
      records: [aRecord({ price: 0 }), aRecord({ id: 'r2', price: 1000 })],
      payments: [aCash(1000)],
    })
    expect(accepted(sale, [], [{ lineId: 'r1', quantity: 1 }])).toMatchObject({ total: 0, rounding: 0, refunds: [] })
  })
})

describe('coins', () => {
  // 1,001 + 1,002 = 2,003, paid 2,005: rounding −2. First 1,001 → 1,000 in coins (1 kept); then all of it: 1,005 for 1,002 (−3); together −2.
  test('each return hands back coins that exist, and all of them the francs that were paid', () => {
    const sale = aSold({
      records: [aRecord({ price: 1001 }), aRecord({ id: 'r2', price: 1002 })],
      payments: [aCash(2005)],
      rounding: -2,
    })
    const first = accepted(sale, [], [{ lineId: 'r1', quantity: 1 }])
    const second = accepted(sale, [first], [{ lineId: 'r2', quantity: 1 }])
    expect([first, second].map(({ refunds, rounding }) => [refunds[0]!.amount, rounding])).toEqual([
      [1000, 1],
      [1005, -3],
    ])
    expect([first, second].map(cashHandedBack)).toEqual([1000, 1005])
  })

  test('a part too small for a coin is kept for the next return', () => {
    const sale = aSold({ records: [aRecord({ quantity: 3, price: 1 })], payments: [aCash(5)], rounding: -2 })
    const first = accepted(sale, [], [{ lineId: 'r1', quantity: 1 }])
    expect(first).toMatchObject({ total: 1, rounding: 1, refunds: [] })
    expect(accepted(sale, [first], [{ lineId: 'r1', quantity: 2 }])).toMatchObject({
      total: 2,
      rounding: -3,
      refunds: [{ amount: 5 }],
    })
  })

  // A card paid 1,003; in notes that is 1,005: the card gave back 1,003, the drawer 1,005, the ledger says −2.
  test('the odd francs of a card are rounded where they are handed back in notes', () => {
    const sale = aSold({ records: [aRecord({ price: 1003 })], payments: [card(1003)] })
    const made = accepted(sale, [], [{ lineId: 'r1', quantity: 1 }], inNotes)
    expect(made).toMatchObject({ rounding: -2, refunds: [{ paymentId: 'p-card', type: 'CASH', amount: 1003 }] })
    expect(cashHandedBack(made)).toBe(1005)
    expect(accepted(sale, [], [{ lineId: 'r1', quantity: 1 }])).toMatchObject({
      rounding: 0,
      refunds: [{ type: 'CREDIT_CARD', amount: 1003 }],
    })
  })

  // 2,003 paid 503 by card and 1,500 in coins: 2,005 leave the drawer.
  test('the odd francs of a card are rounded also where coins were paid beside it', () => {
    const sale = aSold({ records: [aRecord({ price: 2003 })], payments: [card(503), aCash(1500)] })
    const made = accepted(sale, [], [{ lineId: 'r1', quantity: 1 }], inNotes)
    expect([made.rounding, cashHandedBack(made)]).toEqual([-2, 2005])
  })

  test('two returns in notes of odd francs hand back, together, the nearest coin', () => {
    const sale = aSold({ records: [aRecord({ quantity: 2, price: 1001 })], payments: [card(2002)] })
    const first = accepted(sale, [], [{ lineId: 'r1', quantity: 1 }], inNotes)
    const second = accepted(sale, [first], [{ lineId: 'r1', quantity: 1 }], inNotes)
    expect([first, second].map(cashHandedBack)).toEqual([1000, 1000])
  })

  test('cash in the middle of the means gives what comes after it its own', () => {
    const sale = aSold({
      records: [aRecord({ quantity: 3, price: 1000 })],
      payments: [card(500, 'a'), aCash(1000), card(1500, 'b')],
    })
    const made: MadeReturn[] = []
    for (let box = 0; box < 3; box++) made.push(accepted(sale, made, [{ lineId: 'r1', quantity: 1 }]))
    expect(made.map(({ refunds }) => refunds.map(({ paymentId, amount }) => [paymentId, amount]))).toEqual([
      [
        ['a', 500],
        ['p-cash', 500],
      ],
      [
        ['p-cash', 500],
        ['b', 500],
      ],
      [['b', 1000]],
    ])
  })
})

describe('what is refused', () => {
  test('more than is left, with what is left of each line', () => {
    const sale = aSold({ records: [aRecord({ quantity: 2 })], payments: [aCash(2900)] })
    const first = accepted(sale, [], [{ lineId: 'r1', quantity: 1 }])
    expect(refundOf(sale, [first], [{ lineId: 'r1', quantity: 2 }], asPaid)).toEqual({
      ok: false,
      reason: 'sales:returnBeyondSold',
      details: { items: [{ lineId: 'r1', label: 'Doliprane 1 g cp B/8', asked: 2, left: 1 }] },
    })
  })

  test('the same line twice in one return is counted together', () => {
    const sale = aSold({ records: [aRecord({ quantity: 2 })], payments: [aCash(2900)] })
    expect(
      refundOf(
        sale,
        [],
        [
          { lineId: 'r1', quantity: 2 },
          { lineId: 'r1', quantity: 1 },
        ],
        asPaid,
      ),
    ).toMatchObject({ ok: false, details: { items: [{ asked: 3, left: 2 }] } })
  })

  test('a line that the sale does not have', () => {
    expect(refundOf(aSold({}), [], [{ lineId: 'x', quantity: 1 }], asPaid)).toMatchObject({
      ok: false,
      details: { items: [{ lineId: 'x', label: '', left: 0 }] },
    })
  })
})

// ── laws ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
const cashStep = fc.constantFrom(1, 5, 10, 25)
const parts = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 3 })
type Seed = {
  lines: { quantity: number; price: number; voucher: boolean; taken: number[] }[]
  tells: boolean[]
  discount: number
  own: { kind: number; part: number }[]
  cashStep: number
}
const anySeed: fc.Arbitrary<Seed> = fc.record({
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 7 }),
      price: fc.oneof(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 40_000 })),
      voucher: fc.boolean(),
      taken: parts,
    }),
    { minLength: 1, maxLength: 5 },
  ),
  tells: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  discount: fc.constantFrom(0, 0, 5, 33, 100),
  own: fc.array(fc.record({ kind: fc.integer({ min: 0, max: 4 }), part: fc.integer({ min: 0, max: 100 }) }), {
    maxLength: 4,
  }),
  cashStep,
})

const payerOf = (place: number, amount: number, shares: { lineId: string; amount: number }[] | undefined): Payment => {
  const id = `payer ${place}`
  if (place === 0) return { ...anInsurance({}, { id, amount }), shares } as Payment
  if (place === 1)
    return {
      id,
      amount,
      type: 'SOCIAL_SECURITY',
      socialSecurityMetadata: { body: 'CNSS', identifier: null, contractPolicy: 'policy-2' },
      shares,
    }
  return { id, amount, type: 'CREDIT_ORG', creditMetadata: { organization: 'o1', contractPolicy: 'policy-3' }, shares }
}
const ownOf = (kind: number, amount: number, id: string): Payment => {
  if (kind === 0) return { id, amount, type: 'CREDIT', creditMetadata: { person: 'c1' } }
  if (kind === 1) return { id, amount, type: 'CREDIT_ORG', creditMetadata: { organization: 'o1' } }
  if (kind === 2) return { id, amount, type: 'MOBILE_MONEY', phoneOperator: 'MTN', transactionReference: 'T1' }
  return kind === 3 ? { id, amount, type: 'CREDIT_CARD' } : { id, amount, type: 'CASH', tendered: amount }
}

/** A sale as it may close: payers by line, told or not, a discount on what they leave, the customer's own means, the last francs in cash where there is cash. */
function soldFrom({ lines, tells, discount: percent, own, cashStep: step }: Seed): SoldSale {
  const made = lines.map((line, place) => ({ ...line, id: `l${place}` }))
  const records = made
    .filter(({ voucher }) => !voucher)
    .map(({ id, quantity, price }) => aRecord({ id, quantity, price }))
  const vouchers = made
    .filter(({ voucher }) => voucher)
    .map(({ id, quantity, price }) => aVoucher({ id, quantity, price }))
  const left = made.map((line) => lineTotal(line) as number)
  const payers = [0, 1, 2].flatMap((payer) => {
    const shares = made.map((line, place) => {
      const amount = Math.floor((left[place]! * line.taken[payer]!) / 100)
      left[place]! -= amount
      return { lineId: line.id, amount }
    })
    const amount = sum(shares.map((share) => share.amount))
    return amount > 0 ? [payerOf(payer, amount, tells[payer] ? shares : undefined)] : []
  })
  let owed: number = sum(left)
  const taken = Math.floor((owed * percent) / 100)
  owed -= taken
  const ownPayments = own.flatMap(({ kind, part }, place) => {
    const amount = Math.floor((owed * part) / 100)
    owed -= amount
    return amount > 0 ? [ownOf(kind, amount, `own ${place}`)] : []
  })
  const cashSoFar = sum(ownPayments.flatMap((payment) => (payment.type === 'CASH' ? [payment.amount] : [])))
  const last =
    own.length % 2 === 0 ? ownOf(4, cashDue(minor(owed + cashSoFar), step) - cashSoFar, 'last') : ownOf(3, owed, 'last')
  const payments = [...payers, ...(taken > 0 ? [discount(taken)] : []), ...ownPayments, ...(owed > 0 ? [last] : [])]
  const content = { records, vouchers, payments }
  // what coins already gave too much of is no sale that closes
  fc.pre(last.amount >= 0 && saleBalance(content, step).remainder === 0)
  return { ...content, rounding: saleBalance(content, step).rounding }
}

/** Every box of the sale, in an order and in piles that the numbers choose. */
function pilesOf(sale: SoldSale, order: readonly number[]): { lineId: string; quantity: number }[][] {
  const boxes = [...sale.records, ...sale.vouchers].flatMap(({ id, quantity }) =>
    Array.from({ length: quantity }, () => id),
  )
  const piles: string[][] = []
  for (let step = 0; boxes.length > 0; step++) {
    const drawn = order[step % order.length]!
    const [box] = boxes.splice(drawn % boxes.length, 1)
    if (step === 0 || drawn % 3 === 0) piles.push([])
    piles.at(-1)!.push(box!)
  }
  return piles.map((pile) =>
    [...new Set(pile)].map((lineId) => ({ lineId, quantity: pile.filter((box) => box === lineId).length })),
  )
}

const anySplit = fc.array(fc.nat(1000), { minLength: 1, maxLength: 12 })
const givenBy = (returns: readonly MadeReturn[], paymentId: string): number =>
  sum(
    returns
      .flatMap(({ refunds }) => refunds.filter((refund) => refund.paymentId === paymentId))
      .map(({ amount }) => amount),
  )

function returnedInPiles(
  sale: SoldSale,
  piles: { lineId: string; quantity: number }[][],
  how: (place: number) => { inCash: boolean; cashStep: number },
): MadeReturn[] {
  const made: MadeReturn[] = []
  for (const [place, pile] of piles.entries()) made.push(accepted(sale, made, pile, how(place)))
  return made
}

const often = { numRuns: runs(3000) }

test('always: the whole sale returned, in any piles and by any means, gives every payment back exactly', () => {
  fc.assert(
    fc.property(anySeed, anySplit, (seed, order) => {
      const sale = soldFrom(seed)
      expect(saleBalance(sale, seed.cashStep).remainder).toBe(0)
      const made = returnedInPiles(sale, pilesOf(sale, order), (place) => ({
        inCash: order[place % order.length]! % 2 === 0,
        cashStep: seed.cashStep,
      }))
      for (const { id, amount } of sale.payments) expect(givenBy(made, id)).toBe(amount)
    }),
    often,
  )
})

test('always: returned by the means that were used, the rounding comes back exactly too', () => {
  fc.assert(
    fc.property(anySeed, anySplit, (seed, order) => {
      const sale = soldFrom(seed)
      const made = returnedInPiles(sale, pilesOf(sale, order), () => ({ inCash: false, cashStep: seed.cashStep }))
      expect(sum(made.map(({ rounding }) => rounding))).toBe(sale.rounding)
      for (const { total, rounding, refunds } of made)
        expect(sum(refunds.map(({ amount }) => amount)) + rounding).toBe(total)
    }),
    often,
  )
})

test('always: after each return nothing is below zero, no payment gave more than it took, and refunds, coins and rounding are the value of the lines', () => {
  fc.assert(
    fc.property(anySeed, anySplit, (seed, order) => {
      const sale = soldFrom(seed)
      const made = returnedInPiles(sale, pilesOf(sale, order), (place) => ({
        inCash: order[place % order.length]! % 2 === 0,
        cashStep: seed.cashStep,
      }))
      const lines = new Map([...sale.records, ...sale.vouchers].map((line) => [line.id, line]))
      for (const [place, { total, rounding, refunds, lines: returned }] of made.entries()) {
        expect(total).toBe(sum(returned.map(({ lineId, quantity }) => lines.get(lineId)!.price * quantity)))
        expect(refunds.every(({ amount }) => amount > 0)).toBe(true)
        expect(cashHandedBack({ total, rounding, refunds })).toBeGreaterThanOrEqual(0)
        const notCash = sum(refunds.filter(({ type }) => type !== 'CASH').map(({ amount }) => amount))
        expect(notCash + cashHandedBack({ total, rounding, refunds }) + rounding).toBe(total)
        for (const { id, amount } of sale.payments)
          expect(givenBy(made.slice(0, place + 1), id)).toBeLessThanOrEqual(amount)
      }
    }),
    often,
  )
})

test('always: piece by piece or at once, the same boxes give each payment back the same', () => {
  fc.assert(
    fc.property(anySeed, anySplit, fc.nat(20), (seed, order, count) => {
      const sale = soldFrom(seed)
      const piles = pilesOf(sale, order).slice(0, count + 1)
      const made = returnedInPiles(sale, piles, (place) => ({ inCash: place % 2 === 0, cashStep: seed.cashStep }))
      const atOnce = [accepted(sale, [], piles.flat(), { inCash: false, cashStep: seed.cashStep })]
      for (const { id } of sale.payments) expect(givenBy(made, id)).toBe(givenBy(atOnce, id))
    }),
    often,
  )
})

test('always: what is handed back of a sale paid in coins is coins', () => {
  fc.assert(
    fc.property(anySeed, anySplit, (seed, order) => {
      const sale = soldFrom({ ...seed, own: [] })
      const made = returnedInPiles(sale, pilesOf(sale, order), () => ({ inCash: false, cashStep: seed.cashStep }))
      for (const each of made) expect(cashHandedBack(each) % seed.cashStep).toBe(0)
    }),
    often,
  )
})

test('amounts as large as a sale may hold are divided to the franc', () => {
  const price = 1_000_000_000
  const sale = aSold({
    records: [aRecord({ quantity: 1_000_000, price })],
    payments: [
      insured(333_333_333_333_333, [{ lineId: 'r1', amount: 333_333_333_333_333 }]),
      card(price * 1_000_000 - 333_333_333_333_333),
    ],
  })
  // 333,333,333,333,333 × 3 ÷ 1,000,000 = 999,999,999.999999
  expect(accepted(sale, [], [{ lineId: 'r1', quantity: 3 }]).refunds.map(({ amount }) => amount)).toEqual([
    1_000_000_000, 2_000_000_000,
  ])
})
