import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SaleCancellation } from '#shared/contract/sale-cancellation.ts'
import type { NewSaleReturn } from '#shared/contract/sale-return.ts'
import type { Pharmacy } from '#shared/contract/users.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { receiptCodes } from '#shared/domain/receipt-code/receipt-code.ts'
import { aSentSale } from '#tests/domain/receipt-code/support/any-sent-sale.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aCounter, button, certifying, goOffline, pharmacy, scan } from './support/a-counter.tsx'
import { aSalesServer, sold } from './support/a-sales-server.ts'
import { theShelf } from './support/the-shelf.ts'

const otherPharmacy = '018f0000-0000-7000-8000-0000000000ff'
const mayAll: Permission[] = ['sale.sell', 'register.use', 'sale.cancel', 'sale.date']

/** Sale n° 811 of another counter, its panel open. */
async function theSale({
  permissions = mayAll,
  known = {},
  ...given
}: Parameters<typeof aSalesServer>[0] & { permissions?: Permission[]; known?: Partial<Pharmacy> } = {}) {
  const server = aSalesServer(given)
  const { onCall } = server
  const counter = await aCounter({ products: theShelf, permissions, known, onCall, path: '/kiosk/ventes' })
  await counter.user.click(await button(/n°\s811/))
  await button(/Réimprimer le ticket/)
  const panel = screen.getByRole('complementary', { name: /Vente n°\s811/ })
  return { ...counter, server, panel }
}
const words = (element: Element) => (element.textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
const enabled = async (name: RegExp) => {
  const found = await button(name)
  await waitFor(() => expect((found as HTMLButtonElement).disabled).toBe(false))
  return found
}

test('a sale shows its lines, who paid what with its traces, the prescription and its history', async () => {
  const { panel } = await theSale()
  await waitFor(() => expect(words(panel)).toContain('Terminée par KPADONOU Sena'))
  for (const said of [
    'Coartem 20/120 mg cp B/24 × 2',
    '1 matin et soir',
    'Prise de tension',
    'NSIA · 50 % · bon B-4471',
    'MTN MoMo · TX-99',
    'Rendu1 775',
    'Dr AKPO · le 20/11/2026',
    'HOUNTONDJI Adjoa',
  ])
    expect(words(panel)).toContain(said)
})

test('its history names versions, returns and dates in words, and leads to the other version', async () => {
  const other = {
    id: '018f0000-0000-7000-8000-000000008190',
    number: 812,
    version: 2,
    status: 'CLOSED' as const,
    total: 5000,
    soldAt: sold.soldAt,
    receivedAt: sold.receivedAt,
    sellerName: 'DOSSOU Aurèle',
  }
  const at = '2026-11-21T11:00:00.000Z'
  const { panel } = await theSale({
    sale: {
      ...sold,
      status: 'CANCELED',
      replacedBy: other.id,
      cancellation: { at, byName: 'DOSSOU Aurèle', reason: 'Remplacée' },
    },
    history: {
      versions: [{ ...other, id: sold.id, number: 811, version: 1, status: 'CANCELED' }, other],
      events: [
        { kind: 'closed', saleId: sold.id, at: sold.soldAt, byName: 'KPADONOU Sena', sentByName: null },
        { kind: 'canceled', saleId: sold.id, at, byName: 'DOSSOU Aurèle', reason: 'Remplacée', replacedBy: other.id },
        { kind: 'closed', saleId: other.id, at, byName: 'DOSSOU Aurèle', sentByName: null },
        {
          kind: 'returned',
          saleId: other.id,
          at,
          byName: 'DOSSOU Aurèle',
          reason: 'Boîte abîmée',
          number: 3,
          total: 1250,
        },
      ],
    },
  })
  await waitFor(() => expect(words(panel)).toContain('Vente n° 811 remplacée par la vente n° 812, par DOSSOU Aurèle'))
  expect(words(panel)).toContain(
    'Vente n° 812 retour de lignes par DOSSOU Aurèle, avoir n° 3, 1 250 F CFA — Boîte abîmée',
  )
  expect(words(panel)).toContain('Remplacée par une nouvelle version')
  // Nothing more can be done with it than to print it again.
  expect(within(panel).queryByRole('button', { name: /Annuler|Corriger|Retour|date/ })).toBeNull()
  expect(within(panel).getByRole('button', { name: /Voir n°\s812/ })).toBeTruthy()
})

test('who may not cancel asks for the right once the reason is chosen', async () => {
  const { user, panel } = await theSale({ permissions: ['sale.sell', 'register.use'] })
  for (const name of [/Corriger/, /Réimprimer/]) expect(within(panel).getByRole('button', { name })).toBeTruthy()
  await user.click(await enabled(/Annuler la vente/))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('radio', { name: 'Erreur de produit' }))
  await user.click(within(dialog).getByRole('button', { name: 'Demander au pharmacien' }))
  expect(await screen.findByRole('dialog', { name: 'Demander au pharmacien' })).toBeTruthy()
})

test('offline a sale is only corrected: the rest says that it needs the network', async () => {
  const { store, panel } = await theSale()
  goOffline(store)
  await waitFor(() => expect(words(panel)).toContain('Retour, annulation, date et dû demandent le réseau.'))
  for (const name of [/Annuler la vente/, /Retour de lignes/, /Changer la date/])
    expect((within(panel).getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true)
  expect((within(panel).getByRole('button', { name: /Corriger la vente/ }) as HTMLButtonElement).disabled).toBe(false)
})

test('canceled with a reason, once however often it is touched; then what to give back stands big', async () => {
  const { user, server } = await theSale()
  await user.click(await enabled(/Annuler la vente/))
  const dialog = await screen.findByRole('alertdialog')
  const go = within(dialog).getByRole('button', { name: 'Annuler la vente' }) as HTMLButtonElement
  expect(go.disabled).toBe(true)
  expect(words(dialog)).toContain('À rendre en espèces3 225 F CFA')
  await user.click(within(dialog).getByRole('radio', { name: 'Erreur de produit' }))
  await user.dblClick(go)
  expect(words(await screen.findByRole('status', { name: 'À rendre au client en espèces' }))).toContain('3 225')
  expect(words(screen.getByRole('alertdialog'))).toContain('À renvoyer par MTN MoMo3 000 F CFA')
  expect(server.asked).toHaveLength(1)
  const body = server.asked[0]!.body as SaleCancellation
  expect(body).toMatchObject({ revision: 1, reason: 'Erreur de produit' })
  expect(body.registerId).toMatch(/^[0-9a-f-]{36}$/)
  await user.click(await button(/C’est fait/))
  await waitFor(() => expect(words(screen.getByRole('complementary', { name: /Vente n°\s811/ }))).toContain('Annulée'))
})

test('a cancellation whose answer was lost is asked again as it was, also after its panel was closed', async () => {
  const { user, server } = await theSale({ onAttempt: (attempt) => (attempt === 1 ? 'nobody' : undefined) })
  await user.click(await enabled(/Annuler la vente/))
  await user.click(screen.getByRole('radio', { name: 'Client a renoncé' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Annuler la vente' }))
  await waitFor(() => expect(words(screen.getByRole('alertdialog'))).toContain('Pas de réponse'))
  await user.click(await button(/Plus tard/))
  await user.click(await enabled(/Annuler la vente/))
  await user.click(await button(/Réessayer/))
  await screen.findByRole('status', { name: 'À rendre au client en espèces' })
  expect(server.asked.map(({ body }) => body)).toEqual([server.asked[0]!.body, server.asked[0]!.body])
})

test('a refused cancellation says why, and the next attempt is another one', async () => {
  const { user, server } = await theSale({
    onAttempt: (attempt) =>
      attempt === 1
        ? {
            status: 409,
            body: {
              message: 'sales:registerClosed',
              details: { registerId: (server.asked[0]!.body as SaleCancellation).registerId },
            },
          }
        : undefined,
  })
  await user.click(await enabled(/Annuler la vente/))
  await user.click(screen.getByRole('radio', { name: 'Erreur de saisie' }))
  const go = () => user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Annuler la vente' }))
  await go()
  await screen.findByText('La caisse est fermée')
  await user.click(await button(/Ouvrir une nouvelle caisse/))
  await waitFor(() => expect(words(screen.getByRole('alertdialog'))).toContain('Annuler la vente n° 811'))
  await go()
  await screen.findByRole('status', { name: 'À rendre au client en espèces' })
  const [first, second] = server.asked.map(({ body }) => body as SaleCancellation)
  expect(second!.id).not.toBe(first!.id)
  expect(second!.registerId).not.toBe(first!.registerId)
})

/** Lines of the panel of a return. */
const line = (name: RegExp) => screen.findByRole('group', { name })

test('lines come back: amounts before, what to hand out after, and the credit note', async () => {
  const printed: string[] = []
  const { user, server } = await theSale()
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  await user.click(await enabled(/Retour de lignes/))
  expect(((await button(/Reprendre ces lignes/)) as HTMLButtonElement).disabled).toBe(true)
  const dolipraneLine = await line(/Doliprane/)
  const more = within(dolipraneLine).getByRole('button', { name: /Une de plus/ })
  for (let click = 0; click < 5; click++) await user.click(more)
  // Three were sold.
  expect(within(dolipraneLine).getByRole('spinbutton').textContent).toBe('3')
  await user.click(within(dolipraneLine).getByRole('button', { name: /Une de moins/ }))
  await user.click(within(dolipraneLine).getByRole('switch', { name: 'Remettre en stock' }))
  await user.click(screen.getByRole('radio', { name: 'En espèces' }))
  await user.click(screen.getByRole('radio', { name: 'Boîte abîmée' }))
  const sums = screen.getByRole('status', { name: 'À rendre' })
  // 2 × 1 250, half of it the insurer's.
  expect(words(sums)).toContain('Ne sera plus demandé à NSIA1 250 F CFA')
  expect(words(sums)).toContain('À rendre en espèces1 250 F CFA')
  await user.dblClick(await button(/Reprendre ces lignes/))
  expect(words(await screen.findByRole('status', { name: 'À rendre au client en espèces' }))).toContain('1 250')
  expect(server.asked).toHaveLength(1)
  expect(server.asked[0]!.body).toMatchObject({
    inCash: true,
    reason: 'Boîte abîmée',
    lines: [{ lineId: sold.records[1]!.id, quantity: 2, toStock: false }],
  })
  await user.click(await button(/Imprimer l’avoir/))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toMatch(/AVOIR n°\s3/)
  expect(printed[0]).not.toContain('DUPLICATA')
  await user.click(await button(/Imprimer l’avoir/))
  await waitFor(() => expect(printed[1]).toContain('DUPLICATA'))
  await user.click(await button(/C’est fait/))
  const panel = await screen.findByRole('complementary', { name: /^Vente n°\s811/ })
  await waitFor(() => expect(words(panel)).toContain('2 rendus'))
  expect((within(panel).getByRole('button', { name: /Annuler la vente/ }) as HTMLButtonElement).disabled).toBe(true)
  expect(words(panel)).toContain('Cette vente a des retours')
  await user.click(within(panel).getByRole('button', { name: /Retour de lignes/ }))
  expect(
    within(await line(/Doliprane/))
      .getByRole('spinbutton')
      .getAttribute('aria-valuemax'),
  ).toBe('1')
})

test('a recalled box is taken back but never put back on sale, and the panel says so', async () => {
  const { user, server } = await theSale()
  await user.click(await enabled(/Retour de lignes/))
  const coartem = await line(/Coartem/)
  await user.click(within(coartem).getByRole('button', { name: /Une de plus/ }))
  const shelf = () => within(coartem).getByRole('switch', { name: 'Remettre en stock' }) as HTMLInputElement
  expect([shelf().checked, shelf().disabled]).toEqual([true, false])
  await user.click(screen.getByRole('radio', { name: 'Produit rappelé' }))
  expect([shelf().checked, shelf().disabled]).toEqual([false, true])
  expect(words(coartem)).toContain('jamais remis en vente')
  await user.click(await button(/Reprendre ces lignes/))
  await screen.findByText(/Retour enregistré/)
  expect(server.asked[0]!.body).toMatchObject({ reason: 'Produit rappelé', lines: [{ toStock: false }] })
})

test('a return whose answer was lost is not made twice', async () => {
  const { user, server } = await theSale({ onAttempt: (attempt) => (attempt === 1 ? 'lost' : undefined) })
  await user.click(await enabled(/Retour de lignes/))
  await user.click(within(await line(/Coartem/)).getByRole('button', { name: /Une de plus/ }))
  await user.click(screen.getByRole('radio', { name: 'Erreur de produit' }))
  await user.click(await button(/Reprendre ces lignes/))
  await waitFor(() => expect(words(screen.getByRole('alert'))).toContain('il ne sera fait qu’une fois'))
  await user.click(await button(/Plus tard/))
  await user.click(await enabled(/Retour de lignes/))
  // It stands as it was sent: nothing of it can be changed now.
  expect(within(await line(/Coartem/)).getByRole('spinbutton').textContent).toBe('1')
  expect(
    (within(await line(/Coartem/)).getByRole('button', { name: /Une de plus/ }) as HTMLButtonElement).disabled,
  ).toBe(true)
  await user.click(await button(/Réessayer/))
  await screen.findByText(/Retour enregistré/)
  expect(server.current().returns).toHaveLength(1)
  const ids = server.asked.map(({ body }) => (body as NewSaleReturn).id)
  expect(new Set(ids).size).toBe(1)
  expect(ids).toHaveLength(2)
})

test('a return that the sale says was made is shown as made', async () => {
  const { user, server, store } = await theSale({ onAttempt: () => 'lost' })
  await user.click(await enabled(/Retour de lignes/))
  await user.click(within(await line(/Coartem/)).getByRole('button', { name: /Une de plus/ }))
  await user.click(screen.getByRole('radio', { name: 'Erreur de produit' }))
  await user.click(await button(/Reprendre ces lignes/))
  await screen.findByText('Pas de réponse')
  const { invalidateQueries } = await import('#shared/store/lists/queries.ts')
  const { queryClientAtom } = await import('jotai-tanstack-query')
  invalidateQueries(store.get(queryClientAtom), 'sales')
  expect(words(await screen.findByRole('alertdialog'))).toContain('avoir n° 3')
  await user.click(await button(/C’est fait/))
  await user.click(await enabled(/Retour de lignes/))
  expect(within(await line(/Coartem/)).getByRole('spinbutton').textContent).toBe('0')
  expect(server.asked).toHaveLength(1)
})

const onRequest = {
  ...certifying,
  country: { ...certifying.country, fiscalPlatform: 'fne' as const },
  settings: { ...pharmacy.settings, fiscalInvoices: 'on-request' as const },
}

test('a customer who comes back gets the normalised invoice that he did not ask for; asked again after silence it is one', async () => {
  const { user, server, panel } = await theSale({
    known: onRequest,
    onAttempt: (attempt) => (attempt === 1 ? 'lost' : undefined),
  })
  await user.click(await enabled(/Demander la facture normalisée/))
  await user.click(await enabled(/redemander la facture/))
  await waitFor(() => expect(within(panel).queryByRole('button', { name: /demander la facture/i })).toBeNull())
  expect(server.current().isInvoiced).toBe(true)
})

test('no invoice is asked for where each sale has one, for a canceled sale, offline, or where the server refuses', async () => {
  const { panel } = await theSale({ known: certifying })
  expect(within(panel).queryByRole('button', { name: /facture normalisée/ })).toBeNull()
  cleanup()
  const refused = { status: 409, body: { message: 'fiscalDocuments:notOnRequest' } }
  const asking = await theSale({ known: onRequest, onAttempt: () => refused })
  await asking.user.click(await enabled(/Demander la facture normalisée/))
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
  goOffline(asking.store)
  await waitFor(async () =>
    expect(((await button(/Demander la facture normalisée/)) as HTMLButtonElement).disabled).toBe(true),
  )
})

test('the date of a sale is changed, and never to one that is to come', async () => {
  const { user, server } = await theSale({ onAttempt: (attempt) => (attempt === 1 ? 'nobody' : undefined) })
  await user.click(await enabled(/Changer la date/))
  const panel = await screen.findByRole('complementary', { name: /Date de la vente n°\s811/ })
  const go = () => within(panel).getByRole('button', { name: /Changer la date|Réessayer/ }) as HTMLButtonElement
  expect(go().disabled).toBe(true)
  expect(words(panel)).toContain('Choisissez une autre date.')
  await user.click(within(panel).getByRole('button', { name: /Date et heure/ }))
  await user.click(await screen.findByRole('button', { name: /19 novembre 2026/ }))
  const tomorrow = screen.queryByRole('button', { name: /22 novembre 2026/ }) as HTMLButtonElement | null
  expect(tomorrow === null || tomorrow.disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Garder cette date' }))
  expect(go().disabled).toBe(true)
  expect(words(panel)).toContain('Indiquez le motif.')
  await user.click(within(panel).getByRole('radio', { name: 'Saisie après coup' }))
  await user.click(go())
  await within(panel).findByText('Pas de réponse')
  await user.click(go())
  const detail = await screen.findByRole('complementary', { name: /^Vente n°\s811/ })
  expect(words(detail)).toContain('jeu. 19 nov. 2026')
  expect(server.asked.map(({ body }) => (body as { soldAt: string }).soldAt.slice(0, 10))).toEqual([
    '2026-11-19',
    '2026-11-19',
  ])
  expect(server.asked.map(({ body }) => (body as { reason: string }).reason)).toEqual([
    'Saisie après coup',
    'Saisie après coup',
  ])
})

test('offline, of sales that were never read nothing is said but that they need the network', async () => {
  const { store } = await aCounter({
    products: theShelf,
    permissions: mayAll,
    path: '/kiosk/ventes',
    onCall: (call) => (call.path === '/sales' ? 'nobody' : undefined),
  })
  goOffline(store)
  await screen.findByText(/la liste demande le réseau/)
  expect(words(screen.getByRole('heading', { name: 'Ventes du jour' }).parentElement!)).not.toMatch(/\d+ vente/)
  expect(screen.queryByText('Aucune vente aujourd’hui.')).toBeNull()
})

test('a sale of another day is found by its number or its client', async () => {
  const server = aSalesServer({ sale: { ...sold, soldAt: '2026-11-03T09:15:00.000Z' } })
  const asked: string[] = []
  const { user } = await aCounter({
    products: theShelf,
    permissions: mayAll,
    path: '/kiosk/ventes',
    onCall: (call) => {
      if (call.path !== '/sales') return server.onCall(call)
      asked.push(call.query)
      return call.query.includes('search=') && !call.query.includes('search=zz')
        ? server.onCall(call)
        : { status: 200, body: { items: [], total: 0, turnover: 0 } }
    },
  })
  await screen.findByText('Aucune vente aujourd’hui.')
  await user.type(screen.getByRole('searchbox', { name: 'Chercher une vente' }), '811')
  const row = await button(/n°\s811/)
  expect(words(row)).toContain('03/11/2026')
  expect(asked.at(-1)).toContain('search=811')
  await user.click(row)
  await button(/Retour de lignes/)
  await user.clear(screen.getByRole('searchbox', { name: 'Chercher une vente' }))
  await user.type(screen.getByRole('searchbox', { name: 'Chercher une vente' }), 'zz')
  await user.click(await button(/Effacer la recherche/))
  await screen.findByText('Aucune vente aujourd’hui.')
})

const cashier: Permission[] = ['sale.sell', 'register.use', 'register.seeExpected', 'register.close']
test.each([
  ['who may see what is expected, in a pharmacy that counts blindly', cashier, true, false],
  ['the same, in one that does not', cashier, false, true],
  ['who may not see it, in any', mayAll, false, false],
  ['who sees reports', [...mayAll, 'report.see'], true, true],
] as const)('amounts of today and their sum: %s', async (_, permissions, blindCount, isShown) => {
  const { onCall } = aSalesServer()
  await aCounter({ products: theShelf, permissions: [...permissions], blindCount, path: '/kiosk/ventes', onCall })
  expect(words(await button(/n°\s811/)).includes('11 950')).toBe(isShown)
  const head = screen.getByRole('heading', { name: 'Ventes du jour' }).parentElement!
  expect(words(head)).toContain('1 vente')
  expect(words(head).includes('11 950 F CFA')).toBe(isShown)
})

test('the turnover of today is the server’s: what came back today of an earlier sale is deducted', async () => {
  const server = aSalesServer()
  await aCounter({
    products: theShelf,
    permissions: [...mayAll, 'report.see'],
    path: '/kiosk/ventes',
    onCall: (call) => {
      const answer = server.onCall(call)
      return call.path === '/sales' && answer && answer !== 'nobody'
        ? { ...answer, body: { ...(answer.body as object), turnover: 11_950 - 2_000, returned: 2_000 } }
        : answer
    },
  })
  await button(/n°\s811/)
  const head = screen.getByRole('heading', { name: 'Ventes du jour' }).parentElement!
  expect(words(head)).toContain('1 vente · 9 950 F CFA · retours déduits : 2 000 F CFA')
})

test('a scan opens the sale of a receipt, looks for the sales of a box, and says what it needs', async () => {
  const sale = aSentSale(2)
  await aCounter({
    products: theShelf,
    path: '/kiosk/ventes',
    onCall: ({ path }) =>
      path === `/sales/${sale.id}` ? { status: 404, body: { message: 'requests:notFound' } } : undefined,
  })
  await screen.findByRole('heading', { name: 'Ventes du jour' })
  scan('ABC-7391-XYZ')
  expect((await screen.findByRole('alert')).textContent).toContain('Scannez le grand code carré')
  scan(receiptCodes({ pharmacyId: otherPharmacy, sale })![0]!)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('d’une autre pharmacie'))
  scan(receiptCodes({ pharmacyId, sale })![0]!)
  expect(await screen.findByText(/Cette vente n’est pas enregistrée/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  scan('3400930145449')
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Chercher une vente' })
  await waitFor(() => expect(search.value).toBe('Coartem 20/120 mg cp B/24'))
})
