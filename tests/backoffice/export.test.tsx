import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { queuedNotesAtom } from '#shared/store/sales/note-atoms.ts'
import { aPerson } from './support/a-clientele.ts'
import { aDesk, ok, today, type Asked } from './support/a-desk.tsx'
import { aMovement, aSummary, detailOf, quietStock, salesPage, stocked } from './support/a-shop.ts'
import { aurele } from '#tests/support/a-terminal.ts'
import { aProduct } from '#tests/support/a-product.ts'
import { savedDownloads } from '#tests/support/saved-downloads.ts'

const saved = savedDownloads()

const main = () => within(screen.getByRole('main'))
/** The cells of the file that was saved last, header first. */
async function lines() {
  await waitFor(() => expect(saved).toHaveLength(1))
  return (await saved[0]!.content.text())
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
}
const chooseCsv = async (user: Awaited<ReturnType<typeof aDesk>>['user']) =>
  user.click(await screen.findByRole('menuitem', { name: 'Fichier CSV' }))

test('sales: all 5,000 that the filters keep, columns as on screen, by the key X', async () => {
  const { user, askedOf } = await aDesk({
    path: '/backoffice/ventes?paiement=CASH',
    answer: ({ path, query }: Asked) => (path === '/sales' ? ok(salesPage(query, 5_000)) : undefined),
  })
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(3))
  await user.keyboard('x')
  await chooseCsv(user)
  const [header, ...rows] = await lines()
  expect(saved[0]?.name).toBe(`ventes-${today}.csv`)
  expect(header).toEqual(
    main()
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  )
  expect(rows).toHaveLength(5_000)
  expect(rows[0]?.[0]).toBe('5000')
  expect(rows[0]?.[header!.indexOf('Total')]).toBe(String(aSummary(5_000).total))
  expect(rows.at(-1)?.[0]).toBe('1')
  expect(new Set(askedOf('/sales').map((query) => query.get('paymentType')))).toEqual(new Set(['CASH']))
})

test('groups of possible duplicates: who they are, and why', async () => {
  const [one, two] = [
    aPerson(1, { lastName: 'Agbo', firstName: 'Afi' }),
    aPerson(2, { lastName: 'Agbo', firstName: 'Affi' }),
  ]
  const { user } = await aDesk({
    path: '/backoffice/clients/doublons',
    answer: ({ path }) =>
      path === '/persons/duplicates' ? ok({ items: [{ reason: 'phone', persons: [one, two] }], total: 1 }) : undefined,
  })
  await user.click(await screen.findByRole('button', { name: 'Exporter' }))
  await chooseCsv(user)
  expect(await lines()).toEqual([
    ['Fiches', 'Nombre', 'Pourquoi'],
    ['AGBO Afi · AGBO Affi', '2', 'Même téléphone'],
  ])
})

test('stock: the rows that search and filters keep, in the order shown, offline too', async () => {
  const products = [
    stocked(1, 'Doliprane 500 mg', [{ quantity: 5, expiresOn: '2027-01-31' }]),
    stocked(2, 'Doliprane 1 g', [{ quantity: 0 }]),
    stocked(3, 'Efferalgan', [{ quantity: 3 }]),
  ]
  const { user, goOffline } = await aDesk({ path: '/backoffice/stock?tri=-produit', products })
  await waitFor(() => expect(main().getAllByRole('row')).toHaveLength(4))
  goOffline()
  await user.click(main().getByRole('button', { name: 'Exporter' }))
  await chooseCsv(user)
  const [header, ...rows] = await lines()
  const cells = (name: string) => rows.map((row) => row[header!.indexOf(name)])
  expect(cells('Produit')).toEqual(['Efferalgan', 'Doliprane 500 mg', 'Doliprane 1 g'])
  expect(cells('Stock')).toEqual(['3', '5', '0'])
  expect(cells('Expire')).toEqual(['30/06/2028', '31/01/2027', ''])
  expect(cells('État')[2]).toBe('Rupture')
})

test('offline a list of the server cannot be exported', async () => {
  const { goOffline } = await aDesk({
    path: '/backoffice/ventes',
    answer: ({ path, query }) => (path === '/sales' ? ok(salesPage(query, 3)) : undefined),
  })
  goOffline()
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exporter' }).disabled).toBe(true))
})

test('lots and movements of a product have their own files; costs only for who may see them', async () => {
  const product = stocked(1, 'Doliprane 500 mg', [{ quantity: 5, lot: 'A12' }])
  const answer = ({ path, query }: Asked) => {
    if (path === `/pharmacy-products/${product.id}`) return ok(detailOf(product))
    const page = Number(query.get('page') ?? 0)
    return path === `/pharmacy-products/${product.id}/history`
      ? ok({ items: page === 0 ? [aMovement(1), aMovement(2, { lot: '=A1' })] : [], total: 2 })
      : undefined
  }
  const { user } = await aDesk({ path: `/backoffice/stock/${product.id}`, products: [product], answer })
  await user.click(await screen.findByRole('button', { name: /Exporter\s: Mouvements/ }))
  await chooseCsv(user)
  expect((await lines()).map((line) => line[3])).toEqual(['Lot', 'L1', "'=A1"])
  saved.length = 0
  await user.click(screen.getByRole('button', { name: /Exporter\s: Lots/ }))
  await chooseCsv(user)
  expect(await lines()).toEqual([
    ['Lot', 'Conditionnement', 'Expire', 'Quantité', 'Achat', 'Vente', 'État'],
    ['A12', expect.any(String), '30/06/2028', '5', '480', '650', ''],
  ])
})

test('the shortages of the dashboard: all that were answered, not the five in view', async () => {
  const shortages = Array.from({ length: 9 }, (_, at) => ({
    id: aProduct(at + 1).id,
    label: `Produit ${at}`,
    sold30Days: 90 - at,
    since: '2026-11-19',
  }))
  const { user } = await aDesk({
    path: '/backoffice/',
    answer: ({ path }) =>
      path === '/pharmacy-products/stats' ? ok({ ...quietStock, shortages, shortageCount: 9 }) : undefined,
  })
  await user.click(await screen.findByRole('button', { name: /Exporter\s: Ruptures/ }))
  await chooseCsv(user)
  expect(await lines()).toHaveLength(10)
})

test('an export leaves a trace: which list, with which filters, how many rows', async () => {
  const { user, sent } = await aDesk({
    path: '/backoffice/ventes?paiement=CASH&periode=tout&cherche=dossou',
    answer: ({ method, path, query, body }: Asked) => {
      if (path === '/sales') return ok(salesPage(query, 3))
      return method === 'POST' && path === '/exports'
        ? { status: 201, body: { ...(body as object), byName: 'A' } }
        : undefined
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Exporter' }))
  await chooseCsv(user)
  await waitFor(() => expect(sent('POST /exports')).toHaveLength(1))
  expect(sent('POST /exports')).toMatchObject([
    { list: 'Ventes', filters: '« dossou », Espèces', format: 'csv', rows: 3, sellerId: aurele.id },
  ])
  expect(saved).toHaveLength(1)
})

test('without a network the trace waits in the queue of the terminal', async () => {
  const { user, goOffline, store } = await aDesk({
    path: '/backoffice/stock',
    products: [stocked(1, 'Doliprane 500 mg', [{ quantity: 5 }])],
    answer: ({ path }) => (path === '/exports' ? 'nobody' : undefined),
  })
  await waitFor(() => expect(main().getAllByRole('row')).toHaveLength(2))
  goOffline()
  await user.click(main().getByRole('button', { name: 'Exporter' }))
  await chooseCsv(user)
  await lines()
  await waitFor(() =>
    expect(store.get(queuedNotesAtom)).toMatchObject([{ kind: 'export', trace: { list: 'Stock', rows: 1 } }]),
  )
})

test('nobody exports without the right, by no button and not by the key X', async () => {
  const { user } = await aDesk({
    path: '/backoffice/ventes',
    permissions: defaultRoles.vendeur,
    answer: ({ path, query }) => (path === '/sales' ? ok(salesPage(query, 3)) : undefined),
  })
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(3))
  expect(screen.queryByRole('button', { name: /Exporter/ })).toBeNull()
  await user.keyboard('x')
  expect(screen.queryByRole('menuitem', { name: 'Fichier CSV' })).toBeNull()
})

test('the owner reads who exported what', async () => {
  const trace = {
    id: aurele.id,
    list: 'Clients',
    filters: '',
    format: 'csv',
    rows: 5169,
    exportedAt: `${today}T09:05:00.000Z`,
    byName: 'DOSSOU Aurèle',
  }
  await aDesk({
    path: '/backoffice/parametres/exports',
    answer: ({ path }) => (path === '/exports' ? ok({ items: [trace], total: 1 }) : undefined),
  })
  await waitFor(() => expect(main().getAllByRole('row')).toHaveLength(2))
  const row = main().getAllByRole('row')[1]!.textContent!.replaceAll(/\s/g, ' ')
  for (const part of ['DOSSOU Aurèle', 'Clients', 'Toute la liste', 'CSV', '5 169']) expect(row).toContain(part)
})
