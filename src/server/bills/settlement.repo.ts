import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { leftOf } from '#server/bills/voucher.repo.ts'
import type { By } from '#server/bills/bill.repo.ts'

/** A line that awaits something, in minor units. */
export type OpenLine = { billId: string; saleId: string; paymentId: string; left: number; patientId: string | null }

/** The lines of a payer, or of one of its bills, that still await something: the oldest sale first. */
export async function openLines(
  tx: Tx,
  pharmacyId: string,
  { payerId, billId }: { payerId: string; billId: string | null },
): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select l.bill_id as "billId", l.sale_id as "saleId", l.payment_id as "paymentId", ${leftOf} as "left",
      coalesce(f.merged_into, f.id) as "patientId"
    from bills b join bill_lines l on l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id and l.holds
      join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id
      join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
      left join persons f on f.pharmacy_id = s.pharmacy_id and f.id = s.patient_id
    where b.pharmacy_id = ${pharmacyId} and b.status = 'open'
      and ${billId === null ? sql`${payerId} in (b.company_id, b.organization_id, b.person_id)` : sql`b.id = ${billId}`}
    order by s.sold_at, s.number, l.payment_id`.execute(tx)
  return rows.filter(({ left }) => left > 0)
}

export type NewSettlement = {
  id: string
  billId: string
  saleId: string
  paymentId: string
  kind: 'paid' | 'charged' | 'written-off' | 'presented-again'
  amount: number
  billPaymentId: string | null
  clientId: string | null
  noteNumber: number | null
  reason: string | null
}

export async function insertSettlements(
  tx: Tx,
  pharmacyId: string,
  settlements: readonly NewSettlement[],
  { userId, at }: By,
): Promise<void> {
  await sql`
    insert into bill_settlements (pharmacy_id, id, bill_id, sale_id, payment_id, kind, amount, bill_payment_id, client_id,
      note_number, reason, settled_by, settled_at)
    select ${pharmacyId}, r.id, r."billId", r."saleId", r."paymentId", r.kind, r.amount, r."billPaymentId", r."clientId",
      r."noteNumber", r.reason, ${userId}, ${at}
    from ${jsonRows(settlements)} as r (id uuid, "billId" uuid, "saleId" uuid, "paymentId" uuid, kind text, amount bigint,
      "billPaymentId" uuid, "clientId" uuid, "noteNumber" bigint, reason text)`.execute(tx)
}

/** The bill of a settlement of this id, to know a repeated call. */
export async function billOfSettlement(tx: Tx, pharmacyId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ billId: string }>`select bill_id as "billId" from bill_settlements
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows[0]?.billId
}

/** Takes lines off their bill: another bill may hold them. */
export async function releaseLines(
  tx: Tx,
  pharmacyId: string,
  lines: readonly { billId: string; saleId: string; paymentId: string }[],
): Promise<void> {
  await sql`
    update bill_lines l set holds = false from ${jsonRows(lines)} as r ("billId" uuid, "saleId" uuid, "paymentId" uuid)
    where l.pharmacy_id = ${pharmacyId} and l.bill_id = r."billId" and l.sale_id = r."saleId"
      and l.payment_id = r."paymentId"`.execute(tx)
}

/** The next number of a credit note for what a payer refused, without gaps. */
export async function takeNoteNumber(tx: Tx, pharmacyId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into pharmacy_counters (pharmacy_id, bill_note_number) values (${pharmacyId}, 1)
    on conflict (pharmacy_id) do update set bill_note_number = pharmacy_counters.bill_note_number + 1
    returning bill_note_number as number`.execute(tx)
  return rows[0]!.number
}

/** Undoes what a payment settled; the bills that it was for. */
export async function undoPayment(tx: Tx, pharmacyId: string, billPaymentId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ billId: string }>`
    update bill_settlements set undone_at = ${at} where pharmacy_id = ${pharmacyId}
      and bill_payment_id = ${billPaymentId} and undone_at is null returning bill_id as "billId"`.execute(tx)
  return [...new Set(rows.map(({ billId }) => billId))]
}
