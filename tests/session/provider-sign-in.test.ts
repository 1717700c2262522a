import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  isBackFromProvider,
  popupSignInAtom,
  redirectSignInAtom,
  returnSignInAtom,
} from '#shared/session/provider/provider-sign-in.ts'
import { explainedRefusal } from '#shared/session/authorised-domains.ts'
import { signInStateAtom } from '#shared/session/sign-in-state.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aWindow, domainId } from '#tests/support/a-terminal.ts'
import { openApiEdge } from '#tests/support/api-edge.ts'

type Given = { user: object } | null
const service = vi.hoisted(() => ({ popup: async (): Promise<Given> => null, back: async (): Promise<Given> => null }))

/** The windows of the provider are the SDK's; what it answers is played. */
vi.mock('firebase/auth', async (original) => ({
  ...(await original<object>()),
  signInWithPopup: (_auth: unknown, provider: { providerId: string }) =>
    provider.providerId === 'google.com' ? service.popup() : Promise.reject(new Error('another provider')),
  signInWithRedirect: () => new Promise(() => undefined),
  getRedirectResult: () => service.back(),
}))

const refused = (code: string) => async () => {
  throw Object.assign(new Error('Firebase: Error'), { code })
}
const owner = {
  uid: 'owner',
  email: 'titulaire@camp-guezo.example',
  getIdToken: async () => 'token',
  getIdTokenResult: async () => ({ claims: { pharmacyId, domainId, roles: [] } }),
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('location', { origin: 'http://edge', hostname: 'edge' })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
})

async function aSignedOutTerminal() {
  await openApiEdge(() => ({ status: 404, body: { message: 'requests:notFound' } }))
  const { store } = await aWindow({ account: null })
  return store
}

test('the window of a provider signs the terminal in; meanwhile the state says so', async () => {
  const store = await aSignedOutTerminal()
  let states: string[] = []
  service.popup = async () => {
    states = [store.get(signInStateAtom)]
    return { user: owner }
  }
  expect(store.get(signInStateAtom)).toBe('signed-out')
  expect(await store.set(popupSignInAtom, 'google.com')).toBeNull()
  expect(states).toEqual(['popup'])
  expect(store.get(terminalAtom)?.account?.uid).toBe('owner')
  expect(store.get(signInStateAtom)).toBe('signed-in')
})

test.each([
  ['auth/popup-closed-by-user', /fermée/, undefined],
  ['auth/popup-blocked', /bloqué/, true],
  ['auth/cancelled-popup-request', /interrompue/, undefined],
  ['auth/account-exists-with-different-credential', /mot de passe/, undefined],
])('%s is told; the terminal stays as it was', async (code, text, isBlocked) => {
  const store = await aSignedOutTerminal()
  service.popup = refused(code)
  const refusal = await store.set(popupSignInAtom, 'google.com')
  expect(refusal?.text).toMatch(text)
  expect(refusal?.isBlocked).toBe(isBlocked)
  expect([store.get(signInStateAtom), store.get(terminalAtom)?.account ?? null]).toEqual(['signed-out', null])
})

test('a page that left for a provider signs in when it comes back, once', async () => {
  const store = await aSignedOutTerminal()
  void store.set(redirectSignInAtom, 'google.com')
  expect([store.get(signInStateAtom), isBackFromProvider()]).toEqual(['redirect', true])
  const again = await aSignedOutTerminal()
  service.back = async () => ({ user: owner })
  expect(await again.set(returnSignInAtom)).toBeNull()
  expect([again.get(signInStateAtom), isBackFromProvider()]).toEqual(['signed-in', false])
})

test('who comes back from a provider without its answer is told', async () => {
  const store = await aSignedOutTerminal()
  service.back = async () => null
  expect((await store.set(returnSignInAtom))?.text).toMatch(/fermée/)
  expect(store.get(signInStateAtom)).toBe('signed-out')
})

test('a wrong address is told with the right ones, or without them when the service does not answer', async () => {
  const wrong = { code: 'auth/unauthorized-domain' }
  vi.stubGlobal('fetch', async (url: string) => {
    expect(url).toBe('http://edge/identitytoolkit.googleapis.com/v1/projects?key=demo-key')
    return new Response(JSON.stringify({ projectId: '1', authorizedDomains: ['officine.bj', 'app.officine.bj'] }))
  })
  expect((await explainedRefusal(wrong)).text).toBe(
    'La connexion n’est pas permise depuis edge. Ouvrez Officine à l’adresse officine.bj ou app.officine.bj.',
  )
  vi.stubGlobal('fetch', refused('no network'))
  expect((await explainedRefusal(wrong)).text).toMatch(/adresse habituelle/)
})
