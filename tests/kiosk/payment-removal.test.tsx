import { screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bringBackPayment, removePayment } from '#kiosk/payment/payment-edits.ts'
import { newLocalSale, openSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { payCash } from '#shared/domain/sale-lines.ts'
import { anySale } from '#tests/domain/support/any-sale.ts'
import { aCounter, button, lineOf, scan } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

const tile = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Ajouter un paiement' })).getByRole<HTMLButtonElement>('button', { name })
const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''

/** A box of 3 850 (or what it is said to cost), about to be paid. */
async function aBoxToPay(salePrice = 3850) {
  const counter = await aCounter({
    products: theShelf.map((product) => ({
      ...product,
      stockItems: product.stockItems.map((item) => ({ ...item, salePrice })),
    })),
  })
  scan('3400930145449')
  await lineOf('Coartem')
  await counter.user.click(await button(/^Encaisser$/))
  const type = async (digits: string) => {
    for (const digit of digits) await counter.user.click(screen.getByRole('button', { name: digit }))
  }
  return { ...counter, type, payments: () => counter.sales()[0]?.payments ?? [] }
}

test('a payment that was taken away comes back by « Annuler », where it stood and as it was', async () => {
  const { user, type, payments } = await aBoxToPay()
  await user.click(tile(/^Chèque$/))
  await type('500')
  await user.click(tile(/^Carte$/))
  await waitFor(() =>
    expect(payments()).toMatchObject([
      { type: 'CHEQUE', amount: 500 },
      { type: 'CREDIT_CARD', amount: 3350 },
    ]),
  )
  const before = payments()
  await user.click(screen.getByRole('button', { name: 'Retirer le paiement Chèque' }))
  await waitFor(() => expect(payments()).toHaveLength(1))
  expect(plain(screen.getByText(/^Paiement retiré/))).toBe('Paiement retiré : Chèque, 500 F CFA')
  await user.click(screen.getByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(payments()).toEqual(before))
  expect(screen.queryByText(/^Paiement retiré/)).toBeNull()
})

test('once another payment is typed nothing is offered back: it would take its place', async () => {
  const { user, payments } = await aBoxToPay()
  await user.click(tile(/^Carte$/))
  await user.click(await button(/Retirer le paiement Carte/))
  await screen.findByText(/^Paiement retiré/)
  await user.click(tile(/^Chèque$/))
  await waitFor(() => expect(payments()).toMatchObject([{ type: 'CHEQUE', amount: 3850 }]))
  expect(screen.queryByText(/^Paiement retiré/)).toBeNull()
})

test('always: taken away and brought back, a sale is paid as before; twice is once', () => {
  fc.assert(
    fc.property(anySale, fc.nat(), (content, at) => {
      const open: LocalSale = {
        ...openSale(newLocalSale({ id: 's', identifier: 'K-1', createdAt: '2026-11-21T11:42:00.000Z' }), 'u', 'x'),
        ...content,
      }
      const cash = open.payments.find(({ type }) => type === 'CASH')
      // Cash stands last and settles what the others leave, as it does after any gesture.
      const sale = cash?.type === 'CASH' ? payCash(open, cash, 5) : open
      const payment = sale.payments[at % Math.max(1, sale.payments.length)]
      fc.pre(payment !== undefined)
      const back = bringBackPayment(removePayment(sale, payment!.id, 5), payment!, sale, 5)
      expect(back.payments).toEqual(sale.payments)
      expect(bringBackPayment(back, payment!, sale, 5)).toBe(back)
    }),
  )
})

test('the last odd francs, which no coin settles, are closed by cash of nothing', async () => {
  const { user, type, payments, sent } = await aBoxToPay(3852)
  await user.click(tile(/^Carte$/))
  await type('3850')
  await waitFor(() => expect(payments()).toMatchObject([{ type: 'CREDIT_CARD', amount: 3850 }]))
  await user.click(tile(/^Espèces$/))
  await waitFor(() => expect(payments()).toMatchObject([{}, { type: 'CASH', amount: 0, tendered: 0 }]))
  await user.click(await button(/Terminer la vente/))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    total: 3852,
    rounding: 2,
    payments: [
      { type: 'CREDIT_CARD', amount: 3850 },
      { type: 'CASH', amount: 0, tendered: 0 },
    ],
  })
})

test('« ? » names the letter of every payment type, which is the one its tile has', async () => {
  const { user } = await aBoxToPay()
  const letters = new Map(
    within(screen.getByRole('group', { name: 'Ajouter un paiement' }))
      .getAllByRole('button')
      .map((each) => [each.querySelector('span')?.firstChild?.textContent, each.getAttribute('aria-keyshortcuts')]),
  )
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('?')
  const help = await screen.findByRole('dialog', { name: 'Raccourcis du clavier' })
  const listed = new Map(
    [...help.querySelectorAll('dl > div')].map((line) => [
      line.querySelector('dd')?.textContent,
      line.querySelector('dt')?.textContent,
    ]),
  )
  expect(letters.size).toBe(9)
  for (const [label, letter] of letters) expect(listed.get(label!)).toBe(letter)
})

test('Échap closes the keys and leaves the payment where it is; the next one goes back to the ticket', async () => {
  const { user } = await aBoxToPay()
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Raccourcis du clavier' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Raccourcis du clavier' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'Encaissement' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Encaissement' })).toBeNull())
})
