import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NewStockAct } from '#shared/contract/stock-acts.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { aCounter } from './support/a-counter.tsx'
import { said, vendeur } from './support/a-till.tsx'
import { doliprane } from './support/the-shelf.ts'

/** Lots of boxes of 8; no server answers: the till is alone. */
const openable = { ...doliprane, stockItems: doliprane.stockItems.map((item) => ({ ...item, units: 8 })) }

async function theStock(permissions: Permission[]) {
  const counter = await aCounter({
    products: [openable],
    permissions,
    path: '/kiosk/stock',
    onCall: ({ method }) => (method === 'PATCH' ? 'nobody' : undefined),
  })
  await counter.user.type(await screen.findByRole('searchbox'), 'doli')
  await counter.user.click(await within(screen.getByRole('list', { name: 'Produits' })).findByRole('button'))
  await screen.findByRole('complementary', { name: openable.label })
  return {
    ...counter,
    acts: () =>
      counter.store
        .get(snapshotAtom)
        .outbox.flatMap(({ kind, payload }) => (kind === 'stock-act' ? [JSON.parse(payload) as NewStockAct] : [])),
    begin: (lot: string, name: string) =>
      counter.user.click(
        within(screen.getByRole('group', { name: `Actions sur le lot ${lot}` })).getByRole('button', { name }),
      ),
    row: (lot: string) => said(screen.getByText(lot, { exact: false, selector: 'td' }).closest('tr')!),
  }
}
const pharmacien: Permission[] = [...vendeur, 'stock.adjust']

test('who may not adjust the stock sees the lots and no gesture', async () => {
  await theStock(vendeur)
  expect(screen.queryByRole('group', { name: /Actions sur/ })).toBeNull()
})

test('a count is recorded as its difference, with a reason, and shows at once without a network', async () => {
  const { user, acts, begin, row } = await theStock(pharmacien)
  await begin('FAR', 'Corriger')
  const pad = within(screen.getByRole('group', { name: 'Pavé numérique' }))
  await user.click(pad.getByRole('button', { name: '7' }))
  await user.click(screen.getByRole('radio', { name: 'Autre' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choisissez le motif' }).disabled).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Casse' }))
  await user.click(screen.getByRole('button', { name: /^Corriger de/ }))
  await waitFor(() => expect(row('FAR')).toMatch(/7/))
  expect(acts()).toMatchObject([{ act: 'adjust', change: -3, reason: 'breakage', note: null }])
})

test('a box of 8 becomes 8 tablets on this screen', async () => {
  const { user, acts, begin } = await theStock(pharmacien)
  await begin('NEAR', 'Déconditionner')
  expect(screen.getByText(/^1 boîte de 8 → 8 comprimés/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Ouvrir 1.boîte$/ }))
  await waitFor(() => expect(screen.getByRole('table', { name: 'Lots, Comprimé' })).toBeTruthy())
  expect(said(screen.getByRole('table', { name: 'Lots, Comprimé' }))).toContain('8')
  expect(acts()).toMatchObject([{ act: 'unpack', boxes: 1 }])
})

test('a lot set aside here is refused here at once, and can be released', async () => {
  const { user, acts, begin, row } = await theStock(pharmacien)
  await begin('NEAR', 'Mettre de côté')
  await user.click(screen.getByRole('button', { name: 'Mettre en quarantaine' }))
  await waitFor(() => expect(row('NEAR')).toContain('quarantaine'))
  await begin('NEAR', 'Remettre en vente')
  await user.click(screen.getByRole('button', { name: 'Lever la quarantaine' }))
  await waitFor(() => expect(row('NEAR')).not.toContain('quarantaine'))
  expect(acts().map(({ act }) => act)).toEqual(['quarantine', 'release'])
})
