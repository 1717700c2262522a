import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '#shared/domain/permissions.ts'
import type { NewStorageMove } from '#shared/contract/stock-acts.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { aCounter, button, goOffline, scan, type PlayedCall } from './support/a-counter.tsx'
import { coartem } from './support/the-shelf.ts'

const drawer = { id: '018f0000-0000-7000-8000-000000005001', label: 'Tiroir A3', archived: false }
const fridge = { id: '018f0000-0000-7000-8000-000000005002', label: 'Frigo', archived: false }
const product = { ...coartem, storage: 'Frigo', stockItems: coartem.stockItems.slice(0, 1) }
const lot = product.stockItems[0]!
const box = product.codes[0]!
const permissions: Permission[] = ['sale.sell', 'register.use', 'stock.adjust']

// The storages are kept on the terminal.
beforeEach(() => localStorage.clear())

async function moving(of: { permissions?: Permission[]; isOffline?: boolean } = {}) {
  const sent: NewStorageMove[] = []
  const counter = await aCounter({
    products: [product],
    permissions: of.permissions ?? permissions,
    path: '/kiosk/stock',
    onCall: ({ path, body }: PlayedCall) => {
      if (path === '/pharmacy-product-storages/all') return { status: 200, body: [drawer, fridge] }
      if (path !== '/pharmacy-products/move') return undefined
      if (of.isOffline) return 'nobody'
      sent.push(body as NewStorageMove)
      return { status: 200, body: { id: (body as NewStorageMove).id } }
    },
  })
  return { ...counter, sent }
}
const scans = () => within(screen.getByRole('list', { name: 'Scans' })).queryAllByRole('listitem')
const scanned = (text: RegExp) => waitFor(() => expect(scans()[0]?.textContent).toMatch(text))

test('a storage by touch, then a scan moves its product', async () => {
  const { user, sent } = await moving()
  await user.click(await button(/^Ranger/))
  await user.click(await screen.findByRole('radio', { name: 'Tiroir A3' }))
  scan(box)
  await scanned(/Coartem.*Frigo → Tiroir A3/)
  await waitFor(() => expect(sent).toMatchObject([{ stockItemId: lot.id, storageId: drawer.id, whole: true }]))
})

test('a second scan of the same says that it is there', async () => {
  const { user, store } = await moving({ isOffline: true })
  await user.click(await button(/^Ranger/))
  await user.click(await screen.findByRole('radio', { name: 'Tiroir A3' }))
  scan(box)
  await scanned(/Coartem.*Frigo → Tiroir A3/)
  await waitFor(() => expect(store.get(productsAtom).get(product.id)?.storage).toBe('Tiroir A3'))
  scan(box)
  await scanned(/est déjà à Tiroir A3/)
  expect(scans()).toHaveLength(2)
})

test('the label of a storage chooses it by scan; a move is undone', async () => {
  const { user, sent } = await moving()
  await user.click(await button(/^Ranger/))
  await screen.findByRole('radio', { name: 'Frigo' })
  scan('Tiroir A3')
  expect(await screen.findByRole('complementary', { name: 'Ranger à Tiroir A3' })).toBeTruthy()
  scan(box)
  await scanned(/→ Tiroir A3/)
  await user.click(await button(/^Annuler$/))
  await scanned(/\(annulé\)/)
  await waitFor(() => expect(sent.map(({ storageId }) => storageId)).toEqual([drawer.id, fridge.id]))
  scan(box)
  await scanned(/Frigo → Tiroir A3$|Frigo → Tiroir A3Annuler/)
})

test('offline, moves wait in the queue and the product shows its new place', async () => {
  const { user, store, sent } = await moving({ isOffline: true })
  await user.click(await button(/^Ranger/))
  await user.click(await screen.findByRole('radio', { name: 'Tiroir A3' }))
  goOffline(store)
  scan(box)
  await scanned(/Frigo → Tiroir A3/)
  await user.type(screen.getByRole('searchbox'), 'coar')
  const list = within(screen.getByRole('list', { name: 'Produits' }))
  expect(await list.findByText('Tiroir A3')).toBeTruthy()
  expect(sent).toEqual([])
})

test('what is no product moves nothing', async () => {
  const { user } = await moving()
  await user.click(await button(/^Ranger/))
  await user.click(await screen.findByRole('radio', { name: 'Tiroir A3' }))
  scan('3400000000000')
  await scanned(/ni un rangement ni un produit/)
})

test('a seller without the right has no button', async () => {
  await moving({ permissions: ['sale.sell', 'register.use'] })
  await screen.findByRole('searchbox')
  expect(screen.queryByRole('button', { name: /^Ranger/ })).toBeNull()
})
