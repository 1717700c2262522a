import { untouched, type NewSale, type Sale } from '#shared/contract/sales.ts'
import { addRecord, payCash } from '#shared/domain/sale-lines.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'

export const pharmacyId = '018f0000-0000-7000-8000-0000000000aa'
export const aurele = {
  userId: '018f0000-0000-7000-8000-0000000000a1',
  sessionId: '018f0000-0000-7000-8000-0000000000b1',
  terminalCode: 'K7QF',
}
export const facts = {
  userId: aurele.userId,
  terminalId: '018f0000-0000-7000-8000-0000000000c1',
  sellerRoles: ['vendeur'],
  soldAt: '2026-11-21T11:42:00.000Z',
  cashStep: 5,
}

/** A sale of two boxes at 650 F, paid with a note of 2 000 F: ready to be ended. */
export async function aPaidSale(store: SalesStore) {
  return payWithANote(store, await store.create(aurele))
}

/** Two boxes and a note into a sale that somebody opened. */
export async function payWithANote(store: SalesStore, sale: { id: string; editCount: number }) {
  const paid = await store.change(sale.id, sale.editCount, (open) =>
    payCash(
      addRecord(open, {
        id: crypto.randomUUID(),
        stockItemId: crypto.randomUUID(),
        label: 'Doliprane 500 mg cp B/16',
        quantity: 2,
        price: 650,
      }),
      { id: crypto.randomUUID(), tendered: 2000 },
      5,
    ),
  )
  return paid!
}

/** An ended sale, waiting in the outbox. */
export async function anEndedSale(store: SalesStore) {
  const paid = await aPaidSale(store)
  return store.end(paid.id, paid.editCount, facts)
}

/** What the server answers to a sale that it takes. */
export function accepted(body: string, number = 1): { status: number; body: Sale } {
  const { sellerRoles: _, ...sale } = JSON.parse(body) as NewSale
  return {
    status: 201,
    body: {
      ...sale,
      ...untouched,
      number,
      status: 'CLOSED',
      receivedAt: '2026-11-21T11:43:00.000Z',
      sellerName: 'DOSSOU Aurèle',
      patientName: null,
      flags: [],
    },
  }
}
