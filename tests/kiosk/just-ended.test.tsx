import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endedShownMs } from '#kiosk/counter/sale/just-ended.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { personIndexAtom } from '#shared/store/lists/person-list-atoms.ts'
import { aCounter, button, lineOf, scan } from './support/a-counter.tsx'
import { aDisplay } from './support/a-display.tsx'
import { theClients } from './support/the-clients.ts'
import { theShelf } from './support/the-shelf.ts'
import { rachelle } from '#tests/support/a-terminal.ts'

/** A box of 3 850 paid with a note of 5 000: its change is on both screens. */
async function aBoxSold() {
  const counter = await aCounter({ products: theShelf })
  const display = await aDisplay()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  scan('3400930145449')
  await counter.user.click(await button(/^5\s000/))
  await counter.user.click(await button(/^Terminer$/))
  await screen.findByRole('status', { name: 'À rendre' })
  await waitFor(() => expect(display.figure('Votre monnaie')).toContain('1 150'))
  const ofLongShown = () => timers.mock.calls.flatMap(([run, ms]) => (ms === endedShownMs ? [run as () => void] : []))
  return { ...counter, display, pass: () => act(() => ofLongShown().forEach((run) => run())) }
}
const change = () => screen.queryByRole('status', { name: 'À rendre' })

test('after half a minute the change is gone, and the customer’s screen forgets the sale', async () => {
  const { display, pass } = await aBoxSold()
  pass()
  await waitFor(() => expect(change()).toBeNull())
  expect(display.said()).toMatch(/^Pharmacie Camp Guézo\d\d:42/)
})

test('on the next tab the change is gone, there and on the tab that showed it; the customer’s screen forgets', async () => {
  const { user, display } = await aBoxSold()
  const [newTab] = screen.getAllByRole('button', { name: 'Nouvelle vente' })
  await user.click(newTab!)
  await waitFor(() => expect(change()).toBeNull())
  await waitFor(() => expect(display.said()).toMatch(/^Pharmacie Camp Guézo\d\d:42/))
  await user.click(screen.getAllByRole('tab')[0]!)
  await screen.findByText(/Aucune ligne/)
  expect(change()).toBeNull()
})

test('after a lock, the next seller sees nothing of the sale before his session', async () => {
  const { user, store, display } = await aBoxSold()
  const session = store.get(sessionAtom)!
  await user.click(screen.getByRole('button', { name: 'Verrouiller' }))
  await screen.findByRole('heading', { name: /Qui êtes-vous/ })
  const { identity } = store.get(sessionServicesAtom)!
  await act(() => identity.putSession({ ...session, id: crypto.randomUUID(), userId: rachelle.id, uid: rachelle.id }))
  await user.click(await screen.findByRole('link', { name: /^Vente$/ }))
  await screen.findByText(/Aucune ligne/)
  expect(change()).toBeNull()
  expect(display.said()).toMatch(/^Pharmacie Camp Guézo\d\d:42/)
})

test('the next sale is not touched when the half minute of the last one is over', async () => {
  const { pass, display } = await aBoxSold()
  scan('3400930145449')
  await lineOf('Coartem')
  pass()
  await lineOf('Coartem')
  await waitFor(() => expect(display.figure('À payer')).toContain('3 850'))
})

const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''

/** A box of 1 808 on the ticket. */
async function anUnevenBox(given: Partial<Parameters<typeof aCounter>[0]> = {}) {
  const products = theShelf.map((product) => ({
    ...product,
    stockItems: product.stockItems.map((item) => ({ ...item, salePrice: 1808 })),
  }))
  const counter = await aCounter({ products, clients: theClients, ...given })
  scan('3400930145449')
  await lineOf('Coartem')
  return counter
}

test('a cash rounding is named on the exact note, the ticket, after the sale and on the customer’s screen', async () => {
  const { user } = await anUnevenBox()
  const display = await aDisplay()
  await user.click(await button(/^1\s810.*juste, arrondi 2$/))
  expect(plain(await screen.findByRole('status', { name: 'Rien à rendre' }))).toContain('1 808 → 1 810, arrondi 2')
  await waitFor(() => expect(display.said()).toContain('Arrondi2'))
  await user.click(await button(/^Terminer$/))
  expect(plain(await screen.findByRole('region', { name: /terminée$/ }))).toContain(
    'Espèces · reçues du client 1 810 F CFA1 808 → 1 810, arrondi 2',
  )
  await waitFor(() => expect(display.said()).toContain('À payer1 808Arrondi2'))
})

test('a discount stays on the customer’s screen after the sale', async () => {
  const { user } = await anUnevenBox({ permissions: ['sale.sell', 'register.use', 'sale.discount'] })
  const display = await aDisplay()
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^Remise/))
  for (const digit of ['1', '0', '8']) await user.click(screen.getByRole('button', { name: digit }))
  await user.click(await button(/^1\s700/))
  await user.click(await button(/Terminer la vente/))
  await waitFor(() => expect(display.said()).toContain('Remise−108À payer1 700'))
})

test('a credit says who owes it in place of a change of 0, on the payment screen and after the sale', async () => {
  const { user, store, sent } = await anUnevenBox()
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^Crédit$/))
  await waitFor(() => expect(store.get(personIndexAtom)).not.toBeNull())
  fireEvent.change(await screen.findByRole('textbox', { name: 'Client qui paiera' }), { target: { value: 'clarisse' } })
  await user.click((await screen.findAllByRole('button', { name: /AGBODJAN Clarisse/ }))[0]!)
  const credit = () => screen.findByRole('status', { name: 'Au crédit de AGBODJAN Clarisse' })
  expect(plain(await credit())).toContain('1 808')
  await user.click(await button(/Terminer la vente/))
  await waitFor(() => expect(sent).toHaveLength(1))
  const ended = await screen.findByRole('region', { name: /terminée$/ })
  expect(plain(await credit())).toContain('1 808')
  expect(plain(ended)).toContain('Crédit · AGBODJAN Clarisse 1 808 F CFA')
  expect(plain(ended)).not.toContain('endre')
})
