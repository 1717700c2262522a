import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
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
