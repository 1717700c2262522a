import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { StockExport } from '#shared/contract/stock-exports.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { aDesk, ok, rowTexts, today } from './support/a-desk.tsx'
import { quietDay } from './support/a-shop.ts'

const done: StockExport = {
  id: '018f0000-0000-7000-8000-0000000000e1',
  at: '2026-10-31T22:59:59.999Z',
  format: 'xlsx',
  groupBy: 'category',
  withCost: true,
  status: 'done',
  progress: 100,
  askedAt: `${today}T09:05:00.000Z`,
  byName: 'HOUNKPATIN Rachelle',
  finishedAt: `${today}T09:05:12.000Z`,
  rows: 18,
  costValue: 12_500_000,
  priceValue: 17_250_000,
  error: null,
}
const running: StockExport = {
  ...done,
  id: '018f0000-0000-7000-8000-0000000000e2',
  groupBy: 'lot',
  status: 'running',
  progress: 45,
  finishedAt: null,
  rows: null,
  costValue: null,
  priceValue: null,
}
const failed: StockExport = {
  ...running,
  id: '018f0000-0000-7000-8000-0000000000e3',
  status: 'failed',
  error: {
    message: 'Error these products do not have category.',
    details: { count: 1, products: [{ id: done.id, label: 'Doliprane 1 g' }] },
  },
}
const path = '/backoffice/exports'

test('an export is found again with its progress, its values, and why it failed', async () => {
  await aDesk({
    path,
    answer: ({ path }) => (path === '/stock-exports' ? ok({ items: [running, done, failed], total: 3 }) : undefined),
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  expect(rowTexts()[0]?.slice(0, 5)).toEqual(['31/10/2026', '22:59', 'Par lot', 'En cours, 45 %', 'Excel'])
  expect(rowTexts()[1]?.slice(2, 6)).toEqual(['Par catégorie', 'Prêt', 'Télécharger Excel', '18'])
  await userEvent.click(screen.getByRole('button', { name: /Pourquoi/ }))
  const modal = await screen.findByRole('alertdialog')
  expect(modal.textContent).toMatch(/Des produits n’ont pas de catégorie.*Doliprane 1 g/)
})

test('a new export is asked once, with its day, its detail and its kind of file', async () => {
  const bodies: unknown[] = []
  await aDesk({
    path,
    answer: ({ method, path, body }) => {
      if (path !== '/stock-exports') return undefined
      if (method === 'GET') return ok({ items: [done], total: 1 })
      bodies.push(body)
      return { status: 201, body: running }
    },
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: /^Nouvel export/ }))
  await userEvent.click(await screen.findByRole('radio', { name: 'par rangement' }))
  await userEvent.click(screen.getByRole('radio', { name: 'CSV' }))
  await userEvent.click(screen.getByRole('button', { name: 'Préparer le fichier' }))
  await waitFor(() => expect(bodies).toEqual([{ id: expect.any(String), groupBy: 'storage', format: 'csv' }]))
  await screen.findByText(/L’export se prépare/)
})

test('who may not export has no such screen', async () => {
  const { askedOf } = await aDesk({
    permissions: permissions.filter((permission) => permission !== 'data.export'),
    answer: ({ path }) => (path === '/usage/turnover-statistics' ? ok(quietDay(today)) : undefined),
  })
  expect(await screen.findByRole('region', { name: 'À faire' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Exports de stock' })).toBeNull()
  expect(askedOf('/stock-exports')).toEqual([])
})

test('a search finds an export by its detail, its day and who asked for it', async () => {
  const { user } = await aDesk({
    path,
    answer: ({ path: asked }) =>
      asked === '/stock-exports' ? ok({ items: [running, done, failed], total: 3 }) : undefined,
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  await user.type(screen.getByRole('searchbox', { name: 'Filtrer les exports' }), 'rachelle 31/10 catégorie')
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
})
