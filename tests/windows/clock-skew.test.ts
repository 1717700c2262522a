import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { call, configureClient, probe } from '#shared/client/call.ts'
import { readBase } from '#shared/contract/base.ts'
import { knownSkewMs, setClockSkew } from '#shared/pharmacy-time.ts'
import { openBus } from '#shared/windows/bus.ts'
import { clockSkewAtom, noteServerDate } from '#shared/windows/clock-skew.ts'
import { watchConnectivity } from '#shared/windows/connectivity.ts'
import { openApiEdge } from '#tests/support/api-edge.ts'

let store: ReturnType<typeof createStore>
beforeEach(() => (store = createStore()))
afterEach(() => setClockSkew(null))

async function anApi() {
  const edge = await openApiEdge(() => ({
    status: 200,
    body: { name: 'officine', version: '0.1.0', now: new Date().toISOString() },
  }))
  configureClient({
    base: edge.base,
    token: () => Promise.resolve(undefined),
    onAnswer: (answer) => void noteServerDate(store, answer),
  })
}

test('unknown until the API has answered; the probe and any call tell', async () => {
  await anApi()
  expect(store.get(clockSkewAtom)).toBeNull()
  await probe()
  // Both are the clock of this machine; the header is cut to a second.
  expect(Math.abs(store.get(clockSkewAtom)!)).toBeLessThan(3_000)
  store.set(clockSkewAtom, null)
  await call(readBase, {})
  expect(store.get(clockSkewAtom)).not.toBeNull()
})

test('a clock that was set is noticed; the cut second of the header and a slow reply are not a change', () => {
  const here = Date.now()
  noteServerDate(store, { serverAt: here - 500, tookMs: 100 })
  const first = store.get(clockSkewAtom)!
  noteServerDate(store, { serverAt: here - 1000, tookMs: 100 })
  expect(store.get(clockSkewAtom)).toBe(first)
  noteServerDate(store, { serverAt: here + 7_200_000, tookMs: 60_000 })
  noteServerDate(store, { serverAt: null, tookMs: 1 })
  expect(store.get(clockSkewAtom)).toBe(first)
  noteServerDate(store, { serverAt: here + 7_200_000, tookMs: 100 })
  expect(store.get(clockSkewAtom)).toBeGreaterThan(7_190_000)
})

test('one window that measures tells the others: they read the same clock', async () => {
  const windows = [createStore(), createStore()].map((ofWindow) => {
    const bus = openBus()
    const watch = watchConnectivity(ofWindow, bus, { events: new EventTarget() })
    onTestFinished(() => {
      watch.stop()
      bus.close()
    })
    return { ofWindow, watch }
  })
  const [measuring, hearing] = windows as [(typeof windows)[0], (typeof windows)[0]]
  measuring.watch.answered({ serverAt: Date.now() + 172_800_000, tookMs: 100 })
  await vi.waitFor(() => expect(hearing.ofWindow.get(clockSkewAtom)).toBeGreaterThan(172_700_000))
  expect(knownSkewMs()).toBe(measuring.ofWindow.get(clockSkewAtom))
})
