import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { expect, test, vi } from 'vitest'
import { RefusalModal } from '#kiosk/counter/refusal/refusal-modal.tsx'
import { rightRequestAtom } from '#kiosk/counter/rights/right-request.ts'
import { editSaleAtom } from '#kiosk/counter/sale/edit-sale.ts'
import { errorCatalogue } from '#shared/domain/error-catalogue.ts'
import { newLocalSale, openSale, wasRefused, type LocalSale } from '#shared/domain/local-sale.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { setBuyer, addRecord, payCash, setPayments, setQuantity } from '#shared/domain/sale-lines.ts'
import { theme } from '#shared/ui/theme.ts'
import { accepted } from '#tests/support/a-local-sale.ts'
import { aCounter, button, lineOf, scan } from './support/a-counter.tsx'
import { clarisse, theClients } from './support/the-clients.ts'
import { theShelf } from './support/the-shelf.ts'

const policy = clarisse.policies[0]!.id
const insured = (id: string): Payment => ({
  id,
  type: 'INSURANCE',
  amount: 500,
  insuranceMetadata: { insurer: 'NSIA', coverage: 50, contractPolicy: policy, voucher: 'B-1' },
})
const record = { id: 'r', stockItemId: 'i', label: 'Coartem', quantity: 1, price: 1000 }
const sold = { recordId: 'r', stockItemId: 'i', label: 'Coartem' }
const aSale = (payments: readonly Payment[] = []): LocalSale =>
  setPayments(
    addRecord(
      openSale(newLocalSale({ id: 's', identifier: 'K-1', createdAt: '2026-11-21T11:42:00.000Z' }), 'u', 'x'),
      record,
    ),
    payments,
  )

/** What the server says with a message, the payments that were typed, what is read of it, and the buttons that lead on. */
type Given = { details?: unknown; payments?: readonly Payment[]; says: readonly string[]; buttons: readonly string[] }
const resume = ['Reprendre la vente', 'Terminer la vente']
/** The same, where a right solves it. */
const asked = ['Reprendre la vente', 'Demander au pharmacien', 'Terminer la vente']
const cases: Record<string, Given> = {
  'sales:cannotCloseEmptySale': { says: ['Ajoutez une ligne'], buttons: ['Reprendre'] },
  'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken': {
    details: { token: 'missing' },
    says: ['jeton de la plateforme', 'aucun jeton n’est enregistré'],
    buttons: ['Reprendre'],
  },
  'sales:cannotCloseSaleWithInvalidPayment': {
    details: { payments: [{ paymentId: 'p', type: 'CHEQUE', missing: ['bank'] }] },
    payments: [{ id: 'p', type: 'CHEQUE', amount: 1000, bank: null, chequeNumber: null }],
    says: ['Chèque · 1 000 F CFA', 'Banque manquante'],
    buttons: resume,
  },
  'sales:cannotCloseSaleWithNotEnoughPaid': {
    details: { remainder: 450 },
    says: ['Reste à payer', '450 F CFA'],
    buttons: ['Reprendre', 'Encaisser le reste'],
  },
  'sales:cannotCloseSaleWithoutPharmacyId': { says: ['Déverrouillez le poste'], buttons: ['Reprendre'] },
  'sales:cannotCloseSaleWithSameContractPolicyTwice': {
    details: { contractPolicies: [policy], paymentIds: ['p', 'q'] },
    payments: [insured('p'), insured('q')],
    says: ['NSIA 50 %', '500 F CFA'],
    buttons: ['Retirer ce paiement', 'Retirer ce paiement', ...resume],
  },
  'sales:cannotCreateInvoiceEMECeF': { says: ['e-MECeF'], buttons: ['Fermer', 'Réessayer'] },
  'sales:cannotGetInvoiceEMECeF': { says: ['e-MECeF'], buttons: ['Fermer', 'Réessayer'] },
  'sales:cannotValidateInvoiceEMECeF': { says: ['e-MECeF'], buttons: ['Fermer', 'Réessayer'] },
  'sales:cannotCreateNewVersionOfSaleWithPaidBills': { says: ['avoir'], buttons: ['Fermer'] },
  'sales:cannotEditCanceledSale': { says: ['Créez une nouvelle vente'], buttons: ['Fermer'] },
  'sales:cannotEditClosedSale': { says: ['nouvelle version'], buttons: ['Fermer'] },
  'sales:cannotSaleArchivedStockItem': {
    details: { items: [sold] },
    says: ['Coartem'],
    buttons: ['Retirer la ligne', 'Reprendre la vente', 'Actualiser les produits'],
  },
  'sales:cannotCloseSaleWithCreditLimitExceeded': {
    details: { clientId: 'c', current: 9_500, excess: 500, limit: 10_000 },
    payments: [{ id: 'p', type: 'CREDIT', amount: 1000, creditMetadata: { person: 'c' } }],
    says: [
      'Encours actuel',
      '9 500 F CFA',
      'Dépassement',
      'Limite',
      '10 000 F CFA',
      'Encaisser ce qu’il doit',
      'pharmacien',
    ],
    buttons: ['Ramener à 500 F CFA', ...asked],
  },
  'sales:archivedClient': { details: { clientId: 'c' }, says: ['réactiver sa fiche'], buttons: ['Reprendre'] },
  'sales:payloadMismatch': { says: ['envoyée avec un autre contenu'], buttons: ['Reprendre'] },
  'sales:supersededRevision': { says: ['liste des ventes'], buttons: ['Fermer'] },
  'sales:unknownStockItem': {
    details: { items: [sold] },
    says: ['Coartem'],
    buttons: ['Retirer la ligne', 'Reprendre la vente', 'Actualiser les produits'],
  },
  'sales:expiredStockItem': {
    details: { items: [{ ...sold, expiresOn: '2026-10-31' }] },
    says: ['Coartem', 'Périmé depuis le'],
    buttons: ['Retirer la ligne', ...asked],
  },
  'sales:blockedStockItem': {
    details: { items: [{ ...sold, lot: 'L1', blocked: 'recall' }] },
    says: ['Coartem', 'mettez-le de côté'],
    buttons: ['Retirer la ligne', ...resume],
  },
  'stocks:beyondStock': {
    details: { asked: 5, quantity: 4 },
    says: ['Demandé', '5', 'En stock'],
    buttons: ['Reprendre'],
  },
  'stocks:blockedLot': { says: ['quarantaine'], buttons: ['Fermer'] },
  'stocks:recalledLot': { says: ['Clôturez d’abord le rappel'], buttons: ['Fermer'] },
  'recalls:alreadyOpen': { says: ['liste des rappels'], buttons: ['Fermer'] },
  'sales:prescriptionNeeded': {
    details: { items: [sold], missing: ['patient', 'prescriber'] },
    says: ['Coartem', 'Il manque : Patient, Prescripteur'],
    buttons: asked,
  },
  'sales:totalMismatch': {
    details: { total: 990, rounding: 0 },
    says: ['Total recalculé', '990 F CFA'],
    buttons: ['Reprendre', 'Recalculer'],
  },
  'sales:largeChange': {
    details: { tendered: 340_093_595, change: 340_089_745 },
    says: ['Reçu', '340 093 595 F CFA', 'À rendre', '340 089 745 F CFA'],
    buttons: ['Reprendre', 'Oui, terminer ainsi'],
  },
  'sales:overpaid': {
    details: { excess: 5 },
    says: ['Payé en trop', '5 F CFA'],
    buttons: ['Reprendre', 'Corriger les paiements'],
  },
  'sales:unknownSeller': { says: ['autre membre'], buttons: ['Reprendre'] },
  'sales:registerClosed': {
    details: { registerId: 'x' },
    says: ['caisse'],
    buttons: ['Reprendre', 'Ouvrir une nouvelle caisse'],
  },
  'sales:invalidBuyerTaxId': {
    details: { taxId: '32007' },
    says: ['Numéro', '32007', 'laissez-le vide'],
    buttons: ['Reprendre', 'Laisser le numéro vide'],
  },
  'sales:discountNotAllowed': {
    details: { discount: 50 },
    payments: [{ id: 'p', type: 'DISCOUNT', amount: 50 }],
    says: ['Remise', '50 F CFA'],
    buttons: ['Retirer ce paiement', ...asked],
  },
  'sales:discountOverLimit': {
    details: { discount: 200, allowed: 100 },
    payments: [{ id: 'p', type: 'DISCOUNT', amount: 200, percent: 20 }],
    says: ['Remise permise', '100 F CFA'],
    buttons: ['Ramener à 100 F CFA', ...asked],
  },
  'sales:regularisationNeeded': {
    says: ['responsable'],
    buttons: ['Reprendre la vente', 'Demander au pharmacien'],
  },
  'sales:dateOfClosedRegister': { says: ['caisse fermée'], buttons: ['Reprendre'] },
  'sales:hasReturns': { says: ['retour'], buttons: ['Fermer'] },
  'sales:returnBeyondSold': { details: { items: [sold] }, says: ['Coartem'], buttons: ['Reprendre'] },
  'sales:dueBeyondSold': { details: { items: [sold] }, says: ['Coartem'], buttons: ['Reprendre'] },
  'sales:reasonForbidsRestock': { details: { items: [sold] }, says: ['Coartem'], buttons: ['Reprendre'] },
  'sales:replacedUnknown': { says: ['Actualisez la liste'], buttons: ['Reprendre'] },
}
const messages = errorCatalogue.filter(({ message }) => message.startsWith('sales:'))

const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''

function show(
  sale: LocalSale,
  message: string,
  details: unknown,
  gestures: Partial<Record<'onResume' | 'onEnd' | 'onPay' | 'onRefreshLots', () => void>> = {},
) {
  const edits: ((stored: LocalSale) => LocalSale)[] = []
  const nothing = () => undefined
  const store = createStore()
  const modal = (shown: LocalSale) => (
    <MantineProvider theme={theme} env="test">
      <Provider store={store}>
        <RefusalModal
          refusal={{ message, details }}
          sale={shown}
          operators={['MTN MoMo']}
          onEdit={(edit) => edits.push(edit)}
          onResume={nothing}
          onEnd={nothing}
          onPay={nothing}
          onRefreshLots={nothing}
          {...gestures}
        />
      </Provider>
    </MantineProvider>
  )
  const drawn = render(modal(sale))
  /** The sale after what was touched, shown again. */
  const settle = () => {
    const after = edits.splice(0).reduce((stored, edit) => edit(stored), sale)
    drawn.rerender(modal(after))
    return after
  }
  return { settle, store, dialog: () => screen.getByRole('alertdialog') }
}

test.each(messages.map((entry) => [entry.message, entry] as const))(
  '%s: its title, its facts and a way on',
  (message, { title }) => {
    const given = cases[message]
    // A message that is new to the catalogue needs its line above.
    if (!given) throw new Error(`what does the counter do with ${message}?`)
    const { dialog } = show(aSale(given.payments), message, given.details)
    const heading = within(dialog()).getByRole('heading').textContent
    expect(heading).toBe(message === 'sales:cannotCloseSaleWithInvalidPayment' ? 'Il manque 1\u00a0information' : title)
    for (const words of given.says) expect(plain(dialog())).toContain(words)
    const buttons = within(dialog()).getAllByRole('button').map(plain)
    expect(buttons).toEqual(given.buttons)
    cleanup()
  },
)

test('a tax number that was refused is left out, the buyer stays', () => {
  const buyer = { organizationId: null, name: 'SOBEBRA SA', taxId: '32007', contact: null, address: null }
  const { settle } = show(setBuyer(aSale(), buyer), 'sales:invalidBuyerTaxId', { taxId: '32007' })
  screen.getByRole('button', { name: 'Laisser le numéro vide' }).click()
  expect(settle().buyer).toEqual({ ...buyer, taxId: null })
  cleanup()
})

test.each(messages.map(({ message }) => message))(
  '%s with details that cannot be read keeps its words and a way back',
  (message) => {
    const onResume = vi.fn<() => void>()
    show(aSale(), message, { payments: [null], items: 'no', clientId: 3, allowed: 'much' }, { onResume })
    within(screen.getByRole('alertdialog')).getAllByRole('button')[0]!.click()
    expect(onResume).toHaveBeenCalledOnce()
    cleanup()
  },
)

test('credit beyond the limit is brought down to what is allowed; the rest is to pay', () => {
  const onPay = vi.fn<() => void>()
  const { details, payments } = cases['sales:cannotCloseSaleWithCreditLimitExceeded']!
  const { settle, dialog } = show(aSale(payments), 'sales:cannotCloseSaleWithCreditLimitExceeded', details, { onPay })
  expect(within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Terminer la vente' }).disabled).toBe(true)
  within(dialog())
    .getByRole('button', { name: /Ramener à/ })
    .click()
  expect(settle().payments).toMatchObject([{ type: 'CREDIT', amount: 500 }])
  expect(within(dialog()).getByRole('heading').textContent).toBe('Tout est corrigé')
  // What was refused is not said any more.
  expect(plain(dialog())).not.toContain('Dépassement')
  within(dialog()).getByRole('button', { name: 'Encaisser le reste' }).click()
  expect(onPay).toHaveBeenCalledOnce()
  cleanup()
})

test('who has no credit is said to have none; the code asks for what this sale needs', () => {
  const { store, dialog } = show(
    aSale(cases['sales:cannotCloseSaleWithCreditLimitExceeded']!.payments),
    'sales:cannotCloseSaleWithCreditLimitExceeded',
    { clientId: 'c', current: 0, excess: 1000, limit: 0 },
  )
  expect(within(dialog()).getByRole('heading').textContent).toBe('Ce client n’a pas de crédit')
  // He owes nothing: there is nothing to collect.
  expect(plain(dialog())).not.toContain('Encaisser ce qu’il doit')
  within(dialog()).getByRole('button', { name: 'Demander au pharmacien' }).click()
  expect(store.get(rightRequestAtom)).toMatchObject({
    title: expect.stringMatching(/^Crédit jusqu’à 1\s000\sF\sCFA pour cette vente$/) as unknown,
    gesture: { permission: 'client.credit', itemId: 'c', amount: 1000 },
  })
  cleanup()
})

test('of two payments by one policy one is taken away, and the sale can end', () => {
  const onEnd = vi.fn<() => void>()
  const { details } = cases['sales:cannotCloseSaleWithSameContractPolicyTwice']!
  const paid = aSale([insured('p'), insured('q'), { id: 'cash', type: 'CASH', amount: 500, tendered: 500 }])
  const { settle, dialog } = show(paid, 'sales:cannotCloseSaleWithSameContractPolicyTwice', details, { onEnd })
  within(dialog()).getAllByRole('button', { name: 'Retirer ce paiement' })[1]!.click()
  const after = settle()
  expect(after.payments.map(({ id }) => id)).toEqual(['p', 'cash'])
  // Still used once: it is not put aside.
  expect(after.declinedPolicies ?? []).toEqual([])
  within(dialog()).getByRole('button', { name: 'Terminer la vente' }).click()
  expect(onEnd).toHaveBeenCalledOnce()
  cleanup()
})

test('a coverage that only the server knows to be over is left to the patient, and put aside', () => {
  const details = { payments: [{ paymentId: 'p', type: 'INSURANCE', missing: ['coverage'] }] }
  const sale = { ...aSale([insured('p')]), patient: { id: clarisse.id, firstName: 'Clarisse', lastName: 'Agbodjan' } }
  const { settle, dialog } = show(sale, 'sales:cannotCloseSaleWithInvalidPayment', details)
  expect(plain(dialog())).toContain('Couverture manquante')
  within(dialog()).getByRole('button', { name: 'Le patient paie cette part' }).click()
  expect(settle()).toMatchObject({ payments: [], declinedPolicies: [policy] })
  expect(within(dialog()).getByRole('heading').textContent).toBe('Tout est complet')
  cleanup()
})

test('refused by the server, taken up again: why is said over the sale, everything typed is there, and mended it goes with the next revision', async () => {
  const { sent, sales, user } = await aCounter({
    products: theShelf,
    clients: theClients,
    onSale: (sale, body) =>
      sale.revision === 1
        ? { status: 422, body: { message: 'sales:discountNotAllowed', details: { discount: 350 } } }
        : accepted(body),
    permissions: ['sale.sell', 'register.use', 'sale.discount'],
  })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.click(await button(/^Encaisser$/))
  await user.click(await button(/^Remise/))
  for (const digit of ['3', '5', '0']) await user.click(screen.getByRole('button', { name: digit }))
  await user.click(await button(/^5\s000/))
  await user.click(await button(/Terminer la vente/))
  await waitFor(() => expect(sales()[0]?.status).toBe('ERROR'))

  await user.click(await button(/ligne/i))
  await user.click(await button(/Reprendre la vente/))
  const modal = await screen.findByRole('alertdialog')
  expect(plain(modal)).toContain('Remise non autorisée')
  expect(sales()[0]?.payments).toMatchObject([
    { type: 'DISCOUNT', amount: 350 },
    { type: 'CASH', tendered: 5000 },
  ])
  await user.click(within(modal).getByRole('button', { name: 'Retirer ce paiement' }))
  await user.click(await within(modal).findByRole('button', { name: 'Terminer la vente' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({
    id: sent[0]!.id,
    revision: 2,
    payments: [{ type: 'CASH', amount: 3850, tendered: 5000 }],
  })
})

/** A sale of two boxes that the server refused, and then took. */
async function aRefusedSale(permissions: readonly Permission[]) {
  const counter = await aCounter({
    products: theShelf,
    onSale: (sale, body) =>
      sale.revision === 1 ? { status: 422, body: { message: 'sales:unknownSeller' } } : accepted(body),
    permissions,
  })
  scan('3400930145449')
  await lineOf('Coartem')
  scan('3400930145449')
  await waitFor(() => expect(counter.sales()[0]?.records[0]?.quantity).toBe(2))
  await counter.user.click(await button(/compte juste/))
  await counter.user.click(await button(/^Terminer$/))
  await waitFor(() => expect(counter.sales()[0]?.status).toBe('ERROR'))
  return counter
}

test('a refused sale is red « 1 refusée », never « enregistrée »; resumed it is not emptied, and a closed tab keeps it refused', async () => {
  const { sales, user } = await aRefusedSale(['sale.sell', 'register.use'])
  expect(await screen.findByText(/refusée par le serveur/)).toBeTruthy()
  expect(screen.queryByText(/enregistrée sur ce poste/)).toBeNull()
  const pill = await button(/1\s?refusée/)
  expect(plain(pill)).not.toContain('à envoyer')
  await user.click(pill)
  await user.click(await button(/Reprendre la vente/))
  await user.click(within(await screen.findByRole('alertdialog')).getAllByRole('button')[0]!)
  expect(await button(/1\s?refusée/)).toBeTruthy()
  await user.click(await button(/Autres actions/))
  await user.click(await screen.findByText('Vider la vente'))
  expect(await screen.findByText(/elle ne peut pas être vidée/)).toBeTruthy()
  expect(sales().find(wasRefused)?.records).toHaveLength(1)
  await user.click(await button(/Fermer l’onglet de la vente/))
  await waitFor(() => expect(sales().find(wasRefused)).toMatchObject({ status: 'ERROR', openedBy: null }))
})

/** Resumes the refused sale and lowers it to one box, then ends it. */
async function endsWithLess({ user, store, sales }: Awaited<ReturnType<typeof aRefusedSale>>) {
  await user.click(await button(/1\s?refusée/))
  await user.click(await button(/Reprendre la vente/))
  await user.click(within(await screen.findByRole('alertdialog')).getAllByRole('button')[0]!)
  const { id, records } = sales().find(wasRefused)!
  await act(() =>
    store.set(editSaleAtom, id, (sale) =>
      payCash(setQuantity(sale, records[0]!.id, 1), { id: 'cash', tendered: 5000 }, 5),
    ),
  )
  await user.click(await button(/^Encaisser$|^Terminer$/))
  return screen.findByRole('alertdialog')
}

test('a seller does not end a refused sale with fewer boxes without the right, which is asked for with a reason', async () => {
  const counter = await aRefusedSale(['sale.sell', 'register.use'])
  const dialog = await endsWithLess(counter)
  const ask = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Demander au pharmacien' })
  expect(ask.disabled).toBe(true)
  fireEvent.change(within(dialog).getByLabelText('Motif'), { target: { value: 'Une boîte rendue' } })
  await waitFor(() => expect(ask.disabled).toBe(false))
  fireEvent.click(ask)
  expect(plain(await screen.findByRole('dialog', { name: 'Demander au pharmacien' }))).toContain('Régulariser la vente')
  expect(counter.sent).toHaveLength(1)
})

test('with the right it ends, with a reason that goes with it', async () => {
  const counter = await aRefusedSale(['sale.sell', 'register.use', 'sale.regularise'])
  const dialog = await endsWithLess(counter)
  const regularise = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Régulariser' })
  expect(regularise.disabled).toBe(true)
  fireEvent.change(within(dialog).getByLabelText('Motif'), { target: { value: 'Une boîte rendue' } })
  await waitFor(() => expect(regularise.disabled).toBe(false))
  fireEvent.click(regularise)
  await waitFor(() => expect(counter.sent).toHaveLength(2))
  expect(counter.sent[1]).toMatchObject({ revision: 2, regularisation: { reason: 'Une boîte rendue' } })
})
