import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { configureClient } from '#shared/client/call.ts'
import { openBus } from '#shared/windows/bus.ts'
import { connectivityAtom, offlineSinceKey, watchConnectivity } from '#shared/windows/connectivity.ts'

const noon = new Date('2026-11-21T12:00:00.000Z')
let isApiThere: boolean
let probes: number

// The clock and the network edge are the platform's: here they do as told.
beforeEach(() => {
  isApiThere = true
  probes = 0
  vi.useFakeTimers({ now: noon, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('fetch', () => {
    probes++
    return isApiThere ? Promise.resolve(new Response(null, { status: 401 })) : Promise.reject(new TypeError('fetch failed'))
  })
  configureClient({ base: 'http://edge', token: () => Promise.resolve(undefined) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function aWindow() {
  const [store, bus, events] = [createStore(), openBus(), new EventTarget()]
  const watch = watchConnectivity(store, bus, { events })
  onTestFinished(() => {
    watch.stop()
    bus.close()
  })
  return { watch, state: () => store.get(connectivityAtom), browserSays: (event: 'online' | 'offline') => events.dispatchEvent(new Event(event)) }
}

const settle = () => vi.advanceTimersByTimeAsync(1).then(() => new Promise((later) => setImmediate(() => setImmediate(later))))

test('the browser says offline but the API answers, even with a refusal: online', async () => {
  const { browserSays, state } = aWindow()
  browserSays('offline')
  await settle()
  expect(probes).toBe(1)
  expect(state()).toEqual({ state: 'online', since: null, seconds: 0 })
  expect(localStorage.getItem(offlineSinceKey)).toBeNull()
})

test('the API does not answer: offline since now, kept in local storage, counted every second', async () => {
  const { browserSays, state } = aWindow()
  isApiThere = false
  browserSays('offline')
  await settle()
  expect(state()).toMatchObject({ state: 'offline', since: noon.getTime() + 0, seconds: 0 })
  expect(localStorage.getItem(offlineSinceKey)).toBe(noon.toISOString())
  await vi.advanceTimersByTimeAsync(65_000)
  expect(state().seconds).toBe(65)
})

test('the API answers again: online, and the stored date is gone', async () => {
  const { browserSays, state } = aWindow()
  isApiThere = false
  browserSays('offline')
  await settle()
  isApiThere = true
  browserSays('online')
  await settle()
  expect(state()).toEqual({ state: 'online', since: null, seconds: 0 })
  expect(localStorage.getItem(offlineSinceKey)).toBeNull()
})

test('a window that opens with a stored date looks again, and counts from that date', async () => {
  localStorage.setItem(offlineSinceKey, new Date(noon.getTime() - 14 * 60_000).toISOString())
  isApiThere = false
  const { state } = aWindow()
  expect(state()).toMatchObject({ state: 'offline', seconds: 14 * 60 })
  await settle()
  expect(probes).toBe(1)
  expect(state()).toMatchObject({ state: 'offline', since: noon.getTime() - 14 * 60_000 })
})

test('a window that opens without a stored date asks nothing', async () => {
  aWindow()
  await settle()
  expect(probes).toBe(0)
})

test('offline, it looks again by itself until the API is back', async () => {
  const { browserSays, state } = aWindow()
  isApiThere = false
  browserSays('offline')
  await settle()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probes).toBeGreaterThan(4)
  expect(probes).toBeLessThan(15)
  isApiThere = true
  await vi.advanceTimersByTimeAsync(16_000)
  expect(state().state).toBe('online')
})

test('one look serves all windows', async () => {
  const [kiosk, backoffice] = [aWindow(), aWindow()]
  isApiThere = false
  kiosk.browserSays('offline')
  backoffice.browserSays('offline')
  await settle()
  await settle()
  expect(probes).toBe(1)
  expect([kiosk.state().state, backoffice.state().state]).toEqual(['offline', 'offline'])
  expect(backoffice.state().since).toBe(kiosk.state().since)
})

test('a call without an answer is a reason to look', async () => {
  const { watch, state } = aWindow()
  isApiThere = false
  watch.noAnswer()
  await settle()
  expect(state().state).toBe('offline')
  const before = probes
  watch.noAnswer()
  await settle()
  expect(probes).toBe(before)
})
