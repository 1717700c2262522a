import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { missedDraftOf } from '#kiosk/help/missed-draft.ts'
import { missedTodayAtom } from '#kiosk/help/missed-today.ts'
import { noteMissedSaleAtom, queuedNotesAtom } from '#shared/store/sales/note-atoms.ts'
import { productIndexAtom } from '#shared/store/lists/product-list-atoms.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { aCounter, button, goOffline, lineOf, scan } from './support/a-counter.tsx'
import { coartem, doliprane, maalox, theShelf } from './support/the-shelf.ts'

type Counter = Awaited<ReturnType<typeof aCounter>>

const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''
const noted = ({ store }: Counter) =>
  store.get(queuedNotesAtom).flatMap((note) => (note.kind === 'missed-sale' ? [note.missed] : []))
const panel = () => screen.findByRole('dialog', { name: 'Vente manquée' })
const told = async (words: RegExp) =>
  waitFor(() => expect(screen.getAllByRole('status').map(plain).join('|')).toMatch(words))

async function search({ store }: Counter, text: string) {
  await waitFor(() => expect(store.get(productIndexAtom)).not.toBeNull())
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
}

test('a key and a touch note what was searched for in vain; the count of the day is said, and the search is over', async () => {
  const counter = await aCounter({ products: theShelf })
  await search(counter, 'Zzqx 40 mg')
  await screen.findByText(/Aucun résultat/)
  await counter.user.keyboard('{F1}')
  expect(within(await panel()).getByRole<HTMLInputElement>('textbox').value).toBe('Zzqx 40 mg')
  await counter.user.click(await button(/^Trop cher$/))
  await told(/Noté\. 1 manquée aujourd’hui\./)
  expect(noted(counter)).toMatchObject([
    { pharmacyProductId: null, label: 'Zzqx 40 mg', quantity: 1, price: null, reason: 'too-dear' },
  ])
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('by keyboard alone: F1, Entrée notes the hit as absent, at its price; a second one adds up', async () => {
  const counter = await aCounter({ products: theShelf })
  await search(counter, 'coartem')
  await button(/Ajouter Coartem/)
  await counter.user.keyboard('{F1}')
  await panel()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Absent'))
  await counter.user.keyboard('{Enter}')
  await told(/1 manquée aujourd’hui, 3 850 F CFA/)
  await search(counter, 'coartem')
  await button(/Ajouter Coartem/)
  await counter.user.keyboard('{F1}')
  await counter.user.click(within(await panel()).getByRole('button', { name: /Une de plus/ }))
  await counter.user.click(await button(/^Absent$/))
  await told(/2 manquées aujourd’hui, 11 550 F CFA/)
  expect(noted(counter)).toMatchObject([
    { pharmacyProductId: coartem.id, quantity: 1, price: 3850, reason: 'absent' },
    { quantity: 2 },
  ])
})

test('what is sold out is noted from its own row, by touch; tapped twice it is noted once', async () => {
  const counter = await aCounter({ products: theShelf })
  await search(counter, 'maalox')
  await counter.user.click(await button(/Noter la demande : Maalox|Noter la demande.*Maalox/))
  await counter.user.dblClick(await button(/^Absent$/))
  await told(/1 manquée aujourd’hui, 3 100 F CFA/)
  expect(noted(counter)).toMatchObject([{ pharmacyProductId: maalox.id, price: 3100 }])
})

test('a line is noted as it stands, and stays; undone, nothing is left of it', async () => {
  const counter = await aCounter({ products: theShelf })
  scan('3400935955838')
  scan('3400935955838')
  await waitFor(async () =>
    expect(
      within(await lineOf('Doliprane'))
        .getByRole('spinbutton')
        .getAttribute('aria-valuenow'),
    ).toBe('2'),
  )
  await counter.user.keyboard('{F1}')
  await counter.user.click(await button(/^Trop cher$/))
  await told(/Noté/)
  expect(noted(counter)).toMatchObject([
    { pharmacyProductId: doliprane.id, quantity: 2, price: 1250, reason: 'too-dear' },
  ])
  await counter.user.click(await button(/^Annuler$/))
  await told(/Vente manquée effacée\. 0 manquée aujourd’hui/)
  expect(noted(counter)).toEqual([])
  await lineOf('Doliprane')
})

test('without a network it is kept on this terminal, and nothing is sent while it may be taken back', async () => {
  const counter = await aCounter({ products: theShelf })
  goOffline(counter.store)
  await counter.user.click(await button(/Autres actions/))
  await counter.user.click(await screen.findByRole('menuitem', { name: /Noter une vente manquée/ }))
  // Nothing is known yet: no reason can be given.
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Absent' })).disabled).toBe(true)
  fireEvent.change(within(await panel()).getByRole('textbox'), { target: { value: 'Insuline' } })
  await counter.user.click(await button(/^Absent$/))
  await told(/Noté/)
  const [row] = counter.store.get(snapshotAtom).outbox
  expect(row).toMatchObject({ kind: 'missed-sale', attempts: 0 })
  expect(
    row!.nextAttemptAt - Date.parse((JSON.parse(row!.payload) as { missedAt: string }).missedAt),
  ).toBeGreaterThanOrEqual(5_000)
})

test('Échap notes nothing; a box scanned under the panel is added when it closes', async () => {
  const counter = await aCounter({ products: theShelf })
  await waitFor(() => expect(counter.store.get(productIndexAtom)).not.toBeNull())
  await counter.user.keyboard('{F1}')
  await panel()
  scan('3400930145449')
  expect(screen.queryByRole('list', { name: 'Lignes de la vente' })).toBeNull()
  await counter.user.keyboard('{Escape}')
  await lineOf('Coartem')
  expect(noted(counter)).toEqual([])
})

test('the count is of the pharmacy’s day', async () => {
  const { store } = await aCounter({ products: theShelf })
  await store.set(noteMissedSaleAtom, {
    pharmacyProductId: null,
    label: 'Insuline',
    quantity: 3,
    price: 2_500,
    reason: 'absent',
  })
  expect(store.get(missedTodayAtom)(new Date('2026-11-21T22:59:00Z'))).toEqual({ count: 1, value: 7_500 })
  // Midnight in Porto-Novo.
  expect(store.get(missedTodayAtom)(new Date('2026-11-21T23:01:00Z'))).toEqual({ count: 0, value: 0 })
})

test('what has no lot to sell has its last price, or none', () => {
  const facts = { today: '2026-11-21', leftOf: ({ quantity }: { quantity: number }) => quantity }
  const [lot] = maalox.stockItems
  const expired = {
    ...maalox,
    stockItems: [
      { ...lot!, expiresOn: '2026-01-31', salePrice: 2_900 },
      { ...lot!, expiresOn: '2025-01-31', salePrice: 2_000 },
    ],
  }
  expect(missedDraftOf({ product: expired }, facts).price).toBe(2_900)
  const archived = { ...lot!, expiresOn: '2027-01-31', salePrice: 9_900, archived: true }
  expect(missedDraftOf({ product: { ...expired, stockItems: [...expired.stockItems, archived] } }, facts).price).toBe(
    2_900,
  )
  expect(missedDraftOf({ product: { ...maalox, stockItems: [] } }, facts).price).toBeNull()
  expect(
    missedDraftOf({ product: maalox, line: { label: 'Maalox, à l’unité', quantity: 20_000, price: 155 } }, facts),
  ).toMatchObject({ label: 'Maalox, à l’unité', quantity: 10_000, price: 155 })
  expect(missedDraftOf({ text: ` ${'x'.repeat(300)}` }, facts).label).toHaveLength(200)
})

test('a full disk that does not take a note back says so', async () => {
  const counter = await aCounter({ products: theShelf })
  await search(counter, 'Zzqx 40 mg')
  await counter.user.keyboard('{F1}')
  await counter.user.click(await button(/^Trop cher$/))
  await told(/Noté\. 1 manquée aujourd’hui\./)
  fillDisk()
  await counter.user.click(await button(/^Annuler$/))
  expect((await screen.findByText(/n’a pas pu l’effacer/)).textContent).toContain('elle reste notée')
  expect(noted(counter)).toHaveLength(1)
})
