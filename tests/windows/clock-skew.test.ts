import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { call, configureClient, probe } from '#shared/client/call.ts'
import { readBase } from '#shared/contract/base.ts'
import { clockSkewAtom, noteServerDate } from '#shared/windows/clock-skew.ts'
import { openApiEdge } from '#tests/support/api-edge.ts'

let store: ReturnType<typeof createStore>
beforeEach(() => (store = createStore()))

async function anApi() {
  const edge = await openApiEdge(() => ({
    status: 200,
    body: { name: 'officine', version: '0.1.0', now: new Date().toISOString() },
  }))
  configureClient({
    base: edge.base,
    token: () => Promise.resolve(undefined),
    onAnswer: (answer) => noteServerDate(store, answer),
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
