import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sendSignInLink } from '#shared/session/account/own-account.ts'
import { needsSignInAtom } from '#shared/session/claims.ts'
import { sendPasswordReset, signInAtom } from '#shared/session/sign-in.ts'
import { openApiEdge } from '#tests/support/api-edge.ts'
import { aWindow } from '#tests/support/a-terminal.ts'

const service = vi.hoisted(() => ({ code: null as string | null }))
const answer = async () => {
  if (service.code) throw Object.assign(new Error('Firebase: Error'), { code: service.code })
}

/** What the sign-in service answers about an address is played. */
vi.mock('firebase/auth', async (original) => ({
  ...(await original<object>()),
  sendPasswordResetEmail: answer,
  sendSignInLinkToEmail: answer,
  signInWithEmailAndPassword: answer,
}))

const aboutAccounts = ['auth/user-not-found', 'auth/user-disabled']

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('location', { origin: 'http://edge', hostname: 'edge', pathname: '/kiosk/' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
})

test.each([
  ['the reset of a password', sendPasswordReset],
  ['a link that signs in', sendSignInLink],
])('%s is answered alike with an account, without one, and with a closed one', async (_, send) => {
  for (const code of [null, ...aboutAccounts]) {
    service.code = code
    expect([code, await send('somebody@example.org')]).toEqual([code, null])
  }
  service.code = 'auth/network-request-failed'
  expect(await send('somebody@example.org')).toMatchObject({ field: 'form' })
})

test.each([false, true])('a sign-in does not tell which addresses have an account (signed out: %s)', async (needs) => {
  await openApiEdge(() => ({ status: 404, body: { message: 'requests:notFound' } }))
  const { store } = await aWindow()
  store.set(needsSignInAtom, needs)
  service.code = 'auth/wrong-password'
  const wrong = await store.set(signInAtom, 'somebody@example.org', 'a word')
  for (const code of aboutAccounts) {
    service.code = code
    expect(await store.set(signInAtom, 'nobody@example.org', 'a word')).toEqual(wrong)
  }
})
