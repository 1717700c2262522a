import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ParkedContent, ParkedSale } from '#shared/contract/parked-sales.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { aurele, rachelle } from '#tests/support/a-terminal.ts'
import { aCounter, goOffline, lineOf, scan, type Answer, type PlayedCall } from './support/a-counter.tsx'
import { coartem, theShelf } from './support/the-shelf.ts'

const words = (element: Element) => (element.textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
const caissier: Permission[] = [
  'sale.sell',
  'register.use',
  'register.seeExpected',
  'register.close',
  'disbursement.create',
]
const rail = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Comptoir' })).getByRole('link', { name })

async function aCashiersShop({
  permissions,
  onCall,
  path,
}: { permissions?: readonly Permission[]; onCall?: (call: PlayedCall) => Answer | undefined; path?: string } = {}) {
  const counter = await aCounter({
    products: theShelf,
    centralCashier: true,
    ...(permissions && { permissions }),
    ...(path && { path }),
    onCall: (call) =>
      onCall?.(call) ??
      (call.method === 'GET' && call.path === '/parked-sales' ? { status: 200, body: [] } : undefined),
  })
  return { ...counter, identity: counter.store.get(sessionServicesAtom)!.identity }
}

/** Two boxes of Coartem, sent to the cashier. */
async function sendOne({ user, sales }: Awaited<ReturnType<typeof aCashiersShop>>) {
  scan('3400930145449')
  await lineOf('Coartem')
  const [typed] = sales()
  await user.dblClick(screen.getByRole('button', { name: 'Envoyer en caisse' }))
  await waitFor(() => expect(sales().find(({ id }) => id === typed!.id)).toMatchObject({ status: 'LOCAL' }))
  return typed!
}

test('a seller makes a sale ready: what is to pay is said, the counter goes on, and the cashier’s list has it once', async () => {
  const shop = await aCashiersShop()
  const typed = await sendOne(shop)
  expect(words(await screen.findByText(/envoyée en caisse/))).toBe(
    `Vente ${typed.identifier} envoyée en caisse : 3 850 F CFA à encaisser.`,
  )
  expect(shop.sales().find(({ id }) => id === typed.id)).toMatchObject({
    openedBy: null,
    records: typed.records,
    preparation: { userId: aurele.id, name: 'DOSSOU Aurèle', rights: { mayDiscount: false } },
  })
  await waitFor(() => expect(shop.sales().filter(({ status }) => status === 'ONGOING')).toHaveLength(1))
  expect(shop.sent).toEqual([])
  await waitFor(() => expect(rail(/^Caisse/).textContent).toBe('Caisse1'))
  // It is no sale that was put aside for later.
  expect(screen.queryByRole('button', { name: /^\d+ en attente$/ })).toBeNull()
})

test('who may close a register collects what is sold to him; with no cashier everybody does', async () => {
  const cashier = await aCashiersShop({ permissions: caissier })
  scan('3400930145449')
  await lineOf('Coartem')
  expect(screen.getByRole('button', { name: 'Encaisser' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Envoyer en caisse' })).toBeNull()
  await cashier.identity.patchTerminal({ pharmacy: null })
  expect(screen.queryByRole('button', { name: 'Envoyer en caisse' })).toBeNull()
})

test('a seller may still collect where the cashier is away, and F9 sends', async () => {
  const { user, sales } = await aCashiersShop()
  scan('3400930145449')
  await lineOf('Coartem')
  expect(screen.queryByRole('group', { name: 'Billets donnés par le client' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Autres actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Encaisser ici, ou ajouter une remise' }))
  await screen.findByRole('heading', { name: 'Encaissement' })
  await user.keyboard('{Escape}')
  await lineOf('Coartem')
  const [typed] = sales()
  await user.keyboard('{F9}')
  await waitFor(() =>
    expect(sales().find(({ id }) => id === typed!.id)).toMatchObject({
      status: 'LOCAL',
      preparation: { userId: aurele.id },
    }),
  )
})

test('the cashier collects in two touches: the payment opens, the change is said, the next one is in sight', async () => {
  const shop = await aCashiersShop({ permissions: ['sale.sell', 'register.use'] })
  const typed = await sendOne(shop)
  await shop.user.click(rail(/^Caisse/))
  const list = await screen.findByRole('list', { name: 'Ventes à encaisser' })
  for (const said of [`Vente ${typed.identifier}`, 'Sans client · DOSSOU Aurèle', '1 boîte · Coartem', '3 850 F'])
    expect(words(list)).toContain(said)
  await shop.user.click(within(list).getByRole('button', { name: `Encaisser la vente ${typed.identifier}` }))
  await shop.user.click(await screen.findByRole('button', { name: /^5\s000/ }))
  await shop.user.click(screen.getByRole('button', { name: /Terminer la vente/ }))
  expect(words(await screen.findByText(/^À rendre/))).toBe('À rendre : 1 150 F CFA')
  expect(location.pathname).toBe('/kiosk/caisse')
  await waitFor(() =>
    expect(shop.sent).toMatchObject([{ id: typed.id, sellerId: aurele.id, preparation: { userId: aurele.id } }]),
  )
  expect(screen.queryByRole('list', { name: 'Ventes à encaisser' })).toBeNull()
  expect(rail(/^Caisse/).textContent).toBe('Caisse')
})

test('put aside at the cashier’s it waits there again', async () => {
  const shop = await aCashiersShop()
  const typed = await sendOne(shop)
  await shop.user.click(rail(/^Caisse/))
  await shop.user.click(await screen.findByRole('button', { name: `Encaisser la vente ${typed.identifier}` }))
  await screen.findByRole('heading', { name: 'Encaissement' })
  await shop.user.keyboard('{Escape}')
  await shop.user.click(await screen.findByRole('button', { name: 'Mettre la vente en attente' }))
  await waitFor(() => expect(rail(/^Caisse/).textContent).toBe('Caisse1'))
})

test('where the cashier stands at another terminal the sale goes there, and stays whole without an answer', async () => {
  const parked: { id: string; content: ParkedContent }[] = []
  let attempt = 0
  const shop = await aCashiersShop({
    onCall: ({ method, path, body }) => {
      if (method !== 'PUT' || !path.startsWith('/parked-sales/')) return undefined
      if (attempt++ === 0) return 'nobody'
      parked.push({ id: path.split('/')[2]!, content: (body as { content: ParkedContent }).content })
      return { status: 200, body: aReadyOne(path.split('/')[2]!) }
    },
  })
  await shop.identity.patchTerminal({ isCashierElsewhere: true })
  scan('3400930145449')
  await lineOf('Coartem')
  const [typed] = shop.sales()
  await shop.user.click(screen.getByRole('button', { name: 'Envoyer en caisse' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Pas de réponse' })
  expect(words(dialog)).toContain('Encaissez ici')
  expect(shop.sales()).toEqual([typed])
  await shop.user.click(within(dialog).getByRole('button', { name: 'Réessayer' }))
  await waitFor(() => expect(shop.sales().some(({ id }) => id === typed!.id)).toBe(false))
  expect(parked).toMatchObject([
    { id: typed!.id, content: { records: typed!.records, preparation: { userId: aurele.id, name: 'DOSSOU Aurèle' } } },
  ])
})

test('without a network, with the cashier at another terminal, the seller collects at once', async () => {
  const { identity, store, user, sent } = await aCashiersShop()
  await identity.patchTerminal({ isCashierElsewhere: true })
  scan('3400930145449')
  await lineOf('Coartem')
  goOffline(store)
  // What « Envoyer en caisse » has become is said.
  expect(words(await screen.findByRole('alert'))).toContain(
    'Hors ligne : cette vente ne peut pas partir en caisse. Encaissez-la ici',
  )
  await user.click(await screen.findByRole('button', { name: /^5\s000/ }))
  await user.click(screen.getByRole('button', { name: 'Terminer' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).not.toHaveProperty('preparation')
})

const aReadyOne = (id: string, of: Partial<ParkedSale> = {}): ParkedSale => ({
  id,
  version: 2,
  identifier: 'M3XP-9',
  parkedAt: '2026-11-21T11:30:00.000Z',
  parkedBy: rachelle.id,
  parkedByName: 'HOUNKPATIN Rachelle',
  patientName: 'HOUNTONDJI Adjoa',
  firstLine: 'Coartem 20/120',
  lines: 1,
  boxes: 2,
  total: 7700,
  toCollect: { due: 7700 },
  sentBack: null,
  takenBy: null,
  ...of,
})
const theContent: ParkedContent = {
  identifier: 'M3XP-9',
  revision: 1,
  createdAt: '2026-11-21T11:20:00.000Z',
  vouchers: [],
  patient: null,
  payments: [{ id: '018f0000-0000-7000-8000-000000009103', type: 'DISCOUNT', amount: 700 }],
  records: [
    {
      id: '018f0000-0000-7000-8000-000000009102',
      stockItemId: coartem.stockItems[0]!.id,
      label: coartem.label,
      quantity: 2,
      price: 3850,
    },
  ],
  preparation: {
    userId: rachelle.id,
    name: 'HOUNKPATIN Rachelle',
    at: '2026-11-21T11:30:00.000Z',
    sessionId: '018f0000-0000-7000-8000-0000000000b9',
    rights: { maySellExpired: false, mayDiscount: true, discountLimit: null },
  },
}

test('what another terminal made ready is taken once and collected with the discount of who may give one', async () => {
  const id = '018f0000-0000-7000-8000-000000009100'
  let isTaken = false
  const shop = await aCashiersShop({
    path: '/kiosk/caisse',
    permissions: ['sale.sell', 'register.use'],
    onCall: ({ method, path }) => {
      if (path === '/parked-sales') return { status: 200, body: isTaken ? [] : [aReadyOne(id)] }
      if (method === 'POST' && path.endsWith('/take')) return { status: 200, body: theContent }
      if (path.endsWith('/taken')) isTaken = true
      return path.endsWith('/taken') ? { status: 200, body: { id } } : undefined
    },
  })
  expect(words(await screen.findByRole('list', { name: 'Ventes à encaisser' }))).toContain(
    'HOUNTONDJI Adjoa · HOUNKPATIN Rachelle',
  )
  // It is the cashier's, not any colleague's.
  expect(screen.queryByRole('button', { name: /pour un collègue/ })).toBeNull()
  await shop.user.dblClick(screen.getByRole('button', { name: 'Encaisser la vente M3XP-9' }))
  await shop.user.click(await screen.findByRole('button', { name: /^10\s000/ }))
  await shop.user.click(screen.getByRole('button', { name: /Terminer la vente/ }))
  expect(words(await screen.findByText(/^À rendre/))).toBe('À rendre : 3 000 F CFA')
  await waitFor(() =>
    expect(shop.sent).toMatchObject([
      { id, preparation: { userId: rachelle.id, sessionId: theContent.preparation!.sessionId } },
    ]),
  )
})

test('offline, or in a colleague’s hands, what another terminal made ready cannot be collected and says why; what is here can', async () => {
  const elsewhere = aReadyOne('018f0000-0000-7000-8000-000000009100')
  const busy = aReadyOne('018f0000-0000-7000-8000-000000009101', {
    identifier: 'M3XP-10',
    takenBy: {
      name: 'SOGLO Prisca',
      terminalId: '018f0000-0000-7000-8000-0000000000c9',
      until: '2026-11-21T11:43:30.000Z',
    },
  })
  const shop = await aCashiersShop({
    onCall: ({ path }) => (path === '/parked-sales' ? { status: 200, body: [elsewhere, busy] } : undefined),
  })
  const typed = await sendOne(shop)
  await shop.user.click(rail(/^Caisse/))
  const rowOf = (identifier: string) =>
    screen.getByRole('button', { name: `Encaisser la vente ${identifier}` }).closest('li')!
  await screen.findByRole('list', { name: 'Ventes à encaisser' })
  expect(words(rowOf('M3XP-10'))).toContain('SOGLO Prisca l’encaisse sur un autre poste.')
  goOffline(shop.store)
  await waitFor(() => expect(words(rowOf('M3XP-9'))).toContain('il faut le réseau'))
  const isDisabled = (identifier: string) =>
    screen.getByRole<HTMLButtonElement>('button', { name: `Encaisser la vente ${identifier}` }).disabled
  expect(['M3XP-9', 'M3XP-10', typed.identifier].map(isDisabled)).toEqual([true, true, false])
})

test('without a network, who may use no register keeps the sale, and is told when it goes', async () => {
  const { identity, store, sales } = await aCashiersShop({ permissions: ['sale.sell'] })
  await identity.patchTerminal({ isCashierElsewhere: true })
  scan('3400930145449')
  await lineOf('Coartem')
  goOffline(store)
  expect(words(await screen.findByRole('alert'))).toContain('envoyez-la quand le réseau est revenu')
  expect(screen.getByRole('button', { name: 'Envoyer en caisse' })).toBeTruthy()
  expect(sales()).toHaveLength(1)
})

/** Opens the dialog that sends a sale back, and says why. */
async function sayWhy(user: Awaited<ReturnType<typeof aCashiersShop>>['user'], identifier: string, gesture: string) {
  await user.click(await screen.findByRole('button', { name: `Renvoyer la vente ${identifier}` }))
  const dialog = within(await screen.findByRole('dialog', { name: `Renvoyer la vente ${identifier}` }))
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: gesture })
  await user.type(dialog.getByRole('textbox'), '...')
  expect(send.disabled).toBe(true)
  await user.click(dialog.getByRole('radio', { name: 'Ordonnance à compléter' }))
  await user.click(send)
}

test('a sale of this terminal is sent back with a word: it waits for its seller, who reads why, also once the setting has ended', async () => {
  const shop = await aCashiersShop()
  const typed = await sendOne(shop)
  await shop.user.click(rail(/^Caisse/))
  await screen.findByRole('list', { name: 'Ventes à encaisser' })
  const { pharmacy } = shop.store.get(terminalAtom)!
  await shop.identity.patchTerminal({
    pharmacy: { ...pharmacy!, settings: { ...pharmacy!.settings, centralCashier: false } },
  })
  expect(await screen.findByText(/La caisse centrale n’est plus en service/)).toBeTruthy()
  await sayWhy(shop.user, typed.identifier, 'Renvoyer au vendeur')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Ventes à encaisser' })).toBeNull())
  const back = shop.sales().find(({ id }) => id === typed.id)!
  expect(back).toMatchObject({
    status: 'LOCAL',
    records: typed.records,
    releasedBy: aurele.id,
    sentBack: { kind: 'sent-back', by: 'DOSSOU Aurèle', word: 'Ordonnance à compléter' },
  })
  expect(back.preparation).toBeUndefined()
  await shop.user.click(screen.getByRole('button', { name: /^\d+ en attente$/ }))
  await shop.user.click(await screen.findByRole('menuitem', { name: new RegExp(`^Vente ${typed.identifier}`) }))
  expect(words(await screen.findByRole('alert'))).toContain('Renvoyée par DOSSOU Aurèle : Ordonnance à compléter')
})

test('a sale of another terminal is refused with a word at the server, and stays here without an answer', async () => {
  const id = '018f0000-0000-7000-8000-000000009100'
  const asked: unknown[] = []
  const shop = await aCashiersShop({
    path: '/kiosk/caisse',
    permissions: ['sale.sell', 'register.use'],
    onCall: ({ method, path, body }) => {
      if (path === '/parked-sales') return { status: 200, body: asked.length > 1 ? [] : [aReadyOne(id)] }
      if (method !== 'POST' || !path.endsWith('/send-back')) return undefined
      asked.push(body)
      return asked.length === 1
        ? 'nobody'
        : { status: 200, body: aReadyOne(id, { version: 3, toCollect: null, sentBack: null }) }
    },
  })
  await sayWhy(shop.user, 'M3XP-9', 'Refuser la vente')
  expect(words(await screen.findByRole('alert'))).toContain('Pas de réponse')
  await shop.user.click(screen.getByRole('button', { name: 'Refuser la vente' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked[1]).toMatchObject({ version: 2, kind: 'refused', word: 'Ordonnance à compléter' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Encaisser la vente M3XP-9' })).toBeNull())
})

test('« Ce poste » says where its sales are collected, and remembers it', async () => {
  const { user, store } = await aCashiersShop({ path: '/kiosk/poste' })
  const here = await screen.findByRole('button', { name: /^Sur ce poste/ })
  expect(here.getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('button', { name: /^Sur un autre poste/ }))
  await waitFor(() => expect(here.getAttribute('aria-pressed')).toBe('false'))
  expect(store.get(terminalAtom)?.isCashierElsewhere).toBe(true)
})
