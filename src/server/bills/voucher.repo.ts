import { sql, type RawBuilder } from 'kysely'
import type { PayerKind } from '#shared/contract/bill-payer.ts'
import type { UnbilledVoucher } from '#shared/contract/bill-vouchers.ts'
import { displayName } from '#shared/domain/person.ts'
import type { VoucherFacts } from '#shared/domain/billing/voucher-faults.ts'
import type { Tx } from '#server/db/database.ts'
import { firstOf, personName } from '#server/db/person-name.ts'

/** The types of payments that somebody else than the customer owes, or the customer later. */
export const billedTypes = ['INSURANCE', 'SOCIAL_SECURITY', 'CREDIT', 'CREDIT_ORG'] as const

/** A voucher with the facts by which it is judged; `left` in minor units. */
export type VoucherRow = Omit<UnbilledVoucher, 'id' | 'faults' | 'payerKind' | 'payerName' | 'until' | 'refusal'> & {
  payerKind: PayerKind
  payerName: string
  facts: VoucherFacts
}
type Row = Omit<VoucherRow, 'facts' | 'soldAt' | 'beneficiary' | 'payerName'> & {
  soldAt: Date
  beneficiaryName: { firstName: string; lastName: string } | null
  debtorName: { firstName: string; lastName: string } | null
  payerName: string | null
  photos: number
  overCeiling: boolean
}

/**
 * The tables that name a voucher; `s` is its sale. `payments`: joins that end in its payment `y`. They come first, because
 * PostgreSQL plans only the first eight tables together: lines that were joined later would join all payments of the years.
 */
const vouchersOf = (payments: RawBuilder<unknown>): RawBuilder<unknown> => sql`${payments}
  join sales s on s.pharmacy_id = y.pharmacy_id and s.id = y.sale_id
  left join contract_policies k on k.pharmacy_id = y.pharmacy_id and k.id = y.policy_id
  left join contracts c on c.pharmacy_id = k.pharmacy_id and c.id = k.contract_id
  left join companies co on co.pharmacy_id = y.pharmacy_id and co.id = coalesce(c.company_id,
    case when y.type = 'SOCIAL_SECURITY' and y.policy_id is null then (select b.id from companies b
      where b.pharmacy_id = y.pharmacy_id and b.kind = 'social-security'
        and b.searched = folded(y.data -> 'socialSecurityMetadata' ->> 'body') order by b.id limit 1) end)
  left join organizations eo on eo.pharmacy_id = c.pharmacy_id and eo.id = c.owner_organization_id
  left join organizations og on og.pharmacy_id = y.pharmacy_id and og.id = y.client_id
  left join persons d0 on d0.pharmacy_id = y.pharmacy_id and d0.id = y.client_id
  left join persons d on d.pharmacy_id = y.pharmacy_id and d.id = ${firstOf('d0.merged_into', 'd0.id')}
  left join persons bp on bp.pharmacy_id = y.pharmacy_id and bp.id = ${firstOf('k.beneficiary_id', 's.patient_id')}`
/** Of all payments. */
export const voucherTables = vouchersOf(sql`sale_payments y`)
/** Of the lines `l` of bills `b`. */
export const billedVoucherTables = vouchersOf(sql`bills b
  join bill_lines l on l.pharmacy_id = b.pharmacy_id and l.bill_id = b.id
  join sale_payments y on y.pharmacy_id = l.pharmacy_id and y.sale_id = l.sale_id and y.id = l.payment_id`)

/** Who owes a voucher. */
export const payerId = sql`case y.type when 'CREDIT' then d.id when 'CREDIT_ORG' then og.id else co.id end`

export const payerKind = sql`case y.type when 'CREDIT' then 'person' when 'CREDIT_ORG' then 'organization'
  else 'company' end`
/** Of an insurer or an organization, also one that the pharmacy has no more. */
export const insurerName = sql`coalesce(case y.type when 'CREDIT_ORG' then og.name else co.name end,
  y.data -> 'insuranceMetadata' ->> 'insurer', y.data -> 'socialSecurityMetadata' ->> 'body')`

/** Something is owed of the voucher, and no bill holds it, as triggers note both; `types`: default all. */
export function isUnbilled(
  pharmacyId: string,
  types: readonly (typeof billedTypes)[number][] = billedTypes,
): RawBuilder<unknown> {
  const some = sql`and y.type in (${sql.join(types.map((type) => sql.lit(type)))})`
  return sql`s.pharmacy_id = ${pharmacyId} and y.pharmacy_id = ${pharmacyId} and y.owed > 0 and not y.billed
    ${types.length < billedTypes.length ? some : sql``}`
}

const columns = sql`y.sale_id as "saleId", y.id as "paymentId", s.number as "saleNumber", s.sold_at as "soldAt", y.type,
  ${payerKind} as "payerKind", ${payerId} as "payerId", ${insurerName} as "payerName",
  ${personName('d')} as "debtorName", y.data -> 'insuranceMetadata' ->> 'voucher' as voucher,
  coalesce(k.number, y.data -> 'socialSecurityMetadata' ->> 'identifier') as "insuredNumber",
  ${personName('bp')} as "beneficiaryName", eo.name as employer, c.label as contract,
  nullif(trim(s.prescription ->> 'prescriber'), '') as prescriber,
  (select count(*)::int from sale_photos f where f.pharmacy_id = y.pharmacy_id and f.sale_id = y.sale_id
    and (f.payment_id = y.id or f.payment_id is null)) as photos,
  'coverage:overrun' = any(s.flags) as "overCeiling"`

/** Vouchers sold before a moment, and since another one, of which something is owed and that no bill holds, oldest first. */
export async function unbilledVouchers(
  tx: Tx,
  pharmacyId: string,
  { from, before, types = billedTypes }: { from?: Date; before: Date; types?: readonly (typeof billedTypes)[number][] },
): Promise<(VoucherRow & Pick<UnbilledVoucher, 'refusal'>)[]> {
  return readVouchers<Pick<UnbilledVoucher, 'left' | 'refusal'>>(tx, {
    shown: sql`y.owed as "left", (select z.reason from bill_settlements z where z.pharmacy_id = y.pharmacy_id
      and z.sale_id = y.sale_id and z.payment_id = y.id and z.kind = 'presented-again' and z.undone_at is null
      order by z.settled_at desc limit 1) as refusal`,
    tables: voucherTables,
    where: sql`${isUnbilled(pharmacyId, types)} ${from ? sql`and s.sold_at >= ${from}` : sql``}
      and s.sold_at < ${before}
      order by s.sold_at, s.number, y.position`,
  })
}

/** Vouchers with further columns; `where` may end with an order. */
export async function readVouchers<More>(
  tx: Tx,
  { shown, tables, where }: { shown: RawBuilder<unknown>; tables: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<(VoucherRow & More)[]> {
  const { rows } = await sql<Row & More>`select ${columns}, ${shown} from ${tables} where ${where}`.execute(tx)
  return rows.map(({ beneficiaryName, debtorName, payerName, photos, overCeiling, soldAt, ...row }) => {
    const beneficiary = beneficiaryName && displayName(beneficiaryName)
    const { type, voucher, insuredNumber, prescriber } = row
    return {
      ...row,
      soldAt: soldAt.toISOString(),
      beneficiary,
      payerName: type === 'CREDIT' ? (debtorName ? displayName(debtorName) : 'Inconnu') : (payerName ?? 'Inconnu'),
      facts: {
        isInsured: type === 'INSURANCE' || type === 'SOCIAL_SECURITY',
        hasPaper: type === 'INSURANCE',
        voucher,
        insuredNumber,
        beneficiary,
        prescriber,
        photos,
        overCeiling,
      },
    } as unknown as VoucherRow & More
  })
}
