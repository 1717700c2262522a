import { expect, onTestFinished, test, vi } from 'vitest'
import type { NewSale } from '#shared/contract/sales.ts'
import { needsSignInAtom } from '#shared/session/claims.ts'
import { followFormerPharmacies, sendFormerAtom } from '#shared/session/former-pharmacies.ts'
import { followTerminalUser } from '#shared/session/follow-terminal-user.ts'
import { signInAtom, signOutAtom } from '#shared/session/sign-in.ts'
import { firebase, openTokens } from '#shared/session/token.ts'
import { formerSalesAtom } from '#shared/store/sales/former-sales.ts'
import { pharmacyIdAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { isLeaderAtom } from '#shared/windows/leader.ts'
import { accepted, anEndedSale, pharmacyId } from '#tests/support/a-local-sale.ts'
import { aWindow, domainId } from '#tests/support/a-terminal.ts'
import { openApiEdge, until, type Answer, type Asked } from '#tests/support/api-edge.ts'
import { stopClock } from '#tests/support/standing-clock.ts'

const otherPharmacy = '018f0000-0000-7000-8000-0000000000ff'
const [camp, luc] = ['caisse@camp-guezo.bj', 'caisse@saint-luc.bj']
const password = 'mot-de-passe'
const former = `former-${pharmacyId}` as const

// As it was before a test stops the clock.
const realSetTimeout = setTimeout

const part = (content: object) => btoa(JSON.stringify(content)).replaceAll('=', '')
function tokenOf(email: string): string {
  const now = Math.floor(Date.now() / 1000)
  return `${part({ alg: 'none' })}.${part({ sub: email, user_id: email, iat: now, auth_time: now, exp: now + 3600, pharmacyId: email === camp ? pharmacyId : otherPharmacy, domainId, roles: [] })}.`
}
const emailOf = (token = '..') => (JSON.parse(atob(token.split('.')[1]!)) as { sub: string }).sub

/** Firebase takes the edge that it finds when it is loaded. The sign-in service knows both pharmacies; everything else goes to the API's edge. */
function playSignIn() {
  const goOn = globalThis.fetch
  const json = (body: unknown) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  vi.stubGlobal('location', { origin: 'http://edge' })
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : input
    const asked = () => JSON.parse(init?.body as string) as { email: string; idToken: string }
    if (url.includes('signInWithPassword'))
      return json({
        localId: asked().email,
        email: asked().email,
        idToken: tokenOf(asked().email),
        refreshToken: 'r',
        expiresIn: '3600',
      })
    if (url.includes('accounts:lookup'))
      return json({ users: [{ localId: emailOf(asked().idToken), email: emailOf(asked().idToken) }] })
    return goOn(input, init)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
}

/** A window of a terminal that belongs to Camp Guézo, with ended sales; of `onSale` it hears each sale that reaches the API, with whose token. */
async function aTerminal({
  sales: count = 2,
  isLeader = true,
  onSale,
  onOther = () => ({ status: 404, body: { message: 'requests:notFound' } }),
}: {
  sales?: number
  isLeader?: boolean
  onSale: (sale: NewSale, body: string) => Answer
  onOther?: (asked: Asked) => Answer | Promise<Answer>
}) {
  playSignIn()
  const sent: { id: string; by: string }[] = []
  await openApiEdge((asked) => {
    const { path, body, token } = asked
    if (path !== '/sales') return onOther(asked)
    const sale = JSON.parse(body) as NewSale
    sent.push({ id: sale.id, by: emailOf(token) })
    return onSale(sale, body)
  })
  const { authOf, signOut } = await firebase()
  const { store, bus, identity } = await aWindow({ account: null })
  expect(await store.set(signInAtom, camp, password)).toBeNull()
  await identity.patchTerminal({ pharmacy: { name: 'Pharmacie Camp Guézo' } as never })
  const sales = openSalesStore(pharmacyId)
  const ids: string[] = []
  while (ids.length < count) ids.push((await anEndedSale(sales)).sale.id)
  store.set(isLeaderAtom, isLeader)
  const stop = followFormerPharmacies(store, bus)
  onTestFinished(async () => {
    stop()
    sales.close()
    await signOut(authOf('terminal'))
    await signOut(authOf(former))
  })
  return { store, bus, identity, sales, ids, sent, authOf, signOut }
}

/** The terminal goes to another pharmacy; the disk is looked at four times a second at most. */
async function leaveFor(store: Awaited<ReturnType<typeof aTerminal>>['store']) {
  expect(await store.set(signInAtom, luc, password)).toBeNull()
  expect(store.get(pharmacyIdAtom)).toBe(otherPharmacy)
  await vi.advanceTimersByTimeAsync(250)
}

const busy: Answer = { status: 503, body: { message: 'internal' } }

test('what the former pharmacy has not sent goes with its own credential, tried again until it is taken, each sale once; then the credential goes', async () => {
  stopClock()
  let answers = 0
  const taken: string[] = []
  const { store, sales, ids, sent, authOf } = await aTerminal({
    onSale: ({ id }, body) => {
      if (answers++ < 2) return busy
      taken.push(id)
      return accepted(body)
    },
  })
  await leaveFor(store)
  await until('both were tried', async () => (await sales.outbox()).every(({ attempts }) => attempts === 1))
  expect([taken, authOf(former).currentUser?.uid]).toEqual([[], camp])
  // Nothing happens but that time passes.
  await vi.advanceTimersByTimeAsync(1_000)
  await until('both are there', async () => (await sales.outbox()).length === 0)
  expect([taken, new Set(sent.map(({ by }) => by))]).toEqual([ids, new Set([camp])])
  await vi.advanceTimersByTimeAsync(250)
  await until('nothing is shown', () => store.get(formerSalesAtom).length === 0)
  await until('the credential is gone', () => authOf(former).currentUser === null)
  expect(authOf('terminal').currentUser?.uid).toBe(luc)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(sent).toHaveLength(4)
})

test.each([true, false])(
  '« Envoyer maintenant » does not wait for the next attempt (the window leads: %s)',
  async (isLeader) => {
    stopClock()
    let isBusy = true
    const { store, sales, sent } = await aTerminal({ onSale: (_, body) => (isBusy ? busy : accepted(body)), isLeader })
    await leaveFor(store)
    await until('they are shown', () => store.get(formerSalesAtom)[0]?.waiting === 2)
    if (!isLeader) {
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sent).toEqual([])
      await store.get(sendFormerAtom)!.send()
    }
    await until('both were tried', async () => (await sales.outbox()).every(({ attempts }) => attempts === 1))
    isBusy = false
    await store.get(sendFormerAtom)!.send()
    expect([await sales.outbox(), store.get(formerSalesAtom)]).toEqual([[], []])
  },
)

test('without the network nothing is tried; it goes when the network is back', async () => {
  stopClock()
  const { store, sales, sent } = await aTerminal({ onSale: (_, body) => accepted(body) })
  store.set(connectivityAtom, { state: 'offline', since: 1, seconds: 1 })
  await leaveFor(store)
  await until('they are shown', () => store.get(formerSalesAtom)[0]?.waiting === 2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
  store.set(connectivityAtom, { state: 'online', since: null, seconds: 0 })
  await vi.advanceTimersByTimeAsync(250)
  await until('both are there', async () => (await sales.outbox()).length === 0)
})

test('what the server refused is tried once, stays named, and keeps no credential', async () => {
  stopClock()
  const { store, sent, authOf } = await aTerminal({
    sales: 1,
    onSale: () => ({ status: 422, body: { message: 'sales:insufficientStock' } }),
  })
  await leaveFor(store)
  await until('it was tried', () => sent.length > 0)
  await vi.advanceTimersByTimeAsync(250)
  await until('it is named', async () => {
    await vi.advanceTimersByTimeAsync(250)
    return store.get(formerSalesAtom)[0]?.refused === 1
  })
  await until('the credential is gone', () => authOf(former).currentUser === null)
  await vi.advanceTimersByTimeAsync(300_000)
  expect([sent.length, store.get(formerSalesAtom)]).toMatchObject([1, [{ waiting: 0, refused: 1 }]])
})

test('a disk that cannot be read for a moment costs no credential', async () => {
  stopClock()
  let isBusy = true
  const { store, sales, authOf } = await aTerminal({ onSale: (_, body) => (isBusy ? busy : accepted(body)) })
  await leaveFor(store)
  await until('both were tried', async () => (await sales.outbox()).every(({ attempts }) => attempts === 1))
  const reading = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('no', 'UnknownError')
  })
  store.set(isLeaderAtom, false)
  store.set(isLeaderAtom, true)
  await vi.advanceTimersByTimeAsync(250)
  await until('the disk was asked', () => reading.mock.calls.length > 0)
  // What comes of a look that found nothing would be done by now.
  await new Promise((later) => realSetTimeout(later, 100))
  reading.mockRestore()
  expect(authOf(former).currentUser?.uid).toBe(camp)
  isBusy = false
  store.set(isLeaderAtom, false)
  store.set(isLeaderAtom, true)
  await vi.advanceTimersByTimeAsync(250)
  await until('both are there', async () => (await sales.outbox()).length === 0)
})

test('an account that Firebase has not read yet is kept as well', async () => {
  const { sales } = await aTerminal({ onSale: () => busy })
  expect(await sales.outbox()).toHaveLength(2)
  const { deleteApp, getApp } = await import('firebase/app')
  // The window is loaded anew: the account is on the disk, and nobody has read it.
  await Promise.all([deleteApp(getApp('terminal')), deleteApp(getApp(former)).catch(() => undefined)])
  vi.resetModules()
  const anew = await import('#shared/session/former-pharmacies.ts')
  const { authOf: authAnew } = await import('#shared/session/firebase.ts')
  expect(await anew.keepCredential(pharmacyId, camp, null)).toBe(true)
  expect(authAnew(former).currentUser?.uid).toBe(camp)
})

test('a terminal whose account is gone does not sign out over what waits, and says to whom goes elsewhere what becomes of it', async () => {
  const { store, sales, authOf, signOut } = await aTerminal({ onSale: () => busy })
  await signOut(authOf('terminal'))
  expect(await store.set(signOutAtom)).toBe(false)
  expect(store.get(terminalAtom)?.account?.pharmacyId).toBe(pharmacyId)
  const told = await store.set(signInAtom, luc, password)
  expect(told).toMatchObject({ field: 'form' })
  expect(told?.text).toMatch(/Pharmacie Camp Guézo attendent ici.*Connectez d’abord ce poste à cette pharmacie/)
  expect([store.get(pharmacyIdAtom), authOf('terminal').currentUser]).toEqual([pharmacyId, null])
  // Its own pharmacy asks nothing: that is what mends it.
  expect(await store.set(signInAtom, camp, password)).toBeNull()
  await signOut(authOf('terminal'))
  // Who was told goes all the same.
  expect(await store.set(signInAtom, luc, password)).toBeNull()
  expect(store.get(pharmacyIdAtom)).toBe(otherPharmacy)
  expect(await sales.outbox()).toHaveLength(2)
})

test('while the terminal goes to another pharmacy, nothing of the former one is sent with the account of the new one', async () => {
  let answers = () => undefined as void
  const held = new Promise<void>((resolve) => (answers = resolve))
  const askers: string[] = []
  const { store, sales, ids, sent } = await aTerminal({
    onSale: (_, body) => accepted(body),
    onOther: async ({ path, token }) => {
      if (path.includes(otherPharmacy)) {
        askers.push(emailOf(token))
        await held
      }
      return { status: 404, body: { message: 'requests:notFound' } }
    },
    isLeader: false,
  })
  // The room of the former pharmacy stands in each window until the record says otherwise.
  const { forRow, terminal } = openTokens(store)
  const arriving = store.set(signInAtom, luc, password)
  await until('the new pharmacy is asked for, with its own account', () => askers[0] === luc)
  const outbox = startOutbox(sales, forRow, () => undefined)
  await outbox.drainAll()
  expect([
    sent,
    await terminal(),
    (await sales.outbox()).map(({ lastFailure, errors }) => [lastFailure, errors]),
  ]).toEqual([
    [],
    undefined,
    [
      ['no token', undefined],
      [null, undefined],
    ],
  ])
  outbox.stop()
  answers()
  expect(await arriving).toBeNull()
  expect(emailOf(await terminal())).toBe(luc)
  await until('they are shown', () => store.get(formerSalesAtom)[0]?.waiting === 2)
  await store.get(sendFormerAtom)!.send()
  expect(sent).toEqual(ids.map((id) => ({ id, by: camp })))
})

test('a disk that refuses the new account leaves the terminal with the old one, and with who sends for it', async () => {
  const { store, authOf } = await aTerminal({ sales: 0, onSale: (_, body) => accepted(body) })
  const { put } = IDBObjectStore.prototype
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (this.transaction.db.name === 'officine-identity') throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, row)
  })
  expect(await store.set(signInAtom, luc, password)).not.toBeNull()
  full.mockRestore()
  expect([store.get(pharmacyIdAtom), authOf('terminal').currentUser?.uid]).toEqual([pharmacyId, camp])
})

test('a sign-in that was cut short is asked for anew, and its account is nobody’s of the former pharmacy', async () => {
  const { store, identity, authOf } = await aTerminal({ onSale: () => busy })
  onTestFinished(followTerminalUser(store, identity))
  const { signInWithEmailAndPassword } = await firebase()
  await signInWithEmailAndPassword(authOf('terminal'), luc, password)
  await until('it asks to be signed in', () => store.get(needsSignInAtom))
  expect([await openTokens(store).terminal(), store.get(terminalAtom)?.account?.pharmacyId]).toEqual([
    undefined,
    pharmacyId,
  ])
  expect(await store.set(signOutAtom)).toBe(false)
  expect(authOf(former).currentUser).toBeNull()
  expect(await store.set(signInAtom, camp, password)).toBeNull()
  expect(store.get(needsSignInAtom)).toBe(false)
})

test('the terminal goes to another pharmacy in another window: whoever is signed in by then is known, whichever news comes first', async () => {
  const { store, identity, authOf } = await aTerminal({ sales: 0, onSale: (_, body) => accepted(body) })
  onTestFinished(followTerminalUser(store, identity))
  const { signInWithEmailAndPassword } = await firebase()
  await signInWithEmailAndPassword(authOf('terminal'), luc, password)
  await until('it is nobody’s yet', () => store.get(needsSignInAtom))
  await identity.patchTerminal({
    account: { ...store.get(terminalAtom)!.account!, uid: luc, pharmacyId: otherPharmacy },
  })
  await until('it is its own', () => !store.get(needsSignInAtom))
})
