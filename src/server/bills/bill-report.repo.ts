import { sql } from 'kysely'
import type { PayerKind } from '#shared/contract/bill-payer.ts'
import type { AgedRow, BillingReportRow } from '#shared/contract/bill-reports.ts'
import { leftOf } from '#server/credit/settled.repo.ts'
import type { Tx } from '#server/db/database.ts'

export const payer = sql`case when b.company_id is not null then 'company' when b.organization_id is not null
    then 'organization' else 'person' end as "payerKind",
  coalesce(b.company_id, b.organization_id, b.person_id) as "payerId",
  coalesce(co.name, og.name, p.last_name || ' ' || p.first_name) as "payerName"`
export const payerTables = sql`left join companies co on co.pharmacy_id = b.pharmacy_id and co.id = b.company_id
  left join organizations og on og.pharmacy_id = b.pharmacy_id and og.id = b.organization_id
  left join persons p on p.pharmacy_id = b.pharmacy_id and p.id = b.person_id`

/** What is left of open bills by payer and by days after the day it was due, in minor units. */
export async function agedBalance(
  tx: Tx,
  pharmacyId: string,
  today: string,
): Promise<Omit<AgedRow, 'days' | 'refused'>[]> {
  const late = sql`${today}::date - o.due_on`
  const { rows } = await sql<Omit<AgedRow, 'days' | 'refused'>>`
    with open as (
      select ${payer}, b.due_on, sum(${leftOf})::bigint as "left"
      from bills b ${payerTables}
        join bill_lines l on l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id and l.holds
        join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id
        join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
      where b.pharmacy_id = ${pharmacyId} and b.status = 'open'
      group by b.id, b.company_id, b.organization_id, b.person_id, co.name, og.name, p.last_name, p.first_name, b.due_on
    )
    select o."payerKind", o."payerId", o."payerName", count(*) filter (where o."left" > 0)::int as bills,
      coalesce(sum(o."left") filter (where ${late} <= 0), 0)::bigint as "notDue",
      coalesce(sum(o."left") filter (where ${late} between 1 and 30), 0)::bigint as "upTo30",
      coalesce(sum(o."left") filter (where ${late} between 31 and 60), 0)::bigint as "upTo60",
      coalesce(sum(o."left") filter (where ${late} between 61 and 90), 0)::bigint as "upTo90",
      coalesce(sum(o."left") filter (where ${late} > 90), 0)::bigint as "over90", sum(o."left")::bigint as "left"
    from open o group by 1, 2, 3 having sum(o."left") > 0
    order by sum(o."left") filter (where ${late} > 0) desc nulls last, sum(o."left") desc`.execute(tx)
  return rows
}

/**
 * How payers pay, over the bills issued since a day: days from issue to payment, each franc counting alike, and the
 * share that they refused, in percent; null without one.
 */
export async function payingHabits(
  tx: Tx,
  pharmacyId: string,
  since: string,
): Promise<Map<string, Pick<AgedRow, 'days' | 'refused'>>> {
  const { rows } = await sql<{ payerId: string; days: number | null; refused: number | null }>`
    select coalesce(b.company_id, b.organization_id, b.person_id) as "payerId",
      round(sum(z.amount * (coalesce(m.paid_on, z.settled_at::date) - b.issued_on)) filter (where z.kind = 'paid')
        / nullif(sum(z.amount) filter (where z.kind = 'paid'), 0))::float8 as days,
      round(1000.0 * coalesce(sum(z.amount) filter (where z.kind <> 'paid'), 0) / nullif(sum(z.amount), 0))::float8 / 10
        as refused
    from bills b join bill_settlements z on z.pharmacy_id = b.pharmacy_id and z.bill_id = b.id and z.undone_at is null
      left join bill_payments m on m.pharmacy_id = z.pharmacy_id and m.id = z.bill_payment_id
    where b.pharmacy_id = ${pharmacyId} and b.issued_on >= ${since} and b.status <> 'canceled' group by 1`.execute(tx)
  return new Map(rows.map(({ payerId, ...habits }) => [payerId, habits]))
}

/** Of the bills issued in a period, both days included: what became of them by now, by payer and month of issue. */
export async function billingReport(
  tx: Tx,
  pharmacyId: string,
  { from, to }: { from: string; to: string },
): Promise<BillingReportRow[]> {
  const { rows } = await sql<BillingReportRow & { payerKind: PayerKind }>`
    select ${payer}, to_char(b.issued_on, 'YYYY-MM') as month, count(*)::int as bills,
      sum(b.amount)::bigint as billed, sum(z.paid)::bigint as collected, sum(z.refused)::bigint as refused,
      sum(x."left")::bigint as outstanding
    from bills b ${payerTables}
      cross join lateral (
        select coalesce(sum(z.amount) filter (where z.kind = 'paid'), 0) as paid,
          coalesce(sum(z.amount) filter (where z.kind <> 'paid'), 0) as refused
        from bill_settlements z where z.pharmacy_id = b.pharmacy_id and z.bill_id = b.id and z.undone_at is null) z
      cross join lateral (
        select case when b.status <> 'open' then 0 else (
          select coalesce(sum(${leftOf}), 0) from bill_lines l
            join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id
            join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
          where l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id and l.holds) end as "left") x
    where b.pharmacy_id = ${pharmacyId} and b.issued_on between ${from} and ${to} and b.status <> 'canceled'
    group by 1, 2, 3, 4 order by 4 desc, sum(b.amount) desc, 3`.execute(tx)
  return rows
}
