import { beforeEach, expect, test, vi } from 'vitest'
import { hold, holdSale, lockNames } from '#shared/windows/locks.ts'
import { PlayedBrowser, type PlayedWorker } from '#tests/support/played-workers.ts'
import { WebLocks } from '#tests/support/web-locks.ts'

const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 30_000, interval: 10 })

beforeEach(() => {
  sessionStorage.clear()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
})

/** Long enough for what must not happen to have happened: a few tries. */
const fewTries = async (worker: PlayedWorker) => {
  const query = vi.spyOn(navigator.locks, 'request')
  await until(() => query.mock.calls.length >= 3)
  query.mockRestore()
  expect(worker.told).not.toContain('take-over')
}

test('the first version of a terminal updates nothing', async () => {
  const browser = new PlayedBrowser()
  const window = browser.open()
  await until(() => browser.registration.active!.told.includes('version'))
  browser.activate(browser.registration.active!)
  await until(() => browser.registration.active!.told.length >= 2)
  expect(window.kind()).toBe('none')
  expect(window.reload).not.toHaveBeenCalled()
})

test('a new version waits until somebody wants it: one that came before this window too', async () => {
  const browser = new PlayedBrowser()
  const window = browser.open()
  await until(() => browser.registration.active!.told.includes('version'))
  const next = browser.deliver('2')
  expect(window.kind()).toBe('ready')
  const late = browser.open()
  await until(() => late.kind() === 'ready')
  expect(next.told).toEqual([])
})

test('accepted in one window, it takes over in all; no window is reloaded by that, each comes back when it has nothing to lose', async () => {
  const browser = new PlayedBrowser()
  const [here, there] = [browser.open(), browser.open()]
  await until(() => browser.registration.active!.told.length >= 2)
  browser.deliver('2')
  here.gate.comeBack()
  here.gate.accept()
  await until(() => here.kind() === 'replaced' && there.kind() === 'replaced')
  expect([here.update(), there.update()]).toEqual([
    { kind: 'replaced', by: '2', isOurs: true },
    { kind: 'replaced', by: '2', isOurs: false },
  ])
  expect(here.reload).not.toHaveBeenCalled()
  expect(there.reload).not.toHaveBeenCalled()
  there.gate.comeBack()
  expect(there.reload).toHaveBeenCalledTimes(1)
  expect(here.reload).not.toHaveBeenCalled()
  // No lock is left behind: sales open as before.
  expect(await hold(lockNames.saleOpen, 'shared')).toBeDefined()
})

test('while any window shows a sale nothing takes over: it does when the last one closes', async () => {
  const browser = new PlayedBrowser()
  const window = browser.open()
  await until(() => browser.registration.active!.told.includes('version'))
  const next = browser.deliver('2')
  const [one, other] = [await holdSale('a'), await holdSale('b')]
  window.gate.accept()
  await until(() => window.kind() === 'accepted')
  await fewTries(next)
  one!()
  await fewTries(next)
  expect(window.kind()).toBe('accepted')
  other!()
  await until(() => window.kind() === 'replaced')
  expect(next.told.filter((type) => type === 'take-over')).toHaveLength(1)
})

test('accepted twice is once, and a window that was closed no longer asks', async () => {
  const browser = new PlayedBrowser()
  const [window, closed] = [browser.open(), browser.open()]
  await until(() => browser.registration.active!.told.length >= 2)
  const next = browser.deliver('2')
  const sale = await holdSale('a')
  closed.gate.accept()
  await until(() => closed.kind() === 'accepted')
  closed.gate.stop()
  sale!()
  const looks = vi.mocked(browser.registration.update).mock.calls.length
  await until(() => vi.mocked(browser.registration.update).mock.calls.length >= looks + 3)
  expect(next.told).toEqual([])
  window.gate.accept()
  window.gate.accept()
  await until(() => window.kind() === 'replaced')
  expect(next.told.filter((type) => type === 'take-over')).toHaveLength(1)
})

test('a page that came back as the old version again does not reload for ever; by hand it may', async () => {
  const browser = new PlayedBrowser()
  const first = browser.open()
  await until(() => browser.registration.active!.told.includes('version'))
  browser.deliver('2')
  first.gate.accept()
  await until(() => first.kind() === 'replaced')
  first.gate.comeBack()
  first.gate.stop()
  // The same tab, still the old page under the new worker.
  const again = browser.open()
  await until(() => again.kind() === 'replaced')
  again.gate.comeBack()
  again.gate.comeBack()
  expect(again.reload).not.toHaveBeenCalled()
  again.gate.accept()
  expect(again.reload).toHaveBeenCalledTimes(1)
})

test('it is looked for at intervals, and a server that does not answer harms nobody', async () => {
  const browser = new PlayedBrowser()
  const update = vi.spyOn(browser.registration, 'update').mockRejectedValue(new TypeError('failed to fetch'))
  const window = browser.open()
  await until(() => update.mock.calls.length >= 2)
  await expect(window.gate.look()).resolves.toBeUndefined()
  expect(window.kind()).toBe('none')
})

test('a worker that takes itself away takes its offer along', async () => {
  const browser = new PlayedBrowser()
  const window = browser.open()
  await until(() => browser.registration.active!.told.includes('version'))
  const farewell = browser.deliver('none')
  expect(window.kind()).toBe('ready')
  farewell.postMessage = () => undefined
  browser.activate(farewell)
  expect(window.kind()).toBe('none')
  expect(window.reload).not.toHaveBeenCalled()
})

test('an activation that the browser forgets is told, and tried again until it is in force', async () => {
  const browser = new PlayedBrowser()
  const window = browser.open()
  await until(() => browser.registration.active!.told.includes('version'))
  browser.forgets = Infinity
  const next = browser.deliver('2')
  window.gate.accept()
  await until(() => window.kind() === 'late')
  expect(window.reload).not.toHaveBeenCalled()
  // A sale that opens meanwhile is waited for.
  const sale = await holdSale('a')
  await until(() => window.kind() === 'accepted')
  browser.forgets = 1
  const tries = next.told.length
  sale!()
  await until(() => window.kind() === 'replaced')
  expect(next.told.filter((type) => type === 'take-over').length).toBeGreaterThan(tries)
  expect(window.update()).toEqual({ kind: 'replaced', by: '2', isOurs: true })
})

test('no window reloads before the new worker is activated', async () => {
  const browser = new PlayedBrowser()
  const window = browser.open()
  await until(() => browser.registration.active!.told.includes('version'))
  const next = browser.deliver('2')
  browser.activate(next, 'activating')
  await until(() => next.told.includes('version'))
  // Its answer has come.
  await new Promise((answered) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = answered
    next.postMessage({ type: 'version' }, [port2])
  })
  window.gate.accept()
  window.gate.comeBack()
  expect(window.kind()).not.toBe('replaced')
  expect(window.reload).not.toHaveBeenCalled()
  next.enter('activated')
  await until(() => window.kind() === 'replaced')
  window.gate.comeBack()
  expect(window.reload).toHaveBeenCalledTimes(1)
})
