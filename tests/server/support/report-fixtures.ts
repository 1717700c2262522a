import type { CallFixture } from '#tests/server/support/call-fixtures.ts'

/** Valid requests of the reports (`callFixtures`). */
export function reportFixtures(): Record<string, () => CallFixture> {
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
    'usage.salesReport': () => ({ query: { ...period, comparison: 'before' } }),
    'usage.salesReportData': () => ({ query: { ...period, by: 'category', limit: 10 } }),
    'usage.sales': () => ({ query: { ...period, by: 'seller' } }),
    'usage.topSales': () => ({ query: { ...period, limit: 5 } }),
  }
}
