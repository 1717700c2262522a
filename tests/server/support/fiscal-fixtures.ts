import type { CallFixture } from '#tests/server/support/call-fixtures.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** Valid requests of the calls about fiscal documents (`callFixtures`). */
export function fiscalFixtures(shop: Shop): Record<string, () => CallFixture> {
  const at = (name: string) => ({ params: { id: idOf(shop.id, name) } })
  return {
    'fiscalReports.read': () => ({ query: { z: 1 } }),
    'fiscalReports.list': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
    'fiscalDocuments.list': () => ({
      query: {
        search: 'test',
        state: 'certified,waiting',
        kind: 'sale',
        from: '2026-01-01',
        to: '2026-12-31',
        sort: 'code',
      },
    }),
    'fiscalDocuments.journal': () => ({ query: { from: '2026-01-01', to: '2026-12-31', sort: '-at' } }),
    'fiscalDocuments.read': () => at('fiscal invoice'),
    'fiscalDocuments.ofSale': () => at('returned sale'),
    'fiscalDocuments.ask': () => at('returned sale'),
    'fiscalDocuments.printed': () => at('fiscal invoice'),
    'fiscalDocuments.retry': () => ({ ...at('fiscal credit'), body: { withoutTaxId: false } }),
    'fiscalDocuments.settle': () => ({
      ...at('fiscal to verify'),
      body: { way: 'never', reason: 'Absente du portail' },
    }),
  }
}
