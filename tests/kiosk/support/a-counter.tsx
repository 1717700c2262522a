import 'fake-indexeddb/auto'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { Provider } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { onTestFinished, vi } from 'vitest'
import { Kiosk } from '#kiosk/kiosk.tsx'
import * as lateParts from '#kiosk/late-parts.ts'
import { configureClient } from '#shared/client/call.ts'
import type { Company } from '#shared/contract/companies.ts'
import type { Organization } from '#shared/contract/organizations.ts'
import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { ProductHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import type { ServiceOffer } from '#shared/contract/pharmacy-settings.ts'
import type { Pharmacy } from '#shared/contract/users.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { openPharmacy } from '#shared/session/pharmacy-room.ts'
import type { Tokens } from '#shared/session/token.ts'
import type { ListName, Row } from '#shared/store/lists/list-meta.ts'
import { openListStore } from '#shared/store/lists/list-store.ts'
import { newQueryClient } from '#shared/store/lists/queries.ts'
import { localSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { accepted, pharmacyId } from '#tests/support/a-local-sale.ts'
import { aurele, aWindow, domainId } from '#tests/support/a-terminal.ts'
import { WebLocks } from '#tests/support/web-locks.ts'

/** The day of every test of the counter. */
export const today = '2026-11-21'
const sessionId = '018f0000-0000-7000-8000-0000000000b1'

export const pharmacy = {
  id: pharmacyId,
  domainId,
  name: 'Pharmacie Camp Guézo',
  address: 'Rue 12.040',
  city: 'Cotonou',
  phone: '+229 21 30 00 00',
  taxId: null,
  settings: {
    printers: [],
    services: [],
    openingHours: '',
    centralCashier: false,
    blindCount: true,
    listOneNeedsPrescription: true,
    autoLockMinutes: 2 as const,
    officeLockMinutes: 15 as const,
    taxRegime: null,
    voucherTaxGroup: null,
    fiscalOutage: 'defer' as const,
    fiscalInvoices: 'all' as const,
    fiscalCodes: {},
    stampDuty: false,
    fiscalAccount: null,
    accounts: {},
    comparesWithPeers: false,
  },
  timeZone: 'Africa/Porto-Novo',
  country: {
    code: 'BJ',
    name: 'Bénin',
    locale: 'fr-BJ',
    currency: { code: 'XOF', symbol: 'F CFA', decimals: 0 },
    cashRoundingStep: 5,
    denominations: [10_000, 5_000, 2_000, 1_000, 500, 250, 200, 100, 50, 25, 10, 5],
    phoneOperators: ['MTN MoMo', 'Moov Money', 'Celtiis Cash'],
    fiscalPlatform: 'none' as const,
  },
}

/** What the pharmacy adds once it certifies its sales. */
export const certifying = {
  taxId: '3201900000017',
  tradeRegister: 'RB/COT/19 B 24871',
  country: { ...pharmacy.country, fiscalPlatform: 'e-mecef' as const },
  fiscalTokenSetAt: '2026-11-01T08:00:00.000Z',
}

/** A call as it reached the network. */
export type PlayedCall = { method: string; path: string; query: string; body: unknown }
export type Answer = { status: number; body: unknown } | 'nobody'
/** Lists beside the products, as the terminal last had them; one that is left out has not come yet. */
export type ClientLists = {
  persons?: readonly Person[]
  organizations?: readonly Organization[]
  companies?: readonly Company[]
  'product-health-insurance'?: readonly ProductHealthInsurance[]
}
type Given = {
  products: readonly PharmacyProduct[]
  clients?: ClientLists
  /** Lists that were asked for in vain. */
  failedLists?: readonly ListName[]
  /** What the server says to a patient made at the counter; nobody answers unless told otherwise. */
  onPatient?: (patient: NewQuickPatient) => Answer
  permissions?: readonly Permission[]
  /** What the pharmacy sells that is no stock. */
  services?: readonly ServiceOffer[]
  /** Sellers make ready, a cashier collects. */
  centralCashier?: boolean
  blindCount?: boolean
  listOneNeedsPrescription?: boolean
  /** What else is known of the pharmacy. */
  known?: Partial<Pharmacy>
  /** What the server says to a sale; takes it unless told otherwise. */
  onSale?: (sale: NewSale, body: string) => Answer
  /** What the server says to any other call; undefined: as usual. */
  onCall?: (call: PlayedCall) => Answer | undefined
  path?: string
}

/**
 * The counter as a seller meets it: unlocked, its lists on disk, its databases real. Only the network's edge is played: `onSale` answers for the server.
 */
export async function aCounter({
  products,
  permissions = ['sale.sell', 'register.use'],
  onSale = (_, body) => accepted(body),
  services = [],
  centralCashier = false,
  blindCount = true,
  listOneNeedsPrescription = true,
  known = {},
  clients = {},
  failedLists = [],
  onPatient = () => 'nobody',
  onCall = () => undefined,
  path = '/kiosk/vente',
}: Given) {
  globalThis.indexedDB = new IDBFactory()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T11:42:00.000Z`) })
  const sent: NewSale[] = []
  const sentPatients: NewQuickPatient[] = []
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) =>
    answer(new Request(input, init), { sent, onSale, sentPatients, onPatient, onCall }),
  )
  configureClient({ base: 'http://edge', token: () => Promise.resolve('member') })
  history.replaceState(null, '', path)

  const { store, bus, identity } = await aWindow()
  store.set(queryClientAtom, newQueryClient())
  await identity.patchTerminal({
    pharmacy: {
      ...pharmacy,
      ...known,
      settings: {
        ...pharmacy.settings,
        ...known.settings,
        services: [...services],
        centralCashier,
        blindCount,
        listOneNeedsPrescription,
      },
    },
  })
  await identity.putSession({
    id: sessionId,
    userId: aurele.id,
    uid: aurele.id,
    pharmacyId,
    domainId,
    firstName: aurele.firstName,
    lastName: aurele.lastName,
    roles: ['vendeur'],
    permissions,
    startedAt: Date.now(),
    isOffline: false,
  })
  const lists = openListStore(pharmacyId)
  await lists.loadPage(
    'pharmacy-products',
    0,
    { items: products, removed: [], cursor: 'c1', epoch: 'e1', total: products.length, more: false },
    Date.now(),
  )
  for (const [name, rows] of Object.entries(clients) as [ListName, readonly Row[]][])
    await lists.loadPage(
      name,
      0,
      { items: rows, removed: [], cursor: 'c1', epoch: 'e1', total: rows.length, more: false },
      Date.now(),
    )
  for (const name of failedLists) await lists.markFailed(name, 0)
  lists.close()
  // As in a window that stands for a few seconds.
  await Promise.all(Object.values(lateParts).map((part) => part.load()))
  const room = openPharmacy(store, bus, playedTokens, pharmacyId)
  const drawn = render(
    <Provider store={store}>
      <Kiosk />
    </Provider>,
  )
  onTestFinished(() => {
    drawn.unmount()
    room.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  if (/^\/kiosk\/vente(\/|$)/.test(path)) await screen.findByRole('searchbox')
  return { store, bus, identity, sent, sentPatients, user: userEvent.setup(), sales: () => store.get(localSalesAtom) }
}

const playedTokens: Tokens = {
  terminal: () => Promise.resolve('terminal'),
  current: () => Promise.resolve('member'),
  forRow: () => [() => Promise.resolve('member')],
  signInMember: () => Promise.resolve(),
  signOutMember: () => Promise.resolve(),
}

type Edge = { sent: NewSale[]; sentPatients: NewQuickPatient[] } & Required<
  Pick<Given, 'onSale' | 'onPatient' | 'onCall'>
>

async function answer(request: Request, { sent, onSale, sentPatients, onPatient, onCall }: Edge): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const given = await (async (): Promise<Answer> => {
    if (pathname === '/sales' && request.method === 'POST') {
      const body = await request.text()
      sent.push(JSON.parse(body) as NewSale)
      return onSale(sent.at(-1)!, body)
    }
    if (pathname === '/persons/createPatientByQuickWay') {
      sentPatients.push((await request.json()) as NewQuickPatient)
      return onPatient(sentPatients.at(-1)!)
    }
    const told = onCall({
      method: request.method,
      path: pathname,
      query: search,
      body: JSON.parse((await request.text()) || 'null') ?? undefined,
    })
    if (told) return told
    if (pathname === '/sales') return { status: 200, body: { items: [], total: 0, turnover: 0 } }
    const opened = sent.find(({ id }) => pathname === `/sales/${id}/openings`)
    if (opened) return accepted(JSON.stringify(opened))
    return pathname === '/cash-registers/current'
      ? { status: 200, body: { cashRegister: null } }
      : { status: 404, body: { message: 'requests:notFound' } }
  })()
  if (given === 'nobody') throw new TypeError('fetch failed')
  return new Response(JSON.stringify(given.body), {
    status: given.status,
    headers: { 'content-type': 'application/json' },
  })
}

/** The network is gone for this window. */
export function goOffline(store: Awaited<ReturnType<typeof aCounter>>['store'], seconds = 0): void {
  store.set(connectivityAtom, { state: 'offline', since: Date.now() - seconds * 1000, seconds })
}

/**
 * A scanner that types: keys a few milliseconds apart, then Entrée, at whatever has the focus. What nobody prevents is done as a browser does it:
 * a letter goes into the field, Entrée presses the button.
 */
export function scan(text: string): void {
  // Half a second after whatever was typed before: the next customer's box.
  scannedAt = Math.max(scannedAt, performance.now()) + 500
  let at = scannedAt
  for (const key of [...Array.from(text), 'Enter']) {
    at += 8
    const target = document.activeElement ?? document.body
    const event = new KeyboardEvent('keydown', { key: key === '\u001D' ? 'F8' : key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: at })
    if (!target.dispatchEvent(event)) continue
    const focused = document.activeElement
    if (key === 'Enter' && focused instanceof HTMLButtonElement) focused.click()
    else if (focused instanceof HTMLInputElement) typeInto(focused, focused.value + key)
  }
}

let scannedAt = 0

function typeInto(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Lines of the shown sale as a seller reads them. */
export const lines = () =>
  [...(screen.queryByRole('list', { name: 'Lignes de la vente' })?.children ?? [])].map((line) => line.textContent)
export const lineOf = (text: string) =>
  waitFor(() => {
    const line = [...screen.getByRole('list', { name: 'Lignes de la vente' }).children].find((each) =>
      each.textContent?.includes(text),
    )
    if (!(line instanceof HTMLElement)) throw new Error(`no line says ${text}`)
    return line
  })
/** Names may hold spaces that do not break. */
export const button = (name: RegExp) => screen.findByRole('button', { name })
