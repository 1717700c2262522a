import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createStore } from 'jotai'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { call, configureClient, NoAnswer } from '#shared/client/call.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { firebase, openTokens } from '#shared/session/token.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Account, Session } from '#shared/store/identity/identity-store.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { aurele, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge } from '#tests/support/api-edge.ts'
import { till } from '#tests/support/a-terminal.ts'

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
/** `signedIn`: the uid, and after a slash the unlock. */
const idToken = (signedIn: string) => {
  const [uid, pin] = signedIn.split('/')
  const times = { auth_time: 1_700_000_000, iat: 1_700_000_000, exp: 4_000_000_000 }
  return `${part({ alg: 'none' })}.${part({ sub: uid, user_id: uid, pin, ...times })}.`
}

/** The sign-in service, at one address for the whole file: Firebase remembers where it is. A custom token is the id of whom it signs in, with the unlock. */
const signIn = createServer((request, reply) => {
  void text(request).then((body) => {
    // A token that is renewed: this one never comes.
    if (request.url!.includes('/token')) return
    const asked = JSON.parse(body) as { token: string; idToken: string }
    const uidOf = (token: string) =>
      (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.end(
      JSON.stringify(
        request.url!.includes(':lookup')
          ? { users: [{ localId: uidOf(asked.idToken) }] }
          : { idToken: idToken(asked.token), refreshToken: 'r', expiresIn: '3600' },
      ),
    )
  })
})

beforeAll(async () => {
  await new Promise<void>((listening) => signIn.listen(0, '127.0.0.1', listening))
  Object.defineProperty(globalThis, 'location', {
    configurable: true,
    value: { origin: `http://127.0.0.1:${(signIn.address() as AddressInfo).port}` },
  })
})
afterAll(() => void signIn.close())

const session: Session = {
  id: aurele.sessionId,
  userId: aurele.userId,
  uid: aurele.userId,
  pharmacyId,
  domainId: 'd',
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
  permissions: [],
  startedAt: 1,
  isOffline: false,
}

const ofNow = `${session.uid}/${session.id}`

async function aSignedInTill(of: Session | null, account: Account = till) {
  const edge = await openApiEdge(({ path }) => ({
    status: 200,
    body: path === '/persons' ? { items: [], total: 0 } : [],
  }))
  const store = createStore()
  const enter = (next: Session | null) =>
    store.set(identityAtom, {
      terminal: { terminalId: 't', terminalCode: 'K7QF', account, pharmacy: null, members: [] },
      session: next,
    })
  enter(of)
  const tokens = openTokens(store)
  configureClient({ base: edge.base, token: tokens.current })
  const { authOf, signInWithCustomToken, signOut } = await firebase()
  await signInWithCustomToken(authOf('terminal'), account.uid)
  onTestFinished(async () => {
    await Promise.all([signOut(authOf('terminal')), signOut(authOf('member'))])
  })
  const asked = () =>
    edge.asked.map(
      ({ path, token }) =>
        `${path} ${token === idToken(account.uid) ? 'till' : token === idToken(session.uid) ? 'member' : token === idToken(ofNow) ? 'member of now' : token}`,
    )
  return { store, enter, tokens, asked }
}
const askPersons = () => call(persons.list, { query: {} })
const askMembers = () => call(pharmacies.users, { params: { id: pharmacyId } })

test('unlocked: calls of members go with the member’s token, those of the till with its own, which a server restored from a backup still knows', async () => {
  const { tokens, asked } = await aSignedInTill(session)
  await tokens.signInMember(session.uid)
  await askPersons()
  await askMembers()
  await call(sales.reconcile, { body: { ids: [] } }).catch(() => undefined)
  expect(asked()).toEqual(['/persons member', `/pharmacies/${pharmacyId}/users till`, '/sales/reconcile till'])
})

test('unlocked again in another window: the token of the former unlock is not sent, the call waits for the new one', async () => {
  const { tokens, asked } = await aSignedInTill(session)
  await tokens.signInMember(`${session.uid}/a former unlock`)
  const reply = askPersons()
  await new Promise((later) => setTimeout(later, 50))
  expect(asked()).toEqual([])
  await tokens.signInMember(ofNow)
  await reply
  expect(asked()).toEqual(['/persons member of now'])
})

test('what waits: all of this unlock with the very same tokens, all else with those of the till, so that each may go in one request', async () => {
  const { tokens, enter } = await aSignedInTill(session)
  await tokens.signInMember(session.uid)
  const [mine, former] = [tokens.forRow({ sessionId: session.id }), tokens.forRow({ sessionId: 'of yesterday' })]
  expect([await mine[0]!(), await former[0]!()]).toEqual([idToken(session.uid), idToken(till.uid)])
  expect(tokens.forRow({ sessionId: session.id })).toBe(mine)
  expect(tokens.forRow({ sessionId: 'of the day before' })).toBe(former)
  enter(null)
  expect(tokens.forRow({ sessionId: session.id })).toBe(former)
})

test('locked: what only a member may ask never goes out with the till’s token; what the till may ask does', async () => {
  const { asked } = await aSignedInTill(null)
  await expect(askPersons()).rejects.toThrow(NoAnswer)
  await askMembers()
  expect(asked()).toEqual([`/pharmacies/${pharmacyId}/users till`])
})

test('unlocked without a network: nothing is asked while there is none, and nobody waits', async () => {
  const { store, asked } = await aSignedInTill({ ...session, isOffline: true })
  store.set(connectivityAtom, { state: 'offline', since: 1, seconds: 1 })
  // No time passes here: who waited would wait for ever.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await expect(askPersons()).rejects.toThrow(NoAnswer)
  expect(asked()).toEqual([])
})

test('the network is back before the member’s token: the call waits for it', async () => {
  const { enter, tokens, asked } = await aSignedInTill({ ...session, isOffline: true })
  const reply = askPersons()
  await new Promise((later) => setTimeout(later, 50))
  expect(asked()).toEqual([])
  await tokens.signInMember(session.uid)
  enter(session)
  await reply
  expect(asked()).toEqual(['/persons member'])
})

test('the member unlocked in another window: the call waits until the sign-in service brings them over', async () => {
  const { asked } = await aSignedInTill(session)
  const reply = askPersons()
  await new Promise((later) => setTimeout(later, 50))
  const { authOf, signInWithCustomToken } = await firebase()
  await signInWithCustomToken(authOf('member'), session.uid)
  await reply
  expect(asked()).toEqual(['/persons member'])
})

test('locked while a call waits: it does not go out', async () => {
  const { enter, asked } = await aSignedInTill({ ...session, isOffline: true })
  const reply = askPersons()
  await new Promise((later) => setTimeout(later, 20))
  enter(null)
  await expect(reply).rejects.toThrow(NoAnswer)
  expect(asked()).toEqual([])
})

test('a member who never comes: the call is given up after a few seconds', async () => {
  const { asked } = await aSignedInTill(session)
  await expect(askPersons()).rejects.toThrow(NoAnswer)
  expect(asked()).toEqual([])
})

test('an account of the platform has no member: it asks with its own token', async () => {
  const { asked } = await aSignedInTill(null, {
    ...till,
    uid: 'admin-1',
    pharmacyId: null,
    domainId: null,
    roles: ['admin'],
  })
  await askPersons()
  expect(asked()).toEqual(['/persons till'])
})

test('a token that is late: what would only be refused does not go out', async () => {
  const { asked } = await aSignedInTill(null)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  await expect(askMembers()).rejects.toThrow(NoAnswer)
  expect(asked()).toEqual([])
})
