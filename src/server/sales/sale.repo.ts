import { sql } from 'kysely'
import type { Payment } from '#shared/contract/payment.ts'
import type { SaleReturn } from '#shared/contract/sale-return.ts'
import type { NewSale, Prescription, Sale } from '#shared/contract/sales.ts'
import type { Aib } from '#shared/domain/fiscal/fiscal-document.ts'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'

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
  levy: Aib | null
  posology: string | null
  opens: { stockItemId: string; boxes: number } | null
  serials: string[] | null
  taxGroup: TaxGroup | null
  taxRate: number | null
  taxedTotal: number | null
  taxAmount: number | null
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
  saidAt: Date | null
  receivedAt: Date
  prescription: Prescription | null
  buyer: NewSale['buyer'] | null
  regularisation: { reason: string } | null
  isInvoiced: boolean
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

/**
 * A sale for display. `sessionId` contains the id of the sale: the session id would prove the sender and stays hidden.
 */
export async function findWholeSale(tx: Tx, pharmacyId: string, id: string): Promise<Sale | undefined> {
  const { rows } = await sql<WholeRow>`
    select s.id, s.number, s.identifier, s.status, s.version, s.terminal_id as "terminalId",
      s.id as "sessionId", s.seller_id as "sellerId", s.register_id as "registerId",
      s.patient_id as "patientId", s.total, s.rounding, s.sold_at as "soldAt", s.said_at as "saidAt",
      s.received_at as "receivedAt", s.flags, s.replaces, s.replaced_by as "replacedBy", s.prescription, s.buyer, s.regularisation,
      -- Where all sales have a document, nobody asked for it.
      exists (select from fiscal_documents d join pharmacies p on p.id = d.pharmacy_id
        where d.pharmacy_id = s.pharmacy_id and d.sale_id = s.id and d.kind = 'sale'
          and p.settings ->> 'fiscalInvoices' = 'on-request') as "isInvoiced",
      -- 1 for a sale of the demo or the import, which no terminal sent
      coalesce((select b.revision from inbox b where b.pharmacy_id = s.pharmacy_id and b.id = s.id and b.accepted
        order by b.revision limit 1), 1) as revision,
      json_build_object('firstName', u.first_name, 'lastName', u.last_name) as seller,
      (select json_build_object('firstName', w.first_name, 'lastName', w.last_name) from users w
        where w.id = s.prepared_by) as preparer,
      case when s.prepared_by is not null then json_build_object(
        'userId', s.prepared_by, 'sessionId', s.prepared_session, 'at', s.prepared_at) end as preparation,
      (select json_build_object('firstName', f.first_name, 'lastName', f.last_name) from persons f
        where f.pharmacy_id = s.pharmacy_id and f.id = s.patient_id) as patient,
      (select coalesce(json_agg(json_build_object('id', l.id, 'stockItemId', l.stock_item_id, 'label', l.label,
          'quantity', l.quantity, 'price', l.price, 'levy', l.levy, 'posology', l.posology, 'serials', l.serials,
          'taxGroup', l.tax_group, 'taxRate', l.tax_rate, 'taxedTotal', l.taxed_total, 'taxAmount', l.tax_amount,
          'opens', case when l.opened_item_id is not null
            then json_build_object('stockItemId', l.opened_item_id, 'boxes', l.opened_boxes) end
        ) order by l.position), '[]')
        from sale_records l where l.pharmacy_id = s.pharmacy_id and l.sale_id = s.id) as lines,
      (select coalesce(json_agg(json_build_object('id', y.id, 'type', y.type, 'amount', y.amount, 'data', y.data)
        order by y.position), '[]')
        from sale_payments y where y.pharmacy_id = s.pharmacy_id and y.sale_id = s.id) as payments,
      (select json_build_object('at', s.canceled_at, 'reason', coalesce(s.cancel_reason, ''),
          'by', json_build_object('firstName', c.first_name, 'lastName', c.last_name))
        from users c where c.id = s.canceled_by and s.canceled_at is not null) as cancellation,
      ${returnsOf} as returns
    from sales s join users u on u.id = s.seller_id
    where s.pharmacy_id = ${pharmacyId} and s.id = ${id}`.execute(tx)
  return rows[0] && saleOf(rows[0])
}

/** SQL: the credit notes of the sale `s`, by number, each with its lines and refunds in the order of the sale. */
const returnsOf = sql`(select coalesce(json_agg(json_build_object(
    'id', r.id, 'number', r.number, 'returnedAt', r.returned_at, 'reason', r.reason, 'total', r.total,
    'rounding', r.rounding,
    'by', json_build_object('firstName', w.first_name, 'lastName', w.last_name),
    'lines', (select coalesce(json_agg(json_build_object('lineId', t.line_id, 'quantity', t.quantity,
        'amount', t.amount, 'toStock', t.to_stock) order by l.position), '[]')
      from sale_return_lines t join sale_records l on l.pharmacy_id = t.pharmacy_id and l.sale_id = r.sale_id
        and l.id = t.line_id where t.pharmacy_id = r.pharmacy_id and t.return_id = r.id),
    'refunds', (select coalesce(json_agg(json_build_object('paymentId', d.payment_id, 'type', d.type,
        'amount', d.amount) order by y.position), '[]')
      from sale_refunds d join sale_payments y on y.pharmacy_id = d.pharmacy_id and y.sale_id = d.sale_id
        and y.id = d.payment_id where d.pharmacy_id = r.pharmacy_id and d.return_id = r.id)
  ) order by r.number), '[]') from sale_returns r join users w on w.id = r.user_id
    where r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id)`

function saleOf({
  seller,
  preparer,
  preparation,
  patient,
  lines,
  payments,
  soldAt,
  saidAt,
  receivedAt,
  replaces,
  prescription,
  buyer,
  regularisation,
  isInvoiced,
  cancellation,
  returns,
  ...sale
}: WholeRow): Sale {
  const records = lines.flatMap(({ stockItemId, posology, opens, serials, id, label, quantity, price }) =>
    stockItemId === null
      ? []
      : [
          {
            id,
            label,
            quantity,
            price,
            stockItemId,
            ...(posology === null ? {} : { posology }),
            ...(opens ? { opens } : {}),
            ...(serials ? { serials } : {}),
          },
        ],
  )
  const vouchers = lines.flatMap(({ stockItemId, id, label, quantity, price, levy }) =>
    stockItemId === null ? [{ id, label, quantity, price, ...(levy ? { levy } : {}) }] : [],
  )
  return {
    ...sale,
    ...(replaces === null ? {} : { replaces }),
    ...(prescription ? { prescription } : {}),
    ...(buyer ? { buyer } : {}),
    ...(regularisation ? { regularisation } : {}),
    ...(isInvoiced ? { isInvoiced } : {}),
    records,
    vouchers,
    taxes: lines.flatMap(({ id: lineId, levy, taxGroup, taxRate, taxedTotal, taxAmount }) =>
      levy ? [] : [{ lineId, group: taxGroup, rate: taxRate, total: taxedTotal, tax: taxAmount }],
    ),
    ...(preparation ? { preparation: { ...preparation, at: new Date(preparation.at).toISOString() } } : {}),
    preparedByName: preparer && displayName(preparer),
    // `data` contains the fields that the payment's schema accepted when the sale was closed.
    payments: payments.map(({ data, ...payment }) => ({ ...data, ...payment }) as Payment),
    soldAt: soldAt.toISOString(),
    ...(saidAt ? { saidAt: saidAt.toISOString() } : {}),
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
