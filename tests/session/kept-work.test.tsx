import 'fake-indexeddb/auto'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { Provider } from 'jotai'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { configureClient } from '#shared/client/call.ts'
import { followFormerPharmacies } from '#shared/session/former-pharmacies.ts'
import { signInAtom } from '#shared/session/sign-in.ts'
import { firebase } from '#shared/session/token.ts'
import { SignOutButton } from '#shared/session/sign-out-button.tsx'
import { formerSalesAtom } from '#shared/store/sales/former-sales.ts'
import { pharmacyIdAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { refused } from '#shared/store/outbox/outbox-store.ts'
import { projectSales, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { anEndedSale, aPaidSale, pharmacyId } from '#tests/support/a-local-sale.ts'
import { maker, typedPatient } from '#tests/support/a-patient.ts'
import { aWindow, domainId, rachelle } from '#tests/support/a-terminal.ts'
import { WebLocks } from '#tests/support/web-locks.ts'

const camp = 'caisse@camp-guezo.bj'
const otherPharmacy = '018f0000-0000-7000-8000-0000000000ff'
const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
  configureClient({ base: 'http://edge', token: () => Promise.resolve('terminal') })
  // The edge of the sign-in service: it knows the accounts of two pharmacies. The API answers nothing.
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : input
    const asked = () => JSON.parse(init?.body as string) as { email: string }
    if (url.includes('signInWithPassword'))
      return json({
        localId: asked().email,
        email: asked().email,
        idToken: tokenOf(asked().email),
        refreshToken: 'r',
        expiresIn: '3600',
      })
    if (url.includes('/grants')) return json(granted)
    if (url.includes('accounts:lookup')) return json({ users: [{ localId: 'till', email: 'caisse@saint-luc.bj' }] })
    return Promise.reject(new TypeError('fetch failed'))
  })
})

/** The server takes the code of the member who may. */
const granted = {
  id: '018f0000-0000-7000-8000-0000000000c1',
  at: '2026-07-01T08:00:00.000Z',
  expiresAt: '2026-07-01T08:30:00.000Z',
}
const json = (body: unknown) =>
  Promise.resolve(new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }))
function tokenOf(email: string): string {
  const part = (content: object) => btoa(JSON.stringify(content)).replaceAll('=', '')
  const now = Math.floor(Date.now() / 1000)
  return `${part({ alg: 'none' })}.${part({ sub: email, user_id: email, iat: now, auth_time: now, exp: now + 3600, pharmacyId: email === camp ? pharmacyId : otherPharmacy, domainId, roles: [] })}.`
}

/** A terminal with two sales and a patient that wait, one sale that was refused and one that is still open. */
async function aBusyTerminal() {
  const window = await aWindow({ account: null })
  expect(await window.store.set(signInAtom, camp, 'mot-de-passe')).toBeNull()
  await window.identity.patchTerminal({ pharmacy: { name: 'Pharmacie Camp Guézo' } as never, members: [rachelle] })
  const sales = openSalesStore(pharmacyId)
  for (const _ of [1, 2, 3]) await anEndedSale(sales)
  await sales.settle([refused((await sales.outbox())[0]!, [{ message: 'sales:insufficientStock' }])])
  await sales.createPatient(typedPatient(), maker)
  await aPaidSale(sales)
  const projected = projectSales(window.store, window.bus, sales, () => undefined)
  await projected.shared.reread()
  const stop = followFormerPharmacies(window.store, window.bus)
  onTestFinished(() => {
    stop()
    projected.stop()
    sales.close()
    vi.unstubAllGlobals()
  })
  return { ...window, sales }
}
/** What must still be there, whoever holds it. */
const kept = async (sales: SalesStore) => {
  const { sales: all, outbox, patients } = await sales.unsent()
  return {
    sales: all.map(({ id, status, records, payments, revision }) => ({
      id,
      status: status === 'ONGOING' ? 'LOCAL' : status,
      records,
      payments,
      revision,
    })),
    outbox,
    patients,
  }
}

/** « Déconnecter ce poste » was touched. */
async function askedToSignOut(store: Awaited<ReturnType<typeof aBusyTerminal>>['store']) {
  const user = userEvent.setup()
  render(
    <Provider store={store}>
      <AppProvider>
        <SignOutButton />
      </AppProvider>
    </Provider>,
  )
  await user.click(screen.getByRole('button', { name: 'Déconnecter ce poste' }))
  return user
}

/** Confirmed in the dialog: the code of the only member who may is asked for. */
async function confirm(user: ReturnType<typeof userEvent.setup>) {
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Déconnecter ce poste' }))
  await screen.findByText('Code de Rachelle')
}

test('signing a terminal out says what waits, that it will be sent, and what stays; then everything is still there, and shown as a former pharmacy’s', async () => {
  const { store, sales } = await aBusyTerminal()
  const before = await kept(sales)
  const user = await askedToSignOut(store)
  const dialog = await screen.findByRole('dialog')
  expect(plain(dialog)).toContain('2 ventes et 1 patient attendent l’envoi : rien n’est perdu, ce poste les enverra.')
  expect(plain(dialog)).toContain(
    '1 vente refusée et 1 vente ouverte restent sur ce poste : reconnectez-le à cette pharmacie pour reprendre.',
  )
  await confirm(user)
  expect(store.get(pharmacyIdAtom)).toBe(pharmacyId)
  await user.keyboard('1234')
  await waitFor(() => expect(store.get(pharmacyIdAtom)).toBeNull())
  expect(await kept(sales)).toEqual(before)
  await waitFor(() =>
    expect(store.get(formerSalesAtom)).toMatchObject([
      { pharmacyId, name: 'Pharmacie Camp Guézo', waiting: 3, refused: 1, open: 1 },
    ]),
  )
})

test('a terminal whose account is gone says that what waits would not go, and stays', async () => {
  const { store, sales } = await aBusyTerminal()
  const before = await kept(sales)
  const { authOf, signOut } = await firebase()
  await signOut(authOf('terminal'))
  const user = await askedToSignOut(store)
  await confirm(user)
  await user.keyboard('1234')
  expect(plain(await screen.findByRole('alert'))).toMatch(
    /n’est plus connecté ici : ce qui attend ne partirait pas\. Reconnectez d’abord ce poste/,
  )
  expect([store.get(pharmacyIdAtom), await kept(sales)]).toEqual([pharmacyId, before])
})

test('a terminal that goes to another pharmacy keeps all that the former one has not sent, and names it', async () => {
  const { store, sales } = await aBusyTerminal()
  const before = await kept(sales)
  expect(await store.set(signInAtom, 'caisse@saint-luc.bj', 'mot-de-passe')).toBeNull()
  await waitFor(() => expect(store.get(terminalAtom)?.account?.pharmacyId).toBe(otherPharmacy))
  expect(await kept(sales)).toEqual(before)
  await waitFor(() =>
    expect(store.get(formerSalesAtom)).toMatchObject([{ pharmacyId, name: 'Pharmacie Camp Guézo', waiting: 3 }]),
  )
  expect((await openSalesStore(otherPharmacy).unsent()).sales).toEqual([])
})

test('with nothing unsent, signing out says nothing of it', async () => {
  const { store } = await aWindow()
  expect(store.get(snapshotAtom).outbox).toEqual([])
  render(
    <Provider store={store}>
      <AppProvider>
        <SignOutButton />
      </AppProvider>
    </Provider>,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Déconnecter ce poste' }))
  expect(plain(await screen.findByRole('dialog'))).not.toMatch(/attend|restent/)
})
