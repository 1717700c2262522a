import { describe, expect, test } from 'vitest'
import { coverSale, tightestCeiling, type CoveredLine, type Payer } from '#shared/domain/coverage/coverage.ts'
import { aCeiling, aLine, aPayer, TODAY } from '#tests/domain/coverage/support/any-coverage.ts'

const nationalScheme = (of: Partial<Payer> = {}): Payer =>
  aPayer({
    policyId: 'cmu',
    contractId: 'cmu',
    kind: 'social-security',
    name: 'CMU',
    percent: 70,
    coversOnlyListed: true,
    products: new Map([['doliprane', {}]]),
    ...of,
  })
const complementary = (of: Partial<Payer> = {}): Payer =>
  aPayer({ policyId: 'policy-2', contractId: 'contract-2', rank: 2, percent: 80, ...of })

/** What each pays, by policy, and the patient. */
const paid = (lines: CoveredLine[], payers: Payer[]) => {
  const { shares, patient } = coverSale(lines, payers, TODAY)
  return { ...Object.fromEntries(shares.map(({ policyId, amount }) => [policyId, amount])), patient }
}
const why = (lines: CoveredLine[], payers: Payer[]) => coverSale(lines, payers, TODAY).uncovered

describe('worked cases, in francs CFA', () => {
  test('a private insurer of 80 %: the patient pays the 20 % left', () => {
    // a: 1 450 × 2 = 2 900, 80 % = 2 320, patient 580.  b: 3 850, 80 % = 3 080, patient 770.  Together 6 750 = 5 400 + 1 350.
    const lines = [aLine({ quantity: 2 }), aLine({ id: 'b', pharmacyProductId: 'coartem', price: 3850 })]
    expect(coverSale(lines, [aPayer()], TODAY)).toEqual({
      total: 6750,
      shares: [
        {
          policyId: 'policy-1',
          amount: 5400,
          lines: new Map([
            ['a', 2320],
            ['b', 3080],
          ]),
        },
      ],
      patient: 1350,
      patientLines: new Map([
        ['a', 580],
        ['b', 770],
      ]),
      uncovered: [
        { lineId: 'a', policyId: 'policy-1', amount: 580, reason: { kind: 'patient-part', percent: 20 } },
        { lineId: 'b', policyId: 'policy-1', amount: 770, reason: { kind: 'patient-part', percent: 20 } },
      ],
    })
  })

  test('half a franc is the payer’s', () => {
    // 50 % of 999 = 499.5 → 500;  80 % of 1 237 = 989.6 → 990;  80 % of 1 238 = 990.4 → 990
    expect(paid([aLine({ price: 999 })], [aPayer({ percent: 50 })])).toEqual({ 'policy-1': 500, patient: 499 })
    expect(paid([aLine({ price: 1237 })], [aPayer()])).toEqual({ 'policy-1': 990, patient: 247 })
    expect(paid([aLine({ price: 1238 })], [aPayer()])).toEqual({ 'policy-1': 990, patient: 248 })
  })

  test('the national scheme takes 70 %, a complementary of 80 % the 30 % left', () => {
    // 2 000: the scheme 1 400; 80 % would be 1 600, but 600 are left.
    const [lines, payers] = [[aLine({ price: 2000 })], [complementary({ rank: 1 }), nationalScheme({ rank: 2 })]]
    expect(paid(lines, payers)).toEqual({ cmu: 1400, 'policy-2': 600, patient: 0 })
    expect(why(lines, payers)).toEqual([
      { lineId: 'a', policyId: 'cmu', amount: 600, reason: { kind: 'patient-part', percent: 30 } },
    ])
  })

  test('a product outside the national list falls to the complementary', () => {
    // 3 100 is not listed: the scheme 0; 80 % = 2 480; the patient 620.
    const [lines, payers] = [[aLine({ pharmacyProductId: 'maalox', price: 3100 })], [nationalScheme(), complementary()]]
    expect(paid(lines, payers)).toEqual({ cmu: 0, 'policy-2': 2480, patient: 620 })
    expect(why(lines, payers)).toEqual([
      { lineId: 'a', policyId: 'cmu', amount: 3100, reason: { kind: 'not-listed' } },
      { lineId: 'a', policyId: 'policy-2', amount: 620, reason: { kind: 'patient-part', percent: 20 } },
    ])
  })

  test('above the reference price the excess is not the scheme’s', () => {
    // Sold 1 500 × 2 = 3 000; base 1 000 × 2 = 2 000; 70 % = 1 400. Not taken 1 600 = 1 000 above the reference + 30 % of 2 000.
    const lines = [aLine({ price: 1500, quantity: 2 })]
    const scheme = nationalScheme({ products: new Map([['doliprane', { referencePrice: 1000 }]]) })
    expect(paid(lines, [scheme])).toEqual({ cmu: 1400, patient: 1600 })
    expect(why(lines, [scheme])).toEqual([
      { lineId: 'a', policyId: 'cmu', amount: 1000, reason: { kind: 'above-reference', referencePrice: 1000 } },
      { lineId: 'a', policyId: 'cmu', amount: 600, reason: { kind: 'patient-part', percent: 30 } },
    ])
    // A complementary that knows no reference price: 80 % of 3 000 = 2 400, of which 1 600 are left.
    expect(paid(lines, [scheme, complementary()])).toEqual({ cmu: 1400, 'policy-2': 1600, patient: 0 })
  })

  test('a reference price above the price changes nothing', () => {
    const payer = aPayer({ products: new Map([['doliprane', { referencePrice: 2000 }]]) })
    expect(paid([aLine({ price: 1000 })], [payer])).toEqual({ 'policy-1': 800, patient: 200 })
    expect(why([aLine({ price: 1000 })], [payer])).toEqual([
      { lineId: 'a', policyId: 'policy-1', amount: 200, reason: { kind: 'patient-part', percent: 20 } },
    ])
  })

  test('after a first payer, what is left is explained above the reference price first', () => {
    // 1 500: the first takes 70 % = 1 050, leaves 450. The second takes 10 % of 1 000 = 100 and leaves 350, all of it within the 500 above its reference.
    const second = complementary({ percent: 10, products: new Map([['doliprane', { referencePrice: 1000 }]]) })
    expect(why([aLine({ price: 1500 })], [aPayer({ percent: 70 }), second]).slice(1)).toEqual([
      { lineId: 'a', policyId: 'policy-2', amount: 350, reason: { kind: 'above-reference', referencePrice: 1000 } },
    ])
    // The first takes 10 % = 150, leaves 1 350: 500 above the reference, 750 of the 90 % it would not have paid anyway.
    expect(why([aLine({ price: 1500 })], [aPayer({ percent: 10 }), second]).slice(1)).toEqual([
      { lineId: 'a', policyId: 'policy-2', amount: 500, reason: { kind: 'above-reference', referencePrice: 1000 } },
      { lineId: 'a', policyId: 'policy-2', amount: 750, reason: { kind: 'patient-part', percent: 90 } },
    ])
  })

  test('a ceiling reached in the middle of a sale is spread over the lines', () => {
    // 80 % of 2 000, 3 000, 2 500 = 1 600 + 2 400 + 2 000 = 6 000; 50 000 − 46 000 = 4 000 are left, two thirds:
    // 1 066⅔, 1 600, 1 333⅓ → 1 066 + 1 600 + 1 333 = 3 999; the last franc to the largest remainder: a.
    const ceiling = aCeiling({ used: 46_000 })
    const lines = [aLine({ price: 2000 }), aLine({ id: 'b', price: 3000 }), aLine({ id: 'c', price: 2500 })]
    const { shares, patientLines, patient, uncovered } = coverSale(lines, [aPayer({ ceilings: [ceiling] })], TODAY)
    expect(shares).toEqual([
      {
        policyId: 'policy-1',
        amount: 4000,
        lines: new Map([
          ['a', 1067],
          ['b', 1600],
          ['c', 1333],
        ]),
      },
    ])
    expect([patient, patientLines]).toEqual([
      3500,
      new Map([
        ['a', 933],
        ['b', 1400],
        ['c', 1167],
      ]),
    ])
    const because = { kind: 'ceiling', ceiling }
    expect(uncovered.filter(({ reason }) => reason.kind === 'ceiling')).toEqual([
      { lineId: 'a', policyId: 'policy-1', amount: 533, reason: because },
      { lineId: 'b', policyId: 'policy-1', amount: 800, reason: because },
      { lineId: 'c', policyId: 'policy-1', amount: 667, reason: because },
    ])
    expect(uncovered.filter(({ reason }) => reason.kind === 'patient-part').map(({ amount }) => amount)).toEqual([
      400, 600, 500,
    ])
  })

  test('equal remainders of a ceiling go by line id, however the lines were typed', () => {
    // 200 over three lines of 100: 66⅔ each → 66 × 3 = 198, one franc more to a and to b.
    const lines = ['c', 'a', 'b'].map((id) => aLine({ id, price: 100 }))
    const [share] = coverSale(lines, [aPayer({ percent: 100, ceilings: [aCeiling({ limit: 200 })] })], TODAY).shares
    expect(share!.lines).toEqual(
      new Map([
        ['a', 67],
        ['b', 67],
        ['c', 66],
      ]),
    )
  })

  test('the tightest of several ceilings holds, and is the one that is named', () => {
    // Left: 3 000 of the month, 2 500 of the day, 9 000 of a sale. 80 % of 5 000 = 4 000 → 2 500.
    const day = aCeiling({ period: 'day', limit: 4000, used: 1500 })
    const ceilings = [aCeiling({ limit: 3000 }), day, aCeiling({ scope: 'contract', period: 'sale', limit: 9000 })]
    expect(paid([aLine({ price: 5000 })], [aPayer({ ceilings })])).toEqual({ 'policy-1': 2500, patient: 2500 })
    expect(why([aLine({ price: 5000 })], [aPayer({ ceilings })])[1]).toEqual({
      lineId: 'a',
      policyId: 'policy-1',
      amount: 1500,
      reason: { kind: 'ceiling', ceiling: day },
    })
  })

  test('what a ceiling keeps from one payer falls to the next', () => {
    // 10 000: 80 % = 8 000, ceiling 5 000; left 5 000; the second 50 % of 10 000 = 5 000; the patient 0.
    expect(
      paid(
        [aLine({ price: 10_000 })],
        [aPayer({ ceilings: [aCeiling({ limit: 5000 })] }), complementary({ percent: 50 })],
      ),
    ).toEqual({ 'policy-1': 5000, 'policy-2': 5000, patient: 0 })
  })

  test('two policies of one contract share its ceiling', () => {
    // 5 500, contract 5 000 a sale. The first 80 % = 4 400. Left of the line 1 100, of the contract 600: the second 600, the patient 500.
    const ceiling = aCeiling({ scope: 'contract', period: 'sale', limit: 5000 })
    const payers = [
      aPayer({ ceilings: [ceiling] }),
      complementary({ contractId: 'contract-1', percent: 50, ceilings: [ceiling] }),
    ]
    expect(paid([aLine({ price: 5500 })], payers)).toEqual({ 'policy-1': 4400, 'policy-2': 600, patient: 500 })
    expect(why([aLine({ price: 5500 })], payers)).toEqual([
      { lineId: 'a', policyId: 'policy-1', amount: 1100, reason: { kind: 'patient-part', percent: 20 } },
      { lineId: 'a', policyId: 'policy-2', amount: 500, reason: { kind: 'ceiling', ceiling } },
    ])
    // Of another contract, or with a ceiling of its own policy, the second has its own 5 000: it takes the 1 100 left.
    for (const other of [
      complementary({ percent: 50, ceilings: [ceiling] }),
      complementary({ contractId: 'contract-1', percent: 50, ceilings: [{ ...ceiling, scope: 'policy' }] }),
    ]) {
      expect(paid([aLine({ price: 5500 })], [payers[0]!, other])).toEqual({
        'policy-1': 4400,
        'policy-2': 1100,
        patient: 0,
      })
    }
  })

  test('an expired policy pays nothing and says since when; on its last day it still pays', () => {
    const payer = aPayer({ validUntil: '2026-11-20', products: new Map([['doliprane', { isExcluded: true }]]) })
    expect(paid([aLine(), aLine({ id: 'b' })], [payer])).toEqual({ 'policy-1': 0, patient: 2900 })
    const reason = { kind: 'expired', since: '2026-11-20' }
    expect(why([aLine(), aLine({ id: 'b' })], [payer])).toEqual([
      { lineId: 'a', policyId: 'policy-1', amount: 1450, reason },
      { lineId: 'b', policyId: 'policy-1', amount: 1450, reason },
    ])
    expect(paid([aLine()], [aPayer({ validUntil: TODAY })])).toEqual({ 'policy-1': 1160, patient: 290 })
  })

  test('a policy of tomorrow pays nothing today; from its first day it pays', () => {
    expect(why([aLine()], [aPayer({ validFrom: '2026-11-22' })])).toEqual([
      { lineId: 'a', policyId: 'policy-1', amount: 1450, reason: { kind: 'not-yet-valid', from: '2026-11-22' } },
    ])
    expect(paid([aLine()], [aPayer({ validFrom: TODAY })])).toEqual({ 'policy-1': 1160, patient: 290 })
  })

  test('a company that pays all for its people, up to its limit', () => {
    // 100 %, limit 100 000 of which 95 000 are used: 5 000 of 8 000; the patient 3 000.
    const company = (used: number) =>
      aPayer({
        kind: 'credit',
        name: 'SOBEBRA',
        percent: 100,
        ceilings: [aCeiling({ scope: 'contract', limit: 100_000, used })],
      })
    expect(paid([aLine({ price: 8000 })], [company(0)])).toEqual({ 'policy-1': 8000, patient: 0 })
    expect(why([aLine({ price: 8000 })], [company(0)])).toEqual([])
    expect(paid([aLine({ price: 8000 })], [company(95_000)])).toEqual({ 'policy-1': 5000, patient: 3000 })
    // Over its limit already, as another terminal sold offline: nothing, never less.
    expect(paid([aLine({ price: 8000 })], [company(101_000)])).toEqual({ 'policy-1': 0, patient: 8000 })
  })

  test('an excluded product is the patient’s, a product with its own rate has it', () => {
    // a excluded: 1 450 the patient's.  b at 50 % instead of 80: 3 100 → 1 550.
    const lines = [aLine(), aLine({ id: 'b', pharmacyProductId: 'maalox', price: 3100 })]
    const payer = aPayer({
      products: new Map([
        ['doliprane', { isExcluded: true, percent: 100 }],
        ['maalox', { percent: 50 }],
      ]),
    })
    expect(paid(lines, [payer])).toEqual({ 'policy-1': 1550, patient: 3000 })
    expect(why(lines, [payer]).map(({ reason }) => reason)).toEqual([
      { kind: 'excluded' },
      { kind: 'patient-part', percent: 50 },
    ])
  })
})

describe('at the edges', () => {
  test('without payers, without lines, at 0 F and at 0 %', () => {
    expect(paid([aLine()], [])).toEqual({ patient: 1450 })
    expect(paid([], [aPayer()])).toEqual({ 'policy-1': 0, patient: 0 })
    expect(coverSale([aLine({ price: 0 })], [aPayer({ ceilings: [aCeiling({ limit: 0 })] })], TODAY)).toMatchObject({
      total: 0,
      shares: [{ amount: 0 }],
      patient: 0,
      uncovered: [],
    })
    expect(why([aLine()], [aPayer({ percent: 0 })])).toEqual([
      { lineId: 'a', policyId: 'policy-1', amount: 1450, reason: { kind: 'patient-part', percent: 100 } },
    ])
  })

  test('social security pays before the others whatever its rank, then rank, then policy id', () => {
    const payers = [
      aPayer({ policyId: 'z', rank: 2 }),
      aPayer({ policyId: 'y', rank: 1 }),
      aPayer({ policyId: 'x', rank: 2 }),
      aPayer({ policyId: 'w', rank: 9, kind: 'social-security' }),
    ]
    expect(coverSale([aLine()], payers, TODAY).shares.map(({ policyId }) => policyId)).toEqual(['w', 'y', 'x', 'z'])
  })

  test('of ceilings that leave the same, the one that lasts longest is named, of a contract before of a policy', () => {
    const at = (of: Parameters<typeof aCeiling>[0]) => aCeiling({ limit: 1000, used: 1000, ...of })
    const [contract, month, day, sale] = [
      at({ scope: 'contract' }),
      at({}),
      at({ period: 'day' }),
      at({ period: 'sale' }),
    ]
    expect(tightestCeiling([day, sale, month, contract])).toEqual({ ceiling: contract, left: 0 })
    expect(tightestCeiling([sale, day, month])?.ceiling).toBe(month)
    expect(tightestCeiling([sale, day])?.ceiling).toBe(day)
    expect(tightestCeiling([])).toBeNull()
  })

  test('what no schema lets through is refused, never computed', () => {
    for (const wrong of [
      { price: -1 },
      { price: 0.5 },
      { quantity: -1 },
      { quantity: Number.NaN },
      { price: 1e9, quantity: 1e9 },
    ])
      expect(() => coverSale([aLine(wrong)], [], TODAY)).toThrow(RangeError)
    for (const percent of [-1, 101, 79.5])
      expect(() => coverSale([aLine()], [aPayer({ percent })], TODAY)).toThrow(RangeError)
    expect(() =>
      coverSale([aLine()], [aPayer({ products: new Map([['doliprane', { referencePrice: -1 }]]) })], TODAY),
    ).toThrow(RangeError)
    expect(() => coverSale([aLine(), aLine()], [], TODAY)).toThrow(RangeError)
    expect(() => coverSale([aLine()], [aPayer(), aPayer()], TODAY)).toThrow(RangeError)
  })
})
