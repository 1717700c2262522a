import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ParkedContent, ParkedSale } from '#shared/contract/parked-sales.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { rightRequestAtom } from '#kiosk/counter/rights/right-request.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { rachelle, aurele } from '#tests/support/a-terminal.ts'
import { aCounter, button, goOffline, lineOf, scan, type Answer, type PlayedCall } from './support/a-counter.tsx'
import { coartem, theShelf } from './support/the-shelf.ts'

const words = (element: Element) => (element.textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')

/** Two boxes that Rachelle typed at another counter. */
const content: ParkedContent = {
  identifier: 'M3XP-9',
  revision: 1,
  createdAt: '2026-11-21T11:20:00.000Z',
  vouchers: [],
  payments: [],
  patient: { id: '018f0000-0000-7000-8000-000000009101', firstName: 'Adjoa', lastName: 'Hountondji' },
  records: [
    {
      id: '018f0000-0000-7000-8000-000000009102',
      stockItemId: coartem.stockItems[0]!.id,
      label: coartem.label,
      quantity: 2,
      price: 3850,
    },
  ],
}
const ofRachelle: ParkedSale = {
  id: '018f0000-0000-7000-8000-000000009100',
  version: 3,
  identifier: 'M3XP-9',
  parkedAt: '2026-11-21T11:30:00.000Z',
  parkedBy: rachelle.id,
  parkedByName: 'HOUNKPATIN Rachelle',
  patientName: 'HOUNTONDJI Adjoa',
  firstLine: coartem.label,
  lines: 1,
  boxes: 2,
  total: 7700,
  toCollect: null,
  sentBack: null,
  takenBy: null,
}

/** A server that keeps what is parked. */
function aParkingServer(
  given: ParkedSale[],
  told: (call: PlayedCall, attempt: number) => Answer | undefined = () => undefined,
) {
  let list = given
  const asked: PlayedCall[] = []
  const onCall = (call: PlayedCall): Answer | undefined => {
    const { method, path } = call
    if (!path.startsWith('/parked-sales')) return undefined
    if (method === 'GET') return { status: 200, body: list }
    asked.push(call)
    const answer = told(call, asked.length)
    if (answer) return answer
    if (path.endsWith('/take')) return { status: 200, body: content }
    const id = path.split('/')[2]!
    if (path.endsWith('/taken')) {
      list = list.filter((parked) => parked.id !== id)
      return { status: 200, body: { id } }
    }
    const parked = { ...ofRachelle, id, parkedBy: aurele.id, parkedByName: 'DOSSOU Aurèle' }
    list = [...list, parked]
    return { status: 200, body: parked }
  }
  return { onCall, asked }
}

const others = async () => screen.findByRole('button', { name: 'Autres actions' })
const parkIt = async () => screen.findByRole('menuitem', { name: /Mettre en attente pour un collègue/ })

test('a sale is put there for a colleague, whole and once, and leaves this terminal', async () => {
  const server = aParkingServer([])
  const { user, sales } = await aCounter({ products: theShelf, onCall: server.onCall })
  scan('3400930145449')
  await lineOf('Coartem')
  const [typed] = sales()
  await user.click(await others())
  await user.dblClick(await parkIt())
  await waitFor(() => expect(sales().some(({ id }) => id === typed!.id)).toBe(false))
  expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([`PUT /parked-sales/${typed!.id}`])
  expect((server.asked[0]!.body as { content: ParkedContent }).content.records).toEqual(typed!.records)
  // The counter goes on with another sale.
  await waitFor(() => expect(sales().filter(({ status }) => status === 'ONGOING')).toHaveLength(1))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('nothing is lost when nobody answers: it goes on here, or is put there again', async () => {
  const server = aParkingServer([], (_, attempt) => (attempt === 1 ? 'nobody' : undefined))
  const { user, sales } = await aCounter({ products: theShelf, onCall: server.onCall })
  scan('3400930145449')
  await lineOf('Coartem')
  const [typed] = sales()
  await user.click(await others())
  await user.click(await parkIt())
  const dialog = await screen.findByRole('alertdialog', { name: 'Pas de réponse' })
  expect(words(dialog)).toContain('Toutes ses lignes et ses paiements sont conservés sur ce poste.')
  expect(sales()).toEqual([typed])
  await user.click(within(dialog).getByRole('button', { name: 'Réessayer' }))
  await waitFor(() => expect(sales().some(({ id }) => id === typed!.id)).toBe(false))
  expect(server.asked).toHaveLength(2)
})

test('offline, and of an empty sale, the gesture says that it cannot be done', async () => {
  const server = aParkingServer([])
  const { user, store } = await aCounter({ products: theShelf, onCall: server.onCall })
  await user.click(await others())
  expect((await parkIt()).hasAttribute('disabled')).toBe(true)
  await user.keyboard('{Escape}')
  scan('3400930145449')
  await lineOf('Coartem')
  goOffline(store)
  await user.click(await others())
  const gesture = await parkIt()
  expect(gesture.hasAttribute('disabled')).toBe(true)
  expect(gesture.textContent).toContain('Il faut le réseau')
})

test('the bar counts them; a colleague’s is free for whoever may sell, and opens here', async () => {
  const server = aParkingServer([ofRachelle])
  const { user, sales } = await aCounter({ products: theShelf, onCall: server.onCall })
  await user.click(await button(/1\svente pour un collègue/))
  const drawer = screen.getByRole('complementary', { name: 'Ventes en attente pour un collègue' })
  for (const said of ['HOUNTONDJI Adjoa', 'HOUNKPATIN Rachelle, ', `${coartem.label} · 1 ligne · M3XP-9`, '7 700'])
    expect(words(drawer)).toContain(said)
  await user.dblClick(within(drawer).getByRole('button', { name: /Reprendre/ }))
  await lineOf('Coartem')
  expect(sales().find(({ id }) => id === ofRachelle.id)).toMatchObject({
    status: 'ONGOING',
    identifier: 'M3XP-9',
    openedBy: aurele.id,
  })
  expect(server.asked.filter(({ path }) => path.endsWith('/take'))).toHaveLength(1)
  expect(server.asked[0]!.body).toMatchObject({ version: 3 })
  expect(screen.queryByRole('complementary', { name: 'Ventes en attente pour un collègue' })).toBeNull()
})

test('one’s own is first; emptied it is gone everywhere, and a colleague’s needs the right to take over', async () => {
  const own = {
    ...ofRachelle,
    id: '018f0000-0000-7000-8000-000000009199',
    identifier: 'M3XP-8',
    parkedBy: aurele.id,
    parkedByName: 'DOSSOU Aurèle',
  }
  const server = aParkingServer([ofRachelle, own])
  const { user, sales } = await aCounter({ products: theShelf, onCall: server.onCall, path: '/kiosk/ventes' })
  const [mine, theirs] = within(
    await screen.findByRole('list', { name: 'Ventes en attente pour un collègue' }),
  ).getAllByRole('listitem')
  await user.click(within(theirs!).getByRole('button', { name: 'Vider la vente M3XP-9' }))
  const dialog = await screen.findByRole('dialog', { name: 'Demander au pharmacien' })
  expect(words(dialog)).toContain('Vider la vente de HOUNKPATIN Rachelle')
  await user.keyboard('{Escape}')
  expect(server.asked).toEqual([])
  await user.click(within(mine!).getByRole('button', { name: 'Vider la vente M3XP-8' }))
  const asked = await screen.findByRole('alertdialog', { name: /^Vider la vente M3XP-8/ })
  for (const said of ['DOSSOU Aurèle', coartem.label, '7 700']) expect(words(asked)).toContain(said)
  await user.click(within(asked).getByRole('button', { name: 'Vider la vente' }))
  await waitFor(() => expect(server.asked.map(({ path }) => path)).toContain(`/parked-sales/${own.id}/taken`))
  expect(sales()).toEqual([])
})

/** The seller of this counter typed a box and went; Rachelle opens the terminal with only the right to sell. */
async function leftByAurele(permissions: readonly Permission[], leave: 'lock' | 'put aside') {
  const counter = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  if (leave === 'put aside') {
    await counter.user.click(screen.getByRole('button', { name: /Fermer l’onglet/ }))
    await button(/1 en attente/)
  }
  // Unlocking begins at the counter, not at the sale that was shown last.
  await counter.user.click(screen.getByRole('link', { name: 'Stock' }))
  await screen.findByRole('searchbox', { name: /produit/ })
  await counter.identity.patchTerminal({ members: [aurele, rachelle] })
  const session = counter.store.get(sessionAtom)!
  await act(async () => {
    await counter.store.get(sharedSalesAtom)!.store.releaseSession(session.id)
    await counter.store.get(sharedSalesAtom)!.reread()
    await counter.identity.putSession({ ...session, id: crypto.randomUUID(), userId: rachelle.id, permissions })
  })
  await counter.user.click(await button(/1 en attente/))
  const item = await screen.findByRole('menuitem', { name: /^Vente .*DOSSOU A\., \d\d:\d\d, Coartem/ })
  return { ...counter, item }
}

test('a sale that was left open asks for the right to take it over; the code is kept with it', async () => {
  const { user, item, sales, store } = await leftByAurele(['sale.sell', 'register.use'], 'lock')
  await user.click(item)
  expect(await screen.findByRole('heading', { name: 'DOSSOU A. a laissé cette vente ouverte' })).toBeTruthy()
  expect(sales().find(({ records }) => records.length > 0)).toMatchObject({ status: 'LOCAL' })
  await user.click(screen.getByRole('button', { name: 'Demander au pharmacien' }))
  expect(words(await screen.findByRole('dialog', { name: 'Demander au pharmacien' }))).toContain(
    'Reprendre la vente de DOSSOU A.',
  )
  const { gesture, onGranted } = store.get(rightRequestAtom)!
  const lent = { id: crypto.randomUUID(), at: '2026-11-21T11:42:00.000Z', expiresAt: '2026-11-21T12:12:00.000Z' }
  act(() => onGranted({ ...gesture, ...lent, grantedBy: aurele.id, sessionId: null }))
  await lineOf('Coartem')
  expect(sales().find(({ records }) => records.length > 0)).toMatchObject({
    status: 'ONGOING',
    openedBy: rachelle.id,
    grants: [{ id: lent.id, permission: 'sale.takeover' }],
  })
})

test.for([
  ['with the right to take over', ['sale.sell', 'register.use', 'sale.takeover'], 'lock'],
  ['that was put aside', ['sale.sell', 'register.use'], 'put aside'],
] as const)('a sale of a colleague %s is opened at once', async ([, permissions, leave]) => {
  const { user, item, sales } = await leftByAurele(permissions, leave)
  await user.click(item)
  await lineOf('Coartem')
  expect(sales().find(({ records }) => records.length > 0)).toMatchObject({ status: 'ONGOING', openedBy: rachelle.id })
})

test('a sale that waits on this terminal is emptied by its seller, after a question', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(screen.getByRole('button', { name: /Fermer l’onglet/ }))
  await user.click(await button(/1 en attente/))
  await user.click(await screen.findByRole('menuitem', { name: /^Vider la vente/ }))
  const asked = await screen.findByRole('alertdialog', { name: /^Vider la vente/ })
  expect(sales().some(({ records }) => records.length > 0)).toBe(true)
  await user.click(within(asked).getByRole('button', { name: 'Vider la vente' }))
  await waitFor(() => expect(sales().some(({ records }) => records.length > 0)).toBe(false))
  expect(screen.queryByRole('button', { name: /^\d+ en attente/ })).toBeNull()
})

test('whoever was quicker is named, before and after it was asked for', async () => {
  const taken = {
    ...ofRachelle,
    id: '018f0000-0000-7000-8000-000000009198',
    takenBy: {
      name: 'SOGLO Prisca',
      terminalId: '018f0000-0000-7000-8000-0000000000c9',
      until: '2026-11-21T11:43:30.000Z',
    },
  }
  const server = aParkingServer([ofRachelle, taken], () => ({
    status: 409,
    body: { message: 'parkedSales:taken', details: { byName: 'SOGLO Prisca' } },
  }))
  const { user, sales } = await aCounter({
    products: theShelf,
    onCall: server.onCall,
    path: '/kiosk/ventes',
  })
  const [free, theirs] = within(
    await screen.findByRole('list', { name: 'Ventes en attente pour un collègue' }),
  ).getAllByRole('listitem')
  expect(words(theirs!)).toContain('SOGLO Prisca est en train de la reprendre sur un autre poste.')
  expect((within(theirs!).getByRole('button', { name: /^Reprendre/ }) as HTMLButtonElement).disabled).toBe(true)
  await user.click(within(free!).getByRole('button', { name: /Reprendre/ }))
  expect(words(await screen.findByRole('alertdialog', { name: 'Vente déjà reprise' }))).toContain('SOGLO Prisca')
  expect(sales()).toHaveLength(0)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
