import { randomUUID } from 'node:crypto'
import type { CallFixture } from '#tests/server/support/call-fixtures.ts'
import { aCount } from '#tests/server/support/counting.ts'
import { idOf, type Shop, type TestMember } from '#tests/server/support/shop.ts'

/** Valid requests of the calls about inventories (`callFixtures`). */
export function inventoryFixtures(shop: Shop): Record<string, (actor?: TestMember) => CallFixture> {
  const inventory = { id: idOf(shop.id, 'inventory') }
  return {
    'inventories.list': () => ({ query: { search: 'tiroir', state: 'open,closed', sort: '-missing' } }),
    'inventories.doubtful': () => ({ query: { size: '5' } }),
    'inventories.report': () => ({ query: { from: '2026-01-01', to: '2026-12-31', by: 'storage' } }),
    'inventories.read': () => ({ params: inventory }),
    'inventories.lines': () => ({
      params: inventory,
      query: { search: 'doli', state: 'to-recount', only: 'differing', sort: '-difference' },
    }),
    'inventories.sheet': () => ({ params: inventory }),
    'inventories.create': () => ({ body: { id: randomUUID(), label: 'Frigo', scope: { kind: 'whole' } } }),
    'inventories.count': (seller) => ({
      body: aCount(shop, { inventoryId: inventory.id, quantity: 98, ...(seller ? { seller } : {}) }),
    }),
    'inventories.explain': () => ({
      params: inventory,
      body: { stockItemIds: [shop.lots[0]], reason: 'theft', note: 'Tiroir ouvert' },
    }),
    'inventories.countingLink': () => ({ params: inventory, body: { id: randomUUID() } }),
    'inventories.close': () => ({ params: inventory, body: { uncounted: 'left', acceptsDiffering: true } }),
    'inventories.cancel': () => ({ params: inventory, body: { reason: 'Trop de monde' } }),
  }
}
