import { expect, onTestFinished, test, vi } from 'vitest'
import { throttle } from '#shared/store/tools/throttle.ts'

function aTelling() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const tellings: { end: () => void; fail: () => void }[] = []
  const screen = throttle(
    () =>
      new Promise<void>((resolve, reject) => {
        tellings.push({ end: resolve, fail: () => reject(new Error('the disk gave up')) })
      }),
    250,
  )
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { tellings, screen, pass }
}

test('the first news is told at once; what comes soon after is told together, after a rest', async () => {
  const { tellings, screen, pass } = aTelling()
  screen.call()
  expect(tellings).toHaveLength(1)
  screen.call()
  tellings[0]!.end()
  await pass(0)
  screen.call()
  await pass(249)
  expect(tellings).toHaveLength(1)
  await pass(1)
  expect(tellings).toHaveLength(2)
  tellings[1]!.end()
  await pass(10_000)
  expect(tellings).toHaveLength(2)
})

test('one telling at a time, however slow; news that came meanwhile is told by the next', async () => {
  const { tellings, screen, pass } = aTelling()
  screen.call()
  screen.call()
  await pass(60_000)
  expect(tellings).toHaveLength(1)
  tellings[0]!.end()
  await pass(250)
  expect(tellings).toHaveLength(2)
})

test('the end tells what is untold without a rest, once it may, and nothing where nothing is', async () => {
  const { tellings, screen, pass } = aTelling()
  await screen.flush()
  expect(tellings).toEqual([])
  screen.call()
  screen.call()
  let isEnded = false
  const ended = screen.flush().then(() => {
    isEnded = true
  })
  tellings[0]!.end()
  await pass(0)
  expect([tellings.length, isEnded]).toEqual([2, false])
  tellings[1]!.end()
  await ended
  await pass(10_000)
  expect(tellings).toHaveLength(2)
})

test('a telling that fails stops none of the others', async () => {
  const { tellings, screen, pass } = aTelling()
  screen.call()
  screen.call()
  tellings[0]!.fail()
  await pass(250)
  expect(tellings).toHaveLength(2)
  tellings[1]!.fail()
  await screen.flush()
})
