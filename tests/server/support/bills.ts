import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/db/database.ts'

type WrittenBill = {
  pharmacyId: string
  payer: { company_id: string } | { organization_id: string } | { person_id: string }
  /** `closed`: every line is paid. */
  status?: 'open' | 'closed' | 'canceled'
  id?: string
  number?: string
  issuedOn?: string
  lines?: readonly { saleId: string; paymentId: string; amount: number }[]
}

/** A bill with its lines, as the service writes it. Returns its id. */
export async function writeBill(
  tx: Tx,
  { pharmacyId, payer, status = 'open', id = randomUUID(), issuedOn = '2026-03-31', lines = [], ...rest }: WrittenBill,
): Promise<string> {
  await tx
    .insertInto('bills')
    .values({
      pharmacy_id: pharmacyId,
      id,
      number: rest.number ?? `F-${id}`,
      ...payer,
      status,
      amount: lines.reduce((sum, { amount }) => sum + amount, 0),
      issued_on: issuedOn,
      from_day: issuedOn,
      to_day: issuedOn,
      due_on: issuedOn,
      created_at: new Date(`${issuedOn}T12:00:00Z`),
    })
    .execute()
  for (const { saleId, paymentId, amount } of lines) {
    const line = { pharmacy_id: pharmacyId, bill_id: id, sale_id: saleId, payment_id: paymentId, amount }
    await tx
      .insertInto('bill_lines')
      .values({ ...line, holds: status !== 'canceled' })
      .execute()
    if (status === 'closed')
      await tx
        .insertInto('bill_settlements')
        .values({ ...line, id: randomUUID(), kind: 'paid', settled_at: new Date(`${issuedOn}T12:00:00Z`) })
        .execute()
  }
  return id
}
