import fc from 'fast-check'
import { expect, test } from 'vitest'
import { correctedInstant } from '#shared/domain/corrected-instant.ts'

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
