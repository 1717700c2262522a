import { expect, onTestFinished, test, vi } from 'vitest'
import { throttle } from '#shared/store/tools/throttle.ts'

function aThrottle() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const calls: { end: () => void; fail: () => void }[] = []
  const throttled = throttle(
    () =>
      new Promise<void>((resolve, reject) => {
        calls.push({ end: resolve, fail: () => reject(new Error('the disk gave up')) })
      }),
    250,
  )
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { calls, throttled, pass }
}

test('the first call runs at once; calls soon after it run as one, after a pause', async () => {
  const { calls, throttled, pass } = aThrottle()
  throttled.call()
  expect(calls).toHaveLength(1)
  throttled.call()
  calls[0]!.end()
  await pass(0)
  throttled.call()
  await pass(249)
  expect(calls).toHaveLength(1)
  await pass(1)
  expect(calls).toHaveLength(2)
  calls[1]!.end()
  await pass(10_000)
  expect(calls).toHaveLength(2)
})

test('calls never overlap, however slow; a call made meanwhile runs next', async () => {
  const { calls, throttled, pass } = aThrottle()
  throttled.call()
  throttled.call()
  await pass(60_000)
  expect(calls).toHaveLength(1)
  calls[0]!.end()
  await pass(250)
  expect(calls).toHaveLength(2)
})

test('flush makes the pending call without a pause, after the running one, and none when none is pending', async () => {
  const { calls, throttled, pass } = aThrottle()
  await throttled.flush()
  expect(calls).toEqual([])
  throttled.call()
  throttled.call()
  let isEnded = false
  const ended = throttled.flush().then(() => {
    isEnded = true
  })
  calls[0]!.end()
  await pass(0)
  expect([calls.length, isEnded]).toEqual([2, false])
  calls[1]!.end()
  await ended
  await pass(10_000)
  expect(calls).toHaveLength(2)
})

test('a call that fails stops none of the others', async () => {
  const { calls, throttled, pass } = aThrottle()
  throttled.call()
  throttled.call()
  calls[0]!.fail()
  await pass(250)
  expect(calls).toHaveLength(2)
  calls[1]!.fail()
  await throttled.flush()
})
