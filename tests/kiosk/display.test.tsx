import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { displayFace, displayMoney } from '#kiosk/display/display-face.ts'
import { newLocalSale, openSale } from '#shared/domain/local-sale.ts'
import { sum } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { payCash, setPayments } from '#shared/domain/sale-lines.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { displayAtom } from '#shared/store/sales/display-atoms.ts'
import { personIndexAtom } from '#shared/store/lists/person-list-atoms.ts'
import { changeSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { openSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { aCounter, button, goOffline, lineOf, pharmacy, scan } from './support/a-counter.tsx'
import { aDisplay } from './support/a-display.tsx'
import { theClients } from './support/the-clients.ts'
import { theShelf } from './support/the-shelf.ts'

const [coartemCode, dolipraneCode] = ['3400930145449', '3400935955838']

/** A counter and, beside it, the window that its customer sees. */
async function aCounterWithDisplay(given: Partial<Parameters<typeof aCounter>[0]> = {}) {
  const counter = await aCounter({ products: theShelf, ...given })
  return { ...counter, display: await aDisplay() }
}

test('idle: the pharmacy, the hour, when it is open; and nothing else', async () => {
  const { display, store } = await aCounterWithDisplay()
  const { identity } = store.get(sessionServicesAtom)!
  await identity.patchTerminal({
    pharmacy: { ...pharmacy, settings: { ...pharmacy.settings, openingHours: 'Lun.–sam. 8 h–20 h' } },
  })
  await waitFor(() =>
    expect(display.said()).toMatch(/^Pharmacie Camp Guézo\d\d:42Samedi 21 novembreLun.–sam. 8 h–20 h$/),
  )
})

test('a pharmacy that an earlier version was told of has no hours to show, and shows the rest', async () => {
  const { display, store, user } = await aCounterWithDisplay()
  const { settings: _, country, ...older } = pharmacy
  const { fiscalPlatform: __, ...olderCountry } = country
  await store
    .get(sessionServicesAtom)!
    .identity.patchTerminal({ pharmacy: { ...older, country: olderCountry } as typeof pharmacy })
  await waitFor(() => expect(display.said()).toMatch(/novembre$/))
  // And its counter sells.
  scan(coartemCode)
  await lineOf('Coartem')
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(display.said()).toMatch(/Merci/))
})

test('in step with the sale: lines, what is to be paid, what was given, the change; then thanks until the next one begins', async () => {
  const { display, user } = await aCounterWithDisplay()
  scan(coartemCode)
  await waitFor(() => expect(display.lines()).toEqual(['1Coartem 20/120 mg cp B/243 850']))
  expect(display.figure('À payer')).toBe('À payer3 850F CFA')
  scan(coartemCode)
  scan(dolipraneCode)
  await waitFor(() => expect(display.figure('À payer')).toContain('8 950'))
  expect(display.lines()[0]).toBe('2Coartem 20/120 mg cp B/247 700')
  await user.click(await button(/^10\s000/))
  await waitFor(() => expect(display.said()).toContain('Espèces reçues10 000Votre monnaie1 050'))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(display.said()).toContain('Merci'))
  expect(display.figure('Votre monnaie')).toContain('1 050')
  // The counter stands on the next, empty sale: the change stays.
  await screen.findByRole('region', { name: /terminée$/ })
  expect(display.figure('Votre monnaie')).toContain('1 050')
  scan(dolipraneCode)
  await waitFor(() => expect(display.lines()).toEqual(['1Doliprane 1000 mg cp B/81 250']))
  expect(display.said()).not.toContain('Merci')
})

test('never the stock, the lot or the shelf', async () => {
  const { display } = await aCounterWithDisplay()
  scan(dolipraneCode)
  await lineOf('Lot NEAR')
  await waitFor(() => expect(display.lines()).toHaveLength(1))
  expect(display.said()).not.toMatch(/NEAR|Tiroir|boîtes|stock/i)
})

test('who waits is not shown to the next customer; back to the first sale, it is his again', async () => {
  const { display, user } = await aCounterWithDisplay()
  scan(coartemCode)
  await waitFor(() => expect(display.lines()).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Nouvelle vente' }))
  await waitFor(() => expect(display.said()).toContain('novembre'))
  scan(dolipraneCode)
  await waitFor(() => expect(display.lines()[0]).toContain('Doliprane'))
  await user.click(screen.getByRole('tab', { name: /-1/ }))
  await waitFor(() => expect(display.lines()[0]).toContain('Coartem'))
})

test('locked, it shows nobody’s sale; without a network it goes on', async () => {
  const { display, user, store } = await aCounterWithDisplay({ onSale: () => 'nobody' })
  goOffline(store)
  scan(coartemCode)
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(display.figure('Votre monnaie')).toContain('1 150'))
  await user.click(screen.getByRole('button', { name: 'Verrouiller' }))
  await waitFor(() => expect(display.said()).toMatch(/^Pharmacie Camp Guézo\d\d:42/))
})

test('showing the same sale again writes nothing', async () => {
  const { store, sales } = await aCounterWithDisplay()
  scan(coartemCode)
  await waitFor(() => expect(store.get(displayAtom)).not.toBeNull())
  const first = store.get(displayAtom)
  vi.setSystemTime(Date.now() + 60_000)
  for (const _ of [1, 2, 3]) scan(coartemCode)
  await waitFor(() => expect(sales()[0]?.records[0]?.quantity).toBe(4))
  expect(store.get(displayAtom)).toEqual(first)
})

test('what a payer takes of each line is told under it, and what he does not cover', async () => {
  const { display, user, store } = await aCounterWithDisplay({ clients: theClients, path: '/kiosk/clients' })
  await waitFor(() => expect(store.get(personIndexAtom)).not.toBeNull())
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Chercher un client' }), {
    target: { value: 'agbodjan' },
  })
  await user.click(
    (await within(await screen.findByRole('list', { name: 'Clients trouvés' })).findAllByRole('button'))[0]!,
  )
  await user.click(await button(/Vendre à ce patient/))
  await screen.findByRole('group', { name: 'Patient' })
  scan(coartemCode)
  await waitFor(() => expect(display.lines()[0]).toContain('NSIA Assurances prend en charge 3 080'))
  expect(display.said()).toContain('Bonjour Mme AGBODJAN')
  expect(display.said()).toContain('Total3 850 F CFANSIA Assurances−3 080 F CFA')
  expect(display.figure('À payer')).toContain('770')
  const sale = store.get(openSalesAtom)[0]
  await store.set(changeSaleAtom, sale!, (stored) =>
    setPayments(
      stored,
      stored.payments.map((payment) =>
        'shares' in payment
          ? { ...payment, shares: [{ lineId: crypto.randomUUID(), amount: payment.amount }] }
          : payment,
      ),
    ),
  )
  await waitFor(() => expect(display.lines()[0]).toContain('Non couvert par votre contrat'))
})

// ── the rules alone ──
const open = openSale(
  newLocalSale({ id: 's1', identifier: 'K7QF-1', createdAt: '2026-11-21T11:42:00.000Z' }),
  'u1',
  'p1',
)
const withLine = { ...open, records: [{ id: 'r1', stockItemId: 'i1', label: 'Coartem', quantity: 1, price: 3850 }] }
const display = { saleId: 's1', at: 0 }

test.each([
  ['open with lines', [withLine], false, 'selling'],
  ['open and empty', [open], false, 'idle'],
  ['put aside', [{ ...withLine, status: 'LOCAL' as const }], false, 'idle'],
  ['on its way', [{ ...withLine, status: 'SUBMITTING' as const }], false, 'ended'],
  // The customer has paid: what the server says is between it and the seller.
  ['refused later', [{ ...withLine, status: 'ERROR' as const }], false, 'ended'],
  ['locked', [withLine], true, 'idle'],
  ['gone', [], false, 'idle'],
])('a sale that is %s', (_, sales, isLocked, kind) => {
  expect(displayFace({ display, sales, acknowledged: [] }, isLocked ? null : 'p1').kind).toBe(kind)
})

test('an ended sale is forgotten in the session of another seller', () => {
  const ended = { ...withLine, status: 'SUBMITTING' as const }
  expect(displayFace({ display, sales: [ended], acknowledged: [] }, 'p1').kind).toBe('ended')
  expect(displayFace({ display, sales: [ended], acknowledged: [] }, 'p2').kind).toBe('idle')
})

test('a payment that was begun and not typed is not received', () => {
  const { received, toPay } = displayMoney(
    setPayments(withLine, [
      { id: 'p1', type: 'MOBILE_MONEY', amount: 0, phoneOperator: null, transactionReference: null },
    ]),
    5,
  )
  expect([received, toPay]).toEqual([[], 3850])
})

test('law: total = payers + discount + to pay; what was received, less the change and the odd francs, settles it', () => {
  const anyPayment = fc.oneof(
    fc.record({
      id: fc.uuid(),
      type: fc.constant('INSURANCE' as const),
      amount: fc.nat(2000),
      insuranceMetadata: fc.constant({ insurer: null, coverage: null, contractPolicy: null, voucher: null }),
    }),
    fc.record({ id: fc.uuid(), type: fc.constant('DISCOUNT' as const), amount: fc.nat(300) }),
    fc.record({ id: fc.uuid(), type: fc.constant('CREDIT_CARD' as const), amount: fc.nat(900) }),
  ) as fc.Arbitrary<Payment>
  fc.assert(
    fc.property(fc.array(anyPayment, { maxLength: 4 }), fc.nat(9000), (payments, tendered) => {
      const sale = payCash(setPayments(withLine, payments), { id: 'c', tendered }, 5)
      const money = displayMoney(sale, 5)
      expect(sum(money.payers.map(({ amount }) => amount)) + money.discount + money.toPay).toBe(money.total)
      const received = sum(money.received.map(({ amount }) => amount))
      expect(Math.abs(money.toPay - (received - money.change) - money.remainder)).toBeLessThan(5)
    }),
  )
})
