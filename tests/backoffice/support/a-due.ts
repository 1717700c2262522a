import type { Due } from '#shared/contract/dues.ts'

export const dueId = '018f0000-0000-7000-8000-0000000000e1'

/** Two boxes of a sale that wait for a delivery. */
export function aDue(rest: Partial<Due> = {}): Due {
  return {
    id: dueId,
    saleId: '018f0000-0000-7000-8000-0000000000e2',
    saleNumber: 811,
    lineId: '018f0000-0000-7000-8000-0000000000e3',
    patientId: '018f0000-0000-7000-8000-0000000000e4',
    pharmacyProductId: '018f0000-0000-7000-8000-0000000000e5',
    label: 'Coartem 20/120 mg cp B/24',
    packagingId: '018f0000-0000-7000-8000-0000000000e6',
    packaging: 'Boîte',
    quantity: 2,
    owed: 2,
    onShelf: 0,
    state: 'open',
    name: 'HOUNTONDJI Adjoa',
    phone: '+2290196123456',
    note: null,
    createdAt: '2026-11-20T10:45:00.000Z',
    createdByName: 'KPADONOU Sena',
    handedOverAt: null,
    handedOverByName: null,
    canceledAt: null,
    canceledByName: null,
    cancelReason: null,
    ...rest,
  }
}
