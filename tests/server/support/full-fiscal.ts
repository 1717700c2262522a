import type { Tx } from '#server/db/database.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

const content = JSON.stringify({
  kind: 'sale',
  isExport: false,
  lines: [{ lineId: 'l', label: 'Doliprane 1 g', quantity: 1, price: 1000, group: 'A', rate: 0 }],
  payments: [{ means: 'cash', amount: 1000 }],
  client: { name: 'Awa Sossou', taxId: null, contact: null, address: null },
  operator: 'Rita Kpadé',
  aib: null,
})

/** A certified invoice with the credit note of its return that waits, and one to verify; a call, and the queue. */
export async function aFullFiscal(tx: Tx, shop: Shop, saleId: string, at: Date): Promise<void> {
  const own = (name: string) => idOf(shop.id, name)
  const pharmacy_id = shop.id
  const same = {
    pharmacy_id,
    operator: 'Rita Kpadé',
    sold_at: at,
    created_at: at,
    content,
    total: 1000,
    register_id: own('past register'),
  }
  const invoice = own('fiscal invoice')
  await tx
    .insertInto('fiscal_documents')
    .values([
      {
        ...same,
        id: invoice,
        kind: 'sale',
        sale_id: own('returned sale'),
        number: '2',
        state: 'certified',
        elements: JSON.stringify({
          code: 'TEST-AAAA-BBBB-CCCC-DDDD-EEEE',
          nim: 'TS01000001',
          counters: '1/2 FV',
          at: '02/03/2026 10:00:00',
          qr: 'F;TS01000001;TESTAAAABBBBCCCCDDDDEEEE;3201900000017;20260302100000',
        }),
        certified_at: at,
      },
      {
        ...same,
        id: own('fiscal credit'),
        kind: 'credit',
        sale_id: own('returned sale'),
        return_id: own('return'),
        original_id: invoice,
        number: 'A1',
        state: 'waiting',
        next_at: at,
      },
      {
        ...same,
        id: own('fiscal to verify'),
        kind: 'sale',
        sale_id: saleId,
        number: '1',
        state: 'uncertain',
        evidence: '{"uid":"u-1","total":1000}',
      },
    ])
    .execute()
  await tx
    .insertInto('fiscal_exchanges')
    .values({
      pharmacy_id,
      document_id: invoice,
      at,
      step: 'confirm',
      method: 'PUT',
      url: 'https://developper.impots.bj/sygmef-emcf/api/invoice/u/confirm',
      status: 200,
      answer: '{}',
      took_ms: 12,
    })
    .execute()
  await tx
    .insertInto('fiscal_z_reports')
    .values({ pharmacy_id, number: 1, register_id: own('past register'), closed_at: at })
    .execute()
  await tx.insertInto('fiscal_queues').values({ pharmacy_id }).execute()
}
