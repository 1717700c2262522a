import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createStore } from 'jotai'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { needsSignInAtom } from '#shared/session/claims.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { signInAtom, terminalUserChanged } from '#shared/session/sign-in.ts'
import { firebase, openTokens } from '#shared/session/token.ts'
import { shareIdentity } from '#shared/store/identity/identity-atoms.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { openBus } from '#shared/windows/bus.ts'
import { accepted, anEndedSale, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, until } from '#tests/support/api-edge.ts'
import { domainId, till } from '#tests/support/a-terminal.ts'

const hourMs = 3_600_000
/** What the outside does: `isKnown` false: the sign-in service has forgotten this terminal meanwhile. */
let world = { isOnline: true, isKnown: true }
beforeEach(() => {
  world = { isOnline: true, isKnown: true }
})

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
/** Good for an hour of the clock that the test plays. */
function anIdToken(): string {
  const at = Math.floor(Date.now() / 1000)
  return `${part({ alg: 'none' })}.${part({ sub: till.uid, user_id: till.uid, iat: at, auth_time: at, exp: at + hourMs / 1000, pharmacyId, domainId, roles: [] })}.`
}
const expiresAt = (token = '') =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }).exp * 1000

const signIn = createServer((request, reply) => {
  if (!world.isOnline) return void request.socket.destroy()
  void text(request).then(() => {
    const [status, body] = answerOf(request.url!)
    reply.writeHead(status, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(body))
  })
})
function answerOf(url: string): [status: number, body: object] {
  if (url.includes(':lookup')) return [200, { users: [{ localId: till.uid, email: till.email }] }]
  if (url.includes(':signInWithPassword')) {
    world.isKnown = true
    return [200, { localId: till.uid, email: till.email, idToken: anIdToken(), refreshToken: 'r', expiresIn: '3600' }]
  }
  if (!world.isKnown) return [400, { error: { code: 400, message: 'TOKEN_EXPIRED' } }]
  return [200, { user_id: till.uid, access_token: anIdToken(), refresh_token: 'r', expires_in: '3600' }]
}

beforeAll(async () => {
  await new Promise<void>((listening) => signIn.listen(0, '127.0.0.1', listening))
  Object.defineProperty(globalThis, 'location', {
    configurable: true,
    value: { origin: `http://127.0.0.1:${(signIn.address() as AddressInfo).port}` },
  })
})
afterAll(() => void signIn.close())

/** A terminal that is signed in, then sold for three days without a network: its token is long expired. */
async function threeDaysOffline() {
  vi.useFakeTimers({ toFake: ['Date'] })
  const edge = await openApiEdge(({ path, token, body }) => {
    if (!world.isOnline) return 'hang up'
    if (expiresAt(token) <= Date.now()) return { status: 401, body: { message: 'auth:invalidToken' } }
    return path === '/sales' ? accepted(body) : { status: 200, body: [] }
  })
  const [store, bus] = [createStore(), openBus()]
  const identity = shareIdentity(store, bus)
  const tokens = openTokens(store)
  store.set(sessionServicesAtom, { identity, tokens })
  await identity.refresh()
  const { authOf, onIdTokenChanged, signOut } = await firebase()
  const stopFollowing = onIdTokenChanged(authOf('terminal'), (user) => void terminalUserChanged(store, identity, user))
  expect(await store.set(signInAtom, till.email, 'mot-de-passe')).toBeNull()
  const sales = openSalesStore(pharmacyId)
  const outbox = startOutbox(sales, tokens.forRow, () => undefined)
  onTestFinished(async () => {
    outbox.stop()
    stopFollowing()
    sales.close()
    identity.close()
    bus.close()
    vi.useRealTimers()
    await signOut(authOf('terminal'))
  })
  world.isOnline = false
  vi.setSystemTime(Date.now() + 3 * 24 * hourMs)
  const sold: string[] = []
  const sell = async () => sold.push((await anEndedSale(sales)).sale.id)
  for (const _ of [1, 2, 3]) await sell()
  edge.asked.length = 0
  await outbox.drainAll()
  expect(edge.asked).toEqual([])
  const sent = () =>
    edge.asked
      .filter(({ path, token }) => path === '/sales' && expiresAt(token) > Date.now())
      .map(({ body }) => (JSON.parse(body) as { id: string }).id)
  const waiting = async () => (await sales.outbox()).map(({ saleId, errors }) => [saleId, errors])
  expect(await waiting()).toEqual(sold.map((id) => [id, undefined]))
  return { store, outbox, sell, sold, sent, waiting }
}

test('three days without a network: the token is renewed when it is back, and all goes out, once and in its order', async () => {
  const { store, outbox, sold, sent, waiting } = await threeDaysOffline()
  expect(store.get(needsSignInAtom)).toBe(false)
  world.isOnline = true
  await outbox.drainAll()
  expect([sent(), await waiting()]).toEqual([sold, []])
})

test('three days without a network, and the sign-in service no longer knows the till: it sells on, nothing is refused, and signed in again all goes out, once', async () => {
  const { store, outbox, sell, sold, sent, waiting } = await threeDaysOffline()
  Object.assign(world, { isOnline: true, isKnown: false })
  await outbox.drainAll()
  await until('it asks to be signed in', () => store.get(needsSignInAtom))
  await sell()
  await outbox.drainAll()
  expect([sent(), await waiting()]).toEqual([[], sold.map((id) => [id, undefined])])

  expect(await store.set(signInAtom, till.email, 'mot-de-passe')).toBeNull()
  expect(store.get(needsSignInAtom)).toBe(false)
  await outbox.drainAll()
  expect([sent(), await waiting()]).toEqual([sold, []])
})
