import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Payment } from '#shared/contract/payment.ts'
import type { Prescription, Sale, SaleReturn, sales, SaleSummary } from '#shared/contract/sales.ts'
import { movementTypes } from '#shared/domain/payment.ts'
import { displayName } from '#shared/domain/person.ts'
import { fold } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

export type SaleQuery = HandlerInput<typeof sales.list>['query']
/** `hidesTakings`: no turnover, and no total of a sale whose register is not closed. */
type SeenQuery = SaleQuery & { hidesTakings: boolean }

type PersonName = { firstName: string; lastName: string }
type SummaryRow = Omit<SaleSummary, 'soldAt' | 'sellerName' | 'patientName'> & {
  soldAt: string
  seller: PersonName
  patient: PersonName | null
}

/** One page with the sums of all filtered sales, in one statement. */
export async function findSales(
  tx: Tx,
  pharmacyId: string,
  query: SeenQuery,
): Promise<{ items: SaleSummary[]; total: number; turnover: number | null }> {
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const filters = filtersOf(pharmacyId, query, timeZone)
  const order = orderOf(query.sort, timeZone)
  // The usual order needs no more than what is already filtered.
  const sorted = query.sort
    ? sql`filtered f join sales s on s.pharmacy_id = ${pharmacyId} and s.id = f.id`
    : sql`filtered s`
  const { rows } = await sql<{ total: number; turnover: number; items: SummaryRow[] }>`
    with filtered as materialized (
      select s.id, s.number, s.sold_at, s.total, s.status from sales s where s.pharmacy_id = ${pharmacyId} and ${every(filters)}
    ), returned as (
      select r.sale_id as id, sum(r.total) as amount from sale_returns r join filtered f on f.id = r.sale_id where r.pharmacy_id = ${pharmacyId} group by 1
    ), page as (
      select s.id from ${sorted} order by ${order} limit ${query.size} offset ${query.page * query.size}
    ), summary as (
      select row_number() over (order by ${order}) as place, s.id, s.number, s.identifier, s.status, s.sold_at as "soldAt", s.units, ${query.hidesTakings ? closedTotal : sql`s.total`} as total, s.flags, coalesce(r.amount, 0) as returned, s.replaced_by as "replacedBy",
        (select count(*) from sale_records l where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id) as lines,
        array(select y.type from sale_payments y where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id group by y.type order by min(y.position)) as "paymentTypes",
        json_build_object('firstName', u.first_name, 'lastName', u.last_name) as seller,
        (select json_build_object('firstName', f.first_name, 'lastName', f.last_name) from persons f where f.pharmacy_id = s.pharmacy_id and f.id = s.patient_id) as patient
      from page g join sales s on s.pharmacy_id = ${pharmacyId} and s.id = g.id join users u on u.id = s.seller_id left join returned r on r.id = g.id
    )
    select (select count(*) from filtered) as total,
      (select coalesce(sum(f.total - coalesce(r.amount, 0)), 0) from filtered f left join returned r using (id) where f.status = 'CLOSED') as turnover,
      (select coalesce(json_agg(to_jsonb(m) - 'place' order by m.place), '[]') from summary m) as items`.execute(tx)
  const { total, turnover, items } = rows[0]!
  return { total, turnover: query.hidesTakings ? null : turnover, items: items.map(summaryOf) }
}

/** The total of a sale whose register is closed; else null. */
const closedTotal = sql`(select s.total from cash_registers c where c.pharmacy_id = s.pharmacy_id and c.id = s.register_id and c.closed_at is not null)`

function summaryOf({ seller, patient, soldAt, ...summary }: SummaryRow): SaleSummary {
  return {
    ...summary,
    soldAt: new Date(soldAt).toISOString(),
    sellerName: displayName(seller),
    patientName: patient && displayName(patient),
  }
}

/** The order of the columns that the list shows. `s` is the sale. */
function orderOf(sort: SaleQuery['sort'], timeZone: string): RawBuilder<unknown> {
  const nameOf = (table: 'users' | 'persons', id: RawBuilder<unknown>) =>
    sql`(select folded(n.last_name || ' ' || n.first_name) from ${sql.table(table)} n where n.pharmacy_id = s.pharmacy_id and n.id = ${id})`
  const returned = sql`(select nullif(sum(n.total), 0) from sale_returns n where n.pharmacy_id = s.pharmacy_id and n.sale_id = s.id)`
  return sortOrder(
    sort,
    {
      number: sql`s.number`,
      soldAt: sql`s.sold_at`,
      hour: sql`(s.sold_at at time zone ${timeZone})::time`,
      seller: nameOf('users', sql`s.seller_id`),
      patient: nameOf('persons', sql`s.patient_id`),
      units: sql`s.units`,
      // The order of types that every list uses; the first payment counts first.
      payments: sql`(select array_agg(array_position(${movementTypes}::text[], n.type) order by n.position) from sale_payments n where n.pharmacy_id = s.pharmacy_id and n.sale_id = s.id)`,
      identifier: sql`s.identifier`,
      total: sql`s.total`,
      returned,
      // The order of the words in the column: canceled, replaced, returned, to be checked, none.
      state: sql`case when s.status = 'CANCELED' then case when s.replaced_by is null then 1 else 2 end when ${returned} is not null then 3 when cardinality(s.flags) > 0 then 4 end`,
    },
    sql`s.sold_at desc, s.number desc`,
  )
}

/** Words after the fourth are ignored: they would not narrow the result further. */
const searchedWords = 4

function filtersOf(
  pharmacyId: string,
  { from, to, sellerId, patientId, paymentType, flagged, status, search }: SaleQuery,
  timeZone: string,
): RawBuilder<unknown>[] {
  const words = fold(search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, searchedWords)
  return [
    ...(from ? [sql`s.sold_at >= (${from}::date)::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`s.sold_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
    ...(sellerId ? [sql`(s.seller_id = any(${sellerId}::uuid[]) or s.prepared_by = any(${sellerId}::uuid[]))`] : []),
    // Includes sales to persons merged into this one. An array, so that PostgreSQL uses the index of patients.
    ...(patientId
      ? [
          sql`s.patient_id = any(array(select f.id from persons f where f.pharmacy_id = ${pharmacyId} and (f.id = ${patientId} or f.merged_into = ${patientId})))`,
        ]
      : []),
    ...(paymentType
      ? [
          sql`exists (select from sale_payments y where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id and y.type = any(${paymentType}::text[]))`,
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
    ...words.map((word) => mentions(pharmacyId, word)),
  ]
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

/** The word is the sale's number, occurs in its identifier, a name or a sold product, or begins the lot of one. */
function mentions(pharmacyId: string, word: string): RawBuilder<unknown> {
  const named = (table: 'users' | 'persons') =>
    sql`(select p.id from ${sql.table(table)} p where p.pharmacy_id = ${pharmacyId} and strpos(folded(p.last_name || ' ' || p.first_name), ${word}) > 0)`
  return sql`(
    s.number::text = ${word} or strpos(lower(s.identifier), ${word}) > 0 or s.seller_id in ${named('users')} or s.prepared_by in ${named('users')} or s.patient_id in ${named('persons')}
    or s.id in (select l.sale_id from sale_records l where l.pharmacy_id = ${pharmacyId} and strpos(l.searched, ${word}) > 0)
    ${soldOfLot(pharmacyId, word)})`
}

/** Shorter words would match most lots. */
const shortestLot = 3

function soldOfLot(pharmacyId: string, word: string): RawBuilder<unknown> {
  if (word.length < shortestLot) return sql``
  return sql`or s.id in (select l.sale_id from sale_records l where l.pharmacy_id = ${pharmacyId} and l.stock_item_id = any(array(
      select i.id from stock_items i where i.pharmacy_id = ${pharmacyId} and starts_with(folded(i.lot), ${word}))))`
}

function every(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

export async function findStatus(tx: Tx, pharmacyId: string, id: string): Promise<'CLOSED' | 'CANCELED' | undefined> {
  const sale = await tx
    .selectFrom('sales')
    .select('status')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return sale?.status
}

export async function idsHeld(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from sales where pharmacy_id = ${pharmacyId} and id = any(${ids}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

type Line = {
  id: string
  stockItemId: string | null
  label: string
  quantity: number
  price: number
  posology: string | null
  opens: { stockItemId: string; boxes: number } | null
  serials: string[] | null
}
type WholeRow = Pick<
  Sale,
  | 'id'
  | 'number'
  | 'identifier'
  | 'status'
  | 'version'
  | 'terminalId'
  | 'sessionId'
  | 'sellerId'
  | 'registerId'
  | 'patientId'
  | 'total'
  | 'rounding'
  | 'flags'
  | 'revision'
  | 'replacedBy'
> & {
  replaces: string | null
  soldAt: Date
  receivedAt: Date
  prescription: Prescription | null
  regularisation: { reason: string } | null
  seller: PersonName
  preparer: PersonName | null
  preparation: Sale['preparation'] | null
  patient: PersonName | null
  lines: Line[]
  payments: { id: string; type: string; amount: number; data: object }[]
  cancellation: { at: string; by: PersonName; reason: string } | null
  returns: ReturnRow[]
}
type ReturnRow = Omit<SaleReturn, 'byName'> & { by: PersonName }

export async function findWholeSale(tx: Tx, pharmacyId: string, id: string): Promise<Sale | undefined> {
  const { rows } = await sql<WholeRow>`
    select s.id, s.number, s.identifier, s.status, s.version, s.terminal_id as "terminalId", s.session_id as "sessionId", s.seller_id as "sellerId", s.register_id as "registerId",
      s.patient_id as "patientId", s.total, s.rounding, s.sold_at as "soldAt", s.received_at as "receivedAt", s.flags, s.replaces, s.replaced_by as "replacedBy", s.prescription, s.regularisation,
      -- 1: it came with the demo or the import and was never sent
      coalesce((select b.revision from inbox b where b.pharmacy_id = s.pharmacy_id and b.id = s.id and b.accepted order by b.revision limit 1), 1) as revision,
      json_build_object('firstName', u.first_name, 'lastName', u.last_name) as seller,
      (select json_build_object('firstName', w.first_name, 'lastName', w.last_name) from users w where w.id = s.prepared_by) as preparer,
      case when s.prepared_by is not null then json_build_object('userId', s.prepared_by, 'sessionId', s.prepared_session, 'at', s.prepared_at) end as preparation,
      (select json_build_object('firstName', f.first_name, 'lastName', f.last_name) from persons f where f.pharmacy_id = s.pharmacy_id and f.id = s.patient_id) as patient,
      (select coalesce(json_agg(json_build_object('id', l.id, 'stockItemId', l.stock_item_id, 'label', l.label, 'quantity', l.quantity, 'price', l.price, 'posology', l.posology, 'serials', l.serials,
          'opens', case when l.opened_item_id is not null then json_build_object('stockItemId', l.opened_item_id, 'boxes', l.opened_boxes) end) order by l.position), '[]')
        from sale_records l where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id) as lines,
      (select coalesce(json_agg(json_build_object('id', y.id, 'type', y.type, 'amount', y.amount, 'data', y.data) order by y.position), '[]')
        from sale_payments y where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id) as payments,
      (select json_build_object('at', s.canceled_at, 'by', json_build_object('firstName', c.first_name, 'lastName', c.last_name), 'reason', coalesce(s.cancel_reason, ''))
        from users c where c.id = s.canceled_by and s.canceled_at is not null) as cancellation,
      ${returnsOf} as returns
    from sales s join users u on u.id = s.seller_id
    where s.pharmacy_id = ${pharmacyId} and s.id = ${id}`.execute(tx)
  return rows[0] && saleOf(rows[0])
}

/** The credit notes of the sale `s`, by number, each with its lines and refunds in the order of the sale. */
const returnsOf = sql`(select coalesce(json_agg(json_build_object('id', r.id, 'number', r.number, 'returnedAt', r.returned_at, 'reason', r.reason, 'total', r.total, 'rounding', r.rounding,
    'by', json_build_object('firstName', w.first_name, 'lastName', w.last_name),
    'lines', (select coalesce(json_agg(json_build_object('lineId', t.line_id, 'quantity', t.quantity, 'amount', t.amount, 'toStock', t.to_stock) order by l.position), '[]')
      from sale_return_lines t join sale_records l on l.pharmacy_id = t.pharmacy_id and l.sale_id = r.sale_id and l.id = t.line_id where t.pharmacy_id = r.pharmacy_id and t.return_id = r.id),
    'refunds', (select coalesce(json_agg(json_build_object('paymentId', d.payment_id, 'type', d.type, 'amount', d.amount) order by y.position), '[]')
      from sale_refunds d join sale_payments y on y.pharmacy_id = d.pharmacy_id and y.sale_id = d.sale_id and y.id = d.payment_id where d.pharmacy_id = r.pharmacy_id and d.return_id = r.id)
  ) order by r.number), '[]') from sale_returns r join users w on w.id = r.user_id where r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id)`

function saleOf({
  seller,
  preparer,
  preparation,
  patient,
  lines,
  payments,
  soldAt,
  receivedAt,
  replaces,
  prescription,
  regularisation,
  cancellation,
  returns,
  ...sale
}: WholeRow): Sale {
  const records = lines.flatMap(({ stockItemId, posology, opens, serials, ...line }) =>
    stockItemId === null
      ? []
      : [
          {
            ...line,
            stockItemId,
            ...(posology === null ? {} : { posology }),
            ...(opens ? { opens } : {}),
            ...(serials ? { serials } : {}),
          },
        ],
  )
  const vouchers = lines.flatMap(({ stockItemId, id, label, quantity, price }) =>
    stockItemId === null ? [{ id, label, quantity, price }] : [],
  )
  return {
    ...sale,
    ...(replaces === null ? {} : { replaces }),
    ...(prescription ? { prescription } : {}),
    ...(regularisation ? { regularisation } : {}),
    records,
    vouchers,
    ...(preparation ? { preparation: { ...preparation, at: new Date(preparation.at).toISOString() } } : {}),
    preparedByName: preparer && displayName(preparer),
    // `data` contains the fields that the payment's schema accepted when the sale was closed.
    payments: payments.map(({ data, ...payment }) => ({ ...data, ...payment }) as Payment),
    soldAt: soldAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    sellerName: displayName(seller),
    patientName: patient && displayName(patient),
    cancellation: cancellation && {
      at: new Date(cancellation.at).toISOString(),
      byName: displayName(cancellation.by),
      reason: cancellation.reason,
    },
    returns: returns.map(({ by, returnedAt, ...made }) => ({
      ...made,
      returnedAt: new Date(returnedAt).toISOString(),
      byName: displayName(by),
    })),
  }
}
