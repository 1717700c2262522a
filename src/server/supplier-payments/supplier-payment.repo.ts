import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { supplierMeans, type SupplierPayment, type supplierPayments } from '#shared/contract/supplier-payments.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type PaymentQuery = HandlerInput<typeof supplierPayments.list>['query']
export type NewPayment = HandlerInput<typeof supplierPayments.create>['body']
type By = { userId: string; at: Date }

const from = sql`supplier_payments y join suppliers s on s.pharmacy_id = y.pharmacy_id and s.id = y.supplier_id
  join users u on u.id = y.created_by
  left join disbursements d on d.pharmacy_id = y.pharmacy_id and d.id = y.disbursement_id`

const sortColumns = {
  number: sql`y.number`,
  supplier: sql`folded(s.name)`,
  means: sql`y.means`,
  amount: sql`y.amount`,
  paidOn: sql`y.paid_on`,
  reference: sql`folded(y.reference)`,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
}

/** `amount`: of all payments of the filter, without canceled ones. */
export async function findPayments(
  tx: Tx,
  pharmacyId: string,
  query: PaymentQuery,
): Promise<{ items: SupplierPayment[]; total: number; amount: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query), sql` and `)
  const page = await pagedRows(tx, query, {
    from: sql`${from} where ${kept}`,
    items: (limit) =>
      readPayments(tx, sql`${kept} order by ${sortOrder(query.sort, sortColumns, sql`y.number desc`)} ${limit}`),
  })
  if (query.rowsOnly) return { ...page, amount: 0 }
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(y.amount), 0)::bigint as amount from ${from}
    where ${kept} and y.canceled_at is null`.execute(tx)
  return { ...page, amount: rows[0]!.amount }
}

export async function findPayment(tx: Tx, pharmacyId: string, id: string): Promise<SupplierPayment | undefined> {
  const [payment] = await readPayments(tx, sql`y.pharmacy_id = ${pharmacyId} and y.id = ${id}`)
  return payment
}

export async function insertPayment(
  tx: Tx,
  pharmacyId: string,
  payment: NewPayment,
  { userId, at }: By,
): Promise<void> {
  await sql`
    with counted as (
      insert into pharmacy_counters (pharmacy_id, supplier_payment_number) values (${pharmacyId}, 1)
      on conflict (pharmacy_id) do update set supplier_payment_number = pharmacy_counters.supplier_payment_number + 1
      returning supplier_payment_number
    )
    insert into supplier_payments (pharmacy_id, id, number, supplier_id, means, amount, paid_on, reference, note,
      disbursement_id, created_by, created_at)
    select ${pharmacyId}, ${payment.id}, supplier_payment_number, ${payment.supplierId}, ${payment.means},
      ${payment.amount}, ${payment.paidOn}, ${payment.reference}, ${payment.note}, ${payment.disbursementId}, ${userId},
      ${at} from counted`.execute(tx)
}

export async function markPaymentCanceled(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { userId, at, reason }: By & { reason: string },
): Promise<void> {
  await sql`update supplier_payments set canceled_by = ${userId}, canceled_at = ${at}, cancel_reason = ${reason}
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}

async function readPayments(tx: Tx, which: RawBuilder<unknown>): Promise<SupplierPayment[]> {
  const { rows } = await sql<
    Omit<SupplierPayment, 'createdAt' | 'createdByName' | 'canceledAt'> & {
      createdAt: Date
      createdBy: PersonName
      canceledAt: Date | null
    }
  >`
    select y.id, y.number, y.supplier_id as "supplierId", s.name as "supplierName", y.means, y.amount,
      y.paid_on as "paidOn", y.reference, y.note, y.disbursement_id as "disbursementId",
      d.number as "disbursementNumber", y.created_at as "createdAt", ${personName('u')} as "createdBy",
      y.canceled_at as "canceledAt", y.cancel_reason as "cancelReason"
    from ${from} where ${which}`.execute(tx)
  return rows.map(({ createdAt, createdBy, canceledAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    createdByName: displayName(createdBy),
    canceledAt: canceledAt?.toISOString() ?? null,
  }))
}

/** A search finds the number, the supplier and the reference. */
function filtersOf(
  pharmacyId: string,
  { search, supplierId, means, from: first, to }: PaymentQuery,
): RawBuilder<unknown>[] {
  const asked = supplierMeans.filter((one) => means?.includes(one))
  return [
    sql`y.pharmacy_id = ${pharmacyId}`,
    ...(means ? [sql`y.means = any(${asked}::text[])`] : []),
    ...(supplierId ? [sql`y.supplier_id = any(${supplierId}::uuid[])`] : []),
    ...(first ? [sql`y.paid_on >= ${first}`] : []),
    ...(to ? [sql`y.paid_on <= ${to}`] : []),
    ...wordsOf(search ?? '').map(
      (word) => sql`strpos(folded(concat_ws(' ', y.number, s.name, y.reference, y.note)), ${word}) > 0`,
    ),
  ]
}
