import fc from 'fast-check'
import { expect, test } from 'vitest'
import { correctedInstant, soldInstant } from '#shared/domain/corrected-instant.ts'

const noon = '2026-11-21T12:00:00.000Z'

test.each([
  [0, noon],
  [59_999, noon],
  [-59_999, noon],
  [60_000, '2026-11-21T12:01:00.000Z'],
  [-60_000, '2026-11-21T11:59:00.000Z'],
  [86_400_000, '2026-11-22T12:00:00.000Z'],
])('noon, with a server %i ms ahead of the terminal, was %s', (skewMs, corrected) => {
  expect(correctedInstant(noon, skewMs)).toBe(corrected)
})

test('law: what is corrected moves by the whole difference, and the order of two acts stays', () => {
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, instants, fc.integer({ min: -1e9, max: 1e9 }), (one, other, skewMs) => {
      const corrected = [one, other].map((at) => Date.parse(correctedInstant(at.toISOString(), skewMs)))
      expect(corrected[1]! - corrected[0]!).toBe(other.getTime() - one.getTime())
      expect(Math.abs(corrected[0]! - one.getTime() - skewMs)).toBeLessThan(60_000)
    }),
  )
})

test('a correction never leaves the years of four digits', () => {
  expect(correctedInstant('9999-12-31T00:00:00.000Z', 1e12)).toBe('9999-12-31T23:59:59.999Z')
  expect(correctedInstant('0001-01-01T00:00:00.000Z', -1e12)).toBe('0001-01-01T00:00:00.000Z')
})

test('a sale that froze the difference is corrected by it alone, another one by what is known now', () => {
  const skewMs = 3_600_000
  expect(soldInstant({ soldAt: noon, clockSkewMs: 0 }, skewMs)).toBe(noon)
  expect(soldInstant({ soldAt: noon, clockSkewMs: -skewMs }, skewMs)).toBe('2026-11-21T11:00:00.000Z')
  expect(soldInstant({ soldAt: noon }, skewMs)).toBe('2026-11-21T13:00:00.000Z')
  expect(soldInstant({ soldAt: noon })).toBe(noon)
})
