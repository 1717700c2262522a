import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { addRecord, setPayments } from '#shared/domain/sale-lines.ts'
import { changeSaleAtom, createSaleAtom, endSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { editSaleAtom } from '#kiosk/counter/sale/edit-sale.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { aCounter, button, lineOf, scan } from '#tests/kiosk/support/a-counter.tsx'
import { theShelf } from '#tests/kiosk/support/the-shelf.ts'
import { aurele, clarisse, port, theClients } from '#tests/kiosk/support/the-clients.ts'

const said = (element: Element) => element.textContent.replaceAll(/\s/g, ' ')

async function collecting() {
  const counter = await aCounter({
    products: [],
    clients: theClients,
    permissions: ['sale.sell', 'register.use'],
    path: '/kiosk/caisse',
    onSale: () => 'nobody',
    onCall: ({ method }) => (method === 'POST' ? 'nobody' : undefined),
  })
  const { user } = counter
  await user.click(await screen.findByRole('button', { name: 'Ouvrir la caisse' }))
  await user.click(await screen.findByRole('button', { name: 'Encaisser un crédit' }))
  const panel = within(screen.getByRole('complementary', { name: 'Encaisser un crédit' }))
  const find = (text: string) => user.type(panel.getByRole('textbox', { name: 'Patient' }), text)
  const moved = () =>
    counter.store.get(snapshotAtom).outbox.flatMap(({ kind, payload }) => {
      const act = kind === 'register-act' ? (JSON.parse(payload) as RegisterAct) : null
      return act?.act === 'move' ? [act.movement] : []
    })
  const goOffline = () => act(() => counter.store.set(connectivityAtom, { state: 'offline', since: null, seconds: 0 }))
  return { ...counter, panel, find, moved, goOffline }
}

test('what a client owes stands where his credit is collected, with what was sold to him here meanwhile; more than that is taken offline only', async () => {
  const { user, store, panel, find, moved, goOffline } = await collecting()
  await find('agbo')
  await user.click((await panel.findAllByRole('button', { name: /1984/ }))[0]!)
  await waitFor(() => expect(said(panel.getByText(/Doit/))).toBe('Doit 15 000 F CFA.'))
  const sale = await store.set(createSaleAtom)
  const credited = await store.set(changeSaleAtom, sale, (open) =>
    setPayments(
      addRecord(open, {
        id: crypto.randomUUID(),
        stockItemId: crypto.randomUUID(),
        label: 'Coartem',
        quantity: 1,
        price: 2_000,
      }),
      [{ id: crypto.randomUUID(), type: 'CREDIT', amount: 2_000, creditMetadata: { person: clarisse.id } }],
    ),
  )
  await store.set(endSaleAtom, credited!, 5)
  await waitFor(() => expect(said(panel.getByText(/Doit/))).toBe('Doit 17 000 F CFA.'))
  for (const digit of ['2', '000', '0']) await user.click(panel.getByRole('button', { name: digit }))
  expect(said(panel.getByText(/Doit/))).toBe('Doit 17 000 F CFA. Vous encaissez 3 000 F CFA de plus.')
  expect(said(panel.getByRole('alert'))).toBe('Encaissez au plus ce qu’il doit.')
  expect(panel.getByRole('button', { name: 'Encaisser en espèces' }).hasAttribute('disabled')).toBe(true)
  goOffline()
  expect(panel.queryByRole('alert')).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Encaisser en espèces' }))
  await waitFor(() =>
    expect(moved()).toMatchObject([
      { kind: 'collection', amount: 20_000, clientId: clarisse.id, type: 'CASH', operator: null, note: null },
    ]),
  )
})

test('another client is chosen: what was typed and how it is paid stay, and the credit is collected by mobile money of that operator', async () => {
  const { user, moved, panel, find, goOffline } = await collecting()
  goOffline()
  await find('agbo')
  await user.click((await panel.findAllByRole('button', { name: /1984/ }))[0]!)
  for (const digit of ['5', '000']) await user.click(panel.getByRole('button', { name: digit }))
  await user.click(panel.getByRole('radio', { name: 'Mobile' }))
  await user.click(panel.getByRole('radio', { name: 'Moov Money' }))
  await user.type(panel.getByRole('textbox', { name: 'Note (facultatif)' }), 'Mars')
  await user.click(panel.getByRole('button', { name: 'Changer' }))
  await find('zins')
  await user.click(await panel.findByRole('button', { name: /ZINSOU/ }))
  await user.click(panel.getByRole('button', { name: 'Encaisser par mobile' }))
  await waitFor(() =>
    expect(moved()).toMatchObject([
      {
        kind: 'collection',
        amount: 5000,
        clientId: aurele.id,
        type: 'MOBILE_MONEY',
        operator: 'Moov Money',
        note: 'Mars',
      },
    ]),
  )
})

test('an operator that was chosen before another means is not sent', async () => {
  const { user, moved, panel, find, goOffline } = await collecting()
  goOffline()
  await find('zins')
  await user.click(await panel.findByRole('button', { name: /ZINSOU/ }))
  await user.click(panel.getByRole('button', { name: '5' }))
  for (const choice of ['Mobile', 'Moov Money', 'Chèque']) await user.click(panel.getByRole('radio', { name: choice }))
  await user.click(panel.getByRole('button', { name: 'Encaisser par chèque' }))
  await waitFor(() => expect(moved()).toMatchObject([{ type: 'CHEQUE', operator: null }]))
})

test('who owes nothing is said to owe nothing', async () => {
  const { user, panel, find } = await collecting()
  await find('zins')
  await user.click(await panel.findByRole('button', { name: /ZINSOU/ }))
  expect(said(panel.getByText(/rien/))).toBe('Ne doit rien.')
})

test('the bills of a client are paid in one gesture without a network: touching one pays it and those before, and what was paid is asked no more', async () => {
  const { user, moved, panel, goOffline } = await collecting()
  goOffline()
  const choose = async (of: typeof panel) => {
    await user.type(of.getByRole('textbox', { name: 'Organisme' }), 'port')
    await user.click((await of.findAllByRole('button', { name: /Port de Cotonou/ }))[0]!)
  }
  await choose(panel)
  expect(said(panel.getByText(/Doit/))).toBe('Doit 120 000 F CFA, dont 90 000 facturés.')
  const bills = () => within(panel.getByRole('group', { name: 'Factures à payer' })).getAllByRole('button')
  await user.click(bills()[1]!)
  expect(bills().map((bill) => bill.getAttribute('aria-pressed'))).toEqual(['true', 'true'])
  // touched again, it is left for later
  await user.click(bills()[1]!)
  expect(bills().map((bill) => bill.getAttribute('aria-pressed'))).toEqual(['true', 'false'])
  await user.click(panel.getByRole('radio', { name: 'Virement' }))
  await user.click(panel.getByRole('button', { name: 'Encaisser par virement' }))
  await waitFor(() => expect(moved()).toMatchObject([{ kind: 'collection', amount: 50_000, clientId: port.id }]))
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Encaisser un crédit' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Encaisser un crédit' }))
  const again = within(screen.getByRole('complementary', { name: 'Encaisser un crédit' }))
  await choose(again)
  expect(said(again.getByText(/Doit/))).toBe('Doit 70 000 F CFA, dont 40 000 facturés.')
  const left = within(again.getByRole('group', { name: 'Factures à payer' })).getAllByRole('button')
  expect(left.map(said)).toEqual(['F-00014échéance 30/11/202640 000'])
})

test('a refused credit is collected at the till from where it was refused, and the sale is taken up again and ends', async () => {
  const { user, store, sales } = await aCounter({
    products: theShelf,
    clients: { ...theClients, persons: [{ ...clarisse, creditLimit: 16_000 }] },
    path: '/kiosk/caisse',
    onSale: () => 'nobody',
    onCall: ({ method }) => (method === 'POST' ? 'nobody' : undefined),
  })
  await user.click(await screen.findByRole('button', { name: 'Ouvrir la caisse' }))
  await user.click(screen.getByRole('link', { name: 'Vente' }))
  await screen.findByRole('searchbox')
  scan('3400930145449')
  await lineOf('Coartem')
  const owed: Payment = {
    id: crypto.randomUUID(),
    type: 'CREDIT',
    amount: 3850,
    creditMetadata: { person: clarisse.id },
  }
  await act(() => store.set(editSaleAtom, sales()[0]!.id, (stored) => setPayments(stored, [owed])))
  await user.click(await button(/^Terminer/))
  const refusal = within(await screen.findByRole('alertdialog', { name: 'Limite de crédit dépassée' }))
  expect(said(refusal.getByText(/Clarisse doit/))).toContain('AGBODJAN Clarisse doit 15 000 F CFA.')
  await user.click(refusal.getByRole('button', { name: 'Encaisser' }))
  const panel = within(await screen.findByRole('complementary', { name: 'Encaisser un crédit' }))
  expect(said(panel.getByText(/Doit/))).toBe('Doit 15 000 F CFA.')
  for (const digit of ['3', '000']) await user.click(panel.getByRole('button', { name: digit }))
  await user.click(panel.getByRole('button', { name: 'Encaisser en espèces' }))
  await user.click(await button(/^Reprendre la vente/))
  await lineOf('Coartem')
  await user.click(await button(/^Terminer/))
  await waitFor(() => expect(sales().find(({ records }) => records.length > 0)?.status).toBe('SUBMITTING'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
