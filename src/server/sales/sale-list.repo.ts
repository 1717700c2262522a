import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import type { sales } from '#shared/contract/sales.ts'
import { daysBetween } from '#shared/domain/dates.ts'
import { saturated } from '#shared/domain/money.ts'
import { movementTypes } from '#shared/domain/payment.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { safeSum } from '#server/db/safe-sum.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { notWithheld, returnNotWithheld } from '#server/register-ledger/withheld.repo.ts'
import { currencyDecimalsOf } from '#server/locale/pharmacy-country.repo.ts'
import { timeZoneOf, inDays } from '#server/locale/pharmacy-day.repo.ts'
import { searched } from '#server/sales/sale-search.repo.ts'
import { saleSearch } from '#server/sales/sale-search.ts'

export type SaleQuery = HandlerInput<typeof sales.list>['query']
/**
 * `hidesTakings`: no turnover, and no total of a sale whose register is not closed. `withheld`: registers of which
 * nothing is told, neither the total of a sale nor a sum that contains it.
 */
type SeenQuery = SaleQuery & { hidesTakings: boolean; withheld: readonly string[] }
/** The facts about the pharmacy that filters need. `decimals`: of its currency. */
type Place = { timeZone: string; decimals: number }

type SummaryRow = Omit<SaleSummary, 'soldAt' | 'sellerName' | 'patientName' | 'debtors'> & {
  soldAt: string
  seller: PersonName
  patient: PersonName | null
  /** Null for an unknown client: `client_id` names a person or an organization, so no foreign key protects it. */
  debtors: (PersonName | { name: string } | null)[]
}

/** `paid`: by the types that the list asks for; null when it asks for none. See docs/money.md. */
export type SaleSums = { turnover: number | null; returned: number | null; paid: number | null }

/** One page with the sums of all filtered sales, in one statement. */
export async function findSales(
  tx: Tx,
  pharmacyId: string,
  query: SeenQuery,
): Promise<SaleSums & { items: SaleSummary[]; total: number }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const decimals = query.search ? await currencyDecimalsOf(tx, pharmacyId) : 0
  const filters = filtersOf(pharmacyId, query, { timeZone, decimals })
  const { from, to, ...anyDay } = query
  const shown = totalShown(query)
  const seen = notWithheld(sql`s.register_id`, query.withheld)
  const standing = [...filtersOf(pharmacyId, anyDay, { timeZone, decimals }), sql`s.status = 'CLOSED'`]
  const order = orderOf(query.sort, timeZone, { shown, seen })
  // The default order uses only columns that `filtered` has.
  const sorted = query.sort
    ? sql`filtered f join sales s on s.pharmacy_id = ${pharmacyId} and s.id = f.id`
    : sql`filtered s`
  const { rows } = await sql<{
    total: number
    sold: number
    returned: number
    paid: number
    /** A sum contains a sale or a return of a withheld register. */
    isPartial: boolean
    items: SummaryRow[]
  }>`
    with filtered as materialized (
      select s.id, s.number, s.sold_at, s.total - s.levied as net, s.status, s.register_id from sales s where s.pharmacy_id = ${pharmacyId}
        and ${every(filters)}
    ), returned as (
      select r.sale_id as id, sum(r.total) as amount from sale_returns r join filtered f on f.id = r.sale_id
        where r.pharmacy_id = ${pharmacyId} group by 1
    ), given as (
      select r.id, r.total, ${returnNotWithheld(query.withheld)} as seen from sale_returns r join sales s on s.pharmacy_id = r.pharmacy_id and s.id = r.sale_id
        where r.pharmacy_id = ${pharmacyId} and ${every([...inDays(sql`r.returned_at`, { from, to }, timeZone), ...standing])}
    ), page as (
      select s.id from ${sorted} order by ${order} limit ${query.size} offset ${query.page * query.size}
    ), summary as (
      select row_number() over (order by ${order}) as place, s.id, s.number, s.identifier, s.status,
        s.sold_at as "soldAt", s.units, case when ${shown} then s.total end as total, s.flags,
        case when r.amount is null then 0 when ${seen} then r.amount end as returned, s.replaced_by as "replacedBy",
        (select count(*) from sale_records l where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id
          and l.levy is null) as lines,
        array(select y.type from sale_payments y where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id
          group by y.type order by min(y.position)) as "paymentTypes",
        json_build_object('firstName', u.first_name, 'lastName', u.last_name) as seller,
        (select json_build_object('firstName', f.first_name, 'lastName', f.last_name) from persons f
          where f.pharmacy_id = s.pharmacy_id and f.id = s.patient_id) as patient,
        array(select ${debtor} from sale_payments y where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id
          and y.client_id is not null order by y.position) as debtors
      from page g join sales s on s.pharmacy_id = ${pharmacyId} and s.id = g.id join users u on u.id = s.seller_id
        left join returned r on r.id = g.id
    )
    select (select count(*) from filtered) as total,
      (select ${safeSum(sql`f.net`)} from filtered f where f.status = 'CLOSED') as sold,
      (select ${safeSum(sql`g.total`)} from given g) as returned,
      ${query.paymentType ? paidBy(pharmacyId, query.paymentType) : sql`0`} as paid,
      exists (select from filtered f where not ${notWithheld(sql`f.register_id`, query.withheld)})
        or exists (select from given g where not g.seen) as "isPartial",
      (select coalesce(json_agg(to_jsonb(m) - 'place' order by m.place), '[]') from summary m) as items`.execute(tx)
  const { total, sold, returned, paid, isPartial, items } = rows[0]!
  const isHidden = query.hidesTakings || isPartial
  const sums = isHidden
    ? { turnover: null, returned: null, paid: null }
    : { turnover: saturated(sold - returned), returned, paid: query.paymentType ? saturated(paid) : null }
  return { total, ...sums, items: items.map(summaryOf) }
}

/** SQL: what the `filtered` sales were paid by these types, less what the `given` returns took off. Minor units. */
function paidBy(pharmacyId: string, types: readonly string[]): RawBuilder<unknown> {
  return sql`(
    (select ${safeSum(sql`y.amount`)} from filtered f join sale_payments y on y.pharmacy_id = ${pharmacyId}
      and y.sale_id = f.id where f.status = 'CLOSED' and y.type = any(${types}::text[]))
    - (select ${safeSum(sql`d.amount`)} from given g join sale_refunds d on d.pharmacy_id = ${pharmacyId}
      and d.return_id = g.id join sale_payments y on y.pharmacy_id = d.pharmacy_id and y.sale_id = d.sale_id
      and y.id = d.payment_id where y.type = any(${types}::text[])))`
}

/** SQL: whether the member may see the total of the sale `s`. */
function totalShown({ hidesTakings, withheld }: SeenQuery): RawBuilder<boolean> {
  const isClosed = sql`exists (select from cash_registers c where c.pharmacy_id = s.pharmacy_id
    and c.id = s.register_id and c.closed_at is not null)`
  return sql`(${notWithheld(sql`s.register_id`, withheld)} and ${hidesTakings ? isClosed : sql`true`})`
}

/** SQL: the name of the person or organization that owes the payment `y`. */
const debtor = sql`coalesce(
  (select json_build_object('firstName', f.first_name, 'lastName', f.last_name) from persons f
    where f.pharmacy_id = y.pharmacy_id and f.id = y.client_id),
  (select json_build_object('name', o.name) from organizations o where o.pharmacy_id = y.pharmacy_id
    and o.id = y.client_id))`

function summaryOf({ seller, patient, debtors, soldAt, ...summary }: SummaryRow): SaleSummary {
  return {
    ...summary,
    soldAt: new Date(soldAt).toISOString(),
    sellerName: displayName(seller),
    patientName: patient && displayName(patient),
    debtors: [
      ...new Set(
        debtors.filter((owing) => owing !== null).map((owing) => ('name' in owing ? owing.name : displayName(owing))),
      ),
    ],
  }
}

/** The `order by` of the list; `s` is the sale. */
function orderOf(
  sort: SaleQuery['sort'],
  timeZone: string,
  { shown, seen }: { shown: RawBuilder<boolean>; seen: RawBuilder<boolean> },
): RawBuilder<unknown> {
  const nameOf = (table: 'users' | 'persons', id: RawBuilder<unknown>) =>
    sql`(select folded(n.last_name || ' ' || n.first_name) from ${sql.table(table)} n
      where n.pharmacy_id = s.pharmacy_id and n.id = ${id})`
  const returned = sql`(select nullif(sum(n.total), 0) from sale_returns n where n.pharmacy_id = s.pharmacy_id
    and n.sale_id = s.id)`
  return sortOrder(
    sort,
    {
      number: sql`s.number`,
      soldAt: sql`s.sold_at`,
      hour: sql`(s.sold_at at time zone ${timeZone})::time`,
      seller: nameOf('users', sql`s.seller_id`),
      patient: nameOf('persons', sql`s.patient_id`),
      // The first debtor.
      debtors: sql`(select folded(coalesce((select n.last_name || ' ' || n.first_name from persons n
        where n.pharmacy_id = y.pharmacy_id and n.id = y.client_id),
        (select o.name from organizations o where o.pharmacy_id = y.pharmacy_id and o.id = y.client_id)))
        from sale_payments y where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id and y.client_id is not null
          order by y.position limit 1)`,
      units: sql`s.units`,
      // Sorts by the types in the order of `movementTypes`; the type of the first payment counts first.
      payments: sql`(select array_agg(array_position(${movementTypes}::text[], n.type) order by n.position)
        from sale_payments n where n.pharmacy_id = s.pharmacy_id and n.sale_id = s.id)`,
      identifier: sql`s.identifier`,
      // The place of a hidden total would tell it.
      total: sql`case when ${shown} then s.total end`,
      returned: sql`case when ${seen} then ${returned} end`,
      // The order of the tags in the column: canceled, replaced, returned, to be checked, none.
      state: sql`case when s.status = 'CANCELED' then case when s.replaced_by is null then 1 else 2 end
        when ${returned} is not null then 3 when cardinality(s.flags) > 0 then 4 end`,
    },
    sql`s.sold_at desc, s.number desc`,
  )
}

function filtersOf(
  pharmacyId: string,
  { from, to, sellerId, patientId, registerId, paymentType, flagged, status, search, ...seen }: SeenQuery,
  { timeZone, decimals }: Place,
): RawBuilder<unknown>[] {
  return [
    ...inDays(sql`s.sold_at`, { from, to }, timeZone),
    ...(sellerId ? [sql`(s.seller_id = any(${sellerId}::uuid[]) or s.prepared_by = any(${sellerId}::uuid[]))`] : []),
    // Includes sales to persons merged into this one. An array, so that PostgreSQL uses the index of patients.
    ...(patientId
      ? [
          sql`s.patient_id = any(array(select f.id from persons f where f.pharmacy_id = ${pharmacyId}
            and (f.id = ${patientId} or f.merged_into = ${patientId})))`,
        ]
      : []),
    ...(registerId ? [sql`s.register_id = ${registerId}`] : []),
    ...(paymentType
      ? [
          sql`exists (select from sale_payments y where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id
            and y.type = any(${paymentType}::text[]))`,
        ]
      : []),
    ...(flagged ? [sql`cardinality(s.flags) > 0`] : []),
    ...(status
      ? [
          sql`(${sql.join(
            status.map((each) => inState(pharmacyId, each)),
            sql` or `,
          )})`,
        ]
      : []),
    ...searched(saleSearch(search ?? '', decimals), {
      pharmacyId,
      ...seen,
      isShort: Boolean(registerId ?? patientId) || isShort(from, to),
    }),
  ]
}

/**
 * In days. Over longer periods it costs less to look through all lines and payments at once: with 645,000 sales in three
 * years that takes as long as looking at the lines of a month.
 */
const shortPeriod = 10

function isShort(from: string | undefined, to = new Date().toISOString().slice(0, 10)): boolean {
  return from !== undefined && daysBetween(from, to) <= shortPeriod
}

function inState(pharmacyId: string, status: NonNullable<SaleQuery['status']>[number]): RawBuilder<unknown> {
  switch (status) {
    // An array: with a correlated subquery, PostgreSQL would look up the returns of every sale.
    case 'RETURNED':
      return sql`s.id = any(array(select r.sale_id from sale_returns r where r.pharmacy_id = ${pharmacyId}))`
    // Cancelled sales that a new version replaced.
    case 'REPLACED':
      return sql`(s.status = 'CANCELED' and s.replaced_by is not null)`
    case 'REGULARISED':
      return sql`'refusal:regularised' = any(s.flags)`
    case 'CLOSED':
    case 'CANCELED':
      return sql`s.status = ${status}`
  }
}

function every(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
