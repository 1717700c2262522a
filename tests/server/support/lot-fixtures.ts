import { randomUUID } from 'node:crypto'
import type { CallFixture } from '#tests/server/support/call-fixtures.ts'
import { idOf, type Shop, type TestMember } from '#tests/server/support/shop.ts'
import {
  aLotBlock,
  aLotCorrection,
  anAdjustment,
  anUnpacking,
  aStorageMove,
} from '#tests/server/support/stock-acting.ts'

/** Valid requests of the calls about lots (`callFixtures`). */
export function lotFixtures(shop: Shop): Record<string, (actor?: TestMember) => CallFixture> {
  const own = (name: string): string => idOf(shop.id, name)
  return {
    'stockItems.create': () => ({
      body: {
        pharmacyProductId: shop.products[1],
        packaging: { label: 'Boîte', units: 1 },
        lot: `L-${randomUUID()}`,
        expiresOn: '2099-06-30',
        quantity: 3,
        purchasePrice: 600,
        salePrice: 1500,
        storageId: own('storage'),
        note: 'Stock de départ',
      },
    }),
    'stockItems.patch': () => ({
      params: { id: shop.lots[1] },
      body: { lot: `L-${randomUUID()}`, expiresOn: '2099-06-30', storageId: own('storage'), reason: 'read-on-box' },
    }),
    'stockItems.incomplete': () => ({ query: { search: 'doli', lacks: 'lot', storage: 'Tiroir', sort: '-enteredOn' } }),
    'stockItems.changes': () => ({ query: { pharmacyProductId: shop.products[0] } }),
    'stockActs.unpack': (seller) => ({
      body: anUnpacking(shop, { stockItemId: own('openable lot'), ...(seller ? { seller } : {}) }),
    }),
    'stockActs.adjust': (seller) => ({ body: anAdjustment(shop, seller ? { seller } : {}) }),
    'stockActs.block': (seller) => ({
      body: aLotBlock(shop, { stockItemId: own('openable lot'), act: 'release', ...(seller ? { seller } : {}) }),
    }),
    'stockActs.correct': (seller) => ({ body: aLotCorrection(shop, seller ? { seller } : {}) }),
    'stockActs.move': (seller) => ({
      body: aStorageMove(shop, { storageId: own('storage'), ...(seller ? { seller } : {}) }),
    }),
  }
}
