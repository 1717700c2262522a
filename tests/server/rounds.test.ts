import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRounds } from '#server/base/rounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a round that fails is told, and the next one comes; rounds never overlap', async () => {
  const ends: (() => void)[] = []
  const told: unknown[] = []
  let begun = 0
  const rounds = openRounds(
    () => {
      begun += 1
      return begun === 1 ? Promise.reject(new Error('no database')) : new Promise<void>((end) => ends.push(end))
    },
    { firstMs: 10, roundMs: 100, onError: (error) => told.push(error) },
  )
  await vi.advanceTimersByTimeAsync(1000)
  expect(begun).toBe(0)
  rounds.start()
  await vi.advanceTimersByTimeAsync(10)
  expect([begun, told]).toEqual([1, [new Error('no database')]])
  await vi.advanceTimersByTimeAsync(1000)
  expect(begun).toBe(2)
  ends[0]!()
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toBe(3)
})

test('the end waits for the round that runs, tells it, and no other comes', async () => {
  let signal: AbortSignal | undefined
  let end = () => {}
  let begun = 0
  const rounds = openRounds(
    (given) => {
      begun += 1
      signal = given
      return new Promise<void>((done) => (end = done))
    },
    { firstMs: 0, roundMs: 1, onError: () => {} },
  )
  rounds.start()
  await vi.advanceTimersByTimeAsync(0)
  const stopped = vi.fn()
  const stopping = rounds.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(50)
  expect([signal?.aborted, stopped.mock.calls.length]).toEqual([true, 0])
  end()
  await stopping
  await vi.advanceTimersByTimeAsync(50)
  expect(begun).toBe(1)
})
