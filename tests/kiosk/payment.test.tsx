import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { addPayment, removePayment, setAmount } from '#kiosk/payment/payment-edits.ts'
import { newLocalSale, openSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { saleTypes } from '#shared/domain/payment.ts'
import { addRecord } from '#shared/domain/sale-lines.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { personIndexAtom } from '#shared/store/lists/person-list-atoms.ts'
import { aCounter, button, lineOf, pharmacy, scan } from './support/a-counter.tsx'
import { clarisse, port, theClients } from './support/the-clients.ts'
import { theShelf } from './support/the-shelf.ts'

const rules = { cashStep: 5, discountLimit: 10 }
const added = saleTypes.filter((type) => type !== 'INSURANCE')

const aSaleOf = (price: number): LocalSale =>
  addRecord(openSale(newLocalSale({ id: 's', identifier: 'K-1', createdAt: '2026-11-21T11:42:00.000Z' }), 'u', 'x'), {
    id: 'r',
    stockItemId: 'i',
    label: 'Coartem',
    quantity: 1,
    price,
  })

/** Pays half by mobile money, the rest by a note. */
async function payInTwo(user: Awaited<ReturnType<typeof aCounter>>['user']) {
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^Mobile$/))
  for (const digit of ['1', '8', '5', '0']) await user.click(screen.getByRole('button', { name: digit }))
  await waitFor(() => expect(screen.getByRole('status', { name: 'Reste à payer' }).textContent).toContain('2\u202f000'))
  await user.click(await button(/^5\s000/))
}

test('two payments, the change of the note, and the operator asked for before the sale is sent', async () => {
  const { sent, user } = await aCounter({ products: theShelf })
  await payInTwo(user)
  expect((await screen.findByRole('status', { name: 'Rendu' })).textContent).toContain('3\u202f000')
  await user.click(await button(/Terminer la vente/))

  const modal = await screen.findByRole('alertdialog')
  expect(modal.textContent).toContain('Il manque 1\u00a0information')
  expect(modal.textContent).toContain('Opérateur manquant')
  expect(sent).toHaveLength(0)
  await user.click(within(modal).getByRole('radio', { name: 'MTN MoMo' }))
  await waitFor(() =>
    expect(within(modal).getByRole<HTMLButtonElement>('button', { name: 'Terminer la vente' }).disabled).toBe(false),
  )
  await user.click(within(modal).getByRole('button', { name: 'Terminer la vente' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.payments).toMatchObject([
    { type: 'MOBILE_MONEY', amount: 1850, phoneOperator: 'MTN MoMo' },
    { type: 'CASH', amount: 2000, tendered: 5000 },
  ])
})

test('resumed from the refusal, everything typed is there', async () => {
  const { user } = await aCounter({ products: theShelf })
  await payInTwo(user)
  await user.click(await button(/Terminer la vente/))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reprendre la vente' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByRole('button', { name: /^Mobile.*1\s850/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Espèces.*5\s000/ })).toBeTruthy()
})

test('a sale paid without cash shows no note, and its payments stay within touch', async () => {
  const { user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^Carte$/))
  // Wide and narrow screens have it in two places; styles show one.
  await user.click(screen.getAllByRole('button', { name: /Revenir à la vente/ })[0]!)
  await user.click(await button(/^Autres actions$/))
  await user.click(await screen.findByRole('menuitem', { name: /^Voir les paiements/ }))
  expect(await screen.findByRole('button', { name: /^Carte.*3\s850/ })).toBeTruthy()
})

test('while something is owed the closing button says why it waits', async () => {
  const { user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  const end = await button(/Terminer la vente/)
  expect((end as HTMLButtonElement).disabled).toBe(true)
  expect(end.textContent).toContain('Il reste une somme à payer')
})

test('the keyboard types the sum, Entrée ends', async () => {
  const { sent, user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  ;(document.activeElement as HTMLElement).blur()
  for (const digit of ['5', '0', '0', '0']) {
    await user.keyboard(digit)
    // A hand leaves this much between two keys.
    await new Promise((next) => setTimeout(next, 80))
  }
  await screen.findByRole('status', { name: 'Rendu' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.payments).toMatchObject([{ type: 'CASH', tendered: 5000, amount: 3850 }])
})

test('a busy page hears of a whole sum at once: it is what was typed, by the times of its keys', async () => {
  const { user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  ;(document.activeElement as HTMLElement).blur()
  for (const [at, key] of ['5', '0', '0', '0'].entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true })
    Object.defineProperty(event, 'timeStamp', { value: 100_000 + at * 90 })
    document.body.dispatchEvent(event)
  }
  const change = await screen.findByRole('status', { name: 'Rendu' })
  expect(change.textContent).toMatch(/1\s150/)
})

/** Keys of a scanner as slow as a hand, by the times of the events. */
function typeSlowly(keys: readonly string[], gapMs = 65) {
  ;(document.activeElement as HTMLElement).blur()
  for (const [at, key] of keys.entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: 200_000 + at * gapMs })
    document.body.dispatchEvent(event)
  }
}

test.each([45, 65, 120])(
  'the code of a box by a scanner with %i ms a key is a box, no amount, and ends nothing',
  async (gapMs) => {
    const { user, sales, sent } = await aCounter({ products: theShelf })
    scan('3400930145449')
    await lineOf('Coartem')
    await user.click(await button(/^Encaisser$/))
    await user.click(await button(/^5\s000/))
    await screen.findByRole('status', { name: 'Rendu' })
    typeSlowly([...Array.from('3400935955838'), 'Enter'], gapMs)
    await waitFor(() => expect(sales()[0]?.records).toHaveLength(2))
    await screen.findByRole('status', { name: 'Reste à payer' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent).toHaveLength(0)
    for (const payment of sales()[0]!.payments)
      if (payment.type === 'CASH') expect(payment.tendered).toBeLessThanOrEqual(5000)
  },
)

/** A key of a hand, by the times of the events, `gapMs` after the former one. */
function press(keys: readonly string[], { gapMs, repeat = false }: { gapMs: number; repeat?: boolean }) {
  ;(document.activeElement as HTMLElement).blur()
  for (const [at, key] of keys.entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, repeat: repeat && at > 0 })
    Object.defineProperty(event, 'timeStamp', { value: 300_000 + at * gapMs })
    document.body.dispatchEvent(event)
  }
}

test.each(['5000', '10000', '500000', '25000000'])('%s typed in one burst is an amount, no scan', async (amount) => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  press(Array.from(amount), { gapMs: 8 })
  await waitFor(() => expect(sales()[0]?.payments).toMatchObject([{ type: 'CASH', tendered: Number(amount) }]))
  expect(sales()[0]?.records).toHaveLength(1)
})

test('Entrée a moment after a burst of digits ends the sale with the whole amount', async () => {
  const { user, sent } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^5\s000/))
  await screen.findByRole('status', { name: 'Rendu' })
  press(Array.from('100000'), { gapMs: 8 })
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  Object.defineProperty(enter, 'timeStamp', { value: 300_500 })
  document.body.dispatchEvent(enter)
  const asked = await screen.findByRole('alertdialog')
  expect(asked.textContent).toMatch(/100\s000/)
  expect(sent).toHaveLength(0)
})

test('a held Backspace erases the amount, a held digit types it', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  press(['1', '0', '0', '0', '0', '0', '0'], { gapMs: 33, repeat: true })
  await waitFor(() => expect(sales()[0]?.payments).toMatchObject([{ type: 'CASH', tendered: 1_000_000 }]))
  press(Array<string>(6).fill('Backspace'), { gapMs: 33, repeat: true })
  await waitFor(() => expect(sales()[0]?.payments).toMatchObject([{ type: 'CASH', tendered: 1 }]))
})

test('change above the largest note is asked about once, with both figures, before the sale is sent', async () => {
  const { user, sent } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  for (const digit of '50000') await user.click(screen.getByRole('button', { name: digit }))
  await user.click(await button(/Terminer la vente/))
  const modal = await screen.findByRole('alertdialog')
  expect(modal.textContent).toMatch(/50\s000/)
  expect(modal.textContent).toMatch(/46\s150/)
  expect(sent).toHaveLength(0)
  // The large button is not the one that confirms a mistake.
  const isPrimary = (name: RegExp) => within(modal).getByRole('button', { name }).hasAttribute('data-primary')
  expect([isPrimary(/Reprendre/), isPrimary(/terminer ainsi/)]).toEqual([true, false])
  await user.click(within(modal).getByRole('button', { name: /Reprendre/ }))
  await user.click(screen.getByRole('button', { name: 'Effacer' }))
  for (const digit of '0') await user.click(screen.getByRole('button', { name: digit }))
  await user.click(await button(/Terminer la vente/))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Oui, terminer ainsi' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.payments).toMatchObject([{ type: 'CASH', tendered: 50_000, amount: 3850 }])
})

test('a transaction that has paid a sale of this till is said before the next one ends, however it is written', async () => {
  const { user, sent } = await aCounter({ products: theShelf })
  const payBy = async (reference: string) => {
    scan('3400930145449')
    await lineOf('Coartem')
    await user.click(await button(/^Encaisser$/))
    await user.click(await button(/^Mobile$/))
    await user.click(await screen.findByRole('radio', { name: 'MTN MoMo' }))
    const field = screen.getByRole('textbox', { name: 'Référence de la transaction' })
    fireEvent.change(field, { target: { value: reference } })
    fireEvent.blur(field)
  }
  await payBy('MP-0012345')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(await button(/Terminer la vente/))
  await waitFor(() => expect(sent).toHaveLength(1))
  await payBy('mp 12345')
  expect((await screen.findByRole('alert')).textContent).toMatch(/a déjà payé la vente/)
})

test('a box scanned while paying joins the ticket, and the note follows', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^5\s000/))
  await screen.findByRole('status', { name: 'Rendu' })
  scan('3400935955838')
  expect((await screen.findByRole('status', { name: 'Reste à payer' })).textContent).toContain('100')
  expect(sales()[0]?.payments).toMatchObject([{ type: 'CASH', tendered: 5000, amount: 5000 }])
})

test('whatever is typed in whatever order, cash settles what the others leave and no more', () => {
  const gesture = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), type: fc.constantFrom(...added) }),
    fc.record({ kind: fc.constant('amount' as const), at: fc.nat(5), amount: fc.nat(20_000) }),
    fc.record({ kind: fc.constant('remove' as const), at: fc.nat(5) }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.array(gesture, { maxLength: 12 }), (price, gestures) => {
      const paid = gestures.reduce((sale, each, index) => {
        if (each.kind === 'add') return addPayment(sale, { type: each.type, id: `p${index}` }, rules)
        const payment = sale.payments[each.at]
        if (!payment) return sale
        return each.kind === 'amount'
          ? setAmount(sale, payment.id, each.amount, rules)
          : removePayment(sale, payment.id, 5)
      }, aSaleOf(price))
      const { total, applied, rounding, remainder } = saleBalance(paid, 5)
      expect(applied + rounding + remainder).toBe(total)
      expect(paid.payments.filter(({ type }) => type === 'CASH').length).toBeLessThanOrEqual(1)
      for (const payment of paid.payments)
        if (payment.type === 'CASH') expect(payment.amount).toBeLessThanOrEqual(payment.tendered)
      // Nothing but coins that do not exist may stand above the total.
      expect(applied - total).toBeLessThan(5)
    }),
  )
})

const type = async (user: Awaited<ReturnType<typeof aCounter>>['user'], digits: string) => {
  for (const digit of digits) await user.click(screen.getByRole('button', { name: digit }))
}
const tile = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Ajouter un paiement' })).getByRole<HTMLButtonElement>('button', { name })
const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''

/** A box of 3 850, about to be paid. */
async function aBoxToPay(given: Partial<Parameters<typeof aCounter>[0]> = {}) {
  const counter = await aCounter({ products: theShelf, clients: theClients, ...given })
  scan('3400930145449')
  await lineOf('Coartem')
  await counter.user.click(await button(/^Encaisser$/))
  return { ...counter, payments: () => counter.sales()[0]?.payments ?? [] }
}

test('a discount by percent: 8, 80, and 800 that does not exist', async () => {
  const { user, payments } = await aBoxToPay({ permissions: ['sale.sell', 'register.use', 'sale.discount'] })
  await user.click(tile(/^Remise/))
  await waitFor(() => expect(payments()).toMatchObject([{ type: 'DISCOUNT', amount: 0 }]))
  await user.click(screen.getByRole('radio', { name: 'Pourcentage' }))
  await waitFor(() => expect(payments()).toMatchObject([{ percent: 0 }]))
  await type(user, '80')
  await waitFor(() => expect(payments()).toMatchObject([{ percent: 80, amount: 3080 }]))
  await type(user, '0')
  expect(plain(await screen.findByText(/n’est pas possible/))).toContain(
    'Une remise de 800 % n’est pas possible. La remise reste à 80 %.',
  )
  expect(payments()).toMatchObject([{ percent: 80, amount: 3080 }])
})

test('above the limit a percent is refused: the discount that stood before the typing stays, and the next digit begins anew', async () => {
  const { user, payments, store } = await aBoxToPay({ permissions: ['sale.sell', 'register.use', 'sale.discount'] })
  const { identity } = store.get(sessionServicesAtom)!
  await act(() => identity.putSession({ ...store.get(sessionAtom)!, discountLimit: 10 }))
  await user.click(tile(/^Remise/))
  await user.click(await screen.findByRole('radio', { name: 'Pourcentage' }))
  await waitFor(() => expect(payments()).toMatchObject([{ percent: 0 }]))
  await type(user, '25')
  expect(plain(await screen.findByText(/dépasse votre limite/))).toBe(
    '25 % dépasse votre limite, 10 % au plus. La remise reste à 0 %.',
  )
  await waitFor(() => expect(payments()).toMatchObject([{ percent: 0, amount: 0 }]))
  await type(user, '8')
  await waitFor(() => expect(payments()).toMatchObject([{ percent: 8, amount: 308 }]))
})

test('beyond what is left to pay an amount is brought down, and that is said', async () => {
  const { user, payments } = await aBoxToPay()
  await user.click(tile(/^Carte$/))
  await type(user, '5000')
  await waitFor(() => expect(payments()).toMatchObject([{ type: 'CREDIT_CARD', amount: 3850 }]))
  expect(plain(await screen.findByText(/Ramené à/))).toContain(
    '5 000 F CFA dépasse ce qui reste à payer. Ramené à 3 850 F CFA.',
  )
})

test('touched twice, a type is added once', async () => {
  const { user, payments } = await aBoxToPay()
  await user.dblClick(tile(/^Carte$/))
  await waitFor(() => expect(payments()).toHaveLength(1))
})

test('touched twice, one payment is taken away: the one that takes its place stays', async () => {
  const { user, payments } = await aBoxToPay()
  await user.click(tile(/^Carte$/))
  await type(user, '500')
  await waitFor(() => expect(payments()).toMatchObject([{ amount: 500 }]))
  await user.click(tile(/^Mobile$/))
  await waitFor(() => expect(payments()).toHaveLength(2))
  const [card, mobile] = [
    screen.getByRole('button', { name: 'Retirer le paiement Carte' }),
    screen.getByRole('button', { name: 'Retirer le paiement Mobile' }),
  ]
  // Two touches within a moment, however long a busy machine takes to draw what the first one did.
  const moment = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  fireEvent.click(card)
  fireEvent.click(mobile)
  moment.mockRestore()
  await waitFor(() => expect(payments()).toMatchObject([{ type: 'MOBILE_MONEY' }]))
})

test('credit to a person who is found by name: what he owes, what this makes of it, and down to his limit', async () => {
  const { user, payments, sent, store } = await aBoxToPay({
    products: theShelf.map((product) => ({
      ...product,
      stockItems: product.stockItems.map((item) => ({ ...item, salePrice: item.salePrice * 10 })),
    })),
  })
  await user.click(tile(/^Crédit$/))
  await waitFor(() => expect(store.get(personIndexAtom)).not.toBeNull())
  // At once: keys without a pause would be a scan.
  fireEvent.change(await screen.findByRole('textbox', { name: 'Client qui paiera' }), { target: { value: 'clarisse' } })
  await user.click((await screen.findAllByRole('button', { name: /AGBODJAN Clarisse/ }))[0]!)
  // 15 000 owed, 38 500 asked, 40 000 allowed.
  expect(plain(await screen.findByText(/^Doit/))).toBe(
    'Doit 15 000 F CFA, devra 53 500 sur 40 000 permis. Dépasse de 13 500.',
  )
  await user.click(await button(/Ramener à/))
  await waitFor(() =>
    expect(payments()).toMatchObject([{ type: 'CREDIT', amount: 25_000, creditMetadata: { person: clarisse.id } }]),
  )
  await user.click(tile(/^Espèces$/))
  await user.click(await button(/Terminer la vente/))
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('credit to an organization: one is chosen, and without one the closing asks for it', async () => {
  const { user, sent } = await aBoxToPay()
  await user.click(tile(/^Crédit Org\.$/))
  await user.click(await button(/Terminer la vente/))
  const modal = await screen.findByRole('alertdialog')
  expect(plain(modal)).toContain('Client manquant')
  await user.click(await within(modal).findByRole('button', { name: /Port de Cotonou/ }))
  await user.click(await within(modal).findByRole('button', { name: 'Terminer la vente' }))
  await waitFor(() =>
    expect(sent[0]?.payments).toMatchObject([
      { type: 'CREDIT_ORG', amount: 3850, creditMetadata: { organization: port.id } },
    ]),
  )
})

test('social security without a policy: its body is chosen, the number typed', async () => {
  const { user, payments } = await aBoxToPay()
  await user.click(tile(/^Sécurité sociale$/))
  // The only body there is needs no choice.
  await waitFor(() =>
    expect(payments()).toMatchObject([
      { type: 'SOCIAL_SECURITY', socialSecurityMetadata: { body: 'ARCH', identifier: null } },
    ]),
  )
  await user.type(await screen.findByRole('textbox', { name: 'Numéro d’assuré' }), 'SS-1{Enter}')
  await waitFor(() => expect(payments()).toMatchObject([{ socialSecurityMetadata: { identifier: 'SS-1' } }]))
  expect(screen.getByText('Patient manquant')).toBeTruthy()
})

test('without a patient the coverage says where it comes from', async () => {
  const { user } = await aBoxToPay()
  await user.click(tile(/^Couverture$/))
  const panel = await screen.findByRole('region', { name: 'Couverture du patient' })
  expect(plain(panel)).toContain('Choisissez le patient')
  await user.click(within(panel).getByRole('button', { name: 'Choisir le patient' }))
  expect(await screen.findByRole('searchbox', { name: 'Chercher un client' })).toBeTruthy()
})

test('by keyboard alone: a letter adds a type, figures its amount, Suppr takes it away, Entrée ends', async () => {
  const { user, payments, sent } = await aBoxToPay()
  ;(document.activeElement as HTMLElement).blur()
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await user.keyboard(key)
      await new Promise((next) => setTimeout(next, 80))
    }
  }
  await press('c', '1', '0', '0', '0')
  await waitFor(() => expect(payments()).toMatchObject([{ type: 'CREDIT_CARD', amount: 1000 }]))
  await press('m')
  await waitFor(() => expect(payments()).toHaveLength(2))
  await press('{Delete}')
  await waitFor(() => expect(payments()).toHaveLength(1))
  await press('e')
  await waitFor(() => expect(payments()).toMatchObject([{ type: 'CREDIT_CARD' }, { type: 'CASH', amount: 2850 }]))
  await press('{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('where cash bears a stamp duty it is said before, paid above the total, and sent with the cash', async () => {
  const { sent, user } = await aCounter({
    products: theShelf,
    known: {
      country: { ...pharmacy.country, fiscalPlatform: 'fne' },
      settings: { ...pharmacy.settings, stampDuty: true },
    },
  })
  scan('3400930145449')
  await lineOf('Coartem')
  const due = await screen.findByRole('status', { name: 'À payer' })
  expect(due.textContent?.replaceAll(/\s/g, ' ')).toContain('En espèces, timbre de 100 F CFA en plus')
  expect(await button(/^3\s950.*compte juste/)).toBeTruthy()
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^Espèces$/))
  expect((await screen.findByText(/^Timbre de quittance, en plus du total/)).textContent).toContain('+100')
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Reste à payer' })).toBeNull())
  await user.click(await button(/^5\s000/))
  expect((await screen.findByRole('status', { name: 'Rendu' })).textContent).toContain('1\u202f050')
  await user.click(await button(/Terminer la vente/))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    total: 3850,
    payments: [{ type: 'CASH', amount: 3850, tendered: 5000, stampDuty: 100 }],
  })
})

test('cash that lacks something brought the duty already: the rest is asked for without it', async () => {
  const { user } = await aCounter({
    products: theShelf,
    known: {
      country: { ...pharmacy.country, fiscalPlatform: 'fne' },
      settings: { ...pharmacy.settings, stampDuty: true },
    },
  })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^Espèces$/))
  for (const digit of ['3', '0', '0', '0']) await user.click(screen.getByRole('button', { name: digit }))
  await screen.findByRole('status', { name: 'Reste à payer' })
  await user.keyboard('{Escape}')
  await button(/^Encaisser$/)
  const due = await screen.findByRole('status', { name: 'Reste à payer' })
  expect(due.textContent?.replaceAll(/\s/g, ' ')).toContain('950')
  expect(due.textContent).not.toContain('timbre')
})

test('a sale that is paid mostly by mobile money bears none', async () => {
  const { user } = await aCounter({
    products: theShelf,
    known: {
      country: { ...pharmacy.country, fiscalPlatform: 'fne' },
      settings: { ...pharmacy.settings, stampDuty: true },
    },
  })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^Mobile$/))
  for (const digit of ['2', '8', '5', '0']) await user.click(screen.getByRole('button', { name: digit }))
  await user.click(await button(/^Espèces$/))
  expect((await screen.findByRole('status', { name: /^(Rendu|Rien à rendre)$/ })).textContent).not.toContain('timbre')
  expect(screen.queryByText(/^Timbre de quittance/)).toBeNull()
})
