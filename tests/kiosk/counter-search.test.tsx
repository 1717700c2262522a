import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bestSellersAtom } from '#shared/store/lists/best-sellers-atoms.ts'
import { aCounter } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

const firstHit = () => within(screen.getByRole('list', { name: 'Produits' })).getAllByRole('listitem')[0]?.textContent

test.each([
  ['hydroxyde d aluminium', /Maalox/, 'accents and the apostrophe of the DCI'],
  ['DOLIPRNAE', /Doliprane/, 'capitals, and two letters the wrong way round'],
  ['doliprae', /Doliprane/, 'a letter left out'],
  ['smekta', /Smecta/, 'a wrong letter'],
  ['orange smecta', /Smecta orange/, 'the order of the words'],
  ['doliprane 1000mg', /Doliprane 1000/, 'a space left out'],
  ['dolipranne 1000', /Doliprane/, 'a letter too many'],
  ['diosmectitte', /Smecta/, 'the DCI, misspelt'],
  ['3400935955838', /Doliprane/, 'a code typed by hand'],
  ['doliprane 1 g', /Doliprane 1000/, 'grams for milligrams'],
])('a search for « %s » finds %s: %s', async (typed, found) => {
  await aCounter({ products: theShelf })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: typed } })
  await waitFor(() => expect(firstHit()).toMatch(found), { timeout: 5000 })
})

test('a search that finds nothing says so, and is taken back by one touch that leaves the field ready', async () => {
  const { user } = await aCounter({ products: theShelf })
  const search = screen.getByRole<HTMLInputElement>('searchbox')
  fireEvent.change(search, { target: { value: 'zzqxw' } })
  expect((await screen.findByText(/Aucun résultat pour/)).textContent).toMatch(/«\szzqxw\s»/)
  await user.click(screen.getAllByRole('button', { name: 'Effacer la recherche' }).at(-1)!)
  expect([search.value, document.activeElement]).toEqual(['', search])
})

const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })

test('Entrée adds the only answer; of several, it adds none and says how to take one', async () => {
  const { user } = await aCounter({ products: theShelf })
  const lines = () => screen.queryByRole('list', { name: 'Lignes de la vente' })?.children.length ?? 0
  type('smecta')
  await waitFor(() => expect(firstHit()).toMatch(/Smecta/))
  await user.keyboard('{Enter}')
  expect((await screen.findByText(/↓ puis Entrée, ou touchez la ligne\.$/)).textContent).toMatch(/^2\sproduits/)
  expect(lines()).toBe(0)
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(lines()).toBe(1))
  type('smecta orange')
  await waitFor(() => expect(firstHit()).toMatch(/orange/))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(lines()).toBe(2))
})

test('the number of a lot finds its product, and that lot is sold', async () => {
  const doliprane = theShelf.find(({ label }) => label.startsWith('Doliprane 1000'))!
  const first = doliprane.stockItems[0]!
  const later = { ...first, id: '018f0000-0000-7000-8000-00000000f107', lot: 'ZK-4471', expiresOn: '2029-01-31' }
  const { user, sales } = await aCounter({ products: [{ ...doliprane, stockItems: [first, later] }] })
  type('zk4471')
  await waitFor(() => expect(firstHit()).toContain('ZK-4471'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sales()[0]?.records[0]?.stockItemId).toBe(later.id))
})

test('what is sold most comes first', async () => {
  const smectas = theShelf.filter(({ label }) => label.startsWith('Smecta'))
  for (const best of smectas) {
    const { store } = await aCounter({
      products: smectas.map((product) => ({ ...product, stockItems: smectas[0]!.stockItems })),
      onCall: (call) => (call.path === '/best-sellers' ? { status: 200, body: { ids: [best.id] } } : undefined),
    })
    await waitFor(() => expect(store.get(bestSellersAtom)).toEqual([best.id]))
    type('smec')
    await waitFor(() => expect(firstHit()?.replaceAll(/\s/g, ' ')).toContain(best.label))
    cleanup()
  }
})
