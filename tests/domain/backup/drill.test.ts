import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drillWords, isDrillDue, ledgerDifferences, missingRoom } from '#shared/domain/backup/drill.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A Sunday at 3 o'clock. */
const night = Date.UTC(2026, 10, 29, 3)

test('each week at night; a computer that is off at night catches up by day', () => {
  const due = (days: number, hour: number, isGood = true) =>
    isDrillDue({ at: night - days * dayMs, isGood }, { now: night, hour })
  expect(isDrillDue(null, { now: night, hour: 15 })).toBe(true)
  expect(due(7, 3)).toBe(true)
  expect(due(7, 15)).toBe(false)
  expect(due(6, 3)).toBe(false)
  expect(due(8, 15)).toBe(true)
})

test('what failed is tried again the next night', () => {
  const due = (hours: number, hour: number) =>
    isDrillDue({ at: night - hours * hourMs, isGood: false }, { now: night, hour })
  expect(due(24, 3)).toBe(true)
  expect(due(1, 3)).toBe(false)
  expect(due(24, 12)).toBe(false)
  expect(due(36, 12)).toBe(true)
})

const last = fc.record({ at: fc.integer({ min: 0, max: 30 * dayMs }), isGood: fc.boolean() })

test('a drill that is due stays due until it is done, at the same hour; one that failed is never later than one that was good', () => {
  fc.assert(
    fc.property(
      last,
      fc.nat({ max: 30 * dayMs }),
      fc.nat({ max: 90 * dayMs }),
      fc.nat({ max: 23 }),
      (one, age, more, hour) => {
        const now = one.at + age
        if (isDrillDue(one, { now, hour })) expect(isDrillDue(one, { now: now + more, hour })).toBe(true)
        if (isDrillDue({ ...one, isGood: true }, { now, hour }))
          expect(isDrillDue({ ...one, isGood: false }, { now, hour })).toBe(true)
      },
    ),
  )
})

test('whatever hours a computer is on, no good backup stays untried for more than eight days and the next start', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8 * dayMs, max: 400 * dayMs }), fc.nat({ max: 23 }), (age, hour) => {
      expect(isDrillDue({ at: 0, isGood: true }, { now: age, hour })).toBe(true)
    }),
  )
})

test('a clock that goes back does not stop the drills', () => {
  expect(isDrillDue({ at: night + dayMs, isGood: true }, { now: night, hour: 12 })).toBe(true)
})

test('there is room when the data, the log and a reserve fit; more of each never makes room', () => {
  expect(missingRoom({ data: 1e9, log: 1e8, free: 2.3e9 })).toBe(0)
  expect(missingRoom({ data: 1e9, log: 1e8, free: 2e9 })).toBe(3e8)
  const bytes = fc.nat({ max: 1e12 })
  fc.assert(
    fc.property(bytes, bytes, bytes, bytes, (data, log, free, more) => {
      const missing = missingRoom({ data, log, free })
      expect(missingRoom({ data: data + more, log, free })).toBeGreaterThanOrEqual(missing)
      expect(missingRoom({ data, log: log + more, free })).toBeGreaterThanOrEqual(missing)
      expect(missingRoom({ data, log, free: free + missing })).toBe(0)
    }),
  )
})

const figures = fc.uniqueArray(
  fc.record({
    pharmacyId: fc.constantFrom('one', 'two'),
    ledger: fc.constantFrom('ventes', 'stock', 'caisse'),
    figures: fc.string(),
  }),
  { selector: ({ pharmacyId, ledger }) => `${pharmacyId} ${ledger}` },
)

test('equal ledgers have no difference, in whatever order they come', () => {
  fc.assert(
    fc.property(figures, (rows) => {
      expect(ledgerDifferences(rows, rows.toReversed())).toEqual([])
    }),
  )
})

test('every ledger that changed, is missing or is new is named once', () => {
  fc.assert(
    fc.property(figures, figures, (original, restored) => {
      const found = ledgerDifferences(original, restored)
      const text = (rows: typeof original) =>
        new Map(rows.map((row) => [`${row.pharmacyId} ${row.ledger}`, row.figures]))
      const [one, other] = [text(original), text(restored)]
      const expected = [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key))
      expect(found.map(({ pharmacyId, ledger }) => `${pharmacyId} ${ledger}`).toSorted()).toEqual(expected.toSorted())
    }),
  )
})

test('a drill is told in words', () => {
  const words = (of: Partial<Parameters<typeof drillWords>[0]>) =>
    drillWords({ restoredMs: 6_120, lossMs: 400, ledgers: 6, fault: null, ...of }).replaceAll('\u00a0', ' ')
  expect(words({})).toBe('restauré en 6 s, perte 0,4 s, 6 livres égaux')
  expect(words({ restoredMs: 80, lossMs: 3 })).toBe('restauré en 1 s, perte 0,1 s, 6 livres égaux')
  expect(words({ fault: 'livres différents : stock' })).toBe(
    'échec : livres différents : stock, restauré en 6 s, perte 0,4 s',
  )
  expect(words({ restoredMs: null, lossMs: null, ledgers: null, fault: 'le support est absent' })).toBe(
    'échec : le support est absent',
  )
})
