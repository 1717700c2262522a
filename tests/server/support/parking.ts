import { randomUUID } from 'node:crypto'
import type { ParkedContent } from '#shared/contract/parked-sales.ts'
import { cash } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'

/** The content of a parked sale; by default one box for a patient, with its cash entered. */
export function aParkedContent(shop: Shop, wanted: Partial<ParkedContent> = {}): ParkedContent {
  return {
    identifier: 'K1-7',
    revision: 1,
    createdAt: '2026-03-02T10:00:00.000Z',
    records: [{ id: randomUUID(), stockItemId: shop.lots[0], label: 'Doliprane 1 g', quantity: 1, price: 1000 }],
    vouchers: [],
    payments: [cash(1000)],
    patient: { id: shop.patientId, firstName: 'Aurèle', lastName: 'Zinsou' },
    ...wanted,
  }
}
