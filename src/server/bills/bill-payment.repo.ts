import { sql, type RawBuilder } from 'kysely'
import { type PayerKind } from '#shared/contract/bill-payer.ts'
import {
  type BillPayment,
  type BillPaymentDetail,
  billPaymentMeans,
  type billPayments,
} from '#shared/contract/bill-payments.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import { payerName, payerOf } from '#server/bills/bill-report.repo.ts'
import type { By } from '#server/bills/bill.repo.ts'
import { payerIdOf, payersLike } from '#server/credit/settlement.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type PaymentQuery = HandlerInput<typeof billPayments.list>['query']
export type NewPayment = Pick<
  HandlerInput<typeof billPayments.create>['body'],
  'id' | 'means' | 'amount' | 'paidOn' | 'reference' | 'note'
>

const payer = payerOf('y')
const named = sql`bill_payments y ${payer.tables}
  join users u on u.id = y.created_by`
const from = sql`${named}
  cross join lateral (
    select coalesce(sum(z.amount), 0)::bigint as allocated from bill_settlements z
    where z.pharmacy_id = y.pharmacy_id and z.bill_payment_id = y.id and z.undone_at is null) x
  cross join lateral (
    select coalesce(sum(r.amount), 0)::bigint as amount from bill_payment_returns r where r.pharmacy_id = y.pharmacy_id and r.bill_payment_id = y.id and r.undone_at is null) r`

const isUnexplained = (pharmacyId: string) => sql`y.canceled_at is null and y.id = any(array(select bill_payment_id
  from bill_payment_lines where pharmacy_id = ${pharmacyId} and explained is null))`

const sortColumns = {
  number: sql`y.number`,
  payer: sql`folded(${payerName})`,
  paidOn: sql`y.paid_on`,
  means: sql`y.means`,
  reference: sql`folded(y.reference)`,
  amount: sql`y.amount`,
  allocated: sql`x.allocated`,
  ahead: sql`y.ahead`,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
  state: sql`y.canceled_at is not null`,
}

/** The sums are those of all payments of the filter, without canceled ones. */
export async function findPayments(
  tx: Tx,
  pharmacyId: string,
  query: PaymentQuery,
): Promise<{ items: BillPayment[]; total: number; amount: number; ahead: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query), sql` and `)
  const order = sortOrder(query.sort, sortColumns, sql`y.number desc`)
  const sorted = /allocated/.test(query.sort ?? '') ? from : named
  const page = await pagedRows(tx, query, {
    from: sql`${named} where ${kept}`,
    items: (limit) =>
      readPayments(
        tx,
        sql`y.pharmacy_id = ${pharmacyId}
          and y.id = any(array(select y.id from ${sorted} where ${kept} order by ${order} ${limit})) order by ${order}`,
      ),
  })
  if (query.rowsOnly) return { ...page, amount: 0, ahead: 0 }
  const { rows } = await sql<{ amount: number; ahead: number }>`
    select coalesce(sum(y.amount), 0)::bigint as amount, coalesce(sum(y.ahead), 0)::bigint as ahead from ${named}
    where ${kept} and y.canceled_at is null`.execute(tx)
  return { ...page, ...rows[0]! }
}

export async function findPayment(tx: Tx, pharmacyId: string, id: string): Promise<BillPayment | undefined> {
  const [payment] = await readPayments(tx, sql`y.pharmacy_id = ${pharmacyId} and y.id = ${id}`)
  return payment
}

export async function insertPayment(
  tx: Tx,
  pharmacyId: string,
  payer: { kind: PayerKind; id: string },
  payment: NewPayment,
  { userId, at }: By,
): Promise<void> {
  const of = (kind: PayerKind) => (payer.kind === kind ? payer.id : null)
  await sql`
    with counted as (
      insert into pharmacy_counters (pharmacy_id, bill_payment_number) values (${pharmacyId}, 1)
      on conflict (pharmacy_id) do update set bill_payment_number = pharmacy_counters.bill_payment_number + 1
      returning bill_payment_number
    )
    insert into bill_payments (pharmacy_id, id, number, company_id, organization_id, person_id, means, amount, paid_on,
      reference, note, created_by, created_at)
    select ${pharmacyId}, ${payment.id}, bill_payment_number, ${of('company')}, ${of('organization')}, ${of('person')},
      ${payment.means}, ${payment.amount}, ${payment.paidOn}, ${payment.reference}, ${payment.note}, ${userId}, ${at}
    from counted`.execute(tx)
}

/** The same, with what was given back and the lines of its remittance that no voucher took. */
export async function findPaymentDetail(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<BillPaymentDetail | undefined> {
  const payment = await findPayment(tx, pharmacyId, id)
  if (!payment) return undefined
  const { rows: returns } = await sql<
    Omit<BillPaymentDetail['returns'][number], 'byName' | 'undone'> & {
      by: PersonName
      undoneAt: Date | null
      undoneBy: PersonName | null
      undoReason: string | null
    }
  >`select r.id, r.amount, r.means, r.returned_on as "returnedOn", r.reference, r.reason, ${personName('u')} as by,
      d.number as "disbursementNumber", r.undone_at as "undoneAt", ${personName('v')} as "undoneBy",
      r.undo_reason as "undoReason"
    from bill_payment_returns r join users u on u.id = r.created_by left join users v on v.id = r.undone_by
      left join disbursements d on d.pharmacy_id = r.pharmacy_id and d.id = r.disbursement_id
    where r.pharmacy_id = ${pharmacyId} and r.bill_payment_id = ${id} order by r.created_at, r.id`.execute(tx)
  const { rows: lines } = await sql<
    Omit<BillPaymentDetail['lines'][number], 'decidedByName'> & { by: PersonName | null }
  >`select n.position, n.voucher, n.insured_number as "insuredNumber", n.beneficiary, n.amount, n.explained,
      ${personName('u')} as by
    from bill_payment_lines n left join users u on u.id = n.decided_by
    where n.pharmacy_id = ${pharmacyId} and n.bill_payment_id = ${id} order by n.position`.execute(tx)
  return {
    ...payment,
    returns: returns.map(({ by, undoneAt, undoneBy, undoReason, ...row }) => ({
      ...row,
      byName: displayName(by),
      undone: undoneAt && { at: undoneAt.toISOString(), byName: displayName(undoneBy!), reason: undoReason! },
    })),
    lines: lines.map(({ by, ...row }) => ({ ...row, decidedByName: by && displayName(by) })),
  }
}

/** What payers have ahead, by payer; a merged person has it with the person that remains. Payers without are omitted. */
export async function aheadByPayer(tx: Tx, pharmacyId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ payerId: string; ahead: number }>`
    select coalesce(y.company_id, y.organization_id, p.id) as "payerId", sum(y.ahead)::bigint as ahead
    from bill_payments y ${payer.tables} where y.pharmacy_id = ${pharmacyId} and y.ahead <> 0
    group by 1 having sum(y.ahead) > 0`.execute(tx)
  return new Map(rows.map(({ payerId, ahead }) => [payerId, ahead]))
}

/** What one payer has ahead, with the persons that were merged into it. */
export async function aheadOf(tx: Tx, pharmacyId: string, payerId: string): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    select coalesce(sum(y.ahead), 0)::bigint as ahead from bill_payments y where y.pharmacy_id = ${pharmacyId}
      and y.ahead <> 0 and ${payerIdOf('y')} = any(${payersLike(pharmacyId, [payerId])})`.execute(tx)
  return rows[0]!.ahead
}

/** Payments of a payer of which something is ahead, the oldest first. */
export async function paymentsAhead(
  tx: Tx,
  pharmacyId: string,
  payerId: string,
): Promise<{ id: string; rest: number }[]> {
  const { rows } = await sql<{ id: string; rest: number }>`
    select y.id, y.ahead as rest from bill_payments y where y.pharmacy_id = ${pharmacyId} and y.ahead > 0
      and ${payerIdOf('y')} = any(${payersLike(pharmacyId, [payerId])})
    order by y.paid_on, y.number`.execute(tx)
  return rows
}

export type NewReturn = HandlerInput<typeof billPayments.giveBack>['body']

/** The payment and the amount of what was given back under this id, also when it was undone. */
export async function findReturn(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<{ paymentId: string; amount: number; isUndone: boolean } | undefined> {
  const { rows } = await sql<{ paymentId: string; amount: number; isUndone: boolean }>`
    select bill_payment_id as "paymentId", amount, undone_at is not null as "isUndone" from bill_payment_returns
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows[0]
}

export async function insertReturn(
  tx: Tx,
  pharmacyId: string,
  paymentId: string,
  { id, amount, means, returnedOn, reference, reason, disbursementId }: NewReturn,
  { userId, at }: By,
): Promise<void> {
  await sql`
    insert into bill_payment_returns (pharmacy_id, id, bill_payment_id, amount, means, returned_on, reference, reason,
      disbursement_id, created_by, created_at)
    values (${pharmacyId}, ${id}, ${paymentId}, ${amount}, ${means}, ${returnedOn}, ${reference}, ${reason},
      ${disbursementId}, ${userId}, ${at})`.execute(tx)
}

export async function markReturnUndone(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { userId, at, reason }: By & { reason: string },
): Promise<void> {
  await sql`update bill_payment_returns set undone_by = ${userId}, undone_at = ${at}, undo_reason = ${reason}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

export async function insertUnexplained(
  tx: Tx,
  pharmacyId: string,
  paymentId: string,
  lines: HandlerInput<typeof billPayments.create>['body']['unexplained'],
): Promise<void> {
  await sql`
    insert into bill_payment_lines (pharmacy_id, bill_payment_id, position, voucher, insured_number, beneficiary, amount)
    select ${pharmacyId}, ${paymentId}, r.position, r.voucher, r."insuredNumber", r.beneficiary, r.amount
    from ${jsonRows(lines.map((line, at) => ({ ...line, position: at + 1 })))} as r (position int, voucher text,
      "insuredNumber" text, beneficiary text, amount bigint)`.execute(tx)
}

export async function explainLine(
  tx: Tx,
  pharmacyId: string,
  paymentId: string,
  { position, reason }: { position: number; reason: string },
  { userId, at }: By,
): Promise<void> {
  await sql`update bill_payment_lines set explained = ${reason}, decided_by = ${userId}, decided_at = ${at}
    where pharmacy_id = ${pharmacyId} and bill_payment_id = ${paymentId} and position = ${position}`.execute(tx)
}

/** Another payment of the payer with this reference, amount and day, however the reference is written. */
export async function samePayment(
  tx: Tx,
  pharmacyId: string,
  { id, payerId, reference, amount, paidOn }: NewPayment & { payerId: string },
): Promise<{ id: string; number: number } | undefined> {
  if (reference === null) return undefined
  const { rows } = await sql<{ id: string; number: number }>`
    select id, number from bill_payments where pharmacy_id = ${pharmacyId} and id <> ${id} and canceled_at is null
      and coalesce(company_id, organization_id, person_id) = any(${payersLike(pharmacyId, [payerId])}) and amount = ${amount} and paid_on = ${paidOn}
      and regexp_replace(folded(reference), '[^[:alnum:]]', '', 'g')
        = regexp_replace(folded(${reference}), '[^[:alnum:]]', '', 'g')`.execute(tx)
  return rows[0]
}

export async function markPaymentCanceled(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { userId, at, reason }: By & { reason: string },
): Promise<void> {
  await sql`update bill_payments set canceled_by = ${userId}, canceled_at = ${at}, cancel_reason = ${reason}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

async function readPayments(tx: Tx, which: RawBuilder<unknown>): Promise<BillPayment[]> {
  const { rows } = await sql<
    Omit<BillPayment, 'createdAt' | 'createdByName' | 'canceledAt'> & {
      createdAt: Date
      createdBy: PersonName
      canceledAt: Date | null
    }
  >`
    select y.id, y.number, ${payer.columns}, y.means, y.amount, y.paid_on as "paidOn", y.reference, y.note, x.allocated, r.amount as "givenBack", y.ahead,
      case when y.canceled_at is null then (select count(*)::int from bill_payment_lines n
        where n.pharmacy_id = y.pharmacy_id and n.bill_payment_id = y.id and n.explained is null) else 0 end as unexplained,
      coalesce((select json_agg(json_build_object('id', b.id, 'number', b.number, 'amount', a.amount) order by b.number)
        from (select z.bill_id, sum(z.amount) as amount from bill_settlements z where z.pharmacy_id = y.pharmacy_id
          and z.bill_payment_id = y.id and z.undone_at is null group by 1) a
        join bills b on b.pharmacy_id = y.pharmacy_id and b.id = a.bill_id), '[]') as bills,
      y.created_at as "createdAt", ${personName('u')} as "createdBy", y.canceled_at as "canceledAt",
      y.cancel_reason as "cancelReason"
    from ${from} where ${which}`.execute(tx)
  return rows.map(({ createdAt, createdBy, canceledAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    createdByName: displayName(createdBy),
    canceledAt: canceledAt?.toISOString() ?? null,
  }))
}

/** A search finds the number, the payer and the reference. */
function filtersOf(
  pharmacyId: string,
  { search, payerId, means, ahead, waiting, from: first, to }: PaymentQuery,
): RawBuilder<unknown>[] {
  const asked = billPaymentMeans.filter((one) => means?.includes(one))
  return [
    sql`y.pharmacy_id = ${pharmacyId}`,
    ...(payerId ? [sql`${payerIdOf('y')} = any(${payersLike(pharmacyId, [payerId])})`] : []),
    ...(ahead ? [sql`y.ahead > 0`] : []),
    ...(waiting ? [isUnexplained(pharmacyId)] : []),
    ...(means ? [sql`y.means = any(${asked}::text[])`] : []),
    ...(first ? [sql`y.paid_on >= ${first}`] : []),
    ...(to ? [sql`y.paid_on <= ${to}`] : []),
    ...wordsOf(search ?? '').map(
      (word) => sql`strpos(folded(concat_ws(' ', y.number, ${payerName}, y.reference)), ${word}) > 0`,
    ),
  ]
}
