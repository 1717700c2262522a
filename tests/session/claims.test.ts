import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { mayEnter, preloadsLists } from '#shared/domain/claims.ts'
import { claimsAtom, isIdentityLoadingAtom, needsSignInAtom } from '#shared/session/claims.ts'
import { terminalUserChanged } from '#shared/session/sign-in.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { aWindow, till, aurele, domainId } from '#tests/support/a-terminal.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { until } from '#tests/support/api-edge.ts'

const session = {
  id: '018f0000-0000-7000-8000-0000000000f1',
  userId: aurele.id,
  uid: aurele.id,
  pharmacyId,
  domainId,
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
  permissions: [],
  startedAt: 1,
  isOffline: false,
}
const aUser = (claims: Record<string, unknown>, uid = till.uid) => ({
  uid,
  email: till.email,
  getIdTokenResult: () => Promise.resolve({ claims }),
})

test('claims begin undefined and not loading; a window that boots is loading until the disk was read', async () => {
  const store = createStore()
  expect(store.get(claimsAtom)).toEqual({ claims: undefined, isLoading: false })
  store.set(isIdentityLoadingAtom, true)
  expect(store.get(claimsAtom)).toEqual({ claims: undefined, isLoading: true })
  const booted = await aWindow({ account: null })
  expect(booted.store.get(claimsAtom)).toEqual({ claims: undefined, isLoading: false })
})

test('a terminal without an unlock has the terminal’s claims, and may not enter', async () => {
  const { store } = await aWindow()
  const { claims } = store.get(claimsAtom)
  expect(claims).toEqual({ uid: 'till-1', pharmacyId, domainId, roles: [] })
  expect(mayEnter(claims)).toBe(false)
})

test('an unlock gives every window the member’s claims; its end takes them from every window', async () => {
  const [kiosk, backoffice] = [await aWindow(), await aWindow()]
  await kiosk.identity.putSession(session)
  expect(kiosk.store.get(claimsAtom).claims).toEqual({
    uid: aurele.id,
    pharmacyId,
    domainId,
    roles: ['vendeur'],
    pin: session.id,
  })
  await until('the back-office opens', () => mayEnter(backoffice.store.get(claimsAtom).claims))
  expect(preloadsLists(backoffice.store.get(claimsAtom).claims)).toBe(true)
  await backoffice.identity.endSession()
  await until('the kiosk locks', () => !mayEnter(kiosk.store.get(claimsAtom).claims))
})

test('an account of the platform enters without a PIN and preloads nothing', async () => {
  const { store } = await aWindow({
    account: { uid: 'root', email: 'root@officine.example', pharmacyId: null, domainId: null, roles: ['admin'] },
  })
  const { claims } = store.get(claimsAtom)
  expect(claims).toEqual({ uid: 'root', roles: ['admin'] })
  expect([mayEnter(claims), preloadsLists(claims)]).toEqual([true, false])
})

test('Firebase says nobody at boot: the till stays open, and asks to be signed in again', async () => {
  const { store, identity } = await aWindow()
  await identity.putSession(session)
  await terminalUserChanged(store, identity, null)
  expect(mayEnter(store.get(claimsAtom).claims)).toBe(true)
  expect(store.get(needsSignInAtom)).toBe(true)
  // And after a restart of the browser, too.
  const restarted = await aWindow({ account: null })
  expect(restarted.store.get(claimsAtom).claims).toMatchObject({ pharmacyId, pin: session.id })
  await terminalUserChanged(store, identity, aUser({ pharmacyId, domainId, roles: [] }))
  expect(store.get(needsSignInAtom)).toBe(false)
})

test('the record follows what the token of its own account says, and no other', async () => {
  const { store, identity } = await aWindow()
  await terminalUserChanged(store, identity, aUser({ pharmacyId, domainId, roles: ['gestionnaire'] }))
  expect(store.get(terminalAtom)?.account?.roles).toEqual(['gestionnaire'])
  await terminalUserChanged(store, identity, aUser({ roles: ['admin'] }, 'a stranger'))
  expect(store.get(terminalAtom)?.account).toMatchObject({ uid: 'till-1', pharmacyId })
})

test('the terminal’s id and code outlive a sign-out', async () => {
  const { store, identity } = await aWindow()
  const before = store.get(terminalAtom)!
  await identity.patchTerminal({ account: null, pharmacy: null, members: [] })
  const after = (await aWindow({ account: null })).store.get(terminalAtom)!
  expect([after.terminalId, after.terminalCode]).toEqual([before.terminalId, before.terminalCode])
  expect(after.terminalCode).toMatch(/^[A-Z0-9]{1,12}$/)
})
