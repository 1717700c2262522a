import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NewLotCorrection } from '#shared/contract/stock-acts.ts'
import { productIndexAtom, productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { aCounter, button, scan, type PlayedCall } from './support/a-counter.tsx'
import { said, vendeur } from './support/a-till.tsx'
import { doliprane, dolipraneBox } from './support/the-shelf.ts'

const [far, undated] = doliprane.stockItems
const product = { ...doliprane, stockItems: [far!, { ...undated!, lot: null, expiresOn: null }] }

/** The stock at the counter; `isOffline`: no server answers. */
async function theStock({ isOffline = false } = {}) {
  const sent: NewLotCorrection[] = []
  const counter = await aCounter({
    products: [product],
    permissions: [...vendeur, 'stock.adjust'],
    path: '/kiosk/stock',
    onCall: ({ path, body }: PlayedCall) => {
      if (path !== '/pharmacy-products/correct-lot') return undefined
      if (isOffline) return 'nobody'
      sent.push(body as NewLotCorrection)
      return { status: 200, body: { id: (body as NewLotCorrection).id } }
    },
  })
  const lotNow = () =>
    counter.store
      .get(productsAtom)
      .get(product.id)
      ?.stockItems.find(({ id }) => id === undated!.id)
  return { ...counter, sent, lotNow }
}
type Stock = Awaited<ReturnType<typeof theStock>>

async function openForm({ user }: Stock) {
  await user.type(await screen.findByRole('searchbox'), 'doli')
  await user.click(await within(screen.getByRole('list', { name: 'Produits' })).findByRole('button'))
  await user.click(
    within(await screen.findByRole('group', { name: 'Actions sur le lot sans numéro' })).getByRole('button', {
      name: 'Lot et date',
    }),
  )
}

test('the scanned box proposes number and date; they are recorded with their reason and show at once', async () => {
  const stock = await theStock()
  await openForm(stock)
  scan(dolipraneBox('K7', '280630'))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Numéro de lot' }).value).toBe('K7'))
  expect(screen.getByRole('radio', { name: 'Lu sur la boîte', checked: true })).toBeTruthy()
  await stock.user.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(stock.lotNow()).toMatchObject({ lot: 'K7', expiresOn: '2028-06-30' }))
  await waitFor(() =>
    expect(stock.sent).toMatchObject([
      {
        stockItemId: undated!.id,
        lot: 'K7',
        expiresOn: '2028-06-30',
        from: { lot: null, expiresOn: null },
        reason: 'read-on-box',
      },
    ]),
  )
})

test('a box of another product proposes nothing, and the scan does not leave the form', async () => {
  const stock = await theStock()
  await openForm(stock)
  scan('3400930145449')
  expect(await screen.findByText('Ce code est celui d’un autre produit.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Le lot le dit déjà' }).disabled).toBe(true)
})

test('the number of another lot is told', async () => {
  const stock = await theStock()
  await openForm(stock)
  await stock.user.type(screen.getByRole('textbox', { name: 'Numéro de lot' }), 'far')
  expect(said(await screen.findByText(/porte déjà ce numéro/))).toContain('Les deux lots restent séparés')
})

test('the shelf is dated by scan without a network; a second box of the lot changes nothing, and a scan is undone', async () => {
  const { store, user, lotNow } = await theStock({ isOffline: true })
  await waitFor(() => expect(store.get(productIndexAtom)).toBeTruthy())
  await user.click(await button(/^Dater/))
  const scans = () => within(screen.getByRole('list', { name: 'Scans' })).queryAllByRole('listitem')
  scan(dolipraneBox('K7', '280630'))
  await waitFor(() => expect(scans()[0]?.textContent).toMatch(/Doliprane.*K7/))
  await waitFor(() => expect(lotNow()).toMatchObject({ lot: 'K7', expiresOn: '2028-06-30' }))
  scan(dolipraneBox('K7', '280630'))
  await waitFor(() => expect(scans()[0]?.textContent).toContain('rien ne manque à ce lot'))
  await user.click(within(scans()[1]!).getByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(lotNow()).toMatchObject({ lot: null, expiresOn: null }))
})
