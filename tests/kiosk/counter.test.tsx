import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { holdSale } from '#shared/windows/locks.ts'
import { accepted } from '#tests/support/a-local-sale.ts'
import { aCounter, button, goOffline, lineOf, lines, scan } from './support/a-counter.tsx'
import { coartem, doliprane, dolipraneBox, theShelf } from './support/the-shelf.ts'

const near = doliprane.stockItems[1]!
const far = doliprane.stockItems[0]!
const old = doliprane.stockItems[2]!

test('a scanned box adds the lot that expires first, never the expired one', async () => {
  const { sales } = await aCounter({ products: theShelf })
  scan('3400935955838')
  expect((await lineOf('Doliprane')).textContent).toContain('Lot NEAR, 12/2026')
  expect(sales()[0]?.records).toMatchObject([{ stockItemId: near.id, quantity: 1, price: 1250 }])
})

test('the lot that the box says wins over the one that expires first', async () => {
  const { sales } = await aCounter({ products: theShelf })
  scan(dolipraneBox('FAR', '290531'))
  await lineOf('Lot FAR')
  expect(sales()[0]?.records[0]?.stockItemId).toBe(far.id)
})

test('quick scans of one box add up on one line', async () => {
  await aCounter({ products: theShelf })
  for (let box = 0; box < 4; box++) scan('3400930145449')
  await waitFor(() => expect(screen.getByRole('spinbutton', { name: coartem.label }).textContent).toBe('4'))
  expect(lines()).toHaveLength(1)
})

test('one box paid in cash: scan, note, « Terminer »; the next sale is ready', async () => {
  const { sent, user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  expect((await screen.findByRole('status', { name: 'À rendre' })).textContent).toContain('1\u202f150')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    total: 3850,
    revision: 1,
    payments: [{ type: 'CASH', amount: 3850, tendered: 5000 }],
    records: [{ stockItemId: coartem.stockItems[0]!.id }],
  })

  scan('3400935955838')
  await lineOf('Doliprane')
  expect(sales().map((sale) => sale.identifier)).toEqual([expect.stringMatching(/-2$/)])
})

test('a box scanned while the next sale is being opened is its first line', async () => {
  const { sent, user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  scan('3400935955838')
  await lineOf('Doliprane')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sales()).toMatchObject([
    { identifier: expect.stringMatching(/-2$/) as string, records: [{ label: doliprane.label, quantity: 1 }] },
  ])
})

test('the note says its change before it is touched, and the big figure after', async () => {
  const { user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  const note = await button(/^5\s000/)
  expect(note.textContent).toContain('rendu 1\u202f150')
  await user.click(note)
  expect((await screen.findByRole('status', { name: 'Rendu' })).textContent).toContain('1\u202f150')
})

test('touched twice, « Terminer » ends the sale once', async () => {
  const { sent, user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await user.click(await button(/compte juste/))
  await user.dblClick(await button(/^Terminer$/))
  await screen.findByRole('status', { name: 'Payé, rien à rendre' })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.getAllByRole('tab')).toHaveLength(1)
})

test('a scan is heard while a button has the focus, and presses nothing', async () => {
  const { sent } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  screen.getByRole('button', { name: 'Encaisser' }).focus()
  scan('3400935955838')
  await lineOf('Doliprane')
  expect(screen.queryByRole('heading', { name: 'Paiements' })).toBeNull()
  expect(sent).toHaveLength(0)
})

test('a scan leaves the search field as it was', async () => {
  const { user } = await aCounter({ products: theShelf })
  const search = screen.getByRole<HTMLInputElement>('searchbox')
  await user.type(search, 'sme')
  scan('00000000')
  await screen.findByText(/Code inconnu/)
  expect(search.value).toBe('sme')
})

test('an unknown lot proposes the first to expire, and says so', async () => {
  await aCounter({ products: theShelf })
  scan(dolipraneBox('ZZ9', '281231'))
  await lineOf('Lot NEAR')
  expect(screen.getByRole('alert').textContent).toContain('le lot ZZ9 n’est pas dans votre stock')
})

test('a box whose expiry date is no day is added, and the seller is told to look at it', async () => {
  await aCounter({ products: theShelf })
  scan(dolipraneBox('NEAR', '280231'))
  await lineOf('Lot NEAR')
  expect(screen.getByRole('alert').textContent).toContain('péremption illisible dans le code de la boîte')
})

test.each([
  ['the list knows to be expired', dolipraneBox('OLD', '261031')],
  ['nobody knows, expired by its own code', dolipraneBox('XX1', '250131')],
])('a lot that %s is refused', async (_, box) => {
  const { sales } = await aCounter({ products: theShelf })
  scan(box)
  expect((await screen.findByRole('alert')).textContent).toMatch(/périmé/)
  expect(sales()[0]?.records).toEqual([])
})

test('who may sell expired lots is asked first; the line then says that it expired', async () => {
  const { sales, user } = await aCounter({ products: theShelf, permissions: ['sale.sell', 'sale.expired'] })
  scan(dolipraneBox('OLD', '261031'))
  expect((await screen.findByRole('alert')).textContent).toContain('lot OLD périmé')
  expect(sales()[0]?.records).toEqual([])
  await user.click(await button(/Ajouter quand même/))
  expect((await lineOf('Lot OLD')).textContent).toContain('périmé')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sales()[0]?.records[0]?.stockItemId).toBe(old.id)
})

test('an unknown code says what was read and changes nothing', async () => {
  const { sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  scan('3400999999990')
  expect((await screen.findByRole('alert')).textContent).toContain('3400999999990')
  expect(sales()[0]?.records).toHaveLength(1)
})

test('a code of two products asks which', async () => {
  const { user } = await aCounter({ products: theShelf })
  scan('3400936404120')
  expect(await screen.findByText(/2 produits portent ce code/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Ajouter Smecta 3 g sach/ }))
  await lineOf('ancien')
})

test('more than the list knows of may be sold, and the line says so', async () => {
  const { user } = await aCounter({ products: theShelf })
  scan('3400935955838')
  const line = await lineOf('Doliprane')
  for (let added = 0; added < 2; added++) await user.click(within(line).getByRole('button', { name: /Une de plus/ }))
  await waitFor(() => expect(line.textContent).toContain('2 en stock seulement'))
})

test('a line that was removed comes back within five seconds, with the cash that was given', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Coartem/))
  await user.click(await button(/Retirer la ligne/))
  await waitFor(() => expect(lines()).toEqual([]))
  await user.click(await button(/^Annuler$/))
  await lineOf('Coartem')
  expect(sales()[0]?.payments).toMatchObject([{ type: 'CASH', tendered: 5000, amount: 3850 }])
})

test('another lot of the line: its price comes with it', async () => {
  const dear = {
    ...doliprane,
    stockItems: doliprane.stockItems.map((item) => (item.id === far.id ? { ...item, salePrice: 1400 } : item)),
  }
  const { user } = await aCounter({ products: [dear] })
  scan('3400935955838')
  await user.click(within(await lineOf('Doliprane')).getByRole('button', { expanded: false }))
  await user.click(screen.getByRole('button', { name: /Lot FAR.*1\s400/ }))
  await waitFor(() => expect(lines()[0]).toContain('Lot FAR'))
  expect(lines()[0]).toContain('1\u202f400')
})

test('typing anywhere searches; Entrée adds what stands first', async () => {
  const { user } = await aCounter({ products: theShelf })
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('arte')
  expect(screen.getByText(/1\srésultat/)).toBeTruthy()
  expect(screen.getByText('Arté')).toBeTruthy()
  await user.keyboard('{Enter}')
  await lineOf('Coartem')
})

test('plus and minus of an empty search change the last line; « ? » shows the keys', async () => {
  const { user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.keyboard('++-')
  await waitFor(() => expect(screen.getByRole('spinbutton', { name: coartem.label }).textContent).toBe('2'))
  await user.keyboard('?')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('what this terminal sold and the list does not count yet is taken off the shelf', async () => {
  const { store, user } = await aCounter({ products: theShelf, onSale: () => 'nobody' })
  goOffline(store)
  scan('3400930145449')
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await screen.findByRole('status', { name: 'Payé, rien à rendre' })
  await user.keyboard('coar')
  expect(await screen.findByText('4 en stock')).toBeTruthy()
  expect(screen.getByText('Liste de 11:42')).toBeTruthy()
})

test('two customers at once: each tab keeps its own lines', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(screen.getByRole('button', { name: 'Nouvelle vente' }))
  await waitFor(() => expect(screen.getAllByRole('tab')).toHaveLength(2))
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toContain('-2'))
  await screen.findByText(/Aucune ligne/)
  scan('3400935955838')
  await lineOf('Doliprane')
  await user.click(screen.getByRole('tab', { name: /-1/ }))
  await lineOf('Coartem')
  expect(lines()).toHaveLength(1)
  expect(sales().map((sale) => sale.records.length)).toEqual([1, 1])
})

test('a sale shown in another window is not edited here', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  const [sale] = sales()
  await user.click(screen.getByRole('link', { name: 'Stock' }))
  await screen.findByRole('searchbox', { name: /produit/ })
  const leave = await holdSale(sale!.id)
  await user.click(screen.getByRole('tab', { name: /-1/ }))
  expect(await screen.findByText('Cette vente est ouverte dans une autre fenêtre')).toBeTruthy()
  leave?.()
  await lineOf('Coartem')
})

test('closing the tab of a sale leaves it for whoever comes; an empty one goes', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(screen.getByRole('button', { name: /Fermer l’onglet/ }))
  await user.click(await button(/1 en attente/))
  // The next one opens a moment later.
  await waitFor(() =>
    expect(
      sales()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['LOCAL', 'ONGOING']),
  )
  await user.click(await screen.findByRole('menuitem', { name: /^Vente .*-1/ }))
  await lineOf('Coartem')
  expect(sales().find(({ records }) => records.length > 0)?.status).toBe('ONGOING')
})

test('a refusal of the server keeps every line and payment; resumed, it goes with the next revision', async () => {
  const refuse = {
    status: 422,
    body: { message: 'sales:cannotSaleArchivedStockItem', details: { items: [{ label: coartem.label }] } },
  }
  const { sent, user } = await aCounter({
    products: theShelf,
    onSale: (sale, body) => (sale.revision === 1 ? refuse : accepted(body)),
  })
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  await user.click(await button(/1\sà envoyer/))
  const drawer = screen.getByRole('complementary', { name: 'Ventes à envoyer' })
  await waitFor(() => expect(drawer.textContent).toContain('Un lot de la vente est archivé'))
  await user.click(within(drawer).getByRole('button', { name: 'Reprendre la vente' }))
  await lineOf('Coartem')
  expect((await screen.findByRole('status', { name: 'Rendu' })).textContent).toContain('1\u202f150')
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(sent.map(({ revision }) => revision)).toEqual([1, 2]))
})
