import { randomUUID } from 'node:crypto'
import { dayOf } from '#shared/domain/dates.ts'
import type { CallFixture } from '#tests/server/support/call-fixtures.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** Valid requests of the reports (`callFixtures`). */
export function reportFixtures(shop: Shop): Record<string, () => CallFixture> {
  const params = { id: idOf(shop.id, 'own report') }
  const question = {
    measures: ['turnover', 'boxes'],
    dimensions: ['product', 'month'],
    filters: [{ dimension: 'weekday', key: '1', name: 'Lundi' }],
    period: 'last-month',
    comparison: 'year',
  }
  const period = { from: '2026-01-01', to: '2026-12-31' }
  return {
    'reports.meta': () => ({}),
    'reports.ask': () => ({
      body: {
        measures: ['turnover', 'margin', 'meanBasket'],
        dimensions: ['month', 'seller'],
        filters: [{ dimension: 'weekday', keys: ['1', '7'] }],
        period,
        comparison: 'year',
        order: { by: 'margin', of: 'change', descending: true },
        limit: 50,
      },
    }),
    'reports.understand': () => ({ query: { text: 'top 20 des produits en boîtes, août 2026 contre l’an dernier' } }),
    'reports.peers': () => ({}),
    'ownReports.list': () => ({ query: { search: 'marge' } }),
    'ownReports.read': () => ({ params }),
    'ownReports.create': () => ({ body: { name: `Rapport ${randomUUID()}`, shared: true, pinned: true, question } }),
    'ownReports.patch': () => ({ params, body: { pinned: true, question } }),
    'ownReports.remove': () => ({ params: { id: idOf(shop.id, 'another own report') } }),
    'ownReports.schedule': () => ({
      params,
      body: { rhythm: 'mondays', hour: 7, to: ['titulaire@officine.example'], format: 'csv' },
    }),
    'ownReports.send': () => ({ params }),
    'ownReports.unschedule': () => ({ params }),
    'reports.file': () => ({
      body: { measures: ['turnover'], dimensions: ['product'], period, title: 'Les produits', format: 'csv' },
    }),
    'assistants.list': () => ({ query: { search: 'comptable' } }),
    'assistants.read': () => ({ params: { id: idOf(shop.id, 'assistant') } }),
    'assistants.create': () => ({ body: { name: 'Assistant', lastDay: dayOf(new Date(Date.now() + 86_400_000)) } }),
    'assistants.revoke': () => ({ params: { id: idOf(shop.id, 'assistant') } }),
    'usage.salesReport': () => ({ query: { ...period, comparison: 'before' } }),
    'usage.salesReportData': () => ({ query: { ...period, by: 'category', limit: 10 } }),
    'usage.sales': () => ({ query: { ...period, by: 'seller' } }),
    'usage.topSales': () => ({ query: { ...period, limit: 5 } }),
  }
}
