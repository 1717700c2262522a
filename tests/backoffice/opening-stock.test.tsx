import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDesk, ok, plain, type Asked } from './support/a-desk.tsx'

const id = '018f0000-0000-7000-8000-000000000c01'
const productId = '018f0000-0000-7000-8000-000000000c02'
const row = {
  ordered: null,
  delivered: 12,
  free: 0,
  purchasePrice: '890',
  salePrice: 1250,
  vat: 0,
  lot: 'D7',
  expiresOn: '2028-06-30',
}
const line = { code: '', by: null, proposals: [], reasons: [], isExpired: false, row }
const read = {
  id,
  supplierId: null,
  supplierName: null,
  fileName: 'stock.csv',
  createdAt: '2026-11-21T09:00:00.000Z',
  doneAt: null,
  tables: [{ name: null, headers: [{ header: 'Stock', samples: ['12'] }], rows: 2 }],
  sheet: 0,
  profile: { columns: { label: 'Désignation', delivered: 'Stock', purchasePrice: 'PA' }, decimals: 'comma' },
  readBy: { kind: 'headers', name: null },
  looksLike: null,
  rows: [
    { ...line, line: 2, label: 'DOLIPRANE', outcome: 'known', productId, productLabel: 'Doliprane 1 g', by: 'code' },
    { ...line, line: 3, label: 'SERUM PHYSIO', outcome: 'unknown', productId: null, productLabel: null },
  ],
  notes: [{ bl: null, day: null, lines: 2, total: 21_360, knownAs: null }],
}
const enter = `POST /delivery-imports/${id}/lots`

test('a file of the shelves is entered without a supplier, once its unknown lines are decided', async () => {
  const answer = ({ method, path }: Asked) => {
    if (path === '/delivery-imports') return { status: 201, body: read }
    if (path === `/delivery-imports/${id}/lots`)
      return { status: 201, body: { lots: 2, units: 24, products: 2, value: 21_360 } }
    return method === 'GET' ? ok({ items: [], total: 0 }) : undefined
  }
  const { user, sent } = await aDesk({ path: '/backoffice/livraisons/stock-de-depart', answer })
  expect(await screen.findByRole('heading', { level: 1, name: 'Stock de départ' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Fournisseur' })).toBeNull()
  await user.upload(screen.getByLabelText('Fichier'), new File(['x'], 'stock.csv', { type: 'text/csv' }))
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Entrer le stock de départ' })
  expect(plain(document.body.textContent ?? '')).toContain('2 lignes, 24 boîtes, 21 360 F CFA au coût.')
  expect(button.disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: /^Faire de la ligne sans produit connu un produit/ }))
  expect(button.disabled).toBe(false)
  await user.click(button)
  await waitFor(() => expect(sent(enter)).toEqual([{ makesProducts: true }]))
  expect(await screen.findByText(/^2\slots entrés\s: 24\sboîtes, 21\s360\sF\sCFA au coût$/)).toBeTruthy()
})
