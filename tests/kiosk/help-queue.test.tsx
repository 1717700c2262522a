import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteMissedSaleAtom, notePhotoAtom, queuedNotesAtom } from '#shared/store/sales/note-atoms.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { aCounter, button } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

const missed = {
  pharmacyProductId: null,
  label: 'Insuline Lantus',
  quantity: 2,
  price: 12_500,
  reason: 'too-dear',
} as const
const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''
const row = async (text: RegExp) =>
  waitFor(() => {
    const found = within(screen.getByRole('complementary'))
      .getAllByRole('listitem')
      .find((each) => text.test(plain(each)))
    if (!found) throw new Error('no such row')
    return found
  })

/** The edge of these tests knows neither missed sales nor photos: it refuses both. */
async function aRefusedNote() {
  const counter = await aCounter({ products: theShelf })
  await counter.store.set(noteMissedSaleAtom, missed)
  await waitFor(() => expect(counter.store.get(queuedNotesAtom)[0]?.errors).not.toBeNull())
  await counter.user.click(await button(/à envoyer/))
  return counter
}

test('the pill counts what was noted and not sent; the queue names it, and why it was refused', async () => {
  await aRefusedNote()
  expect(plain(await button(/à envoyer/))).toMatch(/1 à envoyer/)
  expect(plain(screen.getByRole('complementary'))).toContain('1 vente manquée, sur ce poste')
  expect(plain(await row(/Insuline/))).toMatch(/Vente manquée, trop cher · quantité 2.*25 000.*Refusée/)
})

test('sent again it has the next revision; let go of it is gone, and not by a double tap', async () => {
  const { store, user } = await aRefusedNote()
  await user.click(await button(/^Réessayer : Insuline|^Réessayer.*Insuline/))
  await waitFor(() =>
    expect(store.get(queuedNotesAtom)).toMatchObject([
      { row: { revision: 2 }, errors: [{ message: 'requests:notFound' }] },
    ]),
  )
  await user.dblClick(await button(/^Abandonner.*Insuline/))
  expect(store.get(queuedNotesAtom)).toHaveLength(1)
  await user.click(await button(/^Oui, abandonner/))
  await waitFor(() => expect(store.get(queuedNotesAtom)).toEqual([]))
  expect(screen.getByText('Aucun envoi en attente sur ce poste.')).toBeTruthy()
})

test('a photo waits with its sale, and says of which', async () => {
  const { store, sales, user } = await aCounter({ products: theShelf })
  await waitFor(() => expect(sales()).toHaveLength(1))
  await store.set(notePhotoAtom, {
    saleId: sales()[0]!.id,
    paymentId: null,
    mime: 'image/jpeg',
    bytes: new Uint8Array([1, 2, 3]),
  })
  await user.click(await button(/à envoyer/))
  expect(plain(await row(/Photo du bon/))).toMatch(new RegExp(`vente ${sales()[0]!.identifier}.*En attente`))
  expect(plain(screen.getByRole('complementary'))).toContain('1 photo, sur ce poste')
  expect(await store.get(sharedSalesAtom)!.store.readPhoto(store.get(queuedNotesAtom)[0]!.row.saleId)).toBeTruthy()
})
