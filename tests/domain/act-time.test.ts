import { expect, test } from 'vitest'
import { isPlausibleAct } from '#shared/domain/act-time.ts'

const now = new Date('2026-11-28T12:00:00.000Z')

test.each([
  ['1970-01-01T00:00:00.000Z', false],
  ['2020-01-01T00:00:00.000Z', false],
  ['2025-11-27T11:59:59.999Z', false],
  ['2025-11-27T12:00:00.000Z', true],
  ['2026-11-21T08:00:00.000Z', true],
])('an act at %s that comes on 28 November 2026: plausible %s', (instant, isPlausible) => {
  expect(isPlausibleAct(instant, now)).toBe(isPlausible)
})

test('nothing was sold with Officine before 2020, whatever the server’s own clock says', () => {
  expect(isPlausibleAct('2019-12-31T23:59:59.999Z', new Date('2020-01-01T00:00:00.000Z'))).toBe(false)
})
