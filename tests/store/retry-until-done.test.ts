import { expect, onTestFinished, test, vi } from 'vitest'
import { retryUntilDone } from '#shared/store/tools/retry-until-done.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

/** Work whose attempts fare as the test says. */
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

test('what fails is tried again, ever more seldom, until it has succeeded; then no more', async () => {
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

test('a good moment does not wait for the next attempt, and adds none to one that is under way', async () => {
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

test('asked for while it is done, it is done anew: the answer may be older than the question', async () => {
  const { work, attempts } = aWork()
  work.run()
  work.run()
  expect(attempts).toHaveLength(1)
  attempts[0]!.succeed()
  await vi.advanceTimersByTimeAsync(0)
  expect(attempts).toHaveLength(2)
})

test('stopped, it is not tried again', async () => {
  const { work, attempts } = aWork()
  work.run()
  work.stop()
  attempts[0]!.fail()
  await vi.advanceTimersByTimeAsync(600_000)
  work.run()
  expect(attempts).toHaveLength(1)
})
