import { sql } from 'kysely'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import {
  type BasisLine,
  type BasisPayment,
  voucherBasis,
  type VoucherBasis,
} from '#shared/domain/billing/voucher-basis.ts'
import { readVouchers, type VoucherRow } from '#server/bills/voucher.repo.ts'
import { billedVoucherTables } from '#server/credit/voucher-tables.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { firstOf, personName } from '#server/db/person-name.ts'

/** A voucher as payers want to see it. `amount`: what it was billed for, in minor units; `rate` in percent. */
export type BordereauRow = VoucherRow &
  VoucherBasis & {
    position: number
    amount: number
    holder: string | null
    /** Of the contract; the one of the insured is his number. */
    policy: string | null
    rate: number | null
    /** What the fiscal platform gave to its sale. */
    invoiceCode: string | null
  }
type Extra = Omit<BordereauRow, keyof VoucherRow | keyof VoucherBasis | 'holder'> & {
  holderName: PersonName | null
  records: BasisLine[]
  payments: BasisPayment[]
}

/** The vouchers of a bill, in its order, as they were when it was made: a later return changes no paper. */
export async function bordereauRows(tx: Tx, pharmacyId: string, billId: string): Promise<BordereauRow[]> {
  const before = sql`e.pharmacy_id = y.pharmacy_id and e.sale_id = y.sale_id 
    and case when b.last_return is null then e.received_at <= b.created_at else e.number <= b.last_return end`
  const rows = await readVouchers<Extra>(tx, {
    shown: sql`l.position, l.amount, c.number as policy, ${personName('hp')} as "holderName",
      coalesce((y.data #>> '{insuranceMetadata,coverage}')::int, k.coverage, c.default_coverage) as rate,
      (select f.elements ->> 'code' from fiscal_documents f where f.pharmacy_id = y.pharmacy_id
        and f.sale_id = y.sale_id and f.kind = 'sale') as "invoiceCode",
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'label', r.label, 'quantity', r.quantity,
          'price', r.price, 'levy', r.levy, 'returned', coalesce((select sum(q.quantity) from sale_returns e
            join sale_return_lines q on q.pharmacy_id = e.pharmacy_id and q.return_id = e.id
            where ${before} and q.line_id = r.id), 0)) order by r.position, r.id), '[]')
        from sale_records r where r.pharmacy_id = y.pharmacy_id and r.sale_id = y.sale_id) as records,
      (select jsonb_agg(jsonb_build_object('id', o.id, 'amount', o.amount, 'shares', o.data -> 'shares',
          'isByPayer', o.policy_id is not null or o.type in ('INSURANCE', 'SOCIAL_SECURITY'),
          'refunded', coalesce((select sum(d.amount) from sale_returns e
            join sale_refunds d on d.pharmacy_id = e.pharmacy_id and d.return_id = e.id
            where ${before} and d.payment_id = o.id), 0)) order by o.position, o.id)
        from sale_payments o where o.pharmacy_id = y.pharmacy_id and o.sale_id = y.sale_id) as payments`,
    tables: sql`${billedVoucherTables}
      left join persons hp on hp.pharmacy_id = y.pharmacy_id and hp.id = ${firstOf('k.holder_id', 'k.beneficiary_id')}`,
    where: sql`b.pharmacy_id = ${pharmacyId} and b.id = ${billId}
      order by l.position, s.sold_at, y.id`,
  })
  return rows.map(({ holderName, records, payments, ...row }) => ({
    ...row,
    ...voucherBasis(row.paymentId, records, payments),
    holder: holderName && displayName(holderName),
  }))
}
