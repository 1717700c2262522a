import type { NewExport } from '#shared/contract/exports.ts'
import { madeAtTill } from '#tests/server/support/made-at-till.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'

/** The trace of an export as a terminal sends it; by default all clients, by the owner. */
export function anExport(
  shop: Shop,
  { seller = shop.titulaire, ...more }: Partial<NewExport> & { seller?: TestMember } = {},
): NewExport {
  return {
    ...madeAtTill(shop, seller),
    list: 'Clients',
    filters: '',
    format: 'csv',
    rows: 5169,
    exportedAt: '2026-03-02T10:00:00.000Z',
    ...more,
  }
}
