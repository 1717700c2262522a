import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedMs, paces, slowDown, waitSeconds } from '#shared/domain/pin-attempts.ts'

const { memberHere, terminal, memberAnywhere } = paces
const now = Date.parse('2026-11-21T11:42:00.000Z')
const wrong = (count: number, lastAt = now, everyMs = 1000) =>
  Array.from({ length: count }, (_, index) => lastAt - index * everyMs)
const ofMember = (at: readonly number[], when = now) => slowDown([{ at, pace: memberHere }], when)

test('five wrong PINs of a member at a terminal are free of a wait, then it doubles from 2 s up to 5 min', () => {
  expect([0, 1, 4].map((count) => waitSeconds(count, memberHere))).toEqual([0, 0, 0])
  expect([5, 6, 7, 8, 11, 12, 13, 99, 5000].map((count) => waitSeconds(count, memberHere))).toEqual([
    2, 4, 8, 16, 128, 256, 300, 300, 300,
  ])
})

test('the paces of a terminal and of a member everywhere are looser, and their waits shorter', () => {
  expect([19, 20, 21, 25, 26, 99].map((count) => waitSeconds(count, terminal))).toEqual([0, 2, 4, 64, 120, 120])
  expect([29, 30, 31, 34, 99].map((count) => waitSeconds(count, memberAnywhere))).toEqual([0, 2, 4, 30, 30])
})

test('the wait runs from the last wrong PIN', () => {
  expect(ofMember(wrong(4))).toEqual({ attemptsLeft: 1, until: now })
  expect(ofMember(wrong(5))).toEqual({ attemptsLeft: 0, until: now + 2000 })
  expect(ofMember(wrong(7, now - 3000))).toEqual({ attemptsLeft: 0, until: now + 5000 })
  expect(ofMember([])).toEqual({ attemptsLeft: 5, until: 0 })
})

test('a wrong PIN counts for an hour', () => {
  expect(ofMember([now - 3_599_999]).attemptsLeft).toBe(4)
  expect(ofMember([now - 3_600_000]).attemptsLeft).toBe(5)
})

test('of several counts the strictest holds', () => {
  const counts = [
    { at: wrong(2), pace: memberHere },
    { at: wrong(22), pace: terminal },
  ]
  expect(slowDown(counts, now)).toEqual({ attemptsLeft: 0, until: now + 8000 })
})

test('wrong PINs of a clock that was a year ahead count, but nobody waits a year', () => {
  const ahead = wrong(5, now + 365 * 86_400_000)
  expect(ofMember(ahead)).toEqual({ attemptsLeft: 0, until: 2000 })
  expect(ofMember([...ahead, now])).toEqual({ attemptsLeft: 0, until: now + 4000 })
})

test('requests that overtake each other by a moment do not slip past the wait', () => {
  expect(ofMember(wrong(5, now + 5)).until).toBe(now + 2005)
  expect(ofMember(wrong(5, now + 60_000, 0)).until).toBe(now + 62_000)
  expect(ofMember(wrong(5, now + 60_001, 0)).until).toBe(2000)
})

const moments = fc.array(fc.integer({ min: now - 2 * countedMs, max: now }), { maxLength: 60 })
const aPace = fc.constantFrom(...Object.values(paces))

test('one more wrong PIN never makes it easier, and no wait is longer than the longest', () => {
  fc.assert(
    fc.property(moments, aPace, (at, pace) => {
      const [before, after] = [slowDown([{ at, pace }], now), slowDown([{ at: [...at, now], pace }], now)]
      expect(after.attemptsLeft).toBeLessThanOrEqual(before.attemptsLeft)
      expect(after.until).toBeGreaterThanOrEqual(before.until)
      expect(after.until - now).toBeLessThanOrEqual(pace.longestWaitSeconds * 1000)
      expect(after.attemptsLeft === 0).toBe(after.until > now)
    }),
  )
})

test('an hour without a guess gives everything back', () => {
  fc.assert(
    fc.property(moments, aPace, (at, pace) => {
      expect(slowDown([{ at, pace }], now + countedMs).attemptsLeft).toBe(pace.free)
      expect(slowDown([{ at, pace }], now + countedMs).until).toBeLessThanOrEqual(now + countedMs)
    }),
  )
})

test('whoever keeps guessing gets far fewer tries than PINs exist: under 400 of a member at a terminal in a day', () => {
  const at: number[] = []
  for (let when = now; when < now + 86_400_000; when = Math.max(when, ofMember(at, when).until)) at.push(when)
  expect(at.length).toBeLessThan(400)
})
