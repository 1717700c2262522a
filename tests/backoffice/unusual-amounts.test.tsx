import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** Forms that know no usual amount, or whose call refuses more than there is. */
const withoutQuestion: Record<string, string> = {
  'bills/ahead': 'more than is ahead is refused',
  'bills/bill-rule-modal': 'a limit of bills moves no money',
  'claims/new-claim-panel': 'nothing is known of a claim by hand before it is prepared, then sent',
  'deliveries/new-delivery-panel': 'nothing is known of a delivery before its lines',
  'order-preparation/budget-button': 'a budget moves no money; what it buys is shown',
  'payers/exception-modal': 'a price that an insurer pays, from its contract',
  'settings/pharmacy-settings-screen': 'a limit of discounts moves no money',
  'statements/statement-head-fields': 'its difference with the lines stands on the statement',
  'statements/statement-line-form': 'its difference with the delivery stands on the line',
  'ui/forms/amount-field': 'the field itself',
  'ui/forms/paid-out-fields': 'the fields of forms that ask',
  'ui/policies/ceiling-fields': 'ceilings of a contract, from its paper',
}

test('every form in which money is typed asks about an unusual amount, or says why not', () => {
  const folder = join(import.meta.dirname, '../../src/backoffice')
  const typing = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => ({ name: file.replace(/\.tsx$/, ''), text: readFileSync(join(folder, file), 'utf8') }))
    .filter(({ text }) => /<(AmountField|PaidOutFields)|function AmountField/.test(text))
  const silent = typing.filter(({ text }) => !text.includes('unusual:')).map(({ name }) => name)
  expect(silent.toSorted()).toEqual(Object.keys(withoutQuestion).toSorted())
})
