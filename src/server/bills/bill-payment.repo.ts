import { sql, type RawBuilder } from 'kysely'
import { type PayerKind } from '#shared/contract/bill-payer.ts'
import { type BillPayment, billPaymentMeans, type billPayments } from '#shared/contract/bill-payments.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { By } from '#server/bills/bill.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type PaymentQuery = HandlerInput<typeof billPayments.list>['query']
export type NewPayment = Pick<
  HandlerInput<typeof billPayments.create>['body'],
  'id' | 'means' | 'amount' | 'paidOn' | 'reference' | 'note'
>

const payerName = sql`coalesce(co.name, og.name, p.last_name || ' ' || p.first_name)`
const from = sql`bill_payments y
  left join companies co on co.pharmacy_id = y.pharmacy_id and co.id = y.company_id
  left join organizations og on og.pharmacy_id = y.pharmacy_id and og.id = y.organization_id
  left join persons p on p.pharmacy_id = y.pharmacy_id and p.id = y.person_id
  join users u on u.id = y.created_by
  cross join lateral (
    select coalesce(sum(z.amount), 0)::bigint as allocated from bill_settlements z
    where z.pharmacy_id = y.pharmacy_id and z.bill_payment_id = y.id and z.undone_at is null) x`

const sortColumns = {
  number: sql`y.number`,
  payer: sql`folded(${payerName})`,
  paidOn: sql`y.paid_on`,
  means: sql`y.means`,
  reference: sql`folded(y.reference)`,
  amount: sql`y.amount`,
  allocated: sql`x.allocated`,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
  state: sql`y.canceled_at is not null`,
}

/** `amount`: of all payments of the filter, without canceled ones. */
export async function findPayments(
  tx: Tx,
  pharmacyId: string,
  query: PaymentQuery,
): Promise<{ items: BillPayment[]; total: number; amount: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query), sql` and `)
  const page = await pagedRows(tx, query, {
    from: sql`${from} where ${kept}`,
    items: (limit) =>
      readPayments(tx, sql`${kept} order by ${sortOrder(query.sort, sortColumns, sql`y.number desc`)} ${limit}`),
  })
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(y.amount), 0)::bigint as amount from ${from}
    where ${kept} and y.canceled_at is null`.execute(tx)
  return { ...page, amount: rows[0]!.amount }
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

/** Another payment of the payer with this reference, amount and day, however the reference is written. */
export async function samePayment(
  tx: Tx,
  pharmacyId: string,
  { id, payerId, reference, amount, paidOn }: NewPayment & { payerId: string },
): Promise<{ id: string; number: number } | undefined> {
  if (reference === null) return undefined
  const { rows } = await sql<{ id: string; number: number }>`
    select id, number from bill_payments where pharmacy_id = ${pharmacyId} and id <> ${id} and canceled_at is null
      and coalesce(company_id, organization_id, person_id) = ${payerId} and amount = ${amount} and paid_on = ${paidOn}
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
    select y.id, y.number, case when y.company_id is not null then 'company' when y.organization_id is not null
        then 'organization' else 'person' end as "payerKind",
      coalesce(y.company_id, y.organization_id, y.person_id) as "payerId", ${payerName} as "payerName", y.means, y.amount,
      y.paid_on as "paidOn", y.reference, y.note, x.allocated,
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
  { search, payerId, means, from: first, to }: PaymentQuery,
): RawBuilder<unknown>[] {
  const asked = billPaymentMeans.filter((one) => means?.includes(one))
  return [
    sql`y.pharmacy_id = ${pharmacyId}`,
    ...(payerId ? [sql`${payerId} in (y.company_id, y.organization_id, y.person_id)`] : []),
    ...(means ? [sql`y.means = any(${asked}::text[])`] : []),
    ...(first ? [sql`y.paid_on >= ${first}`] : []),
    ...(to ? [sql`y.paid_on <= ${to}`] : []),
    ...wordsOf(search ?? '').map(
      (word) => sql`strpos(folded(concat_ws(' ', y.number, ${payerName}, y.reference)), ${word}) > 0`,
    ),
  ]
}
