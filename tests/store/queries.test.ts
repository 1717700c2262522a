import { environmentManager, QueryObserver } from '@tanstack/query-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NoAnswer } from '#shared/client/call.ts'
import { AppError } from '#shared/domain/errors.ts'
import { againAfterMs, followHints, invalidateQueries, newQueryClient } from '#shared/store/lists/queries.ts'

/** A screen that shows what some path answers; `asked`: how often it was. */
function aScreen(client: ReturnType<typeof newQueryClient>, path: string) {
  const screen = { asked: 0 }
  const leave = new QueryObserver(client, {
    queryKey: [path, 'GET', {}],
    queryFn: () => Promise.resolve(++screen.asked),
  }).subscribe(() => undefined)
  onTestFinished(leave)
  return screen
}

test('a hint asks again at once for what it makes stale; of a rush of hints each screen asks once more', async () => {
  const client = newQueryClient()
  const [parked, users] = [aScreen(client, '/parked-sales'), aScreen(client, '/users')]
  await expect.poll(() => [parked.asked, users.asked]).toEqual([1, 1])
  const hear = followHints(client)
  hear('sales')
  await expect.poll(() => parked.asked).toBe(2)
  for (let sale = 0; sale < 200; sale++) {
    hear('sales')
    hear('pharmacy-products')
  }
  hear('users')
  await expect.poll(() => [parked.asked, users.asked]).toEqual([3, 2])
})

test('what several hints make stale is asked once more, not once for each', async () => {
  const client = newQueryClient()
  const [sales, banks] = [aScreen(client, '/sales/{id}'), aScreen(client, '/banks')]
  await expect.poll(() => [sales.asked, banks.asked]).toEqual([1, 1])
  invalidateQueries(client, 'sales', 'cash-registers', 'parked-sales', 'persons')
  await expect.poll(() => sales.asked).toBe(2)
  invalidateQueries(client)
  invalidateQueries(client, 'all')
  await expect.poll(() => [sales.asked, banks.asked]).toEqual([3, 2])
})

test('an answer on its way for the first time is asked for again: it may be from before the change', async () => {
  const client = newQueryClient()
  const answers: ((answer: string) => void)[] = []
  const observer = new QueryObserver<string>(client, {
    queryKey: ['/sales', 'GET', {}],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  })
  onTestFinished(observer.subscribe(() => undefined))
  await expect.poll(() => answers.length).toBe(1)
  invalidateQueries(client, 'sales')
  invalidateQueries(client, 'banks')
  answers[0]!('without the sale')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!('with the sale')
  await expect.poll(() => observer.getCurrentResult().data).toBe('with the sale')
  expect(answers).toHaveLength(2)
})

test('a screen without an answer is read again while the API is reachable; a refused one and one without a network wait', async () => {
  vi.useFakeTimers()
  // Without a window the library sets no timers.
  environmentManager.setIsServer(() => false)
  onTestFinished(() => {
    vi.useRealTimers()
    environmentManager.setIsServer(() => true)
  })
  const line = { isReachable: false }
  const client = newQueryClient(() => line.isReachable)
  const asked = { silent: 0, refused: 0 }
  const reading = (name: keyof typeof asked, failure: Error) => {
    const observer = new QueryObserver<string>(client, {
      queryKey: [`/${name}`, 'GET', {}],
      queryFn: () => (++asked[name] < 5 ? Promise.reject(failure) : Promise.resolve('the list')),
    })
    onTestFinished(observer.subscribe(() => undefined))
    return observer
  }
  const silent = reading('silent', new NoAnswer('no token in time'))
  reading('refused', new AppError('users:notAllowed'))
  await vi.advanceTimersByTimeAsync(5 * againAfterMs)
  expect([silent.getCurrentResult().isError, asked]).toEqual([true, { silent: 2, refused: 1 }])
  // The network came back, and this read still failed.
  line.isReachable = true
  invalidateQueries(client, 'all')
  await vi.advanceTimersByTimeAsync(5 * againAfterMs)
  expect([silent.getCurrentResult().data, asked.silent]).toEqual(['the list', 5])
  await vi.advanceTimersByTimeAsync(5 * againAfterMs)
  expect(asked).toEqual({ silent: 5, refused: 2 })
})
