import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Ceiling,
  coverSale,
  type Coverage,
  type CoveredLine,
  type Payer,
} from '#shared/domain/coverage/coverage.ts'
import { lineTotal } from '#shared/domain/sale.ts'
import { anyLines, anyPayers, plain, TODAY } from '#tests/domain/coverage/support/any-coverage.ts'
import { runs } from '#tests/support/extent.ts'

const add = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0)
const holds = (law: (lines: CoveredLine[], payers: Payer[], coverage: Coverage) => void, numRuns = 3000) =>
  fc.assert(
    fc.property(anyLines, anyPayers, (lines, payers) => law(lines, payers, coverSale(lines, payers, TODAY))),
    { numRuns: runs(numRuns) },
  )

/** What each payer may still give of each of its ceilings, said without the rule: the shares of one contract are summed by who they belong to. */
function expectWithinCeilings(payers: readonly Payer[], { shares }: Coverage): void {
  const amountOf = new Map(shares.map(({ policyId, amount }) => [policyId, amount]))
  for (const payer of payers) {
    const ofContract = add(
      payers.filter(({ contractId }) => contractId === payer.contractId).map(({ policyId }) => amountOf.get(policyId)!),
    )
    for (const { scope, limit, used } of payer.ceilings)
      expect(scope === 'contract' ? ofContract : amountOf.get(payer.policyId)!).toBeLessThanOrEqual(
        Math.max(0, limit - used),
      )
  }
}

/** What was left of each line before each payer, in paying order. */
function leftBefore(lines: readonly CoveredLine[], { shares }: Coverage): Map<string, Map<string, number>> {
  const left = new Map(lines.map((line) => [line.id, lineTotal(line) as number]))
  return new Map(
    shares.map(({ policyId, lines: taken }) => {
      const before = new Map(left)
      for (const [id, amount] of taken) left.set(id, left.get(id)! - amount)
      return [policyId, before]
    }),
  )
}

test('shares and patient are the total, for each line and for the sale', () => {
  holds((lines, payers, { total, shares, patient, patientLines }) => {
    expect(total).toBe(add(lines.map(lineTotal)))
    expect(add(shares.map(({ amount }) => amount)) + patient).toBe(total)
    expect(shares.map(({ policyId }) => policyId).sort()).toEqual(payers.map(({ policyId }) => policyId).sort())
    for (const line of lines)
      expect(add(shares.map((share) => share.lines.get(line.id)!)) + patientLines.get(line.id)!).toBe(lineTotal(line))
    for (const { amount, lines: taken } of [...shares, { amount: patient, lines: patientLines }]) {
      expect(add(taken.values())).toBe(amount)
      expect(taken.size).toBe(lines.length)
    }
  })
})

test('no payer goes over one of its ceilings, nor two policies over that of their contract', () => {
  holds((_lines, payers, coverage) => expectWithinCeilings(payers, coverage))
})

test('nothing is below zero', () => {
  holds((_lines, _payers, { total, shares, patient, patientLines, uncovered }) => {
    const amounts = [
      total,
      patient,
      ...patientLines.values(),
      ...shares.flatMap(({ amount, lines }) => [amount, ...lines.values()]),
    ]
    for (const amount of amounts) expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
    for (const { amount } of uncovered) expect(amount).toBeGreaterThan(0)
  })
})

test('the order of lines, payers and ceilings never changes the result', () => {
  const anyOrder = fc.tuple(anyLines, anyPayers).chain(([lines, payers]) =>
    fc.record({
      lines: fc.constant(lines),
      payers: fc.constant(payers),
      otherLines: fc.shuffledSubarray(lines, { minLength: lines.length }),
      otherPayers: fc.shuffledSubarray(
        payers.map((payer) => ({ ...payer, ceilings: payer.ceilings.toReversed() })),
        { minLength: payers.length },
      ),
    }),
  )
  fc.assert(
    fc.property(anyOrder, ({ lines, payers, otherLines, otherPayers }) => {
      expect(plain(coverSale(otherLines, otherPayers, TODAY))).toEqual(plain(coverSale(lines, payers, TODAY)))
    }),
    { numRuns: runs(3000) },
  )
})

test('removing a payer raises no ceiling: the others stay within theirs, those before it pay the same, and nothing given is changed', () => {
  holds((lines, payers, coverage) => {
    const given = structuredClone({ lines, payers })
    for (const removed of payers) {
      const others = payers.filter((payer) => payer !== removed)
      const without = coverSale(lines, others, TODAY)
      expectWithinCeilings(others, without)
      const turn = coverage.shares.findIndex(({ policyId }) => policyId === removed.policyId)
      expect(without.shares.slice(0, turn)).toEqual(coverage.shares.slice(0, turn))
    }
    expect({ lines, payers }).toEqual(given)
  }, 2000)
})

test('of each payer and line the explanations add up to what it left', () => {
  holds((lines, _payers, coverage) => {
    const before = leftBefore(lines, coverage)
    for (const { policyId, lines: taken } of coverage.shares) {
      for (const { id } of lines) {
        const explained = coverage.uncovered.filter((part) => part.policyId === policyId && part.lineId === id)
        expect(add(explained.map(({ amount }) => amount))).toBe(before.get(policyId)!.get(id)! - taken.get(id)!)
        expect(new Set(explained.map(({ reason }) => reason.kind)).size).toBe(explained.length)
      }
    }
  })
})

test('a payer takes its percent of the base, or all that is left; less only when a ceiling is then reached', () => {
  let [capped, whole] = [0, 0]
  holds((lines, payers, coverage) => {
    const before = leftBefore(lines, coverage)
    for (const { policyId, amount, lines: taken } of coverage.shares) {
      const payer = payers.find((each) => each.policyId === policyId)!
      const wanted = lines.map((line) =>
        Math.min(Number(percentInFull(payer, line)), before.get(policyId)!.get(line.id)!),
      )
      if (amount === add(wanted)) {
        whole++
        expect(lines.map(({ id }) => taken.get(id))).toEqual(wanted)
        continue
      }
      capped++
      expect(
        payer.ceilings.some(({ scope, limit, used }) => used + takenBy(payer, scope, payers, coverage) >= limit),
      ).toBe(true)
      // Pro rata to the unit: nobody's line is a whole franc away from its proportion.
      for (const [place, { id }] of lines.entries()) {
        const distance = BigInt(taken.get(id)!) * BigInt(add(wanted)) - BigInt(wanted[place]!) * BigInt(amount)
        expect((distance < 0n ? -distance : distance) < BigInt(add(wanted))).toBe(true)
      }
    }
  })
  expect(Math.min(capped, whole)).toBeGreaterThan(runs(500))
})

test('a reason is true: the product, the day and the ceiling are as it says', () => {
  const seen = new Set<string>()
  holds((lines, payers, coverage) => {
    for (const { lineId, policyId, amount, reason } of coverage.uncovered) {
      seen.add(reason.kind)
      const payer = payers.find((each) => each.policyId === policyId)!
      const line = lines.find(({ id }) => id === lineId)!
      const rule = payer.products.get(line.pharmacyProductId)
      switch (reason.kind) {
        case 'expired':
          expect(payer.validUntil! < TODAY && reason.since === payer.validUntil).toBe(true)
          break
        case 'not-yet-valid':
          expect(payer.validFrom! > TODAY && reason.from === payer.validFrom).toBe(true)
          break
        case 'excluded':
          expect(rule?.isExcluded).toBe(true)
          break
        case 'not-listed':
          expect([payer.coversOnlyListed, rule]).toEqual([true, undefined])
          break
        case 'above-reference':
          expect(reason.referencePrice).toBe(rule?.referencePrice)
          expect(amount).toBeLessThanOrEqual((line.price - reason.referencePrice) * line.quantity)
          break
        case 'patient-part':
          expect(reason.percent).toBe(100 - (rule?.percent ?? payer.percent))
          expect(reason.percent).toBeGreaterThan(0)
          break
        case 'ceiling': {
          expect(payer.ceilings).toContain(reason.ceiling)
          expect(reason.ceiling.used + takenBy(payer, reason.ceiling.scope, payers, coverage)).toBeGreaterThanOrEqual(
            reason.ceiling.limit,
          )
        }
      }
    }
  })
  expect([...seen].sort()).toEqual([
    'above-reference',
    'ceiling',
    'excluded',
    'expired',
    'not-listed',
    'not-yet-valid',
    'patient-part',
  ])
})

/** Of a policy its own share; of a contract those of all its policies up to this one. */
function takenBy(payer: Payer, scope: Ceiling['scope'], payers: readonly Payer[], { shares }: Coverage): number {
  const upTo = shares.slice(0, shares.findIndex(({ policyId }) => policyId === payer.policyId) + 1)
  const counted =
    scope === 'policy'
      ? [payer.policyId]
      : payers.filter(({ contractId }) => contractId === payer.contractId).map(({ policyId }) => policyId)
  return add(upTo.filter(({ policyId }) => counted.includes(policyId)).map(({ amount }) => amount))
}

/** The same rule in arithmetic without bounds: round-half-up(min(price, reference) × quantity × percent). */
function percentInFull(payer: Payer, line: CoveredLine): bigint {
  const rule = payer.products.get(line.pharmacyProductId)
  const isOut =
    (payer.validUntil !== null && payer.validUntil < TODAY) || (payer.validFrom !== null && payer.validFrom > TODAY)
  if (isOut || rule?.isExcluded || (!rule && payer.coversOnlyListed)) return 0n
  const base = BigInt(Math.min(line.price, rule?.referencePrice ?? line.price)) * BigInt(line.quantity)
  return (base * BigInt(rule?.percent ?? payer.percent) * 2n + 100n) / 200n
}
