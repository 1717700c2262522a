import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Supplier } from '#shared/contract/suppliers.ts'
import { anOrder, orderId, productId, supplierId } from './support/an-order.ts'
import { anOrderRecord } from './support/an-order-record.ts'
import { aDesk, ok, plain, rowTexts, type Answer, type Asked } from './support/a-desk.tsx'

const record = anOrderRecord({ id: productId, supplierId })
const order = anOrder()

async function theDesk(path: string, answer: (asked: Asked) => Answer | undefined) {
  const written: Asked[] = []
  const { user } = await aDesk({
    path: `/backoffice${path}`,
    products: [],
    answer: (asked) => {
      if (asked.path === '/suppliers/all') return ok([{ id: supplierId, name: 'Ubipharm' } as Supplier])
      if (asked.path === '/order-preparations/records-stat') return ok([record])
      if (asked.path === '/order-preparations/records') {
        const budget = asked.query.get('budget')
        const purse = {
          spent: 48_000,
          gain: 9_000,
          leftLines: 1,
          leftAmount: 144_000,
          leftGain: 20_000,
          distance: 0,
          promisedLeft: 2,
          shortagesLeft: 1,
        }
        return ok({
          items: [budget ? { ...record, leftOut: 60 } : record],
          total: 1,
          orderable: 1,
          boxes: budget ? 20 : 80,
          amount: budget ? 48_000 : 192_000,
          unpriced: 0,
          withoutSupplier: 2,
          withoutSupplierBoxes: 7,
          bySupplier: [],
          loss: 18_000,
          purse: budget ? purse : null,
        })
      }
      if (asked.method !== 'GET') written.push(asked)
      return answer(asked)
    },
  })
  return { user, written }
}

test('the list says what, how much, from whom and why; a budget of the address leaves boxes out', async () => {
  await theDesk('/commandes/preparation?budget=50000', () => undefined)
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
  const row = plain(rowTexts()[0]!.join(' '))
  for (const part of ['Coartem', 'En partie', '20', 'Ubipharm', '48 000']) expect(row).toContain(part)
  expect(plain(screen.getByRole('main').textContent ?? '')).toContain(
    '1 produit, 20 boîtes, 48 000 F CFA ; 2 produits (7 boîtes) sans fournisseur, hors commande',
  )
})

test('the budget says whom it does not reach: clients who paid, and products out of stock', async () => {
  const { user } = await theDesk('/commandes/preparation?budget=50000', () => undefined)
  await user.click(await screen.findByRole('button', { name: 'Changer le budget' }))
  const dialog = await screen.findByRole('dialog', { name: 'Budget de la commande' })
  await waitFor(() =>
    expect(plain(dialog.textContent)).toContain('2 boîtes déjà payées par des clients restent à commander.'),
  )
  expect(plain(dialog.textContent)).toContain('1 rupture n’a pas ses premiers jours.')
})

test('other boxes and another supplier are sent; the list becomes orders once, with the budget shown', async () => {
  const { user, written } = await theDesk(`/commandes/preparation/${productId}?budget=50000`, (asked) => {
    if (asked.path === `/order-records/${productId}`) return ok(record)
    if (asked.path === '/order-preparations')
      return ok({ id: orderId, orders: [{ id: orderId, number: 12, supplierName: 'Ubipharm', lines: 1 }] })
    return asked.path === `/orders/${orderId}` ? ok(order) : undefined
  })
  const panel = within(await screen.findByRole('complementary', { name: record.label }))
  const boxes = await panel.findByLabelText('Boîtes')
  await user.clear(boxes)
  await user.type(boxes, '12')
  await user.click(panel.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(written).toMatchObject([{ method: 'PATCH', body: { quantity: 12 } }]))
  await user.click(screen.getByRole('button', { name: 'Créer les commandes' }))
  const question = await screen.findByRole('alertdialog')
  expect(plain(question.textContent)).toContain('2 produits (7 boîtes) sans fournisseur restent dans la liste.')
  const asked = within(question)
  await user.click(asked.getByRole('button', { name: 'Créer les commandes' }))
  await waitFor(() => expect(written.at(-1)).toMatchObject({ path: '/order-preparations', body: { budget: 50_000 } }))
  expect(await screen.findByRole('heading', { level: 1, name: /^Ubipharm, commande n°/ })).toBeDefined()
})

test('what an order still awaits counts the boxes of a delivery that is being controlled', async () => {
  const [line] = anOrder().lines
  const arriving = { ...order, lines: [{ ...line!, noted: 2 }] }
  await theDesk(`/commandes/${orderId}`, (asked) => (asked.path === `/orders/${orderId}` ? ok(arriving) : undefined))
  const figure = (await screen.findByText('Encore attendues')).closest('div')
  expect(plain(figure?.textContent ?? '')).toBe('Encore attendues6, dont 2 en réception')
})

test('a sent order is received or given up; a draft’s gestures are not offered', async () => {
  const { user, written } = await theDesk(`/commandes/${orderId}`, (asked) =>
    asked.path.startsWith(`/orders/${orderId}`) ? ok(order) : undefined,
  )
  expect(await screen.findByRole('button', { name: 'Recevoir' })).toHaveProperty('disabled', false)
  expect(screen.queryByRole('button', { name: 'Marquer envoyée' })).toBeNull()
  expect(screen.queryByRole('form', { name: 'Ajouter un produit' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Abandonner le reste' }))
  const asked = within(await screen.findByRole('alertdialog'))
  expect(plain(asked.getByText(/ne viendront plus/).textContent ?? '')).toContain('6 boîtes ne viendront plus')
  await user.click(asked.getByRole('button', { name: 'Ne plus attendre' }))
  await waitFor(() => expect(written).toMatchObject([{ path: `/orders/${orderId}/give-up` }]))
})

test('an order is printed with its lines, its supplier and what it costs', async () => {
  const supplier = { name: 'Ubipharm', customerNumber: 'C-77', address: null, phone: '+22921300000', email: null }
  const pharmacy = { name: 'Pharmacie Camp Guézo', address: null, phone: null }
  const { user } = await theDesk(`/commandes/${orderId}`, (asked) =>
    asked.path === `/orders/${orderId}/export-data`
      ? ok({ order, supplier, pharmacy })
      : asked.path === `/orders/${orderId}`
        ? ok(order)
        : undefined,
  )
  let printed = ''
  vi.stubGlobal('print', () => (printed = plain(screen.getByRole('document').textContent ?? '')))
  onTestFinished(() => void vi.unstubAllGlobals())
  await user.click(await screen.findByRole('button', { name: 'Imprimer' }))
  await waitFor(() => expect(printed).toContain('Bon de commande n° 12'))
  for (const part of ['Ubipharm, client n° C-77', '2000017', 'Coartem', '10', '24 000']) expect(printed).toContain(part)
})
