import { expect, onTestFinished, test, vi } from 'vitest'
import { followOfflineSession, needsPinAgainAtom } from '#shared/session/follow-offline-session.ts'
import { lockAtom, unlockAtom } from '#shared/session/unlock.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aurele, aWindow, domainId } from '#tests/support/a-terminal.ts'
import { openApiEdge, until, type Answer } from '#tests/support/api-edge.ts'

const granted: Answer = {
  status: 201,
  body: {
    token: 'custom',
    claims: { uid: aurele.id, pharmacyId, pin: '018f0000-0000-7000-8000-0000000000f1', roles: [], domainId },
    permissions: [],
    discountLimit: null,
  },
}
const [online, offline] = [
  { state: 'online', since: null, seconds: 0 },
  { state: 'offline', since: 1, seconds: 60 },
] as const

/** Unlocked without a network, in a window that knows the PIN and in one that does not; both follow it. */
async function twoWindowsOpenedOffline() {
  const edge = await openApiEdge(() => granted)
  const [window, other] = [await aWindow(), await aWindow()]
  await window.store.set(unlockAtom, aurele, '1234')
  await until(
    'the terminal remembers the member',
    async () => (await window.identity.readUnlock(aurele.id)) !== undefined,
  )
  await window.store.set(lockAtom)
  for (const { store } of [window, other]) store.set(connectivityAtom, offline)
  await window.store.set(unlockAtom, aurele, '1234')
  await until('the other window is unlocked', () => other.store.get(sessionAtom) !== null)
  await until('the lock is told', () => edge.asked.some(({ method }) => method === 'DELETE'))
  edge.asked.length = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const { store } of [window, other]) onTestFinished(followOfflineSession(store))
  return { edge, window, other }
}

test('the network is back and the server does not answer the first time: it is asked until the session has its token', async () => {
  const { edge, window, other } = await twoWindowsOpenedOffline()
  expect(edge.asked).toEqual([])
  edge.answer = () => 'hang up'
  window.store.set(connectivityAtom, online)
  await until('it was asked', () => edge.asked.length === 1)
  expect(window.store.get(needsPinAgainAtom)).toBe(false)
  edge.answer = () => granted
  await vi.advanceTimersByTimeAsync(15_000)
  await until('it has its token in every window', () =>
    [window, other].every(({ store }) => store.get(sessionAtom)?.isOffline === false),
  )
  expect(window.store.get(needsPinAgainAtom)).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(edge.asked).toHaveLength(2)
})

test('no window knows the PIN any more: it is asked for, until somebody taps it or the network is gone', async () => {
  const {
    edge,
    other: { store },
  } = await twoWindowsOpenedOffline()
  store.set(connectivityAtom, online)
  expect(store.get(needsPinAgainAtom)).toBe(false)
  await vi.advanceTimersByTimeAsync(15_000)
  expect([store.get(needsPinAgainAtom), edge.asked]).toEqual([true, []])
  store.set(connectivityAtom, offline)
  expect(store.get(needsPinAgainAtom)).toBe(false)
  store.set(connectivityAtom, online)
  await vi.advanceTimersByTimeAsync(15_000)
  await store.set(lockAtom)
  expect(store.get(needsPinAgainAtom)).toBe(false)
})
