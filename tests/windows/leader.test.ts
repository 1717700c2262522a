import { createStore } from 'jotai'
import { expect, onTestFinished, test } from 'vitest'
import { isLeaderAtom, standForLeader } from '#shared/windows/leader.ts'
import { hold, holdSale, salesInWindows } from '#shared/windows/locks.ts'
import { until } from '#tests/support/api-edge.ts'

function aWindow() {
  const store = createStore()
  const work = { started: 0, stopped: 0 }
  const leave = standForLeader(store, () => {
    work.started++
    return () => work.stopped++
  })
  onTestFinished(leave)
  return { leads: () => store.get(isLeaderAtom), leave, work }
}

test('of many windows one leads; when it closes the next one takes over', async () => {
  const windows = Array.from({ length: 6 }, aWindow)
  await until('somebody leads', () => windows.some(({ leads }) => leads()))
  expect(windows.filter(({ leads }) => leads())).toHaveLength(1)
  windows[0]!.leave()
  await until('the second leads', () => windows[1]!.leads())
  expect(windows.filter(({ leads }) => leads())).toHaveLength(1)
  expect(windows[0]!.work).toEqual({ started: 1, stopped: 1 })
})

test('a window that closes before its turn never leads', async () => {
  const [first, second] = [aWindow(), aWindow()]
  await until('the first leads', first.leads)
  second.leave()
  first.leave()
  await new Promise((later) => setTimeout(later, 20))
  expect(second.work.started).toBe(0)
})

test('one window shows a sale at a time, and holds updates back while it does', async () => {
  const release = await holdSale('sale-1')
  expect(await holdSale('sale-1')).toBeUndefined()
  const other = await holdSale('sale-2')
  expect(await salesInWindows()).toEqual(new Set(['sale-1', 'sale-2']))
  expect(await hold('sale-open')).toBeUndefined()
  release!()
  other!()
  await until('the sales are free', async () => (await salesInWindows()).size === 0)
  expect(await hold('sale-open')).toBeDefined()
})
