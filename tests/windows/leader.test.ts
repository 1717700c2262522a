import { createStore } from 'jotai'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBus, type Bus, type Notice } from '#shared/windows/bus.ts'
import { isLeaderAtom, standForLeader } from '#shared/windows/leader.ts'
import { watchLeader } from '#shared/windows/watch-leader.ts'
import { hold, holdSale, salesInWindows } from '#shared/windows/locks.ts'
import { until } from '#tests/support/api-edge.ts'

/** A window; one that hangs holds its locks, and neither hears nor says anything. */
function aWindow() {
  const [store, ear] = [createStore(), openBus()]
  let isHung = false
  const kept: (() => void)[] = []
  const bus: Bus = {
    ...ear,
    post: (notice) => isHung || ear.post(notice),
    subscribe: (hear) => ear.subscribe((notice) => (isHung ? kept.push(() => hear(notice)) : hear(notice))),
  }
  const work = { started: 0, stopped: 0 }
  const leave = standForLeader(store, bus, () => {
    work.started++
    return () => work.stopped++
  })
  onTestFinished(() => {
    leave()
    ear.close()
  })
  return {
    leads: () => store.get(isLeaderAtom),
    isWorking: () => work.started - work.stopped,
    leave,
    work,
    hang: () => (isHung = true),
    thaw() {
      isHung = false
      for (const hear of kept.splice(0)) hear()
    },
  }
}

/** Time that passes when the test says so, in small steps; after each the windows hear each other, however slow the machine is. */
function aClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const heard = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((next) => setImmediate(next))
  }
  return {
    async pass(ms: number) {
      await heard()
      for (let passed = 0; passed < ms; passed += 100) {
        await vi.advanceTimersByTimeAsync(100)
        await heard()
      }
    },
  }
}

const replacedWithinMs = 3_000

const leadersOf = (windows: readonly ReturnType<typeof aWindow>[]) => windows.filter(({ leads }) => leads())

test('of many windows one leads; when it closes or is killed the next one takes over at once', async () => {
  aClock()
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

test('a leader that hangs is robbed by one of the others; it notices, stops its work, and waits for its turn', async () => {
  const clock = aClock()
  const windows = [aWindow(), aWindow(), aWindow()]
  const hung = windows[0]!
  await until('the first leads', hung.leads)
  hung.hang()
  await clock.pass(replacedWithinMs)
  await until('another leads', () => leadersOf(windows).length === 1 && !hung.leads())
  expect(leadersOf(windows)).toHaveLength(1)
  expect([hung.isWorking(), windows.reduce((sum, { isWorking }) => sum + isWorking(), 0)]).toEqual([0, 1])
  hung.thaw()
  for (const other of windows.slice(1)) other.leave()
  await until('its turn comes again', hung.leads)
  expect(hung.work).toEqual({ started: 2, stopped: 1 })
})

test.each([
  ['right after it began', 2, 0],
  ['while nobody asks', 2, 500],
  ['right after it answered', 2, 1_100],
  ['right after it answered one of many', 6, 1_100],
])(
  'however chance would have it, a leader that hangs is replaced within three seconds: %s',
  async (_, count, ranMs) => {
    const longest = vi.spyOn(Math, 'random').mockReturnValue(0.999)
    onTestFinished(() => longest.mockRestore())
    const clock = aClock()
    const windows = Array.from({ length: count }, aWindow)
    await until('the first leads', windows[0]!.leads)
    await clock.pass(ranMs)
    windows[0]!.hang()
    await clock.pass(replacedWithinMs)
    await until('another leads', () => leadersOf(windows.slice(1)).length > 0)
  },
)

test('a leader that answers is never robbed, however long it says nothing by itself', async () => {
  const clock = aClock()
  const windows = Array.from({ length: 4 }, aWindow)
  await until('the first leads', windows[0]!.leads)
  await clock.pass(60_000)
  expect(windows.map(({ work }) => work.started)).toEqual([1, 0, 0, 0])
})

test('when all the others suspect it at once, one leads in the end, and no work goes on in two windows', async () => {
  const clock = aClock()
  const windows = Array.from({ length: 5 }, aWindow)
  await until('the first leads', windows[0]!.leads)
  windows[0]!.hang()
  await clock.pass(replacedWithinMs)
  await until('another leads', () => leadersOf(windows.slice(1)).length > 0)
  windows[0]!.thaw()
  await clock.pass(30_000)
  expect(leadersOf(windows)).toHaveLength(1)
  expect(windows.reduce((sum, { isWorking }) => sum + isWorking(), 0)).toBe(1)
  expect((await navigator.locks.query()).held!.filter(({ name }) => name === 'leader')).toHaveLength(1)
})

test('a window that slept itself asks again before it suspects anybody', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked: string[] = []
  let hear: (notice: Notice) => void = () => {}
  const bus = {
    post: (notice: Notice) => notice.kind === 'leader' && asked.push(notice.says),
    subscribe: (listener: typeof hear) => ((hear = listener), () => {}),
  }
  const rob = vi.fn()
  const watch = watchLeader(bus, () => false, rob)
  onTestFinished(watch.stop)
  await vi.advanceTimersByTimeAsync(1_200)
  expect(asked).toHaveLength(1)
  // Ten minutes pass between two timers: the machine slept, and so did the leader.
  vi.setSystemTime(Date.now() + 600_000)
  await vi.advanceTimersByTimeAsync(2_300)
  expect([asked.length, rob.mock.calls.length]).toEqual([2, 0])
  hear({ kind: 'leader', says: 'here' })
  await vi.advanceTimersByTimeAsync(1_200)
  expect(rob).not.toHaveBeenCalled()
  // Nor does a clock that is set back by two hours accuse anybody.
  vi.setSystemTime(Date.now() - 7_200_000)
  await vi.advanceTimersByTimeAsync(2_300)
  expect(rob).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_300)
  expect(rob).toHaveBeenCalledTimes(1)
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
