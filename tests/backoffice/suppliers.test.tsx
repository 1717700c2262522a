import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Supplier } from '#shared/contract/suppliers.ts'
import { aDesk, ok, type Answer, type Asked } from './support/a-desk.tsx'

const supplier: Supplier = {
  id: '018f0000-0000-7000-8000-0000000000f1',
  name: 'Ubipharm',
  returnDays: 90,
  customerNumber: null,
  phone: null,
  email: null,
  address: null,
  contacts: [],
  deliveryDays: [1],
  paymentDays: null,
  note: null,
  wholesalerId: null,
  minimumOrder: null,
  creditLimit: null,
  archived: false,
}
const code = { code: '2512345', productId: '018f0000-0000-7000-8000-0000000000f2', productLabel: 'Coartem 20/120' }

/** A server with one supplier, one remembered code, and what it was asked to write. */
function aServer(written: Asked[], refusal?: Answer) {
  return (asked: Asked): Answer | undefined => {
    if (asked.method !== 'GET') {
      written.push(asked)
      return refusal ?? ok(asked.method === 'DELETE' ? { code: code.code } : { ...supplier, ...(asked.body as object) })
    }
    if (asked.path === '/suppliers') return ok({ items: [supplier], total: 1 })
    if (asked.path === `/suppliers/${supplier.id}`) return ok(supplier)
    if (asked.path === `/suppliers/${supplier.id}/codes`) return ok({ items: [code], total: 1 })
    return undefined
  }
}
const open = async (written: Asked[], refusal?: Answer) => {
  const { user } = await aDesk({
    path: `/backoffice/fournisseurs/${supplier.id}`,
    products: [],
    answer: aServer(written, refusal),
  })
  return { user, panel: await screen.findByRole('complementary') }
}

test('delivery days, delays and a contact are saved as the call takes them', async () => {
  const written: Asked[] = []
  const { user, panel } = await open(written)
  await user.click(await within(panel).findByRole('checkbox', { name: 'jeu.' }))
  await user.type(within(panel).getByRole('textbox', { name: /^Délai de paiement/ }), '30')
  await user.click(within(panel).getByRole('button', { name: /Ajouter/ }))
  await user.type(within(panel).getByRole('textbox', { name: 'Nom, contact 1' }), 'Mme Ahouansou')
  await user.click(within(panel).getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(written).toHaveLength(1))
  expect(written[0]).toMatchObject({
    method: 'PATCH',
    body: {
      deliveryDays: [1, 4],
      paymentDays: 30,
      contacts: [{ name: 'Mme Ahouansou', role: '', phone: '', email: '' }],
    },
  })
})

test('a code of its notes is forgotten in place', async () => {
  const written: Asked[] = []
  const { user, panel } = await open(written)
  await user.click(await within(panel).findByRole('button', { name: 'Supprimer le code 2512345' }))
  await waitFor(() =>
    expect(written).toMatchObject([{ method: 'DELETE', path: `/suppliers/${supplier.id}/codes/2512345` }]),
  )
})
