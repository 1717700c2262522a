import fc from 'fast-check'
import { expect, test } from 'vitest'
import { autoLockChoices, holdsOpen, isLeftAlone } from '#shared/domain/auto-lock.ts'

const minute = 60_000

test('a terminal locks after the minutes of its pharmacy without a touch', () => {
  expect(isLeftAlone(2 * minute - 1, 2)).toBe(false)
  expect(isLeftAlone(2 * minute, 2)).toBe(true)
})

test('unsaved input holds it open for a quarter of an hour', () => {
  expect(holdsOpen(15 * minute - 1)).toBe(true)
  expect(holdsOpen(15 * minute)).toBe(false)
})

test('whatever the pharmacy chose, a terminal that was left alone stays so, and unsaved input holds it no longer than the longest choice', () => {
  const anyMs = fc.nat(3_600_000)
  fc.assert(
    fc.property(anyMs, anyMs, fc.constantFrom(...autoLockChoices), (idleMs, moreMs, minutes) => {
      if (isLeftAlone(idleMs, minutes)) expect(isLeftAlone(idleMs + moreMs, minutes)).toBe(true)
      expect(holdsOpen(idleMs)).toBe(!autoLockChoices.every((choice) => isLeftAlone(idleMs, choice)))
    }),
  )
})
