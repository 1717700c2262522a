import { sql } from 'kysely'
import type { UnusedDisbursement } from '#shared/contract/disbursements.ts'
import type { Tx } from '#server/db/database.ts'

/** The disbursement `d` pays a supplier, or is money that was given back to a payer. */
const isUsed = sql<boolean>`(exists (select from supplier_payments y where y.pharmacy_id = d.pharmacy_id
    and y.disbursement_id = d.id and y.canceled_at is null)
  or exists (select from bill_payment_returns r where r.pharmacy_id = d.pharmacy_id and r.disbursement_id = d.id
    and r.undone_at is null))`

export async function findDisbursed(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<{ amount: number; isUsed: boolean } | undefined> {
  const { rows } = await sql<{ amount: number; isUsed: boolean }>`
    select d.amount, ${isUsed} as "isUsed" from disbursements d
    where d.pharmacy_id = ${pharmacyId} and d.id = ${id}`.execute(tx)
  return rows[0]
}

/** Disbursements since a moment that pay nobody yet, newest first. */
export async function unusedDisbursements(tx: Tx, pharmacyId: string, since: Date): Promise<UnusedDisbursement[]> {
  const { rows } = await sql<Omit<UnusedDisbursement, 'spentAt'> & { spentAt: Date }>`
    select d.id, d.number, d.amount, d.spent_at as "spentAt", r.label as reason, d.beneficiary
    from disbursements d join disbursement_reasons r on r.pharmacy_id = d.pharmacy_id and r.id = d.reason_id
    where d.pharmacy_id = ${pharmacyId} and d.spent_at >= ${since} and not ${isUsed}
    order by d.spent_at desc, d.number desc limit 200`.execute(tx)
  return rows.map(({ spentAt, ...row }) => ({ ...row, spentAt: spentAt.toISOString() }))
}
