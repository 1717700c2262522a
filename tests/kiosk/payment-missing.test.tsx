import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { personIndexAtom } from '#shared/store/lists/person-list-atoms.ts'
import { aCounter, button, lineOf, scan } from './support/a-counter.tsx'
import { aurele, port, theClients } from './support/the-clients.ts'
import { theShelf } from './support/the-shelf.ts'

const tile = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Ajouter un paiement' })).getByRole('button', { name })

test('five payments that lack something are completed in the refusal itself, and sent as they stand', async () => {
  const { user, sent, sales, store } = await aCounter({ products: theShelf, clients: theClients })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  await waitFor(() => expect(store.get(personIndexAtom)).not.toBeNull())
  for (const [at, [name, digits]] of (
    [
      [/^Mobile$/, '500'],
      [/^Chèque$/, '600'],
      [/^Crédit$/, '700'],
      [/^Crédit Org\.$/, '800'],
      [/^Sécurité sociale$/, ''],
    ] as const
  ).entries()) {
    await user.click(tile(name))
    for (const digit of digits) await user.click(screen.getByRole('button', { name: digit }))
    await waitFor(() => expect(sales()[0]?.payments).toHaveLength(at + 1))
  }
  await user.click(await button(/Terminer la vente/))
  const modal = await screen.findByRole('alertdialog')
  const missing = () => within(modal).getByRole('heading').textContent
  expect(missing()).toMatch(/^Il manque 5\sinformations$/)
  expect(sent).toEqual([])

  await user.click(within(modal).getByRole('radio', { name: 'Moov Money' }))
  await waitFor(() => expect(missing()).toMatch(/^Il manque 4\s/))
  for (const [label, typed, choice] of [
    ['Banque', 'Banque du Nokoué', null],
    ['Client qui paiera', 'zinsou', /ZINSOU Aurèle/],
    ['Organisme qui paiera', 'port de', /Port de Cotonou/],
    ['Patient', 'zinsou', /ZINSOU Aurèle/],
  ] as const) {
    const field = within(modal).getByRole('textbox', { name: label })
    // At once: keys without a pause would be a scan.
    fireEvent.change(field, { target: { value: typed } })
    if (choice) await user.click((await within(modal).findAllByRole('button', { name: choice }))[0]!)
    else await user.type(field, '{Enter}')
    await waitFor(() => expect(within(modal).queryByRole('textbox', { name: label })).toBeNull())
  }
  await waitFor(() => expect(missing()).toBe('Tout est complet'))
  await user.click(within(modal).getByRole('button', { name: /^Terminer la vente/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    patientId: aurele.id,
    payments: [
      { type: 'MOBILE_MONEY', amount: 500, phoneOperator: 'Moov Money' },
      { type: 'CHEQUE', amount: 600, bank: 'Banque du Nokoué', chequeNumber: null },
      { type: 'CREDIT', amount: 700, creditMetadata: { person: aurele.id } },
      { type: 'CREDIT_ORG', amount: 800, creditMetadata: { organization: port.id } },
      { type: 'SOCIAL_SECURITY', amount: 1250 },
    ],
  })
})

test('a payment that was taken away is to be paid again', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  await user.click(tile(/^Carte$/))
  expect((await button(/Terminer la vente/)).hasAttribute('disabled')).toBe(false)
  await user.click(await button(/^Retirer le paiement Carte$/))
  await waitFor(() => expect(sales()[0]?.payments).toEqual([]))
  expect((await screen.findByRole('status', { name: 'Reste à payer' })).textContent).toMatch(/3\s850/)
})

test('a box that is scanned while a reference is typed joins the sale; the reference is kept', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  await user.click(tile(/^Mobile$/))
  const reference = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Référence de la transaction' })
  reference.focus()
  fireEvent.change(reference, { target: { value: 'MP26' } })
  scan('3400935955838')
  await waitFor(() => expect(sales()[0]?.records).toHaveLength(2))
  await waitFor(() => expect(sales()[0]?.payments).toMatchObject([{ transactionReference: 'MP26' }]))
})
