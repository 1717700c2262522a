import { type RawBuilder, sql } from 'kysely'
import type { PayerKind } from '#shared/contract/bill-payer.ts'
import type { AgedRow, BillingReportRow } from '#shared/contract/bill-reports.ts'
import { type OwedSum, owedAfter, type Receivable, receivableOf } from '#shared/domain/billing/receivables.ts'
import { isUnbilled } from '#server/bills/voucher.repo.ts'
import { insurerName, payerId, payerKind, voucherTables } from '#server/credit/voucher-tables.repo.ts'
import { collected } from '#server/credit/collected.repo.ts'
import { leftOf } from '#server/credit/settled.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { groupBy } from '#server/db/group-by.ts'
import { firstOf } from '#server/db/person-name.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

export const payerName = sql`coalesce(co.name, og.name, p.last_name || ' ' || p.first_name)`

/** The payer of bills or payments (the alias of their table); of a merged person it is the person that remains. */
export function payerOf(alias: 'b' | 'y'): { columns: RawBuilder<unknown>; tables: RawBuilder<unknown> } {
  const of = sql.raw(alias)
  return {
    columns: sql`case when ${of}.company_id is not null then 'company' when ${of}.organization_id is not null
        then 'organization' else 'person' end as "payerKind",
      coalesce(${of}.company_id, ${of}.organization_id, p.id) as "payerId", ${payerName} as "payerName"`,
    tables: sql`left join companies co on co.pharmacy_id = ${of}.pharmacy_id and co.id = ${of}.company_id
      left join organizations og on og.pharmacy_id = ${of}.pharmacy_id and og.id = ${of}.organization_id
      left join persons p0 on p0.pharmacy_id = ${of}.pharmacy_id and p0.id = ${of}.person_id
      left join persons p on p.pharmacy_id = p0.pharmacy_id and p.id = ${firstOf('p0.merged_into', 'p0.id')}`,
  }
}
const payer = payerOf('b')

type Owing = { payerKind: PayerKind; payerId: string | null; payerName: string; bills: number } & Receivable

const ageOf = (days: RawBuilder<unknown>) => sql`case when ${days} <= 30 then 'upTo30' when ${days} <= 60 then 'upTo60'
  when ${days} <= 90 then 'upTo90' else 'over90' end`

/**
 * All that is owed, by payer: what is left of bills, what no bill holds, and what patients owe of what insurers refused,
 * less what clients paid back at tills. A merged person owes with the person that remains. The one source of
 * « Créances ».
 */
export async function receivables(tx: Tx, pharmacyId: string, today: string): Promise<Owing[]> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const late = sql`${today}::date - o.due_on`
  const { rows } = await sql<
    Omit<OwedSum, 'amount'> & Pick<Owing, 'payerKind' | 'payerId' | 'bills'> & { named: string | null; amount: number }
  >`
    with owed as (
      select case when b.company_id is not null then 'company' when b.organization_id is not null then 'organization'
          else 'person' end as kind, coalesce(b.company_id, b.organization_id, p.merged_into, b.person_id) as payer,
        null as named, b.id as bill, b.due_on, s.sold_at, ${leftOf} as amount
      from bills b
        left join persons p on p.pharmacy_id = b.pharmacy_id and p.id = b.person_id
        join bill_lines l on l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id and l.holds
        join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id and y.owed > 0
        join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
      where b.pharmacy_id = ${pharmacyId} and b.status = 'open'
      union all
      select ${payerKind}, ${payerId}, ${insurerName}, null, null, s.sold_at, ${leftOf}
      from ${voucherTables} where ${isUnbilled(pharmacyId)}
      union all
      select 'person', coalesce(f.merged_into, f.id), null, null, null, s.sold_at, z.amount
      from bill_settlements z join persons f on f.pharmacy_id = z.pharmacy_id and f.id = z.client_id
        join sales s on s.pharmacy_id = z.pharmacy_id and s.id = z.sale_id
      where z.pharmacy_id = ${pharmacyId} and z.undone_at is null and z.client_id is not null
    ), aged as (
      select o.*, case when o.due_on is null then null when ${late} <= 0 then 'notDue' else ${ageOf(late)} end as due,
        ${ageOf(sql`${today}::date - (o.sold_at at time zone ${timeZone})::date`)} as sold
      from owed o where o.amount > 0
    ), billed as (
      select payer, count(distinct bill)::int as bills from aged group by 1
    )
    select a.kind as "payerKind", a.payer as "payerId", case when a.payer is null then coalesce(a.named, 'Inconnu') end as named,
      coalesce(b.bills, 0) as bills, a.sold, a.due, sum(a.amount)::bigint as amount
    from aged a left join billed b on b.payer = a.payer group by 1, 2, 3, 4, 5, 6`.execute(tx)
  const { rows: paid } = await sql<{ client: string; amount: number }>`${collected(pharmacyId)}`.execute(tx)
  const paidOf = new Map(paid.map(({ client, amount }) => [client, Number(amount)]))
  const names = await payerNames(
    tx,
    pharmacyId,
    rows.flatMap((row) => row.payerId ?? []),
  )
  return [...groupBy(rows, (row) => row.payerId ?? row.named ?? '')].flatMap(([key, sums]) => {
    const { payerKind: kind, payerId: id, bills } = sums[0]!
    const receivable = receivableOf(owedAfter(sums, Math.max(0, paidOf.get(key) ?? 0)))
    if (receivable.owed === 0) return []
    return [{ payerKind: kind, payerId: id, payerName: names.get(key) ?? key, bills, ...receivable }]
  })
}

/** The names of payers, of each kind. */
async function payerNames(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from companies where pharmacy_id = ${pharmacyId} and id = any(${[...ids]}::uuid[])
    union all select id, name from organizations where pharmacy_id = ${pharmacyId} and id = any(${[...ids]}::uuid[])
    union all select id, last_name || ' ' || first_name from persons
      where pharmacy_id = ${pharmacyId} and id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
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
    select coalesce(b.company_id, b.organization_id, p.id) as "payerId",
      round(sum(z.amount * greatest(0, coalesce(m.paid_on, z.settled_at::date) - b.issued_on)) filter (where z.kind = 'paid')
        / nullif(sum(z.amount) filter (where z.kind = 'paid'), 0))::float8 as days,
      round(1000.0 * coalesce(sum(z.amount) filter (where z.kind <> 'paid'), 0) / nullif(sum(z.amount), 0))::float8 / 10
        as refused
    from bills b join bill_settlements z on z.pharmacy_id = b.pharmacy_id and z.bill_id = b.id and z.undone_at is null
      left join bill_payments m on m.pharmacy_id = z.pharmacy_id and m.id = z.bill_payment_id ${payer.tables}
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
    select ${payer.columns}, to_char(b.issued_on, 'YYYY-MM') as month, count(*)::int as bills,
      sum(b.amount)::bigint as billed, sum(z.paid)::bigint as collected, sum(z.refused)::bigint as refused,
      sum(x."left")::bigint as outstanding
    from bills b ${payer.tables}
      cross join lateral (
        select coalesce(sum(z.amount) filter (where z.kind = 'paid'), 0) as paid,
          coalesce(sum(z.amount) filter (where z.kind <> 'paid'), 0) as refused
        from bill_settlements z where z.pharmacy_id = b.pharmacy_id and z.bill_id = b.id and z.undone_at is null) z
      cross join lateral (
        select case when b.status <> 'open' then 0 else (
          select coalesce(sum(${leftOf}), 0) from bill_lines l
            join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id
          where l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id and l.holds) end as "left") x
    where b.pharmacy_id = ${pharmacyId} and b.issued_on between ${from} and ${to} and b.status <> 'canceled'
    group by 1, 2, 3, 4 order by 4 desc, sum(b.amount) desc, 3`.execute(tx)
  return rows
}
