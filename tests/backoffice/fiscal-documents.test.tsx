import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { FiscalDetail, FiscalRow } from '#shared/contract/fiscal-documents.ts'
import { defaultRoles, type Permission } from '#shared/domain/permissions.ts'
import { savedDownloads } from '#tests/support/saved-downloads.ts'
import { aDesk, ok, pageText, plain, rowTexts, today, type Answer } from './support/a-desk.tsx'
import { aFiscalDocument, aFiscalRow, fiscalId, uncertified } from './support/a-fiscal-document.ts'
import { aSale, stocked } from './support/a-shop.ts'

const saved = savedDownloads()
const home = '/backoffice/factures-normalisees'
const doliprane = stocked(1, 'Doliprane 500 mg cp B/16', [{ quantity: 3 }])
const sale = aSale(811, {
  records: [{ ...aSale(811).records[0]!, stockItemId: doliprane.stockItems[0]!.id }],
  vouchers: [{ id: '018f0000-0000-7000-8000-0000000000e9', label: 'Prise de tension', quantity: 1, price: 500 }],
})

async function aList(rows: readonly FiscalRow[], path = home) {
  const desk = await aDesk({
    path,
    products: [],
    answer: (asked) => (asked.path === '/fiscal-documents' ? ok({ items: rows, total: rows.length }) : undefined),
  })
  await screen.findByRole('grid')
  return desk
}

/** The page of one document; `after`: what the server says of it once it was written. */
async function aDetail(
  document: FiscalDetail,
  {
    after = document,
    permissions,
    refusal,
  }: { after?: FiscalDetail; permissions?: Permission[]; refusal?: Answer } = {},
) {
  const state = { document }
  const desk = await aDesk({
    path: `${home}/${fiscalId}`,
    products: [doliprane],
    ...(permissions ? { permissions } : {}),
    answer: ({ method, path }) => {
      if (path === `/sales/${document.saleId}`) return ok(sale)
      if (!path.startsWith(`/fiscal-documents/${fiscalId}`)) return undefined
      if (method === 'POST' && refusal) return refusal
      if (method === 'POST') state.document = after
      return ok(state.document)
    },
  })
  await screen.findByRole('region', { name: /^(La facture|L’avoir)$/ })
  return desk
}
const region = (name: string) => within(screen.getByRole('region', { name }))
const button = (name: string) => screen.queryByRole('button', { name })

describe('the list', () => {
  test('says where the platform has other rates than this software', async () => {
    await aDesk({
      path: home,
      products: [],
      answer: ({ path }) =>
        path === '/fiscal-documents/differences'
          ? ok({
              checkedAt: `${today}T10:00:00.000Z`,
              differences: [
                { about: 'rate', code: 'B', ours: 1800, theirs: 2000 },
                { about: 'payment-type', code: 'AUTRE', ours: null, theirs: null },
              ],
            })
          : path === '/fiscal-documents'
            ? ok({ items: [aFiscalRow()], total: 1 })
            : undefined,
    })
    const told = plain((await screen.findByRole('alert')).textContent)
    expect(told).toContain('Taux B : 18 % ici, 20 % sur la plateforme')
    expect(told).toContain('Moyen de paiement AUTRE : inconnu de la plateforme')
  })

  test('a row says what it is, whose, how much and by which machine', async () => {
    await aList([
      aFiscalRow(),
      aFiscalRow({
        id: '018f0000-0000-7000-8000-0000000000fe',
        kind: 'credit',
        number: 'A4',
        state: 'uncertain',
        code: null,
        nim: null,
      }),
    ])
    const common = ['811', '21/11/2026 09:05', 'HOUNTONDJI Adjoa', 'DOSSOU Aurèle', '1 300']
    await waitFor(() =>
      expect(rowTexts()).toEqual([
        ['Normalisée', '811', ...common, 'TEST-ABCD-EFGH-IJKL-MNOP-QRST', 'ED04000123'],
        ['À vérifier', 'Avoir A4', ...common, '–', '–'],
      ]),
    )
  })

  test('it opens on today; state, kind and search are asked of the server', async () => {
    const { user, askedOf } = await aList([], `${home}?etat=en-attente,refusee&nature=avoir`)
    await waitFor(() => expect(askedOf('/fiscal-documents').some((query) => query.has('state'))).toBe(true))
    const pages = () => askedOf('/fiscal-documents').filter((query) => query.has('state'))
    expect(Object.fromEntries(pages()[0]!)).toMatchObject({
      state: 'waiting,rejected',
      kind: 'credit',
      from: today,
      to: today,
    })
    await user.type(screen.getByRole('searchbox', { name: /^Filtrer/ }), 'ED04')
    await waitFor(() => expect(pages().at(-1)!.get('search')).toBe('ED04'))
    // A search looks in all days.
    expect(pages().at(-1)!.has('from')).toBe(false)
  })

  test.each([true, false])('the menu has it only where a platform certifies (without: %s)', async (hasNoPlatform) => {
    await aDesk({ path: '/backoffice/ventes', products: [], hasNoPlatform })
    const menu = within(await screen.findByRole('navigation', { name: 'Menu' }))
    expect(menu.queryByRole('link', { name: 'Factures normalisées' }) === null).toBe(hasNoPlatform)
  })
})

test('a document of a drawer that is not counted says that its amounts are kept back, not that there are none', async () => {
  await aDetail(aFiscalDocument({ withheld: true, total: null, totals: null, lines: [], payments: [], exchanges: [] }))
  expect(plain(screen.getByRole('note').textContent)).toContain('s’affichent quand la caisse est comptée')
  expect(plain(pageText())).not.toMatch(/Aucun échange|sont figées/)
})

test('the journal lists each exchange; its file has what was sent and answered', async () => {
  const { user } = await aDesk({
    path: `${home}/journal`,
    products: [],
    answer: ({ path }) => {
      const row = {
        documentId: fiscalId,
        number: '4',
        saleNumber: 811,
        method: 'POST',
        url: 'https://platform.example/api/invoice/',
        tookMs: 840,
      }
      const items = [
        {
          ...row,
          id: '2',
          kind: 'sale',
          at: `${today}T10:05:07.000Z`,
          step: 'confirm',
          status: 200,
          request: null,
          answer: '{"nim":"TS1"}',
        },
        {
          ...row,
          id: '1',
          kind: 'credit',
          at: `${today}T10:05:06.000Z`,
          step: 'draft',
          status: null,
          request: '{"type":"FA"}',
          answer: '',
        },
      ]
      return path === '/fiscal-documents/exchanges' ? ok({ items, total: 2 }) : undefined
    },
  })
  await waitFor(() =>
    expect(rowTexts().map((row) => row.slice(0, 5))).toEqual([
      ['21/11/2026 10:05:07', '4', '811', 'Confirmation', '200'],
      ['21/11/2026 10:05:06', 'Avoir 4', '811', 'Brouillon', 'Sans réponse'],
    ]),
  )
  await user.keyboard('x')
  await user.click(await screen.findByRole('menuitem', { name: 'Fichier CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const [head, first, second] = (await saved[0]!.content.text()).split('\r\n')
  expect(saved[0]!.name).toBe(`journal-des-echanges-avec-la-plateforme-fiscale-${today}.csv`)
  expect(head!.endsWith('Adresse;Envoyé;Reçu')).toBe(true)
  expect(first).toContain('"{""nim"":""TS1""}"')
  expect(second).toContain('"{""type"":""FA""}";')
})

describe('a document', () => {
  const sentAgain = aFiscalDocument({ ...uncertified, state: 'waiting', attempts: 0, nextAt: `${today}T11:42:00.000Z` })

  test('what was frozen, the elements, the sale, and each exchange word for word', async () => {
    await aDetail(aFiscalDocument())
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Facture de la vente n°.811$/)
    const frozen = plain(screen.getByRole('region', { name: 'Ce qui est facturé' }).textContent ?? '')
    for (const part of ['Doliprane 500 mg cp B/16', '650', 'A, Exonéré', '1 300 F CFA']) expect(frozen).toContain(part)
    for (const part of ['TEST-ABCD-EFGH-IJKL-MNOP-QRST', 'ED04000123', '64/64 FV', '21/11/2026 10:05:07'])
      expect(region('Éléments de la plateforme').getByText(part)).toBeTruthy()
    expect(region('La facture').getByRole('link').getAttribute('href')).toBe(`/backoffice/ventes/${sale.id}`)
    const [confirm, draft] = screen.getAllByRole('group') as HTMLDetailsElement[]
    expect([confirm!.open, draft!.open]).toEqual([false, false])
    expect(plain(confirm!.textContent ?? '')).toMatch(/^21\/11\/2026 09:05:07Confirmation200840 ms/)
    expect(confirm!.textContent).toContain('{"codeMECeFDGI":"TEST-ABCD-EFGH-IJKL-MNOP-QRST"}')
    expect(draft!.textContent).toContain('Sans réponse')
    expect(draft!.textContent).toContain('{"ifu":"3201900000017","type":"FV"}')
    for (const name of ['Compléter', 'Renvoyer', 'Noter ce que dit le portail']) expect(button(name)).toBeNull()
  })

  test('another AIB than the till took is an alert, with what it took', async () => {
    const totals = { groups: [], aib: 58, specificTax: 0, total: 6558 }
    await aDetail(aFiscalDocument({ totals, paidAib: 66 }))
    expect(screen.getByText('Autre AIB à la caisse')).toBeTruthy()
    expect(pageText()).toContain('AIB perçu à la caisse66 F CFA')
    expect(pageText()).toContain('AIB58 F CFA')
  })

  test('one of a simulator has no fiscal value', async () => {
    await aDetail(aFiscalDocument({ isSimulated: true }))
    expect(screen.getByText('Simulation, sans valeur fiscale')).toBeTruthy()
  })

  const incomplete = aFiscalDocument({
    ...uncertified,
    state: 'incomplete',
    lines: [],
    totals: null,
    total: null,
    exchanges: [],
    incompleteLines: [sale.records[0]!.label, sale.vouchers[0]!.label, sale.records[0]!.label],
  })

  test('a line without a tax group leads to its product, a service to the settings; then it is completed', async () => {
    const { user, sent } = await aDetail(incomplete, { after: sentAgain })
    const lines = within(screen.getByRole('list', { name: 'Lignes sans groupe de taxe' }))
    await waitFor(() => expect(lines.getAllByRole('link')).toHaveLength(2))
    expect(lines.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `/backoffice/stock/${doliprane.id}`,
      '/backoffice/parametres/pharmacie',
    ])
    await user.click(button('Compléter')!)
    expect(await screen.findByText('En attente')).toBeTruthy()
    expect(sent(`POST /fiscal-documents/${fiscalId}/retry`)).toEqual([{ withoutTaxId: false }])
    expect(button('Compléter')).toBeNull()
  })

  test('one that waits says how often it was tried, and when again', async () => {
    const waiting = { ...uncertified, state: 'waiting', attempts: 3, nextAt: `${today}T12:00:00.000Z` } as const
    await aDetail(aFiscalDocument({ ...waiting, trouble: 'no connection' }))
    const text = plain(screen.getByRole('region', { name: 'En attente de normalisation' }).textContent ?? '')
    for (const part of ['Essais3', '12:00', 'no connection']) expect(text).toContain(part)
    expect(button('Renvoyer')).toBeTruthy()
  })

  const rejected = aFiscalDocument({
    ...uncertified,
    state: 'rejected',
    client: { name: 'Port autonome', taxId: '3201900000099', contact: null, address: null },
    fields: [{ field: 'client.ifu', message: 'IFU client invalide' }],
  })

  test('one that was refused for the number of its client is certified without it', async () => {
    const { user, sent } = await aDetail(rejected, { after: sentAgain })
    expect(screen.getByText('IFU client invalide')).toBeTruthy()
    await user.click(button('Certifier sans l’IFU du client')!)
    expect(await screen.findByText('En attente')).toBeTruthy()
    expect(sent(`POST /fiscal-documents/${fiscalId}/retry`)).toEqual([{ withoutTaxId: true }])
  })

  test('one that was refused for anything else is only sent again; a refusal of ours is said', async () => {
    const { user } = await aDetail(
      { ...rejected, fields: [...rejected.fields, { field: 'tab', message: '1 300 ici, 1 299 sur la plateforme' }] },
      { refusal: { status: 409, body: { message: 'requests:conflict' } } },
    )
    expect(screen.getByText('Total du groupe B')).toBeTruthy()
    expect(button('Certifier sans l’IFU du client')).toBeNull()
    await user.click(button('Renvoyer')!)
    expect(await screen.findByRole('alertdialog')).toBeTruthy()
  })

  test('one that nothing can mend is closed with a reason', async () => {
    const closed = {
      way: 'never',
      reason: 'Faite à la main',
      creditCode: null,
      byName: null,
      at: sentAgain.soldAt,
    } as const
    const { user, sent } = await aDetail(rejected, { after: { ...rejected, state: 'settled', settlement: closed } })
    await user.click(button('Clore sans normaliser')!)
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.type(dialog.getByRole('textbox', { name: /Raison/ }), 'Faite à la main')
    await user.click(dialog.getByRole('button', { name: 'Clore' }))
    expect(await screen.findByText('Réglée')).toBeTruthy()
    expect(sent(`POST /fiscal-documents/${fiscalId}/settlement`)).toEqual([{ way: 'never', reason: 'Faite à la main' }])
  })

  const uncertain = aFiscalDocument({
    ...uncertified,
    state: 'uncertain',
    evidence: {
      uid: 'uid-77',
      draftedAt: `${today}T09:05:06.000Z`,
      total: 1300,
      confirmations: 2,
      answer: 'La facture n’existe pas ou est déjà finalisée',
      other: { seen: true },
    },
  })
  const settled = (given: Partial<NonNullable<FiscalDetail['settlement']>>) =>
    ({
      ...uncertain,
      state: 'settled',
      settlement: {
        way: 'never',
        reason: 'Vu',
        creditCode: null,
        byName: 'DOSSOU Aurèle',
        at: `${today}T11:42:00.000Z`,
        ...given,
      },
    }) satisfies FiscalDetail

  test('what is known of an uncertain one is read: hour, sum, number, answer, and what has no words', async () => {
    await aDetail(uncertain)
    const text = plain(screen.getByRole('region', { name: /^Peut-être/ }).textContent ?? '')
    for (const part of ['1 300 F CFA', '21/11/2026 09:05:06', 'uid-77', 'déjà finalisée', 'other{"seen":true}'])
      expect(text).toContain(part)
  })

  test.each([
    {
      radio: /^La facture est sur le portail/,
      typed: {
        'Code de la facture': 'ABCD-EFGH-IJKL-MNOP-QRST-UVWX',
        Compteurs: '64/64 FV',
        'Heure lue sur le portail': '21/11/2026 10:05:08',
      },
      body: { way: 'found', code: 'ABCD-EFGH-IJKL-MNOP-QRST-UVWX', counters: '64/64 FV', at: '21/11/2026 10:05:08' },
    },
    {
      radio: /^Un avoir a été fait/,
      typed: { 'Code de l’avoir': 'EFGH-IJKL-MNOP-QRST-UVWX-ABCD' },
      body: { way: 'credited', creditCode: 'EFGH-IJKL-MNOP-QRST-UVWX-ABCD' },
    },
    { radio: /^Elle n’a jamais été faite/, typed: {}, body: { way: 'never' } },
  ])('it ends as $body.way, with a reason', async ({ radio, typed, body }) => {
    const { user, sent } = await aDetail(uncertain, {
      after: settled({ way: body.way as never, creditCode: 'EFGH-IJKL-MNOP-QRST-UVWX-ABCD' }),
    })
    await user.click(button('Noter ce que dit le portail')!)
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('radio', { name: radio }))
    await user.click(dialog.getByRole('button', { name: 'Enregistrer' }))
    // Nothing is sent without a reason.
    expect(sent(`POST /fiscal-documents/${fiscalId}/settlement`)).toEqual([])
    for (const [name, text] of Object.entries(typed))
      await user.type(dialog.getByRole('textbox', { name: new RegExp(`^${name}`) }), text)
    await user.type(dialog.getByRole('textbox', { name: /^Raison/ }), 'Lu ce matin')
    await user.click(dialog.getByRole('button', { name: 'Enregistrer' }))
    expect(await screen.findByText('Réglée')).toBeTruthy()
    expect(sent(`POST /fiscal-documents/${fiscalId}/settlement`)).toEqual([{ ...body, reason: 'Lu ce matin' }])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(region('Décision').getByText(/DOSSOU Aurèle/)).toBeTruthy()
    expect(button('Noter ce que dit le portail')).toBeNull()
  })

  test('the hour of the portal has its seconds', async () => {
    const { user, sent } = await aDetail(uncertain)
    await user.click(button('Noter ce que dit le portail')!)
    const dialog = within(await screen.findByRole('dialog'))
    for (const [name, text] of [
      ['Code de la facture', 'ABCD-EFGH-IJKL-MNOP-QRST-UVWX'],
      ['Heure lue sur le portail', '21/11/2026 10:05'],
      ['Raison', 'Lu ce matin'],
    ] as const)
      await user.type(dialog.getByRole('textbox', { name: new RegExp(`^${name}`) }), text)
    await user.click(dialog.getByRole('button', { name: 'Enregistrer' }))
    expect(await dialog.findByText('Écrivez jj/mm/aaaa hh:mm:ss.')).toBeTruthy()
    expect(sent(`POST /fiscal-documents/${fiscalId}/settlement`)).toEqual([])
  })

  test('a code that is none of the platform, and an hour before the sale, are said at their fields', async () => {
    const { user, sent } = await aDetail(uncertain)
    await user.click(button('Noter ce que dit le portail')!)
    const dialog = within(await screen.findByRole('dialog'))
    for (const [name, text] of [
      ['Code de la facture', 'ABCD-EFGH'],
      ['Heure lue sur le portail', '20/11/2026 10:05:00'],
      ['Raison', 'Lu ce matin'],
    ] as const)
      await user.type(dialog.getByRole('textbox', { name: new RegExp(`^${name}`) }), text)
    await user.click(dialog.getByRole('button', { name: 'Enregistrer' }))
    expect(await dialog.findByText('Le code a 24 lettres et chiffres, sans compter les tirets.')).toBeTruthy()
    expect(dialog.getByText('Cette heure est avant la vente.')).toBeTruthy()
    expect(sent(`POST /fiscal-documents/${fiscalId}/settlement`)).toEqual([])
  })

  test('who may not decide reads it all the same', async () => {
    await aDetail(uncertain, { permissions: defaultRoles.titulaire.filter((right) => right !== 'fiscal.manage') })
    expect(pageText()).toContain('Peut-être normalisée')
    expect(button('Noter ce que dit le portail')).toBeNull()
  })

  test('a credit note goes after its invoice', async () => {
    await aDetail(aFiscalDocument({ ...uncertified, kind: 'credit', state: 'waiting', attempts: 0 }))
    expect(pageText()).toContain('dès que la facture qu’il annule est normalisée')
    expect(button('Renvoyer')).toBeNull()
  })

  test('a credit note names the invoice that it undoes', async () => {
    await aDetail(aFiscalDocument({ kind: 'credit', number: 'A4', returnId: fiscalId, originalCode: 'AAAA-BBBB' }))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Avoir A4 de la vente n°.811$/)
    expect(region('L’avoir').getByText('AAAA-BBBB')).toBeTruthy()
  })
})

describe('the dashboard', () => {
  const waiting = (soldAt: string, hasNoPlatform = false) =>
    aDesk({
      path: '/backoffice/',
      products: [],
      hasNoPlatform,
      answer: ({ path, query }) =>
        path === '/fiscal-documents' && query.get('state') === 'waiting' && query.get('sort') === 'soldAt'
          ? ok({ items: [aFiscalRow({ ...uncertified, state: 'waiting', soldAt })], total: 3 })
          : undefined,
    })

  test.each([
    ['2026-11-21T06:42:00.000Z', 'depuis 5 h', 'info'],
    ['2026-11-19T06:42:00.000Z', 'depuis 2 jours', 'warning'],
  ])('sales of %s and later wait: %s, as %s', async (soldAt, since, tone) => {
    await waiting(soldAt)
    const task = await screen.findByRole('link', { name: /factures en attente de normalisation/ })
    expect(plain(task.textContent ?? '')).toBe(`3 factures en attente de normalisation${since}`)
    expect(task.querySelector('svg')!.getAttribute('class')).toContain(tone)
    expect(task.getAttribute('href')).toBe('/backoffice/factures-normalisees?periode=tout&etat=en-attente')
  })

  test.each([
    ['rejected', 'factures refusées par la plateforme', 'Corriger et renvoyer', 'refusee'],
    ['uncertain', 'factures peut-être normalisées', 'Regarder sur le portail', 'a-verifier'],
    ['incomplete', 'factures sans groupe de taxe', 'Compléter', 'a-completer'],
  ])(
    '%s documents are counted with what to do; who may not decide tells the owner',
    async (state, words, end, value) => {
      const dashboard = (permissions: readonly Permission[]) =>
        aDesk({
          path: '/backoffice/',
          products: [],
          permissions: [...permissions],
          answer: ({ path, query }) =>
            path === '/fiscal-documents' && query.get('state') === state
              ? ok({ items: [aFiscalRow({ ...uncertified, state: state as FiscalRow['state'] })], total: 2 })
              : undefined,
        })
      const task = () => screen.findByRole('link', { name: new RegExp(words) })
      await dashboard(defaultRoles.titulaire)
      expect(plain((await task()).textContent ?? '')).toBe(`2 ${words}${end}`)
      expect((await task()).getAttribute('href')).toBe(`/backoffice/factures-normalisees?periode=tout&etat=${value}`)
      cleanup()
      await dashboard(defaultRoles.pharmacien)
      expect(plain((await task()).textContent ?? '')).toBe(`2 ${words}Prévenir le titulaire`)
    },
  )

  test('without a platform nothing is asked', async () => {
    const { askedOf } = await waiting('2026-11-21T06:42:00.000Z', true)
    await waitFor(() => expect(askedOf('/sales').length).toBeGreaterThan(0))
    expect(askedOf('/fiscal-documents')).toEqual([])
  })
})
