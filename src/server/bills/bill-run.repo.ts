import { sql } from 'kysely'
import type { BillRun } from '#shared/contract/bills.ts'
import { billsOfRun } from '#server/bills/bill.repo.ts'
import { repaidVouchers, voucherKey } from '#server/credit/repaid.repo.ts'
import { leftOf } from '#server/credit/settled.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

export const billRunJob = 'bill-run'

/** What was asked for. */
export type BillOrder = {
  from: string
  to: string
  payerIds: readonly string[]
  withIncomplete: boolean
  withEarlier: boolean
  withAhead: boolean
}

export async function insertRun(
  tx: Tx,
  pharmacyId: string,
  { id, from, to, payerIds, withIncomplete, withEarlier, withAhead }: BillOrder & { id: string },
): Promise<void> {
  await sql`
    insert into bill_runs (pharmacy_id, id, from_day, to_day, payer_ids, with_incomplete, with_earlier, with_ahead)
    values (${pharmacyId}, ${id}, ${from}, ${to}, ${[...payerIds]}::uuid[], ${withIncomplete}, ${withEarlier},
      ${withAhead})`.execute(tx)
}

export async function orderOfRun(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<(BillOrder & { askedAt: Date; askedBy: string }) | undefined> {
  const { rows } = await sql<BillOrder & { askedAt: Date; askedBy: string }>`
    select r.from_day as "from", r.to_day as "to", r.payer_ids as "payerIds", r.with_incomplete as "withIncomplete",
      r.with_earlier as "withEarlier", r.with_ahead as "withAhead",
      j.asked_at as "askedAt", j.asked_by as "askedBy"
    from bill_runs r join jobs j on j.pharmacy_id = r.pharmacy_id and j.id = r.id
    where r.pharmacy_id = ${pharmacyId} and r.id = ${id}`.execute(tx)
  return rows[0]
}

export async function findRun(tx: Tx, pharmacyId: string, id: string): Promise<BillRun | undefined> {
  const { rows } = await sql<Omit<BillRun, 'bills'>>`
    select r.id, j.status, j.progress, j.error from bill_runs r
      join jobs j on j.pharmacy_id = r.pharmacy_id and j.id = r.id
    where r.pharmacy_id = ${pharmacyId} and r.id = ${id}`.execute(tx)
  if (!rows[0]) return undefined
  const bills = (await billsOfRun(tx, pharmacyId, id)).map(({ id: billId, number, payerName, lines, amount }) => ({
    id: billId,
    number,
    payerName,
    lines,
    amount,
  }))
  return { ...rows[0], bills }
}

/** Whether each of these vouchers is still on no bill, and as much is left and repaid of it. */
export async function areUnchanged(
  tx: Tx,
  pharmacyId: string,
  lines: readonly { saleId: string; paymentId: string; amount: number; repaid: number }[],
): Promise<boolean> {
  const repaid = await repaidVouchers(tx, pharmacyId)
  if (lines.some((line) => (repaid.get(voucherKey(line)) ?? 0) !== line.repaid)) return false
  const { rows } = await sql<{ same: number }>`
    select count(*)::int as same from ${jsonRows(lines)} as r ("saleId" uuid, "paymentId" uuid, amount bigint, repaid bigint)
      join sale_payments y on y.pharmacy_id = ${pharmacyId} and y.sale_id = r."saleId" and y.id = r."paymentId"
    where ${leftOf} = r.amount + r.repaid and not y.billed`.execute(tx)
  return rows[0]!.same === lines.length
}
