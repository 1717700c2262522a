import { sql, type RawBuilder } from 'kysely'
import type { PayerKind } from '#shared/contract/bill-payer.ts'
import type { UnbilledVoucher } from '#shared/contract/bill-vouchers.ts'
import { displayName } from '#shared/domain/person.ts'
import type { VoucherFacts } from '#shared/domain/billing/voucher-faults.ts'
import { insurerName, openVoucherTables, payerId, payerKind } from '#server/credit/voucher-tables.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { personName } from '#server/db/person-name.ts'

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
    tables: openVoucherTables,
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
