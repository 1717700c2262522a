import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  backupBudget,
  isBaseDue,
  keptBackups,
  logReach,
  type HeldBase,
  type HeldLog,
} from '#shared/domain/backup/retention.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 29, 3)
const unbounded = Number.MAX_SAFE_INTEGER
/** Log of a day. */
const perDay = logReach

/** A line of so many days, with a base at its begin each night and a file of the log for each day. */
function nights(days: number, line = 'one', until = now): { bases: HeldBase[]; logs: HeldLog[] } {
  const all = Array.from({ length: days }, (_, index) => index)
  const bases = all.map((index) => ({
    id: `${line} base ${index}`,
    line,
    at: until - (days - 1 - index) * dayMs,
    start: BigInt(index) * perDay + 1n,
    end: BigInt(index) * perDay + 2n,
    bytes: 100,
  }))
  return {
    bases,
    logs: all.map((index) => ({ id: `${line} log ${index}`, line, start: BigInt(index) * perDay, bytes: 10 })),
  }
}

test('four years of nights: 14 days in full, 60 nights, then the first base of each month of three years', () => {
  const holding = { ...nights(4 * 365), line: 'one' }
  const kept = keptBackups(holding, { now, budget: unbounded })
  const bases = holding.bases.filter(({ id }) => kept.has(id))
  const ages = bases.map(({ at }) => (now - at) / dayMs)
  expect(ages.filter((age) => age <= 14)).toHaveLength(15)
  expect(ages.filter((age) => age < 60)).toHaveLength(60)
  const older = bases
    .filter(({ at }) => now - at >= 60 * dayMs)
    .map(({ at }) => new Date(at).toISOString().slice(0, 10))
  expect(older).toHaveLength(35)
  expect(older.slice(1).every((day) => day.endsWith('-01'))).toBe(true)
  expect(Math.max(...ages)).toBeLessThan(1096)
  // the log of the last 14 days in one piece, and of each older base what makes it whole
  const newest = holding.logs.filter(({ id }) => kept.has(id)).slice(-15)
  expect(newest).toEqual(holding.logs.slice(-15))
})

test('above the budget the months go first, then the nights, then the oldest moments; the newest base stays', () => {
  const holding = { ...nights(100), line: 'one' }
  const keptWith = (budget: number) => {
    const kept = keptBackups(holding, { now, budget })
    return holding.bases.filter(({ id }) => kept.has(id)).length
  }
  expect(keptWith(unbounded)).toBeGreaterThan(60)
  expect(keptWith(50 * 110)).toBeLessThanOrEqual(50)
  expect(keptWith(0)).toBe(1)
  expect(keptBackups(holding, { now, budget: 0 }).has(holding.bases.at(-1)!.id)).toBe(true)
})

test('a clock that went back makes no base old: the order is that of the log', () => {
  const holding = { ...nights(20), line: 'one' }
  const bases = holding.bases.with(-1, { ...holding.bases.at(-1)!, at: now - 400 * dayMs })
  const kept = keptBackups({ ...holding, bases }, { now, budget: unbounded })
  expect(bases.filter(({ id }) => kept.has(id)).length).toBe(20)
  // without room it is the newest that stays, and while the clock is wrong nothing goes
  expect(keptBackups({ ...holding, bases }, { now, budget: 0 }).has(bases.at(-1)!.id)).toBe(true)
  const back = keptBackups(holding, { now: now - 365 * dayMs, budget: unbounded })
  expect(back.size).toBe(40)
})

test('a tenth of the medium stays free, and always what the next base needs', () => {
  expect(backupBudget({ taken: 600, free: 400, newest: 10 })).toBe(900)
  expect(backupBudget({ taken: 600, free: 400, newest: 200 })).toBe(700)
})

test('the log of a line whose first base is not finished stays', () => {
  const before = nights(3, 'one', now - dayMs)
  const begun = { id: 'two log 0', line: 'two', start: 0n, bytes: 10 }
  const holding = { bases: before.bases, logs: [...before.logs, begun], line: 'two' }
  expect(keptBackups(holding, { now, budget: unbounded }).has('two log 0')).toBe(true)
  expect(keptBackups({ ...holding, line: 'three' }, { now, budget: unbounded }).has('two log 0')).toBe(false)
})

describe('of any nights', () => {
  const anyHolding = fc.array(fc.integer({ min: 0, max: 1500 * 24 }), { minLength: 1, maxLength: 60 }).map((hours) => {
    const ats = [...new Set(hours)].toSorted((one, other) => other - one).map((hour) => now - (hour * dayMs) / 24)
    const bases = ats.map((at, index) => ({
      id: `base ${index}`,
      line: index % 7 === 6 ? 'other' : 'one',
      at,
      start: BigInt(index) * perDay + 5n,
      end: BigInt(index) * perDay + 9n,
      bytes: 1000,
    }))
    const logs = bases.map(({ line, start }, index) => ({ id: `log ${index}`, line, start: start - 5n, bytes: 100 }))
    return { bases, logs, line: 'one' }
  })

  test('every kept base has the log that makes it whole, and the newest base is kept', () => {
    fc.assert(
      fc.property(anyHolding, fc.nat(100_000), (holding, budget) => {
        const kept = keptBackups(holding, { now, budget })
        expect(kept.has(holding.bases.at(-1)!.id)).toBe(true)
        for (const [index, base] of holding.bases.entries())
          if (kept.has(base.id)) expect(kept.has(`log ${index}`)).toBe(true)
      }),
    )
  })

  test('a moment of the last 14 days has a base before it in its line and all of the log since', () => {
    fc.assert(
      fc.property(anyHolding, (holding) => {
        const kept = keptBackups(holding, { now, budget: unbounded })
        const recent = holding.bases.findLastIndex(({ at }) => at <= now - 14 * dayMs)
        for (const [index, { id }] of holding.bases.entries())
          if (index >= recent) expect([kept.has(id), kept.has(`log ${index}`)]).toEqual([true, true])
      }),
    )
  })

  test('a smaller budget keeps no more, and pruning twice changes nothing', () => {
    fc.assert(
      fc.property(anyHolding, fc.nat(60_000), fc.nat(60_000), (holding, budget, less) => {
        const kept = keptBackups(holding, { now, budget })
        const fewer = keptBackups(holding, { now, budget: Math.min(budget, less) })
        expect(fewer.size).toBeLessThanOrEqual(kept.size)
        const left = {
          ...holding,
          bases: holding.bases.filter(({ id }) => kept.has(id)),
          logs: holding.logs.filter(({ id }) => kept.has(id)),
        }
        expect(keptBackups(left, { now, budget })).toEqual(kept)
      }),
    )
  })
})

test('a base is due when there is none, in the next night, and at the latest after a day and a half', () => {
  const hoursAgo = (hours: number) => now - (hours * dayMs) / 24
  expect(isBaseDue(undefined, { now, hour: 12 })).toBe(true)
  expect(isBaseDue(hoursAgo(17), { now, hour: 3 })).toBe(false)
  expect(isBaseDue(hoursAgo(20), { now, hour: 3 })).toBe(true)
  expect(isBaseDue(hoursAgo(20), { now, hour: 12 })).toBe(false)
  expect(isBaseDue(hoursAgo(36), { now, hour: 12 })).toBe(true)
})
