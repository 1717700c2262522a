import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { watchReturn } from '#shared/windows/on-return.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
})

function aWindow() {
  const away: number[] = []
  const stop = watchReturn((ms) => away.push(ms))
  onTestFinished(stop)
  return { away, stop }
}

/** What the browser says of the page. */
function turn(visibility: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
  document.dispatchEvent(new Event('visibilitychange'))
}
const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

test('a window that works on is never told that it returned', () => {
  const { away } = aWindow()
  vi.advanceTimersByTime(3_600_000)
  show(false)
  expect(away).toEqual([])
})

test('shown again: away for as long as it was hidden', () => {
  const { away } = aWindow()
  turn('hidden')
  vi.advanceTimersByTime(42_000)
  turn('visible')
  expect(away).toEqual([42_000])
})

test('out of the back-forward cache, or thawed: nobody knows for how long', () => {
  const { away } = aWindow()
  show(true)
  vi.advanceTimersByTime(2_000)
  document.dispatchEvent(new Event('resume'))
  expect(away).toEqual([Infinity, Infinity])
})

test.each([
  ['pageshow first', () => [show(true), turn('visible'), document.dispatchEvent(new Event('resume'))]],
  ['pageshow last', () => [document.dispatchEvent(new Event('resume')), turn('visible'), show(true)]],
  ['visible first', () => [turn('visible'), show(true), document.dispatchEvent(new Event('resume'))]],
])('what one return says three times is read again once: %s', (_, comeBack) => {
  const { away } = aWindow()
  turn('hidden')
  vi.advanceTimersByTime(600_000)
  away.length = 0
  comeBack()
  vi.advanceTimersByTime(10_000)
  expect(away).toHaveLength(1)
  expect(away[0]).toBeGreaterThanOrEqual(600_000)
})

test('of one return that began as a short absence, the long one is told too', () => {
  const { away } = aWindow()
  turn('hidden')
  vi.advanceTimersByTime(2_000)
  turn('visible')
  show(true)
  show(true)
  expect(away).toEqual([2_000, Infinity])
})

test('the machine slept under a visible window: the next tick of the clock tells, once', () => {
  const { away } = aWindow()
  vi.setSystemTime(Date.now() + 2 * 3_600_000)
  vi.advanceTimersByTime(5_000)
  vi.advanceTimersByTime(60_000)
  expect(away).toEqual([7_205_000])
})

test('the clock was set back: ages are told anew; a hidden window whose timers are held back for a minute did not sleep', () => {
  const { away } = aWindow()
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(5_000)
  expect(away).toEqual([Infinity])
  turn('hidden')
  vi.setSystemTime(Date.now() + 60_000)
  vi.advanceTimersByTime(5_000)
  expect(away).toHaveLength(1)
  turn('visible')
  expect(away).toEqual([Infinity, 65_000])
})

test('stopped, it hears no more', () => {
  const { away, stop } = aWindow()
  stop()
  show(true)
  turn('visible')
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(5_000)
  expect(away).toEqual([])
})
