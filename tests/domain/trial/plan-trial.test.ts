import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planTrial, type Step } from '#shared/domain/trial/plan-trial.ts'
import { isEqualTrial, trialWords, type TrialFindings } from '#shared/domain/trial/trial-words.ts'

const call = (from: number, until: number): Step => ({ from, until, isGap: false, isCall: true })
const gap = (from: number, until: number): Step => ({ from, until, isGap: true, isCall: false })
const always = { notBefore: 0, notAfter: 1_000_000 }

test('records without a gap are made again from before the first to after the last', () => {
  expect(planTrial([call(100, 110), call(200, 210), call(300, 310)], always)).toEqual({
    first: 0,
    last: 2,
    startsAt: 99,
    endsAt: 312,
    calls: 3,
  })
})

test('of two parts beside a gap the longer one is made again', () => {
  const steps = [call(100, 110), gap(200, 210), call(300, 310), call(400, 410)]
  expect(planTrial(steps, always)).toMatchObject({ first: 2, last: 3, startsAt: 255, calls: 2 })
})

test('calls that overlap are not cut apart: a base that ends among them begins after them', () => {
  const steps = [call(100, 150), call(120, 160), call(130, 170), call(300, 310)]
  expect(planTrial(steps, { notBefore: 140, notAfter: 1_000 })).toMatchObject({ first: 3, startsAt: 235, calls: 1 })
  expect(planTrial(steps, { notBefore: 50, notAfter: 165 })).toBeNull()
})

test('what the medium has not yet is left out', () => {
  const steps = [call(100, 110), call(200, 210), call(300, 310)]
  expect(planTrial(steps, { notBefore: 0, notAfter: 260 })).toMatchObject({ first: 0, last: 1, calls: 2 })
})

test('without a call there is nothing to try', () => {
  expect(planTrial([], always)).toBeNull()
  expect(planTrial([gap(1, 2)], always)).toBeNull()
})

test('no call is under way at the edges of a stretch, and no gap is in it', () => {
  const step = fc.record({ start: fc.nat(500), takes: fc.nat(30), isGap: fc.nat(9).map((n) => n === 0) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(500), (given, notBefore) => {
      const steps = given
        .map(({ start, takes, isGap }) => ({ from: start * 10, until: start * 10 + takes, isGap, isCall: !isGap }))
        .toSorted((one, other) => one.until - other.until)
      const found = planTrial(steps, { notBefore, notAfter: 4_000 })
      if (!found) return
      const { first, last, startsAt, endsAt } = found
      expect(startsAt).toBeGreaterThan(notBefore)
      expect(endsAt).toBeLessThanOrEqual(4_000)
      for (const [index, { from, until, isGap }] of steps.entries()) {
        if (index >= first && index <= last) {
          expect(isGap).toBe(false)
          expect(from).toBeGreaterThan(startsAt)
          expect(until).toBeLessThanOrEqual(endsAt)
        } else if (index < first) expect(until).toBeLessThan(startsAt)
        else expect(from).toBeGreaterThan(endsAt)
      }
    }),
  )
})

test('the result in words', () => {
  const equal: TrialFindings = {
    recorded: 3412,
    replayed: 3412,
    different: 0,
    differences: [],
    ledgers: ['ventes', 'stock', 'caisse', 'crédit', 'numéros'],
    ledgerDifferences: [],
  }
  expect(trialWords(equal)).toEqual(['3\u202f412 appels rejoués, 3\u202f412 réponses égales, 5 livres égaux'])
  expect(isEqualTrial(equal)).toBe(true)
  const difference = { at: '2026-11-29T10:14:00Z', method: 'POST', call: '/sales', path: 'total', before: 5, after: 6 }
  const other = { ...equal, replayed: 100, different: 12, differences: [difference], ledgers: ['ventes'] }
  expect(trialWords(other)).toEqual([
    '100 appels rejoués sur 3\u202f412, 88 réponses égales, 1 livre égal',
    '2026-11-29T10:14:00Z POST /sales : total était 5, devient 6',
    '… et 11 autres',
  ])
  expect(isEqualTrial(other)).toBe(false)
})
