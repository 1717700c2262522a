import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterCheck, type Connectivity, connectivityOnLoad, secondsOffline, storedSince } from '#shared/domain/connectivity.ts'

test('no answer: offline since then, and the date is kept; an answer: online, and the date goes', () => {
  const offline = afterCheck({ status: 'online' }, false, 1000)
  expect(offline).toEqual({ status: 'offline', since: 1000 })
  expect(storedSince(offline)).toBe(1000)
  expect(storedSince(afterCheck(offline, true, 9000))).toBeNull()
})

test('going on without answer keeps the first date; nothing new is nothing new', () => {
  const offline: Connectivity = { status: 'offline', since: 1000 }
  const online: Connectivity = { status: 'online' }
  expect(afterCheck(offline, false, 5000)).toBe(offline)
  expect(afterCheck(online, true, 5000)).toBe(online)
})

test('a stored date is believed on load, and checked again', () => {
  expect(connectivityOnLoad(1000)).toEqual({ state: { status: 'offline', since: 1000 }, mustCheck: true })
  expect(connectivityOnLoad(null)).toEqual({ state: { status: 'online' }, mustCheck: false })
})

test('seconds tick while offline; a clock set back shows 0', () => {
  const offline: Connectivity = { status: 'offline', since: 10_000 }
  expect([10_000, 10_999, 11_000, 850_000, 5_000].map((now) => secondsOffline(offline, now))).toEqual([0, 0, 1, 840, 0])
  expect(secondsOffline({ status: 'online' }, 10_000)).toBeNull()
})

test('after any checks: online exactly when the last one was answered, else since the first of the unanswered ones', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), (answers) => {
      const state = answers.reduce<Connectivity>((before, answered, at) => afterCheck(before, answered, at), { status: 'online' })
      const firstUnanswered = answers.lastIndexOf(true) + 1
      expect(state).toEqual(answers.at(-1) ? { status: 'online' } : { status: 'offline', since: firstUnanswered })
      expect(connectivityOnLoad(storedSince(state)).state).toEqual(state)
    }),
  )
})
