import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ParkedContent, ParkedSale } from '#shared/contract/parked-sales.ts'
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
  firstLine: 'Coartem 20/120',
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

test('the bar counts them; a colleague’s is taken over with the right to, and opens here', async () => {
  const server = aParkingServer([ofRachelle])
  const { user, sales } = await aCounter({
    products: theShelf,
    onCall: server.onCall,
    permissions: ['sale.sell', 'register.use', 'sale.takeover'],
  })
  await user.click(await button(/1\svente pour un collègue/))
  const drawer = screen.getByRole('complementary', { name: 'Ventes en attente pour un collègue' })
  for (const said of ['HOUNTONDJI Adjoa', 'HOUNKPATIN Rachelle, ', '1 ligne · M3XP-9', '7 700'])
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

test('without the right a colleague’s is asked for; one’s own is taken', async () => {
  const own = {
    ...ofRachelle,
    id: '018f0000-0000-7000-8000-000000009199',
    identifier: 'M3XP-8',
    parkedBy: aurele.id,
    parkedByName: 'DOSSOU Aurèle',
  }
  const server = aParkingServer([ofRachelle, own])
  const { user } = await aCounter({ products: theShelf, onCall: server.onCall, path: '/kiosk/ventes' })
  const [theirs, mine] = within(
    await screen.findByRole('list', { name: 'Ventes en attente pour un collègue' }),
  ).getAllByRole('listitem')
  await user.click(within(theirs!).getByRole('button', { name: /^Demander au pharmacien/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Demander au pharmacien' })
  expect(words(dialog)).toContain('Reprendre la vente de HOUNKPATIN Rachelle')
  await user.keyboard('{Escape}')
  expect(server.asked).toEqual([])
  await user.click(within(mine!).getByRole('button', { name: /Reprendre/ }))
  await lineOf('Coartem')
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
    permissions: ['sale.sell', 'register.use', 'sale.takeover'],
    path: '/kiosk/ventes',
  })
  const [free, theirs] = within(
    await screen.findByRole('list', { name: 'Ventes en attente pour un collègue' }),
  ).getAllByRole('listitem')
  expect(words(theirs!)).toContain('SOGLO Prisca est en train de la reprendre sur un autre poste.')
  expect((within(theirs!).getByRole('button') as HTMLButtonElement).disabled).toBe(true)
  await user.click(within(free!).getByRole('button', { name: /Reprendre/ }))
  expect(words(await screen.findByRole('alertdialog', { name: 'Vente déjà reprise' }))).toContain('SOGLO Prisca')
  expect(sales()).toHaveLength(0)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
