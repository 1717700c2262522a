import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proposedCeiling } from '#shared/domain/billing/proposed-ceiling.ts'
import { nextReminder, promiseState, reminderSteps } from '#shared/domain/billing/reminder-step.ts'
import { addDays } from '#shared/domain/dates.ts'

describe('the next reminder', () => {
  test('comes a week after the due day, then every two weeks, three times', () => {
    const facts = { dueOn: '2026-03-01', last: null, promisedOn: null }
    expect(nextReminder(facts)).toEqual({ step: 1, from: '2026-03-08' })
    expect(nextReminder({ ...facts, last: { step: 1, on: '2026-03-10' } })).toEqual({ step: 2, from: '2026-03-25' })
    expect(nextReminder({ ...facts, last: { step: 3, on: '2026-04-10' } })).toBeNull()
    expect(nextReminder({ ...facts, dueOn: null })).toBeNull()
  })

  test('waits for the day of a promise, and never comes before the last one', () => {
    const days = fc.integer({ min: 0, max: 200 }).map((count) => addDays('2026-01-01', count))
    fc.assert(
      fc.property(
        days,
        fc.option(fc.record({ step: fc.constantFrom(...reminderSteps), on: days })),
        fc.option(days),
        (dueOn, last, promisedOn) => {
          const next = nextReminder({ dueOn, last, promisedOn })
          if (last?.step === 3) {
            expect(next).toBeNull()
            return
          }
          expect(next!.step).toBe((last?.step ?? 0) + 1)
          expect(next!.from > (last?.on ?? dueOn)).toBe(true)
          if (promisedOn !== null) expect(next!.from > promisedOn).toBe(true)
        },
      ),
    )
  })
})

test('a promise is kept by its money, broken after its day', () => {
  const state = (paid: number, today: string) =>
    promiseState({ amount: 500, promisedOn: '2026-03-10' }, { paid, today })
  expect([
    state(0, '2026-03-10'),
    state(499, '2026-03-11'),
    state(500, '2026-03-11'),
    state(500, '2026-03-01'),
  ]).toEqual(['open', 'broken', 'kept', 'kept'])
})

describe('the ceiling that habits justify', () => {
  const habits = { monthly: 100_000, days: 30, over90: 0, broken: 0 }
  test('is what is bought until it is paid, and a month more', () => {
    expect(proposedCeiling(habits, 5000)).toBe(200_000)
    expect(proposedCeiling({ ...habits, days: 12 }, 5000)).toBe(140_000)
    expect(proposedCeiling({ ...habits, days: 200 }, 5000)).toBe(300_000)
  })
  test('is one month for who never paid, pays very late, or broke a promise', () => {
    for (const unsure of [{ days: null }, { over90: 1 }, { broken: 1 }])
      expect(proposedCeiling({ ...habits, ...unsure }, 5000)).toBe(100_000)
    expect(proposedCeiling({ ...habits, monthly: 0 }, 5000)).toBeNull()
  })
  test('is a multiple of the step, from one to three months', () => {
    fc.assert(
      fc.property(
        fc.record({
          monthly: fc.integer({ min: 1, max: 10_000_000 }),
          days: fc.option(fc.integer({ min: -5, max: 900 })),
          over90: fc.nat(5),
          broken: fc.nat(2),
        }),
        fc.constantFrom(5, 500, 5000),
        (one, step) => {
          const ceiling = proposedCeiling(one, step)!
          expect(ceiling % step).toBe(0)
          expect(ceiling).toBeGreaterThanOrEqual(one.monthly)
          expect(ceiling).toBeLessThan(one.monthly * 3 + step)
        },
      ),
    )
  })
})
