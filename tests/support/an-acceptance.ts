import type { Sale } from '#shared/contract/sales.ts'
import type { Acceptance } from '#shared/store/outbox/parcels.ts'
import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'
import { accepted } from '#tests/support/a-local-sale.ts'

/** Writes what the server's acceptance of a sale leaves here, without sending it. */
export function acceptedSale({ saleId: id, payload, hash, revision, sessionId }: OutboxRow): Acceptance {
  const reply: Sale = accepted(payload).body
  return async (tx, acknowledgedAt) => {
    const sale = await tx.objectStore('sales').get(id)
    if (!sale) return false
    await tx.objectStore('acknowledged').put({ id, sale, reply, payload, hash, revision, sessionId, acknowledgedAt })
    await tx.objectStore('sales').delete(id)
    return true
  }
}
