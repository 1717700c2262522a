import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSessionOver } from '#shared/domain/session-end.ts'

const at = new Date('2026-11-21T07:00:00Z')
const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000)

test('a session lasts sixteen hours', () => {
  expect(
    [0, 15 * 60, 16 * 60 - 1, 16 * 60].map((minutes) => isSessionOver({ at, endedAt: null }, after(minutes))),
  ).toEqual([false, false, false, true])
})

test('a session that was ended is over at any time, and one that is over stays so', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), fc.nat(3000), (minutes, more) => {
      expect(isSessionOver({ at, endedAt: after(5) }, after(minutes))).toBe(true)
      const isOver = (when: number) => isSessionOver({ at, endedAt: null }, after(when))
      if (isOver(minutes)) expect(isOver(minutes + more)).toBe(true)
    }),
  )
})
