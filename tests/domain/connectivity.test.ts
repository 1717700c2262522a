import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterCheck,
  afterLostCall,
  type Connectivity,
  connectivityOnLoad,
  isSettled,
  online,
  outcomeOf,
  type Outcome,
  secondsOffline,
  storedSince,
} from '#shared/domain/connectivity.ts'

const outcomes = fc.array(fc.constantFrom<Outcome>('prompt', 'slow', 'none'), { maxLength: 40 })
/** The states that looks lead to, the first one second after the other. */
const walk = (looks: readonly Outcome[], from: Connectivity = online) =>
  looks.reduce<Connectivity[]>((states, look, at) => [...states, afterCheck(states.at(-1)!, look, at * 1000)], [from])
const statusAfter = (...looks: Outcome[]) => walk(looks).at(-1)!.status

test('no answer: offline since then, and the date is kept; an answer: online, and the date goes', () => {
  const offline = afterCheck(online, 'none', 1000)
  expect(offline).toMatchObject({ status: 'offline', since: 1000 })
  expect(storedSince(offline)).toBe(1000)
  expect(afterCheck(offline, 'prompt', 9000).status).toBe('online')
  expect(storedSince(afterCheck(offline, 'slow', 9000))).toBeNull()
})

test('going on without answer keeps the first date; nothing new is nothing new', () => {
  const offline = afterCheck(online, 'none', 1000)
  expect(afterCheck(offline, 'none', 5000)).toEqual(offline)
  expect(afterCheck(online, 'prompt', 5000)).toBe(online)
})

test('a stored date is believed on load, and checked again', () => {
  expect(connectivityOnLoad(1000)).toMatchObject({ state: { status: 'offline', since: 1000 }, mustCheck: true })
  expect(connectivityOnLoad(null)).toEqual({ state: online, mustCheck: false })
})

test('seconds tick while offline; a clock set back shows 0', () => {
  const offline = afterCheck(online, 'none', 10_000)
  expect([10_000, 10_999, 11_000, 850_000, 5_000].map((now) => secondsOffline(offline, now))).toEqual([0, 0, 1, 840, 0])
  expect(secondsOffline(online, 10_000)).toBeNull()
})

test('three seconds are still prompt, more is slow, nothing is none', () => {
  expect([0, 3000, 3001, null].map(outcomeOf)).toEqual(['prompt', 'prompt', 'slow', 'none'])
})

test('one slow answer or one outage is an accident; two troubles soon after each other are an unstable network', () => {
  expect(statusAfter('slow')).toBe('online')
  expect(statusAfter('none', 'prompt')).toBe('online')
  expect(statusAfter('slow', 'slow')).toBe('unstable')
  expect(statusAfter('slow', 'prompt', 'prompt', 'slow')).toBe('unstable')
  expect(statusAfter('none', 'prompt', 'none', 'prompt')).toBe('unstable')
})

test('an outage of an hour, looked for again and again, is one outage', () => {
  expect(statusAfter(...Array.from({ length: 240 }, () => 'none' as const), 'prompt')).toBe('online')
})

test('calls without an answer count, though the looks between them are answered; a burst of them counts once', () => {
  const once = afterCheck(afterLostCall(afterLostCall(online)), 'prompt', 1)
  expect(once.status).toBe('online')
  expect(isSettled(once)).toBe(false)
  expect(afterCheck(afterLostCall(once), 'prompt', 2).status).toBe('unstable')
})

test('a lost call alone never changes the face', () => {
  fc.assert(
    fc.property(outcomes, (looks) => {
      const state = walk(looks).at(-1)!
      expect(afterLostCall(state)).toMatchObject({ status: state.status })
      expect(storedSince(afterLostCall(state))).toBe(storedSince(state))
    }),
  )
})

test('unstable until four prompt answers in a row, not before', () => {
  const unstable = walk(['slow', 'slow']).at(-1)!
  expect(
    walk(['prompt', 'prompt', 'prompt', 'slow', 'prompt', 'prompt', 'prompt', 'prompt'], unstable).map(
      ({ status }) => status,
    ),
  ).toEqual([...Array.from({ length: 8 }, () => 'unstable'), 'online'])
})

test('after any looks: offline exactly when the last one was not answered, since the first of the unanswered ones', () => {
  fc.assert(
    fc.property(outcomes, (looks) => {
      const state = walk(looks).at(-1)!
      expect(state.status === 'offline').toBe(looks.at(-1) === 'none')
      if (state.status === 'offline')
        expect(state.since).toBe((looks.findLastIndex((look) => look !== 'none') + 1) * 1000)
      expect(connectivityOnLoad(storedSince(state)).state.status === 'offline').toBe(state.status === 'offline')
    }),
  )
})

test('after any looks, four prompt answers make it online and settled: no trouble is remembered for ever', () => {
  fc.assert(
    fc.property(outcomes, (looks) => {
      expect(walk([...looks, 'prompt', 'prompt', 'prompt', 'prompt']).at(-1)).toEqual(online)
    }),
  )
})

test('the face does not flicker: steady follows unstable only after four prompt answers, and unstable follows steady only after two troubles', () => {
  fc.assert(
    fc.property(outcomes, (looks) => {
      const states = walk(looks)
      for (const [at, state] of states.entries()) {
        const before = states[at - 1]
        if (before?.status === 'unstable' && state.status === 'online')
          expect(looks.slice(at - 4, at)).toEqual(['prompt', 'prompt', 'prompt', 'prompt'])
        if (before?.status === 'online' && state.status === 'unstable')
          expect(
            looks.slice(Math.max(0, at - 6), at).filter((look) => look !== 'prompt').length,
          ).toBeGreaterThanOrEqual(2)
      }
    }),
  )
})
