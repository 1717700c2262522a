import { sum } from '#shared/domain/money.ts'
import type { LineShare, Payment } from '#shared/domain/payment.ts'
import { lineTotal, type SaleContent } from '#shared/domain/sale.ts'

/** A payment with shares that no rule gives; `path` as in `payments.0.shares`. */
export type ShareFault = { path: string; message: string }

/**
 * The payments whose shares are impossible, whatever the payers' rules: they do not add up to the payment, name an
 * unknown line or a line twice, or take more than the earlier payments left of a line. Payments that say no shares have
 * none of these faults. Law: what `paymentsOfCoverage` gives never has one.
 */
export function shareFaults({ records, payments }: Pick<SaleContent, 'records' | 'payments'>): ShareFault[] {
  const left = new Map<string, number>(records.map((record) => [record.id, lineTotal(record)]))
  return payments.flatMap((payment, place) => {
    const shares = sharesOf(payment)
    const message = shares && faultOf(shares, payment.amount, left)
    for (const { lineId, amount } of shares ?? []) left.set(lineId, (left.get(lineId) ?? 0) - amount)
    return message ? [{ path: `payments.${place}.shares`, message }] : []
  })
}

/** The share of each line that a payer's payment says; undefined: none. */
export function sharesOf(payment: Payment): readonly LineShare[] | undefined {
  return 'shares' in payment ? payment.shares : undefined
}

function faultOf(shares: readonly LineShare[], amount: number, left: ReadonlyMap<string, number>): string | null {
  if (shares.some(({ lineId }) => !left.has(lineId))) return 'unknown line'
  if (new Set(shares.map(({ lineId }) => lineId)).size < shares.length) return 'the same line twice'
  if (sum(shares.map((share) => share.amount)) !== amount) return `adds up to another amount than ${amount}`
  return shares.some((share) => share.amount > left.get(share.lineId)!) ? 'more than is left of a line' : null
}
