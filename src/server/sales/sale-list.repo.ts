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

/** One page and, without `rowsOnly`, the sums of all filtered sales. */
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
  const { order, joined } = orderOf(pharmacyId, query, timeZone, { shown, seen })
  const where = sql`s.pharmacy_id = ${pharmacyId} and ${every(filters)}`
  const kept = sql`sales s where ${where}`
  // A filter that looks into lines or payments is asked once for the page and the sums. Without one, the page is read from
  // an index, and the sums in passing.
  const isAskedOnce = Boolean(query.search || query.paymentType)
  const filtered = isAskedOnce
    ? sql`filtered as materialized (select s.id, s.number, s.sold_at, s.total, s.status, s.register_id from ${kept})`
    : sql`filtered as not materialized (select s.id, s.total, s.status, s.register_id from ${kept})`
  // Returns have days of their own; without days they are of the filtered sales, and nothing is searched again.
  const standing =
    isAskedOnce && !from && !to
      ? sql`filtered s on s.id = r.sale_id where r.pharmacy_id = ${pharmacyId} and s.status = 'CLOSED'`
      : sql`sales s on s.pharmacy_id = r.pharmacy_id and s.id = r.sale_id where r.pharmacy_id = ${pharmacyId}
          and ${every([...inDays(sql`r.returned_at`, { from, to }, timeZone), ...filtersOf(pharmacyId, anyDay, { timeZone, decimals })])}
          and s.status = 'CLOSED'`
  // The default order uses only columns that the materialized `filtered` has.
  const sorted = !isAskedOnce
    ? sql`sales s ${joined} where ${where}`
    : query.sort
      ? sql`filtered f join sales s on s.pharmacy_id = ${pharmacyId} and s.id = f.id ${joined}`
      : sql`filtered s`
  const summed = sql`(select total from sums), (select sold from sums) - ${leviedOf(pharmacyId)} as sold,
    (select ${safeSum(sql`g.total`)} from given g) as returned,
    ${query.paymentType ? paidBy(pharmacyId, query.paymentType) : sql`0`} as paid,
    (select "isPartial" from sums) or exists (select from given g where not g.seen) as "isPartial"`
  const { rows } = await sql<{
    total?: number
    sold?: number
    returned?: number
    paid?: number
    /** A sum contains a sale or a return of a withheld register. */
    isPartial?: boolean
    items: SummaryRow[]
  }>`
    with ${filtered}, given as (
      select r.id, r.total, ${returnNotWithheld(query.withheld)} as seen from sale_returns r join ${standing}
    ), sums as (
      select count(*) as total, ${safeSum(sql`f.total`, sql`filter (where f.status = 'CLOSED')`)} as sold,
        coalesce(bool_or(not ${notWithheld(sql`f.register_id`, query.withheld)}), false) as "isPartial"
      from filtered f
    ), page as (
      select o.id, row_number() over () as place from (
        select s.id from ${sorted} order by ${order} limit ${query.size} offset ${query.page * query.size}) o
    ), returned as (
      select r.sale_id as id, sum(r.total) as amount from sale_returns r join page g on g.id = r.sale_id
        where r.pharmacy_id = ${pharmacyId} group by 1
    ), summary as (
      select g.place, s.id, s.number, s.identifier, s.status,
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
    select ${query.rowsOnly ? sql`` : sql`${summed},`} (select coalesce(json_agg(to_jsonb(m) - 'place' order by m.place), '[]') from summary m) as items`.execute(
    tx,
  )
  const { total = 0, sold = 0, returned = 0, paid = 0, isPartial = false, items } = rows[0]!
  const isHidden = query.hidesTakings || isPartial
  const sums = isHidden
    ? { turnover: null, returned: null, paid: null }
    : { turnover: saturated(sold - returned), returned, paid: query.paymentType ? saturated(paid) : null }
  return { total, ...sums, items: items.map(summaryOf) }
}

/**
 * SQL: the AIB of the `filtered` sales, which is no turnover, in minor units. From its few lines: the totals of all sales
 * are read from an index alone, which does not have it.
 */
function leviedOf(pharmacyId: string): RawBuilder<unknown> {
  return sql`(select ${safeSum(sql`l.price`)} from sale_records l join filtered f on f.id = l.sale_id
    where l.pharmacy_id = ${pharmacyId} and l.levy is not null and f.status = 'CLOSED')`
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

/**
 * The `order by` of the list, over the sale `s` and what is `joined` to it. What each sale is sorted by is looked up sale by
 * sale while few are kept; over long periods all of it is computed once.
 */
function orderOf(
  pharmacyId: string,
  { sort, ...query }: SaleQuery,
  timeZone: string,
  { shown, seen }: { shown: RawBuilder<boolean>; seen: RawBuilder<boolean> },
): { order: RawBuilder<unknown>; joined: RawBuilder<unknown> } {
  const ofSale = sql`n.pharmacy_id = s.pharmacy_id and n.sale_id = s.id`
  const ofAll = sql`n.pharmacy_id = ${pharmacyId}`
  const name = sql`folded(n.last_name || ' ' || n.first_name)`
  const returned = sql`nullif(sum(n.total), 0)`
  // By the types in the order of `movementTypes`; the type of the first payment counts first.
  const type = sql`array_position(${movementTypes}::text[], n.type)`
  const types = sql`select array_agg(${type} order by n.position) from sale_payments n`
  const debtorName = sql`folded(coalesce((select p.last_name || ' ' || p.first_name from persons p
      where p.pharmacy_id = n.pharmacy_id and p.id = n.client_id),
    (select o.name from organizations o where o.pharmacy_id = n.pharmacy_id and o.id = n.client_id)))`
  const lookups = {
    seller: {
      one: sql`select ${name} from users n where n.pharmacy_id = s.pharmacy_id and n.id = s.seller_id`,
      all: sql`select n.id as of, ${name} as key from users n where ${ofAll}`,
      of: sql`s.seller_id`,
    },
    patient: {
      one: sql`select ${name} from persons n where n.pharmacy_id = s.pharmacy_id and n.id = s.patient_id`,
      all: sql`select n.id as of, ${name} as key from persons n where ${ofAll}`,
      of: sql`s.patient_id`,
    },
    // The first debtor.
    debtors: {
      one: sql`select ${debtorName} from sale_payments n where ${ofSale} and n.client_id is not null
        order by n.position limit 1`,
      all: sql`select distinct on (n.sale_id) n.sale_id as of, ${debtorName} as key from sale_payments n
        where ${ofAll} and n.client_id is not null order by n.sale_id, n.position`,
      of: sql`s.id`,
    },
    payments: {
      one: sql`${types} where ${ofSale}`,
      // Most sales have one payment, which needs no sorting.
      all: sql`select a.of, case when a.count = 1 then array[a.first]
          else (${types} where ${ofAll} and n.sale_id = a.of) end as key
        from (select n.sale_id as of, count(*) as count, min(${type}) as first from sale_payments n where ${ofAll}
          group by 1) a`,
      of: sql`s.id`,
    },
    returned: {
      one: sql`select ${returned} from sale_returns n where ${ofSale}`,
      all: sql`select n.sale_id as of, ${returned} as key from sale_returns n where ${ofAll} group by 1`,
      of: sql`s.id`,
    },
  }
  const column = sort?.replace('-', '')
  const lookup = lookups[(column === 'state' ? 'returned' : column) as keyof typeof lookups] as
    (typeof lookups)['seller'] | undefined
  const isLookedUp = keepsFew(query)
  const key = isLookedUp ? sql`(${lookup?.one ?? sql`null`})` : sql`k.key`
  const order = sortOrder(
    sort,
    {
      number: sql`s.number`,
      soldAt: sql`s.sold_at`,
      hour: sql`(s.sold_at at time zone ${timeZone})::time`,
      seller: key,
      patient: key,
      debtors: key,
      units: sql`s.units`,
      payments: key,
      identifier: sql`s.identifier`,
      // The place of a hidden total would tell it.
      total: sql`case when ${shown} then s.total end`,
      returned: sql`case when ${seen} then ${key} end`,
      // The order of the tags in the column: canceled, replaced, returned, to be checked, none.
      state: sql`case when s.status = 'CANCELED' then case when s.replaced_by is null then 1 else 2 end
        when ${key} is not null then 3 when cardinality(s.flags) > 0 then 4 end`,
    },
    sql`s.sold_at desc, s.number desc`,
  )
  // Without « offset 0 » PostgreSQL would move the names out, and fold one for each sale.
  const joined = lookup && !isLookedUp ? sql`left join (${lookup.all} offset 0) k on k.of = ${lookup.of}` : sql``
  return { order, joined }
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
      isShort: keepsFew({ registerId, patientId, from, to }),
    }),
  ]
}

/**
 * In days. Over longer periods it costs less to look through all lines and payments at once: with 645,000 sales in three
 * years that takes as long as looking at the lines of a month.
 */
const shortPeriod = 10

function keepsFew({
  registerId,
  patientId,
  from,
  to = new Date().toISOString().slice(0, 10),
}: Pick<SaleQuery, 'registerId' | 'patientId' | 'from' | 'to'>): boolean {
  return Boolean(registerId ?? patientId) || (from !== undefined && daysBetween(from, to) <= shortPeriod)
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
