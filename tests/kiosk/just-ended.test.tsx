import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endedShownMs } from '#kiosk/counter/sale/just-ended.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { aCounter, button, lineOf, scan } from './support/a-counter.tsx'
import { aDisplay } from './support/a-display.tsx'
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
