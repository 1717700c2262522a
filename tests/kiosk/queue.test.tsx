import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formerSalesAtom } from '#shared/store/former-sales.ts'
import { outboxAtom, snapshotAtom } from '#shared/store/sale-atoms.ts'
import { sendingAtom } from '#shared/store/sending-atoms.ts'
import { accepted } from '#tests/support/a-local-sale.ts'
import { aCounter, button, goOffline, lineOf, scan, type Answer } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''
const drawer = () => screen.getByRole('complementary', { name: 'Ventes à envoyer' })

/** A sale of one box, ended and given to a server that answers as told. */
async function aSoldBox(onSale: (body: string) => Answer) {
  const counter = await aCounter({ products: theShelf, onSale: (_, body) => onSale(body) })
  scan('3400930145449')
  await lineOf('Coartem')
  await counter.user.click(await button(/compte juste/))
  await counter.user.click(await button(/^Terminer$/))
  await waitFor(() => expect(counter.sent.length).toBeGreaterThan(0))
  return counter
}

test('a sale that did not go out says how often it was tried, why, and when it is tried again; « Envoyer maintenant » does not wait', async () => {
  let isThere = false
  const { store, user, sent } = await aSoldBox((body) => (isThere ? accepted(body) : { status: 503, body: { message: 'internal' } }))
  await waitFor(() => expect(store.get(outboxAtom)[0]?.attempts).toBeGreaterThan(0))
  await user.click(await button(/à envoyer/))
  await waitFor(() => expect(plain(drawer())).toMatch(/\d essais?, /))
  expect(plain(drawer())).toMatch(/Nouvel essai (dans \d+ s|bientôt)/)
  const before = sent.length
  isThere = true
  await user.click(within(drawer()).getByRole('button', { name: 'Envoyer maintenant' }))
  await waitFor(() => expect(store.get(outboxAtom)).toEqual([]))
  expect(sent.length).toBeGreaterThan(before)
  // Every attempt was the same sale.
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  expect((await screen.findByText('Rien n’attend sur ce poste.'))).toBeTruthy()
  expect(within(drawer()).getByRole('button', { name: 'Envoyer maintenant' }).hasAttribute('disabled')).toBe(true)
})

test('offline it goes when the network is back; on its way it says so', async () => {
  const { store, user } = await aSoldBox(() => 'nobody')
  goOffline(store, 60)
  await user.click(await button(/à envoyer/))
  await waitFor(() => expect(plain(drawer())).toContain('Au retour du réseau'))
  store.set(sendingAtom, new Set([store.get(outboxAtom)[0]!.saleId]))
  await waitFor(() => expect(plain(drawer())).toContain('Envoi en cours'))
})

test('what the server took is kept, and its ticket printed again from the queue', async () => {
  const pages: string[] = []
  const { store, user } = await aSoldBox((body) => accepted(body, 47))
  vi.stubGlobal('print', () => pages.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  await waitFor(() => expect(store.get(snapshotAtom).acknowledged).toHaveLength(1))
  await user.click(await button(/^En ligne/))
  await user.click(within(drawer()).getByRole('button', { name: /Copies gardées\s: 1\svente envoyée/ }))
  expect(plain(drawer())).toContain('Vente n° 47')
  await user.click(within(drawer()).getByRole('button', { name: /Réimprimer le ticket n°\s47/ }))
  await waitFor(() => expect(pages).toHaveLength(1))
  expect(pages[0]).toMatch(/Coartem 20\/120/)
  expect(pages[0]).toMatch(/duplicata/i)
})

test('a former pharmacy that still waits is named, with what becomes of it', async () => {
  const { store, user } = await aCounter({ products: theShelf })
  store.set(formerSalesAtom, [{ pharmacyId: 'f', name: 'Pharmacie Saint-Luc', waiting: 2, refused: 1, open: 0 }])
  await user.click(await button(/^En ligne/))
  expect(plain(drawer())).toMatch(/Pharmacie Saint-Luc.*2 envois en attente.*Tout partira seul.*1 refusée/)
  expect(within(drawer()).getByRole('button', { name: 'Envoyer maintenant' }).hasAttribute('disabled')).toBe(false)
})
