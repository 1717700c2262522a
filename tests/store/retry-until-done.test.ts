import { expect, onTestFinished, test, vi } from 'vitest'
import { retryUntilDone } from '#shared/store/tools/retry-until-done.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

/** Work whose attempts the test ends. */
function aWork() {
  stopClock()
  const attempts: { succeed: () => void; fail: () => void }[] = []
  const work = retryUntilDone(
    () =>
      new Promise<void>((resolve, reject) => attempts.push({ succeed: resolve, fail: () => reject(new Error('no')) })),
  )
  onTestFinished(() => work.stop())
  return { work, attempts }
}

test('failed work is repeated with growing pauses until it succeeds, then no more', async () => {
  const { work, attempts } = aWork()
  work.run()
  for (const waitMs of [1_000, 2_000, 4_000]) {
    const made = attempts.length
    attempts.at(-1)!.fail()
    await vi.advanceTimersByTimeAsync(waitMs / 2 - 1)
    expect(attempts).toHaveLength(made)
    await vi.advanceTimersByTimeAsync(waitMs / 2 + 1)
    expect(attempts).toHaveLength(made + 1)
  }
  attempts.at(-1)!.succeed()
  await vi.advanceTimersByTimeAsync(600_000)
  work.retry()
  expect(attempts).toHaveLength(4)
})

test('retry does not wait for the next attempt, and adds none to a running one', async () => {
  const { work, attempts } = aWork()
  work.run()
  work.retry()
  expect(attempts).toHaveLength(1)
  attempts[0]!.fail()
  await vi.advanceTimersByTimeAsync(0)
  work.retry()
  expect(attempts).toHaveLength(2)
  attempts[1]!.succeed()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(attempts).toHaveLength(2)
})

test('run during an attempt causes another one: the result may be older than the request', async () => {
  const { work, attempts } = aWork()
  work.run()
  work.run()
  expect(attempts).toHaveLength(1)
  attempts[0]!.succeed()
  await vi.advanceTimersByTimeAsync(0)
  expect(attempts).toHaveLength(2)
})

test('after stop there are no further attempts', async () => {
  const { work, attempts } = aWork()
  work.run()
  work.stop()
  attempts[0]!.fail()
  await vi.advanceTimersByTimeAsync(600_000)
  work.run()
  expect(attempts).toHaveLength(1)
})
