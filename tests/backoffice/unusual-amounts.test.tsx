import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDesk, ok, plain, type Asked } from './support/a-desk.tsx'

const supplierId = '018f0000-0000-7000-8000-0000000000f1'
const payable = {
  supplierId,
  supplierName: 'Ubipharm',
  owed: 300_000,
  overdue: 0,
  ahead: 0,
  nextDueOn: null,
  notBilled: 0,
}

/** The account of a supplier who is owed 300,000, and the payments that were written. */
async function payingForm() {
  const written: Asked[] = []
  const { user } = await aDesk({
    path: `/backoffice/echeances/${supplierId}`,
    products: [],
    answer: (asked) => {
      if (asked.method === 'POST') {
        written.push(asked)
        return ok({ ...(asked.body as object), number: 1 })
      }
      if (asked.path === '/supplier-payments/payables') return ok([payable])
      if (asked.path.startsWith('/supplier-payments/accounts/'))
        return ok({ supplierName: 'Ubipharm', before: 300_000, balance: 300_000, entries: [] })
      return undefined
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Noter un paiement' }))
  const form = within(await screen.findByRole('form', { name: 'Paiement' }))
  return { user, form, written }
}

test('a payment above what is owed is asked for once more, with both figures; another amount asks again', async () => {
  const { user, form, written } = await payingForm()
  const amount = form.getByRole('textbox', { name: /^Montant/ })
  await user.clear(amount)
  await user.type(amount, '3000000')
  await user.click(form.getByRole('button', { name: 'Enregistrer' }))
  expect(plain(form.getByRole('alert').textContent)).toBe('Est-ce bien 3 000 000 F CFA ? Vous lui devez 300 000 F CFA.')
  expect(written).toEqual([])
  await user.type(amount, '0')
  expect(form.queryByRole('alert')).toBeNull()
  await user.click(form.getByRole('button', { name: 'Enregistrer' }))
  await user.click(form.getByRole('button', { name: 'Oui, c’est bien ça' }))
  await waitFor(() => expect(written).toMatchObject([{ body: { amount: 30_000_000 } }]))
})

test('what is owed is paid without a question', async () => {
  const { user, form, written } = await payingForm()
  await user.click(form.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(written).toMatchObject([{ body: { amount: 300_000 } }]))
})
