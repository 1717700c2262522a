import 'fake-indexeddb/auto'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { Provider } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { onTestFinished, vi } from 'vitest'
import { BackOffice } from '#backoffice/backoffice.tsx'
import { configureClient } from '#shared/client/call.ts'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { Pharmacy } from '#shared/contract/users.ts'
import { defaultRoles, type Permission } from '#shared/domain/permissions.ts'
import { openPharmacy } from '#shared/session/pharmacy-room.ts'
import type { Tokens } from '#shared/session/token.ts'
import type { Account } from '#shared/store/identity/identity-store.ts'
import type { ListName, Row } from '#shared/store/lists/list-meta.ts'
import { openListStore } from '#shared/store/lists/list-store.ts'
import { rememberUnlock } from '#shared/store/identity/offline-unlock.ts'
import { invalidateQueries, newQueryClient } from '#shared/store/lists/queries.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { hearServer } from '#shared/windows/server-hints.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aurele, aWindow, domainId, till } from '#tests/support/a-terminal.ts'
import { WebLocks } from '#tests/support/web-locks.ts'
import { quietDay, quietMorning, quietStock, userOf } from './a-shop.ts'

/** The day of every test of the back-office, a Saturday; 12:42 in Cotonou. */
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
    denominations: [10_000, 500, 5],
    phoneOperators: ['MTN MoMo'],
    fiscalPlatform: 'e-mecef' as const,
  },
}

export type Asked = { method: string; path: string; query: URLSearchParams; body: unknown }
export type Answer = { status: number; body: unknown } | 'nobody' | undefined
type Given = {
  path?: string
  /** Undefined: the list was never loaded. */
  products?: readonly PharmacyProduct[]
  /** Other lists that were loaded whole; `syncedAt` is their hour, else now. */
  lists?: Partial<Record<ListName, readonly Row[]>>
  syncedAt?: number
  permissions?: readonly Permission[]
  account?: Account | null
  /** What else is known of the pharmacy. */
  known?: Partial<Pharmacy>
  /** A country without a fiscal platform. */
  hasNoPlatform?: boolean
  /** Nobody has unlocked the terminal. */
  isLocked?: boolean
  /** What the server says; undefined: what a quiet shop would. A promise: once it says it. */
  answer?: (asked: Asked) => Answer | Promise<Answer>
}

export const ok = (body: unknown): Answer => ({ status: 200, body })
/** The server's refusal of a name, number or code that another record has. */
export const taken = (field: string): Answer => ({
  status: 409,
  body: { message: 'requests:taken', details: { issues: [{ path: `body.${field}`, message: 'taken' }] } },
})

/** The back-office as a member meets it: databases, lists, queries and hints are real. Only the network's edge is played: `answer` speaks for the server. */
export async function aDesk({
  path = '/backoffice/',
  products,
  lists = {},
  syncedAt,
  permissions = defaultRoles.titulaire,
  account = till,
  hasNoPlatform = false,
  isLocked = false,
  known = {},
  answer = () => undefined,
}: Given = {}) {
  globalThis.indexedDB = new IDBFactory()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T11:42:00.000Z`) })
  const edge = { asked: [] as Asked[], answer, hint: (_list: string): void => undefined }
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => play(new Request(input, init), edge))
  configureClient({ base: 'http://edge', token: () => Promise.resolve('member') })
  history.replaceState(null, '', path)

  const { store, bus, identity } = await aWindow({ account })
  const client = newQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 1 } })
  store.set(queryClientAtom, client)
  if (account?.pharmacyId) {
    const country = { ...pharmacy.country, ...(hasNoPlatform ? { fiscalPlatform: 'none' as const } : {}) }
    await identity.patchTerminal({ pharmacy: { ...pharmacy, country, ...known } })
    if (!isLocked) await unlock(identity, permissions)
  }
  const disk = openListStore(pharmacyId)
  for (const [list, items] of Object.entries({ ...lists, ...(products ? { 'pharmacy-products': products } : {}) })) {
    await disk.loadPage(
      list as ListName,
      0,
      { items, removed: [], cursor: 'c1', epoch: 'e1', total: items.length, more: false },
      syncedAt ?? Date.now(),
    )
  }
  disk.close()
  const room = account?.pharmacyId ? openPharmacy(store, bus, playedTokens, pharmacyId) : null
  const hearing = hearServer(bus, (hint) => invalidateQueries(client, hint))
  const drawn = render(
    <Provider store={store}>
      <BackOffice />
    </Provider>,
  )
  onTestFinished(() => {
    hearing.stop()
    drawn.unmount()
    room?.close()
    client.clear()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const askedOf = (wanted: string) => edge.asked.filter(({ path: each }) => each === wanted).map(({ query }) => query)
  /** What was sent to be written: « POST /persons ». */
  const sent = (wanted: string) =>
    edge.asked.filter(({ method, path: each }) => `${method} ${each}` === wanted).map(({ body }) => body)
  return {
    store,
    user: userEvent.setup(),
    askedOf,
    sent,
    hint: (list: string) => edge.hint(list),
    unlock: (userId?: string) => unlock(identity, permissions, userId),
    lock: () => identity.endSession(),
    /** The PIN that opened this terminal for the member once, with a network. */
    remember: (pin: string) =>
      rememberUnlock(identity, { grants: { ...memberOf(permissions), discountLimit: null } }, pin),
    /** From now on the server answers otherwise. */
    answerWith: (next: NonNullable<Given['answer']>) => {
      edge.answer = next
    },
    goOffline: () => store.set(connectivityAtom, { state: 'offline', since: Date.now(), seconds: 0 }),
    goOnline: () => store.set(connectivityAtom, { state: 'online', since: null, seconds: 0 }),
  }
}

const memberOf = (permissions: readonly Permission[]) => ({
  userId: aurele.id,
  uid: aurele.id,
  pharmacyId,
  domainId,
  firstName: aurele.firstName,
  lastName: aurele.lastName,
  roles: ['titulaire'],
  permissions,
})
const unlock = (
  identity: Awaited<ReturnType<typeof aWindow>>['identity'],
  permissions: readonly Permission[],
  userId = aurele.id,
) =>
  identity.putSession({
    ...memberOf(permissions),
    userId,
    uid: userId,
    id: sessionId,
    startedAt: Date.now(),
    isOffline: false,
  })

const playedTokens: Tokens = {
  terminal: () => Promise.resolve('terminal'),
  current: () => Promise.resolve('member'),
  forRow: () => [() => Promise.resolve('member')],
  signInMember: () => Promise.resolve(),
  signOutMember: () => Promise.resolve(),
}

type Edge = { asked: Asked[]; answer: NonNullable<Given['answer']>; hint: (list: string) => void }

async function play(request: Request, edge: Edge): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/events') return new Response(events(edge), { headers: { 'content-type': 'text/event-stream' } })
  const text = await request.text()
  const asked = {
    method: request.method,
    path: pathname,
    query: searchParams,
    // A file is sent as a form: the test reads it as text.
    body: text === '' ? undefined : isForm(request) ? text : (JSON.parse(text) as unknown),
  }
  edge.asked.push(asked)
  const given = (await edge.answer(asked)) ?? quietAnswer(pathname)
  if (given === 'nobody') throw new TypeError('fetch failed')
  return new Response(JSON.stringify(given.body), {
    status: given.status,
    headers: { 'content-type': 'application/json' },
  })
}

function isForm(request: Request): boolean {
  return request.headers.get('content-type')?.startsWith('multipart/') ?? false
}

function events(edge: Edge): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      edge.hint = (list) => controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ list })}\n\n`))
    },
  })
}

/** A shop where nothing happens. */
function quietAnswer(path: string): Exclude<Answer, undefined> {
  const known: Record<string, unknown> = {
    '/sales': { items: [], total: 0, turnover: 0 },
    '/products': { items: [], total: 0 },
    '/users/weak-pins': [],
    '/audit/head': { entries: 0, erasures: 0, last: null },
    '/users/all': [userOf(aurele)],
    '/usage/turnover-statistics': quietDay(today),
    '/usage/morning': quietMorning(today),
    '/pharmacy-products/stats': quietStock,
    '/cash-registers/current': { cashRegister: null },
    '/clients': { items: [], total: 0 },
    '/own-reports': { items: [], total: 0 },
    '/tags': { items: [], total: 0 },
    '/fiscal-documents': { items: [], total: 0 },
    '/waiting-work': {},
  }
  return path in known ? { status: 200, body: known[path] } : { status: 404, body: { message: 'requests:notFound' } }
}

/** Types faster than any hand, so that a busy machine never looks like a pause. */
export function typeAtOnce(field: HTMLElement, text: string): void {
  Array.from(text).forEach((_, at) => fireEvent.change(field, { target: { value: text.slice(0, at + 1) } }))
}

/** Rows of the list in view, as read; a space that does not break is a space. */
export const rowTexts = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .queryAllByRole('gridcell')
        // The box of a row that can be ticked says nothing of it.
        .filter((cell) => cell.dataset['tick'] === undefined)
        .map((cell) => plain(cell.textContent ?? '')),
    )
export const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
/** The main part of the page as read. */
export const pageText = () => plain(screen.getByRole('main').textContent ?? '')
