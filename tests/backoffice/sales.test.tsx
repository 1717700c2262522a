import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SaleHistory } from '#shared/contract/sale-history.ts'
import type { SalePhoto } from '#shared/contract/sale-photos.ts'
import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { aurele } from '#tests/support/a-terminal.ts'
import { aDesk, ok, pageText, plain, rowTexts, typeAtOnce, type Answer, type Asked } from './support/a-desk.tsx'
import { aSale, aSummary, saleId, salesPage, stocked } from './support/a-shop.ts'

/** A server that holds that many sales, and their details. */
const holds =
  (count: () => number, of?: (n: number) => SaleSummary) =>
  ({ path, query }: Asked): Answer => {
    if (path === '/sales') return ok(salesPage(query, count(), of))
    const n = Array.from({ length: 9 }, (_, at) => at + 1).find((each) => path === `/sales/${saleId(each)}`)
    return n === undefined ? undefined : ok(aSale(n))
  }
const numbers = () => rowTexts().map(([number]) => number)
const focusedNumber = () => document.activeElement?.querySelector('[role="gridcell"]')?.textContent
const panel = (name: RegExp) => screen.findByRole('complementary', { name })
const main = () => within(screen.getByRole('main'))

test('sales stand newest first, with their number and turnover', async () => {
  await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toEqual(['3', '2', '1']))
  expect(rowTexts()[0]?.slice(0, 4)).toEqual([
    '3',
    expect.stringMatching(/^\d\d\/\d\d\/2026$/),
    expect.stringMatching(/^\d\d:\d\d$/),
    'DOSSOU Aurèle',
  ])
  expect(pageText()).toContain('3 ventes, 3 000 F CFA')
})

test('of 50,000 sales only the pages in view are asked for', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 50_000) })
  await waitFor(() => expect(numbers()[0]).toBe('50000'))
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
  expect(askedOf('/sales').map((query) => query.get('page'))).toEqual(['0'])
  await user.keyboard('{ArrowDown}{End}')
  await waitFor(() => expect(focusedNumber()).toBe('1'))
  expect(askedOf('/sales').map((query) => query.get('page'))).toEqual(['0', '499'])
  // The total is that of the first page.
  expect(askedOf('/sales').map((query) => query.get('rowsOnly'))).toEqual([null, 'true'])
})

test('filters of the address reach the server and stand as chips; taking one off asks again', async () => {
  const { user, askedOf } = await aDesk({
    path: `/backoffice/ventes?du=2026-11-01&au=2026-11-15&paiement=MOBILE_MONEY&vendeur=${aurele.id}&cherche=coartem`,
    answer: holds(() => 3),
  })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  expect(Object.fromEntries(askedOf('/sales')[0]!)).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-15',
    paymentType: 'MOBILE_MONEY',
    sellerId: aurele.id,
    search: 'coartem',
  })
  await user.click(await main().findByRole('button', { name: 'Retirer le filtre DOSSOU Aurèle' }))
  await waitFor(() => expect(askedOf('/sales').at(-1)?.has('sellerId')).toBe(false))
  expect(location.search).not.toContain('vendeur')
  expect(main().getByRole('button', { name: 'Retirer le filtre Mobile' })).toBeTruthy()
})

test('what is mistyped in the address is left out, not refused', async () => {
  const { askedOf } = await aDesk({
    path: '/backoffice/ventes?periode=tout&du=hier&vendeur=moi&paiement=TROC',
    answer: holds(() => 1),
  })
  await waitFor(() => expect(numbers()).toHaveLength(1))
  expect([...askedOf('/sales')[0]!.keys()].sort()).toEqual(['page', 'size'])
})

test('every header sorts by the server, and the address keeps it', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  expect(askedOf('/sales')[0]?.has('sort')).toBe(false)
  for (const [header, sort] of [
    ['N°', 'number'],
    ['Date', 'soldAt'],
    ['Heure', 'hour'],
    ['Vendeur', 'seller'],
    ['Client', 'patient'],
    ['Boîtes', 'units'],
    ['Paiement', 'payments'],
    ['Ticket', 'identifier'],
    ['Total', 'total'],
    ['Repris', 'returned'],
    ['État', 'state'],
  ]) {
    await user.click(within(screen.getByRole('columnheader', { name: header! })).getByRole('button'))
    await waitFor(() => expect(askedOf('/sales').at(-1)?.get('sort')).toBe(sort))
  }
  expect(location.search).toBe('?tri=state')
  await user.click(within(screen.getByRole('columnheader', { name: 'État' })).getByRole('button'))
  await waitFor(() => expect(askedOf('/sales').at(-1)?.get('sort')).toBe('-state'))
})

test('several values in one filter: each is asked for, the chip names or counts them and takes all off', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  const last = () => askedOf('/sales').at(-1)!
  await user.click(await screen.findByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('combobox', { name: 'Paiement' }))
  await user.click(await screen.findByRole('option', { name: 'Espèces' }))
  await waitFor(() => expect(last().get('paymentType')).toBe('CASH'))
  await user.click(await screen.findByRole('option', { name: 'Chèque' }))
  await waitFor(() => expect(last().get('paymentType')).toBe('CASH,CHEQUE'))
  expect(new URLSearchParams(location.search).get('paiement')).toBe('CASH,CHEQUE')
  expect(await main().findByRole('button', { name: 'Retirer le filtre Espèces, Chèque', hidden: true })).toBeTruthy()
  await user.click(await screen.findByRole('option', { name: 'Carte' }))
  await user.click(await main().findByRole('button', { name: 'Retirer le filtre 3 moyens de paiement', hidden: true }))
  await waitFor(() => expect(location.search).toBe(''))
  expect(screen.queryByRole('button', { name: /^Retirer le filtre/, hidden: true })).toBeNull()
})

test('after a press on a header the values of a filter can still be chosen one after another', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  const header = screen.getByRole('button', { name: 'Total' })
  await user.click(header)
  await waitFor(() => expect(askedOf('/sales').at(-1)?.get('sort')).toBe('total'))
  await waitFor(() => expect(screen.getByRole('main').querySelector('[data-stale]')).toBeNull())
  expect(document.activeElement).toBe(header)
  await user.click(screen.getByRole('button', { name: 'Filtre' }))
  const field = await screen.findByRole('combobox', { name: 'Paiement' })
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: 'Espèces' }))
  await waitFor(() => expect(askedOf('/sales').at(-1)?.get('paymentType')).toBe('CASH'))
  expect(document.activeElement).toBe(field)
  expect(screen.getByRole('option', { name: 'Chèque' })).toBeTruthy()
})

test('several values of the address: what is mistyped is left out, a seller is named once', async () => {
  const other = saleId(80)
  const { askedOf } = await aDesk({
    path: `/backoffice/ventes?etat=cloturees,perdues,retours&paiement=CASH,TROC&vendeur=${aurele.id},moi,${aurele.id},${other}`,
    answer: holds(() => 3),
  })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  expect(Object.fromEntries(askedOf('/sales')[0]!)).toMatchObject({
    status: 'CLOSED,RETURNED',
    paymentType: 'CASH',
    sellerId: `${aurele.id},${other}`,
  })
  for (const chip of ['Clôturées, Avec retour', 'Espèces', '2 vendeurs'])
    expect(await main().findByRole('button', { name: `Retirer le filtre ${chip}` })).toBeTruthy()
})

test('the list opens on the pharmacy’s day; « Tout » stands in the address, « Aujourd’hui » needs no word there', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  const last = () => askedOf('/sales').at(-1)!
  await waitFor(() => expect(numbers()).toHaveLength(3))
  expect(Object.fromEntries(last())).toMatchObject({ from: '2026-11-21', to: '2026-11-21' })
  await user.click(await screen.findByRole('radio', { name: 'Tout' }))
  await waitFor(() => expect(last().has('from')).toBe(false))
  expect(last().has('to')).toBe(false)
  expect(location.search).toBe('?periode=tout')
  await user.click(screen.getByRole('radio', { name: '7 jours' }))
  await waitFor(() => expect(last().get('from')).toBe('2026-11-15'))
  expect(location.search).toBe('?du=2026-11-15&au=2026-11-21')
  await user.click(screen.getByRole('radio', { name: 'Aujourd’hui' }))
  await waitFor(() => expect(location.search).toBe(''))
})

test('a day without a sale says so; taking the filter off shows all days', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 0) })
  expect(await screen.findByText('Aucune vente aujourd’hui.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Effacer les filtres' }))
  expect(await screen.findByText('Aucune vente enregistrée.')).toBeTruthy()
  expect(askedOf('/sales').at(-1)?.has('from')).toBe(false)
})

test('the days of a period are typed in « Filtre »', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes?periode=tout', answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  await user.click(screen.getByRole('button', { name: 'Filtre' }))
  await user.type(await screen.findByLabelText('Du'), 'hier{Enter}')
  await waitFor(() => expect(askedOf('/sales').at(-1)?.get('from')).toBe('2026-11-20'))
  expect(askedOf('/sales').filter((query) => query.has('from'))).toHaveLength(1)
})

test('a search is asked when the hand rests, and Entrée opens its first result', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  await user.keyboard('f')
  typeAtOnce(screen.getByRole('searchbox'), 'dossou')
  await waitFor(() => expect(askedOf('/sales').at(-1)?.get('search')).toBe('dossou'))
  expect(askedOf('/sales').filter((query) => query.has('search'))).toHaveLength(1)
  await waitFor(() => expect(pageText()).toContain('3 résultats'))
  await user.keyboard('{Enter}')
  expect(await panel(/Vente n°\s3/)).toBeTruthy()
})

test('a search finds a sale of any day and says so; « Aujourd’hui » limits it again, a chosen period stays', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  const asked = (search: string) =>
    waitFor(() => {
      const last = askedOf('/sales').at(-1)!
      expect(last.get('search')).toBe(search)
      return last
    })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  expect(screen.queryByText('Cherché dans tous les jours')).toBeNull()
  typeAtOnce(screen.getByRole('searchbox'), '5852')
  expect((await asked('5852')).has('from')).toBe(false)
  expect(screen.getByText('Cherché dans tous les jours')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Aujourd’hui' }))
  await waitFor(() => expect(askedOf('/sales').at(-1)?.get('from')).toBe('2026-11-21'))
  expect(screen.queryByText('Cherché dans tous les jours')).toBeNull()
  await user.click(screen.getByRole('radio', { name: '7 jours' }))
  typeAtOnce(screen.getByRole('searchbox'), '5853')
  expect((await asked('5853')).get('from')).toBe('2026-11-15')
})

test('Entrée opens the sale under its own address, Échap closes it, the filters stay', async () => {
  const { user } = await aDesk({ path: '/backoffice/ventes?paiement=CASH', answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(await panel(/Vente n°\s2/)).toBeTruthy()
  expect(location.pathname + location.search).toBe(`/backoffice/ventes/${saleId(2)}?paiement=CASH`)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(location.pathname + location.search).toBe('/backoffice/ventes?paiement=CASH')
  expect(focusedNumber()).toBe('2')
})

test('the address of a sale opens it: lines with a way to the product, payments, change, what is to be looked at', async () => {
  const product = stocked(1, 'Doliprane 500 mg cp B/16', [{ quantity: 5 }])
  const sold = aSale(2, {
    flags: ['stock:negative', 'right:revoked'],
    records: [{ ...aSale(2).records[0]!, stockItemId: product.stockItems[0]!.id }],
  })
  await aDesk({
    path: `/backoffice/ventes/${saleId(2)}`,
    products: [product],
    answer: (asked) => (asked.path === `/sales/${saleId(2)}` ? ok(sold) : holds(() => 3)(asked)),
  })
  const detail = within(await panel(/Vente n°\s2/))
  await waitFor(() =>
    expect(detail.getByRole('link', { name: 'Doliprane 500 mg cp B/16' }).getAttribute('href')).toBe(
      `/backoffice/stock/${product.id}`,
    ),
  )
  const text = plain((await panel(/Vente n°\s2/)).textContent ?? '')
  expect(text).toContain('2 × 650')
  expect(text).toContain('Total1 300 F CFA')
  expect(text).toContain('Espèces2 000')
  expect(text).toContain('Rendu−700')
  expect(text).toContain('est passé sous zéro')
  expect(text).toContain('droit qui lui avait été retiré')
})

test('a line whose lot has been empty for long has a way to its product all the same: the server knows it', async () => {
  const product = stocked(1, 'Doliprane 500 mg cp B/16', [{ quantity: 5 }])
  const old = { ...product.stockItems[0]!, id: saleId(9), quantity: 0 }
  const sold = aSale(2, { records: [{ ...aSale(2).records[0]!, stockItemId: old.id }] })
  await aDesk({
    path: `/backoffice/ventes/${saleId(2)}`,
    products: [product],
    answer: (asked) => {
      if (asked.path === '/pharmacy-products/search/by-ids') return ok([{ ...product, stockItems: [old] }])
      return asked.path === `/sales/${saleId(2)}` ? ok(sold) : holds(() => 3)(asked)
    },
  })
  const link = await within(await panel(/Vente n°\s2/)).findByRole('link', { name: 'Doliprane 500 mg cp B/16' })
  expect(link.getAttribute('href')).toBe(`/backoffice/stock/${product.id}`)
})

test('« À vérifier seulement » asks for the flagged ones', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  await user.click(await screen.findByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('checkbox', { name: 'À vérifier seulement' }))
  await waitFor(() => expect(askedOf('/sales').at(-1)?.get('flagged')).toBe('only'))
  expect(main().getByRole('button', { name: 'Retirer le filtre À vérifier' })).toBeTruthy()
})

test('what became of each sale, in words; « Avec retour » asks the server', async () => {
  const fates: Record<number, Partial<SaleSummary>> = {
    4: { status: 'CANCELED' },
    3: { status: 'CANCELED', replacedBy: saleId(5) },
    2: { returned: 400, flags: ['prescription:missing'] },
    1: { returned: 1001 },
  }
  const { user, askedOf } = await aDesk({
    path: '/backoffice/ventes',
    answer: holds(
      () => 5,
      (n) => aSummary(n, fates[n]),
    ),
  })
  await waitFor(() =>
    expect(rowTexts().map((cells) => cells.at(-1))).toEqual(['', 'Annulée', 'Remplacée', 'Retour +1', 'Tout repris']),
  )
  expect(rowTexts().map((cells) => cells.at(-2))).toEqual(['–', '–', '–', '400', '1 001'])
  await user.click(screen.getByRole('button', { name: 'Filtre' }))
  await user.click(await screen.findByRole('combobox', { name: 'État' }))
  await user.click(await screen.findByRole('option', { name: 'Avec retour' }))
  await waitFor(() => expect(askedOf('/sales').at(-1)?.get('status')).toBe('RETURNED'))
  expect(location.search).toBe('?etat=retours')
})

test('a severe flag stands first in the list, in red', async () => {
  await aDesk({
    path: '/backoffice/ventes',
    answer: holds(
      () => 1,
      (n) => aSummary(n, { flags: ['stock:negative', 'prescription:unapproved'] }),
    ),
  })
  const tag = await screen.findByText('Sans ordonnance +1')
  expect(tag.className).toMatch(/danger/)
})

/** Sale 2 with everything that can happen to one. */
function anEventfulSale(given: Partial<Sale> = {}): Sale {
  const sale = aSale(2)
  const [record] = sale.records
  const [other, insurer, cash] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  return {
    ...sale,
    version: 2,
    patientName: 'ZINSOU Clarisse',
    patientId: saleId(90),
    total: 1800,
    records: [
      { ...record!, posology: '1 matin et soir' },
      {
        ...record!,
        id: other,
        label: 'Coartem 20/120 mg',
        quantity: 1,
        price: 500,
        opens: { stockItemId: saleId(91), boxes: 1 },
      },
    ],
    payments: [
      {
        id: insurer,
        type: 'INSURANCE',
        amount: 1440,
        insuranceMetadata: { insurer: 'NSIA', coverage: 80, contractPolicy: null, voucher: 'B-77' },
        shares: [
          { lineId: record!.id, amount: 1040 },
          { lineId: other, amount: 400 },
        ],
      },
      { id: cash, type: 'CASH', amount: 360, tendered: 360 },
    ],
    buyer: { organizationId: null, name: 'SOBEBRA SA', taxId: '3200700000018', contact: null, address: 'Cotonou' },
    prescription: {
      prescriber: 'Dr AHO',
      prescriberAddress: null,
      prescribedOn: '2026-11-20',
      patientName: null,
      patientAddress: null,
    },
    returns: [
      {
        id: crypto.randomUUID(),
        number: 4,
        returnedAt: '2026-11-21T10:30:00.000Z',
        byName: 'HOUNKPATIN Bella',
        reason: 'Erreur',
        total: 650,
        rounding: 0,
        lines: [{ lineId: record!.id, quantity: 1, amount: 650, toStock: false }],
        refunds: [
          { paymentId: insurer, type: 'INSURANCE', amount: 520 },
          { paymentId: cash, type: 'CASH', amount: 130 },
        ],
      },
    ],
    ...given,
  }
}
const history: SaleHistory = {
  grants: [
    {
      saleId: saleId(2),
      at: '2026-11-21T10:08:00.000Z',
      byName: 'HOUNKPATIN Bella',
      permission: 'sale.discount',
      amount: 10,
      isProven: true,
    },
    {
      saleId: saleId(2),
      at: '2026-11-21T10:09:00.000Z',
      byName: 'AZONHIHO Gilles',
      permission: 'sale.price',
      amount: 650,
      isProven: false,
    },
  ],
  versions: [1, 2].map((n) => ({
    id: saleId(n),
    number: n,
    version: n,
    status: n === 1 ? 'CANCELED' : 'CLOSED',
    total: 1800,
    soldAt: '2026-11-21T10:00:00.000Z',
    receivedAt: '2026-11-21T10:00:00.000Z',
    sellerName: 'DOSSOU Aurèle',
  })),
  events: [
    { kind: 'closed', saleId: saleId(1), at: '2026-11-21T10:00:00.000Z', byName: 'DOSSOU Aurèle', sentByName: null },
    {
      kind: 'canceled',
      saleId: saleId(1),
      at: '2026-11-21T10:10:00.000Z',
      byName: 'DOSSOU Aurèle',
      reason: 'Remplacée',
      replacedBy: saleId(2),
    },
    {
      kind: 'closed',
      saleId: saleId(2),
      at: '2026-11-21T10:10:00.000Z',
      byName: 'DOSSOU Aurèle',
      sentByName: 'KPADONOU Sena',
    },
    {
      kind: 'date',
      saleId: saleId(2),
      at: '2026-11-21T10:20:00.000Z',
      byName: 'AZONHIHO Gilles',
      from: '2026-11-21T10:10:00.000Z',
      to: '2026-11-20T10:10:00.000Z',
      reason: 'Horloge du poste fausse',
    },
    {
      kind: 'returned',
      saleId: saleId(2),
      at: '2026-11-21T10:30:00.000Z',
      byName: 'HOUNKPATIN Bella',
      reason: 'Erreur',
      number: 4,
      total: 650,
    },
  ],
}
const photo: SalePhoto = {
  id: saleId(80),
  paymentId: null,
  takenAt: '2026-11-21T10:05:00.000Z',
  mime: 'image/jpeg',
  data: btoa('not really a picture'),
}
const tells =
  (sale: Sale, photos: SalePhoto[] = []) =>
  (asked: Asked): Answer => {
    if (asked.path === `/sales/${sale.id}`) return ok(sale)
    if (asked.path === `/sales/${sale.id}/history`) return ok(history)
    if (asked.path === `/sales/${sale.id}/photos`) return ok(photos)
    return holds(() => 3)(asked)
  }

test('the panel tells the whole sale: shares of a payer, voucher number, posology, credit note, prescription, versions in words', async () => {
  await aDesk({ path: `/backoffice/ventes/${saleId(2)}`, answer: tells(anEventfulSale()) })
  const detail = within(await panel(/Vente n°\s2/))
  await detail.findByText('Historique')
  const text = plain((await panel(/Vente n°\s2/)).textContent ?? '')
  for (const said of [
    'RetourVersion 2',
    'Posologie : 1 matin et soir',
    '1 repris',
    'À l’unité, 1 boîte ouverte',
    'NSIA · 80 % · bon B-77',
    'Coartem 20/120 mg400',
    'Retour, avoir n° 4',
    'non remis en stock',
    'Couverture, en moins520',
    'Rendu, espèces130',
    'Facture au nom de',
    'NomSOBEBRA SA',
    'IFU3200700000018',
    'AdresseCotonou',
    'Dr AHO',
    '2 versions',
    'accordé par HOUNKPATIN BellaAccorder une remise, jusqu’à 10 %',
    'accordé par AZONHIHO GillesChanger un prix à la vente à 650 F CFA (non vérifiable)',
    'Vente n° 1 remplacée par n° 2',
    'Retour sur n° 2, avoir n° 4, 650 F CFA : Erreur',
    'À faire au comptoir',
  ])
    expect(text).toContain(said)
  expect(text).toContain('Date de n° 2 corrigée')
  expect(text).toContain('Horloge du poste fausse')
  expect(detail.getAllByRole('link', { name: /^n°\s1$/ })[0]?.getAttribute('href')).toBe(
    `/backoffice/ventes/${saleId(1)}`,
  )
  expect(detail.queryByText('Photos des bons')).toBeNull()
})

test('a canceled sale says by whom and why, leads to what replaced it, and offers nothing', async () => {
  const { answerWith, hint } = await aDesk({
    path: `/backoffice/ventes/${saleId(2)}`,
    answer: tells(
      anEventfulSale({
        status: 'CANCELED',
        cancellation: { at: '2026-11-21T10:40:00.000Z', byName: 'HOUNKPATIN Bella', reason: 'Doublon' },
      }),
    ),
  })
  const detail = within(await panel(/Vente n°\s2/))
  expect(await detail.findByText(/Motif/)).toBeTruthy()
  expect(plain((await panel(/Vente n°\s2/)).textContent ?? '')).toContain('Motif : Doublon')
  expect(detail.queryByRole('button', { name: 'Corriger la date' })).toBeNull()
  expect(detail.queryByText('À faire au comptoir')).toBeNull()
  answerWith(
    tells(
      anEventfulSale({
        status: 'CANCELED',
        replacedBy: saleId(3),
        cancellation: { at: '2026-11-21T10:40:00.000Z', byName: 'HOUNKPATIN Bella', reason: 'Remplacée' },
      }),
    ),
  )
  hint('sales')
  expect((await detail.findByRole('link', { name: 'Voir la version suivante' })).getAttribute('href')).toBe(
    `/backoffice/ventes/${saleId(3)}`,
  )
})

test('the photo of a voucher opens large and closes by Échap; the panel stays', async () => {
  const { user } = await aDesk({
    path: `/backoffice/ventes/${saleId(2)}`,
    answer: tells(anEventfulSale(), [{ ...photo, paymentId: null }]),
  })
  await user.click(await screen.findByRole('button', { name: /^Agrandir\s: Photo, / }))
  const large = within(await screen.findByRole('dialog')).getByRole('img')
  expect(large.getAttribute('src')).toBe(`data:image/jpeg;base64,${photo.data}`)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await panel(/Vente n°\s2/)).toBeTruthy()
})

test('an unknown sale says so beside the list', async () => {
  await aDesk({ path: '/backoffice/ventes/018f0000-0000-7000-8000-0000000000ff', answer: holds(() => 3) })
  expect(await screen.findByText(/Cette vente n’existe pas/)).toBeTruthy()
  expect(numbers()).toHaveLength(3)
})

test('a sale closed elsewhere comes in by itself; the row of the keyboard stays the same sale', async () => {
  let count = 3
  const { user, hint } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => count) })
  await waitFor(() => expect(numbers()).toEqual(['3', '2', '1']))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(focusedNumber()).toBe('2')
  count = 4
  hint('sales')
  await waitFor(() => expect(numbers()).toEqual(['4', '3', '2', '1']))
  expect(focusedNumber()).toBe('2')
  expect(pageText()).toContain('4 ventes')
})

test('while a hint is answered the rows stay on screen', async () => {
  const { hint, askedOf, answerWith } = await aDesk({ path: '/backoffice/ventes', answer: holds(() => 3) })
  await waitFor(() => expect(numbers()).toHaveLength(3))
  const seen: number[] = []
  const watcher = new MutationObserver(() => seen.push(document.querySelectorAll('[data-row]').length))
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
  answerWith(
    holds(
      () => 3,
      (n) => aSummary(n, { sellerName: 'SOGLO Koffi' }),
    ),
  )
  hint('sales')
  await screen.findAllByText('SOGLO Koffi')
  watcher.disconnect()
  expect(askedOf('/sales')).toHaveLength(2)
  expect(Math.min(3, ...seen)).toBe(3)
})

test('the four faces: empty, filtered to nothing, failed, offline', async () => {
  let isBroken = true
  const { user, answerWith, hint, goOffline } = await aDesk({
    path: '/backoffice/ventes?periode=tout',
    answer: (asked) =>
      asked.path === '/sales'
        ? isBroken
          ? { status: 500, body: { message: 'internal' } }
          : holds(() => 0)(asked)
        : undefined,
  })
  expect(await screen.findByText(/Les ventes n’ont pas pu être chargées/)).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('Aucune vente enregistrée.')).toBeTruthy()

  await user.keyboard('f')
  await user.keyboard('zzz')
  await waitFor(() => expect(pageText()).toContain('Aucun résultat pour « zzz »'))
  answerWith(holds(() => 2))
  await user.click(screen.getByRole('button', { name: 'Effacer les filtres' }))
  hint('sales')
  await waitFor(() => expect(numbers()).toEqual(['2', '1']))

  goOffline()
  expect(await screen.findByText(/Liste d’il y a .* \(.*\d\d:\d\d\)/)).toBeTruthy()
  expect(numbers()).toEqual(['2', '1'])
})
