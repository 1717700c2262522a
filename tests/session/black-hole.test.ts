// @vitest-environment happy-dom
// Among the stores, which share no modules: the library of the sign-in keeps the network that it met first.
import 'fake-indexeddb/auto'
import { deleteApp, getApps } from 'firebase/app'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { mayEnter } from '#shared/domain/claims.ts'
import { openIdentityStore } from '#shared/store/identity/identity-store.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { anEndedSale, aurele, pharmacyId } from '#tests/support/a-local-sale.ts'
import { domainId, till } from '#tests/support/a-terminal.ts'
import { until } from '#tests/support/api-edge.ts'
import { stopClock } from '#tests/support/standing-clock.ts'
import { WebLocks } from '#tests/support/web-locks.ts'

const session = {
  id: aurele.sessionId,
  userId: aurele.userId,
  uid: aurele.userId,
  pharmacyId,
  domainId,
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
  permissions: [],
  startedAt: 1,
  isOffline: false,
}
const part = (content: object) => btoa(JSON.stringify(content)).replaceAll('=', '')
const idToken = `${part({ alg: 'none' })}.${part({ sub: till.uid, user_id: till.uid, iat: 1_700_000_000, auth_time: 1_700_000_000, exp: 4_000_000_000, pharmacyId, domainId, roles: [] })}.`
const json = (status: number, body: object) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))

const cut = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'))
/** What the sign-in service answers from now on. */
let answers: (url: string) => Promise<Response>
/** What the API answers: nobody, unless a test says otherwise. */
let api = cut
let asked: string[] = []

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
  asked = []
  api = cut
  vi.stubGlobal('fetch', (input: Request | string) => {
    const url = input instanceof Request ? input.url : input
    if (!url.includes('googleapis')) return api()
    asked.push(url)
    return answers(url)
  })
})

/** The library keeps what it knows beside the modules. */
async function forgetWindow(): Promise<void> {
  await Promise.all(getApps().map(deleteApp))
  vi.resetModules()
}

/** A terminal that was signed in and unlocked when its browser was closed: all of it is on the disk, and a new window knows nothing. */
async function aClosedTerminal(): Promise<string> {
  const identity = openIdentityStore()
  await identity.read()
  await identity.patchTerminal({ account: till })
  await identity.putSession(session)
  identity.close()
  answers = (url) =>
    url.includes(':lookup')
      ? json(200, { users: [{ localId: till.uid, email: till.email }] })
      : json(200, { idToken, refreshToken: 'r', expiresIn: '3600' })
  await forgetWindow()
  const { authOf, signInWithCustomToken } = await import('#shared/session/firebase.ts')
  await signInWithCustomToken(authOf('terminal'), 'c')
  await forgetWindow()
  const sales = openSalesStore(pharmacyId)
  const { sale } = await anEndedSale(sales)
  sales.close()
  asked = []
  return sale.id
}

/** A new window: what it says of who is in, of the sign-in and of what waits. */
async function boot() {
  const [{ startSession }, { claimsAtom, needsSignInAtom }, { snapshotAtom }, { isSessionEndedAtom }] =
    await Promise.all([
      import('#shared/session/start-session.ts'),
      import('#shared/session/claims.ts'),
      import('#shared/store/sales/sale-atoms.ts'),
      import('#shared/session/ended-session.ts'),
    ])
  const { store, stop } = startSession()
  onTestFinished(stop)
  return {
    mayEnter: () => mayEnter(store.get(claimsAtom).claims),
    needsSignIn: () => store.get(needsSignInAtom),
    isSessionEnded: () => store.get(isSessionEndedAtom),
    waiting: () => store.get(snapshotAtom).outbox.map(({ saleId }) => saleId),
  }
}

const silence = (): Promise<Response> => new Promise(() => undefined)
const portal = () =>
  Promise.resolve(
    new Response('<h1>Connectez-vous au wifi</h1>', { status: 503, headers: { 'content-type': 'text/html' } }),
  )
const broken = () => json(503, { error: { code: 503, message: 'UNAVAILABLE' } })

test.each([
  ['never answers', silence, false],
  ['is cut off', cut, false],
  ['is hidden by a portal', portal, false],
  ['answers that it is broken, and its library forgets who was signed in', broken, true],
])(
  'the sign-in service %s while a window boots: the counter opens before any time has passed, and nothing that waits is lost',
  async (_name, answer, isForgotten) => {
    const ended = await aClosedTerminal()
    answers = answer
    stopClock()
    const window = await boot()
    await until('the counter opens', window.mayEnter)
    await until('what waits is there', () => window.waiting().length > 0)
    await until('the service was asked', () => asked.some((url) => url.includes(':lookup')))
    if (isForgotten) await until('it asks to be signed in', window.needsSignIn)
    expect([window.mayEnter(), window.waiting(), window.needsSignIn()]).toEqual([true, [ended], isForgotten])
  },
)

test('the server says that the session is over: the window knows it, stays open and keeps what waits', async () => {
  const ended = await aClosedTerminal()
  api = () => json(401, { message: 'auth:sessionEnded', details: { unlockId: session.id } })
  const window = await boot()
  await until('it knows', window.isSessionEnded)
  await until('what waits is there', () => window.waiting().length > 0)
  expect([window.mayEnter(), window.waiting()]).toEqual([true, [ended]])
})
