import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { configureClient } from '#shared/client/call.ts'
import { openBus } from '#shared/windows/bus.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { connectivityAtom, offlineSinceKey, watchConnectivity } from '#shared/windows/connectivity.ts'

const noon = new Date('2026-11-21T12:00:00.000Z')
let isApiThere: boolean
let probes: number
/** How long the API takes to answer; Infinity: a network that swallows everything. */
let answersInMs: number

// The clock and the network edge are the platform's: here they do as told.
beforeEach(() => {
  isApiThere = true
  probes = 0
  answersInMs = 0
  vi.useFakeTimers({
    now: noon,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  vi.stubGlobal('fetch', (_: unknown, { signal }: { signal?: AbortSignal } = {}) => {
    probes++
    if (!isApiThere) return Promise.reject(new TypeError('fetch failed'))
    return new Promise((answer, fail) => {
      signal?.addEventListener('abort', () => fail(signal.reason as Error))
      if (answersInMs === 0) answer(new Response(null, { status: 401 }))
      else if (answersInMs < Infinity) setTimeout(() => answer(new Response(null, { status: 401 })), answersInMs)
    })
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
  return {
    watch,
    state: () => store.get(connectivityAtom),
    browserSays: (event: 'online' | 'offline') => events.dispatchEvent(new Event(event)),
  }
}

const settle = () =>
  vi.advanceTimersByTimeAsync(1).then(() => new Promise((later) => setImmediate(() => setImmediate(later))))

test('the browser says offline but the API answers, even with a refusal: online', async () => {
  const { browserSays, state } = aWindow()
  browserSays('offline')
  await settle()
  expect(probes).toBe(1)
  expect(state()).toEqual({ state: 'online', since: null, seconds: 0 })
  expect(localStorage.getItem(offlineSinceKey)).toBeNull()
})

test('the browser says offline just before the last connection goes: a second look finds it', async () => {
  const { browserSays, state } = aWindow()
  browserSays('offline')
  await settle()
  isApiThere = false
  await vi.advanceTimersByTimeAsync(3_000)
  expect(state().state).toBe('offline')
})

test('the browser is wrong for an hour: the API is asked twice', async () => {
  const { browserSays, state } = aWindow()
  browserSays('offline')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([state().state, probes]).toEqual(['online', 2])
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

test.each(['this window', 'another window'])(
  'the network is lost while a probe of %s is being answered: it is looked at again, and found offline',
  async (who) => {
    const [asked, other] = [aWindow(), aWindow()]
    answersInMs = 1_000
    const prober = who === 'this window' ? asked : other
    prober.browserSays('online')
    await settle()
    isApiThere = false
    asked.browserSays('offline')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked.state().state).toBe('offline')
  },
)

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

test('offline again and again, three windows look as seldom as one', async () => {
  const [one] = [aWindow(), aWindow(), aWindow()]
  isApiThere = false
  one.browserSays('offline')
  await settle()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probes).toBeLessThan(20)
})

test('a network that swallows everything is offline after five seconds, whatever the browser believes', async () => {
  const { watch, state } = aWindow()
  answersInMs = Infinity
  watch.noAnswer()
  await vi.advanceTimersByTimeAsync(4_900)
  expect(state().state).toBe('online')
  await vi.advanceTimersByTimeAsync(200)
  expect(state().state).toBe('offline')
})

test('one call without an answer while the API answers: online; another one soon after: unstable, in every window; steady after four prompt answers', async () => {
  const [kiosk, backoffice] = [aWindow(), aWindow()]
  const faces = () => [kiosk.state().state, backoffice.state().state]
  kiosk.watch.noAnswer()
  await settle()
  expect(faces()).toEqual(['online', 'online'])
  kiosk.watch.noAnswer()
  await settle()
  expect(faces()).toEqual(['unstable', 'unstable'])
  expect(kiosk.state()).toEqual({ state: 'unstable', since: null, seconds: 0 })
  expect(localStorage.getItem(offlineSinceKey)).toBeNull()
  const before = probes
  await vi.advanceTimersByTimeAsync(60_000)
  expect(faces()).toEqual(['online', 'online'])
  expect(probes - before).toBe(3)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(probes - before).toBe(3)
})

test('a call that was lost in an outage and is given up after it is no second trouble', async () => {
  const { browserSays, watch, state } = aWindow()
  isApiThere = false
  browserSays('offline')
  await settle()
  isApiThere = true
  browserSays('online')
  await settle()
  await vi.advanceTimersByTimeAsync(1_000)
  watch.noAnswer(15_000)
  await settle()
  expect(state().state).toBe('online')
  await vi.advanceTimersByTimeAsync(1_000)
  watch.noAnswer(500)
  await settle()
  expect(state().state).toBe('unstable')
})

test('a call that is answered while nobody believes in the network has it looked at: at once, and once for many', async () => {
  const { watch, browserSays, state } = aWindow()
  isApiThere = false
  browserSays('offline')
  await settle()
  expect(state()).toMatchObject({ state: 'offline' })
  probes = 0
  isApiThere = true
  for (let call = 0; call < 5; call++) watch.answered({ tookMs: 20, serverAt: null })
  await settle()
  expect(state()).toMatchObject({ state: 'online', since: null })
  expect(probes).toBe(1)

  watch.answered({ tookMs: 20, serverAt: null })
  await settle()
  expect(probes).toBe(1)
})

test('an answer that was on its way when the network was lost does not bring it back', async () => {
  const { watch, browserSays, state } = aWindow()
  isApiThere = false
  browserSays('offline')
  await settle()
  watch.answered({ tookMs: 20, serverAt: null })
  await settle()
  expect(state()).toMatchObject({ state: 'offline' })
})

test('a late answer of a call deserves a look; looks that are answered late make the network unstable, prompt ones steady', async () => {
  const { watch, state } = aWindow()
  watch.answered({ tookMs: 2_900, serverAt: null })
  await settle()
  expect(probes).toBe(0)
  answersInMs = 3_500
  watch.answered({ tookMs: 4_000, serverAt: null })
  await vi.advanceTimersByTimeAsync(3_600)
  expect([probes, state().state]).toEqual([1, 'online'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state().state).toBe('unstable')
  answersInMs = 0
  await vi.advanceTimersByTimeAsync(120_000)
  expect(state().state).toBe('online')
})

test('a network that comes and goes is unstable while it is there, and never counts time', async () => {
  const { browserSays, state } = aWindow()
  for (const isThere of [false, true, false, true]) {
    isApiThere = isThere
    browserSays(isThere ? 'online' : 'offline')
    await settle()
  }
  expect(state()).toEqual({ state: 'unstable', since: null, seconds: 0 })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(state().state).toBe('online')
})

test('a window of the earlier version says what it knows, and understands what we say', async () => {
  const { watch, state } = aWindow()
  const earlier = new BroadcastChannel('officine:v1')
  const told: { notice: { state?: string } }[] = []
  earlier.onmessage = ({ data }: MessageEvent<{ notice: { state?: string } }>) => told.push(data)
  onTestFinished(() => earlier.close())
  earlier.postMessage({
    v: 1,
    from: 'earlier',
    notice: { kind: 'connectivity', state: 'offline', since: noon.getTime() - 5_000 },
  })
  await settle()
  expect(state()).toMatchObject({ state: 'offline', seconds: 5 })
  earlier.postMessage({ v: 1, from: 'earlier', notice: { kind: 'connectivity', state: 'online', since: null } })
  await settle()
  expect(state().state).toBe('online')
  for (let lost = 0; lost < 2; lost++) {
    watch.noAnswer()
    await settle()
  }
  // Not by `waitFor`: it would move the clock on, and the network is judged by that.
  while (told.length < 2) await new Promise((later) => setImmediate(later))
  expect(state().state).toBe('unstable')
  expect(told.map(({ notice }) => notice.state)).toEqual(told.map(() => 'online'))
})

test('a full device goes on asking for the network', async () => {
  fillDisk()
  const { watch, state } = aWindow()
  isApiThere = false
  await watch.check()
  await settle()
  expect(state().state).toBe('offline')
  isApiThere = true
  await vi.advanceTimersByTimeAsync(4_000)
  await settle()
  expect(state().state).toBe('online')
})
