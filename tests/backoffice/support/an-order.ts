import type { OrderDetail } from '#shared/contract/orders.ts'

export const productId = '019f0000-0000-7000-8000-000000000101'
export const orderId = '019f0000-0000-7000-8000-000000000301'
export const supplierId = '019f0000-0000-7000-8000-0000000000f1'

/** A sent order of ten boxes, of which four have come. */
export function anOrder(): OrderDetail {
  return {
    id: orderId,
    number: 12,
    supplierId,
    supplierName: 'Ubipharm',
    state: 'sent',
    note: null,
    createdAt: '2026-11-20T09:00:00.000Z',
    createdByName: 'DOSSOU Aurèle',
    sentAt: '2026-11-20T09:05:00.000Z',
    sentByName: 'DOSSOU Aurèle',
    confirmedAt: null,
    canceledAt: null,
    cancelReason: null,
    boxes: 10,
    received: 4,
    amount: 24_000,
    unpriced: 0,
    lines: [
      {
        productId,
        label: 'Coartem 20/120 mg cp B/24',
        code: '2000017',
        quantity: 10,
        price: 2_400,
        received: 4,
        noted: 0,
        givenUp: 0,
      },
    ],
    deliveries: [],
  }
}
