import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCounter, lineOf, lines, scan } from './support/a-counter.tsx'
import { coartem, doliprane, dolipraneBox, theShelf } from './support/the-shelf.ts'

test.each([
  ['letters', '@@##!!'],
  ['a torn DataMatrix', ']d2\u001D99ZZ'],
  ['a poem', 'x'.repeat(300)],
])('nonsense (%s) is said, and leaves the sale and the search alone', async (_, text) => {
  const { sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  scan(text)
  expect((await screen.findByRole('alert')).textContent).toMatch(/Code inconnu/)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(sales()[0]?.records).toHaveLength(1)
})

test('a recalled lot is refused in any spelling, also one that is not in stock, and one in quarantine', async () => {
  const recalled = {
    ...doliprane,
    recalledLots: ['R-123', 'far'],
    stockItems: doliprane.stockItems.map((item) => ({
      ...item,
      blocked: ({ FAR: 'recall', NEAR: 'quarantine' } as const)[item.lot!] ?? null,
    })),
  }
  const { sales } = await aCounter({ products: [recalled] })
  for (const [lot, words] of [
    ['R-123', 'lot R-123 rappelé\u00a0: ne pas vendre, mettre de côté'],
    ['FAR', 'lot FAR rappelé'],
    ['NEAR', 'lot NEAR en quarantaine'],
  ] as const) {
    scan(dolipraneBox(lot, '290531'))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words))
  }
  // No lot is left to sell: the plain code proposes none either.
  scan('3400935955838')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('aucun lot à vendre'))
  expect(sales()[0]?.records).toEqual([])
})

test('a lot that was withdrawn is refused in words, while its sisters sell', async () => {
  const recalled = {
    ...doliprane,
    stockItems: doliprane.stockItems.map((item) => ({ ...item, archived: item.lot === 'FAR' })),
  }
  const { sales } = await aCounter({ products: [recalled] })
  scan(dolipraneBox('FAR', '290531'))
  expect((await screen.findByRole('alert')).textContent).toContain('lot FAR retiré de la vente')
  expect(sales()[0]?.records).toEqual([])
  scan(dolipraneBox('NEAR', '261229'))
  await lineOf('Lot NEAR')
})

test('a code that one product carries twice is one product', async () => {
  await aCounter({ products: [{ ...coartem, codes: ['3400930145449', '03400930145449', '3400930145449'] }] })
  scan('3400930145449')
  expect((await lineOf('Coartem')).textContent).toContain('Coartem')
  expect(lines()).toHaveLength(1)
})

test('twenty scans in a row all land', async () => {
  const { sales } = await aCounter({ products: theShelf })
  for (let box = 0; box < 20; box++) scan(box % 2 === 0 ? '3400930145449' : '3400935955838')
  await waitFor(() => expect(sales()[0]?.records.map(({ quantity }) => quantity)).toEqual([10, 10]))
})

test('a scan under an open panel lands, and what is being typed stays', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await user.click(within(await lineOf('Coartem')).getByRole('button', { expanded: false }))
  await user.click(screen.getByRole('textbox', { name: 'Quantité' }))
  await user.keyboard('7')
  scan('3400935955838')
  await lineOf('Doliprane')
  expect(screen.getByRole('region', { name: /^Ligne Coartem/ })).toBeTruthy()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sales()[0]?.records.map(({ quantity }) => quantity)).toEqual([7, 1]))
})

test('the same box scanned twice is said at once and not added, unless the seller insists', async () => {
  const { sales, user } = await aCounter({ products: theShelf })
  const box = (serial: string) => `]d201034009359558381729053121${serial}\u001D10FAR`
  scan(box('SER-1'))
  await lineOf('Doliprane')
  await waitFor(() => expect(sales()[0]?.records).toMatchObject([{ quantity: 1, serials: ['SER-1'] }]))
  scan(box('SER-1'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/déjà dans la vente, n° de série SER-1/)
  expect(sales()[0]?.records).toMatchObject([{ quantity: 1 }])
  await user.click(screen.getByRole('button', { name: 'Ajouter quand même' }))
  await waitFor(() => expect(sales()[0]?.records).toMatchObject([{ quantity: 2, serials: ['SER-1', 'SER-1'] }]))
  scan(box('SER-2'))
  await waitFor(() => expect(sales()[0]?.records[0]?.serials).toEqual(['SER-1', 'SER-1', 'SER-2']))
})
