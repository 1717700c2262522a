import { sql, type RawBuilder } from 'kysely'
import { allocatedOf } from '#server/credit/settled.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'

/** A line that awaits something, in minor units. */
export type OpenLine = { billId: string; saleId: string; paymentId: string; left: number; patientId: string | null }

/** The lines of a payer, or of one of its bills, that still await something: the oldest sale first. */
export async function openLines(
  tx: Tx,
  pharmacyId: string,
  { payerId, billId }: { payerId: string; billId: string | null },
): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select l.bill_id as "billId", l.sale_id as "saleId", l.payment_id as "paymentId", y.owed as "left",
      coalesce(f.merged_into, f.id) as "patientId"
    from bills b join bill_lines l on l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id and l.holds
      join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id and y.owed > 0
      join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
      left join persons f on f.pharmacy_id = s.pharmacy_id and f.id = s.patient_id
    where b.pharmacy_id = ${pharmacyId} and b.status = 'open'
      and ${billId === null ? sql`${payerIdOf('b')} = any(${payersLike(pharmacyId, [payerId])})` : sql`b.id = ${billId}`}
    order by s.sold_at, s.number, l.payment_id`.execute(tx)
  return rows
}

/** The payer of a row of `alias`, as the index of bills by their payer says it (`firstOf` tells why not `coalesce`). */
export function payerIdOf(alias: string): RawBuilder<unknown> {
  const [company, organization, person] = ['company_id', 'organization_id', 'person_id'].map((of) =>
    sql.ref(`${alias}.${of}`),
  )
  return sql`(case when ${company} is not null then ${company} when ${organization} is not null then ${organization}
    else ${person} end)`
}

/** Payers, with the persons merged into them. */
export function payersLike(pharmacyId: string, payerIds: readonly string[]): RawBuilder<unknown> {
  const ids = sql`${[...payerIds]}::uuid[]`
  return sql`array(select unnest(${ids}) union all select id from persons where pharmacy_id = ${pharmacyId}
    and merged_into is not null and merged_into = any(${ids}))`
}

/** Money that a client paid back at tills and that is for no line of a bill yet, the oldest first. */
export async function openCollections(
  tx: Tx,
  pharmacyId: string,
  clientId: string,
): Promise<{ movementId: string; userId: string; rest: number }[]> {
  const { rows } = await sql<{ movementId: string; userId: string; rest: number }>`
    select m.id as "movementId", m.user_id as "userId", m.amount - ${allocatedOf} as rest
    from register_movements m where m.pharmacy_id = ${pharmacyId} and m.kind = 'collection'
      and m.client_id = any(${payersLike(pharmacyId, [clientId])})
    order by m.occurred_at, m.seq`.execute(tx)
  return rows.filter(({ rest }) => rest > 0)
}

export type NewSettlement = {
  id: string
  /** Null: money of a till for a voucher, before a bill took the rest. */
  billId: string | null
  saleId: string
  paymentId: string
  kind: 'paid' | 'charged' | 'written-off' | 'presented-again'
  amount: number
  billPaymentId: string | null
  /** The collection of a till that it is a part of. */
  movementId: string | null
  clientId: string | null
  noteNumber: number | null
  reason: string | null
  userId: string
}

export async function insertSettlements(
  tx: Tx,
  pharmacyId: string,
  settlements: readonly NewSettlement[],
  at: Date,
): Promise<void> {
  await sql`
    insert into bill_settlements (pharmacy_id, id, bill_id, sale_id, payment_id, kind, amount, bill_payment_id, movement_id, client_id,
      note_number, reason, settled_by, settled_at)
    select ${pharmacyId}, r.id, r."billId", r."saleId", r."paymentId", r.kind, r.amount, r."billPaymentId", r."movementId", r."clientId",
      r."noteNumber", r.reason, r."userId", ${at}
    from ${jsonRows(settlements)} as r (id uuid, "billId" uuid, "saleId" uuid, "paymentId" uuid, kind text, amount bigint,
      "billPaymentId" uuid, "movementId" uuid, "clientId" uuid, "noteNumber" bigint, reason text, "userId" uuid)`.execute(
    tx,
  )
}

/** The bill of a settlement of this id, to know a repeated call. */
export async function billOfSettlement(tx: Tx, pharmacyId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ billId: string }>`select bill_id as "billId" from bill_settlements
    where bill_id is not null and pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
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

/** Undoes what was paid of a bill by its payer or at tills, and at tills of its vouchers before it: it is ahead again. */
export async function undoPaid(tx: Tx, pharmacyId: string, billId: string, at: Date): Promise<void> {
  await sql`update bill_settlements z set undone_at = ${at} where z.pharmacy_id = ${pharmacyId}
    and z.kind = 'paid' and z.undone_at is null and (z.bill_id = ${billId} or z.bill_id is null
      and exists (select from bill_lines l where l.pharmacy_id = z.pharmacy_id and l.bill_id = ${billId}
        and l.sale_id = z.sale_id and l.payment_id = z.payment_id))`.execute(tx)
}

/** Undoes what a payment settled; the bills that it was for. */
export async function undoPayment(tx: Tx, pharmacyId: string, billPaymentId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ billId: string }>`
    update bill_settlements set undone_at = ${at} where pharmacy_id = ${pharmacyId}
      and bill_payment_id = ${billPaymentId} and undone_at is null returning bill_id as "billId"`.execute(tx)
  return [...new Set(rows.map(({ billId }) => billId))]
}

/** A bill is closed when nothing is awaited of it, and open again when a payment is undone. */
export async function refreshStatus(tx: Tx, pharmacyId: string, billIds: readonly string[]): Promise<void> {
  await sql`
    update bills b set status = case when exists (
        select from bill_lines l
          join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id
        where l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id and l.holds and y.owed > 0)
      then 'open' else 'closed' end
    where b.pharmacy_id = ${pharmacyId} and b.id = any(${[...billIds]}::uuid[]) and b.status <> 'canceled'`.execute(tx)
}
