import { expect, test } from 'vitest'
import { isPlausibleAct } from '#shared/domain/act-time.ts'

test.each([
  ['1970-01-01T00:00:00.000Z', false],
  ['2019-12-31T23:59:59.999Z', false],
  ['2020-01-01T00:00:00.000Z', true],
  ['2026-11-21T08:00:00.000Z', true],
])('an act at %s: plausible %s', (instant, isPlausible) => {
  expect(isPlausibleAct(instant)).toBe(isPlausible)
})
