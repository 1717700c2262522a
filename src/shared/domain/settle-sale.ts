import { coverSale, type Coverage, type Payer } from '#shared/domain/coverage/coverage.ts'
import { paymentsOfCoverage, type PaymentFacts } from '#shared/domain/coverage/payments-of-coverage.ts'
import { withAib, type AibFacts } from '#shared/domain/fiscal/aib.ts'
import { discountOf } from '#shared/domain/discount.ts'
import { edited, type LocalSale } from '#shared/domain/local-sale.ts'
import { minor, sum, type Minor } from '#shared/domain/money.ts'
import { policyOfPayment, type Payment } from '#shared/domain/payment.ts'
import { payCash } from '#shared/domain/sale-lines.ts'
import { goodsTotal, leviedIn, type SaleRecord } from '#shared/domain/sale.ts'

/** External facts for settling a sale; the kiosk takes them from its lists. */
export type SettlementFacts = Omit<PaymentFacts, 'voucherOf'> & {
  /** The payers of the sale's patient, before this sale. */
  payers: readonly Payer[]
  /** The pharmacy product of a line; undefined when unknown: the line is then not covered. */
  productOf: (record: SaleRecord) => string | undefined
  /** The pharmacy's calendar day. */
  today: string
  /** The smallest coin in use, in minor units. */
  cashStep: number
  /** The stamp duty that this sale bears when it is paid in cash, in minor units. */
  duty?: number
  /** Null or absent: the country knows no AIB. */
  aib?: AibFacts | null
}

/**
 * The sale with what follows from its lines after a change: payers from lines, patient and policies; then discounts; then
 * the AIB of what is left of the price; then the entered payments, limited to the remainder; then cash. Payment ids and voucher numbers stay with their policy.
 * Idempotent: an unchanged sale is returned as the same object.
 */
export function settleSale(sale: LocalSale, facts: SettlementFacts): LocalSale {
  const voucherNumbers = vouchersOf(sale)
  const covered = coveredPayments(sale, voucherNumbers, facts)
  const typed = sale.payments.filter((payment) => policyOfPayment(payment) === null)
  const patientPart = minor(goodsTotal(sale) - sum(covered.map(({ amount }) => amount)))
  const notCash = typed.filter(({ type }) => type !== 'CASH')
  const discounts = withinWhatIsLeft(
    notCash.filter(({ type }) => type === 'DISCOUNT'),
    { patientPart, levied: 0 },
  )
  const vouchers = withAib({ ...sale, payments: discounts }, facts.aib ?? null)
  const others = withinWhatIsLeft(notCash, { patientPart, levied: leviedIn({ vouchers }) })
  const cash = typed.find((payment) => payment.type === 'CASH')
  const before = { ...sale, vouchers, payments: [...covered, ...others] }
  const { payments } = cash ? payCash(before, cash, facts.cashStep, facts.duty) : before
  const change = {
    vouchers,
    payments,
    ...((sale.voucherNumbers || Object.keys(voucherNumbers).length > 0) && { voucherNumbers }),
  }
  return isSame(change, sale) ? sale : edited(sale, 'settle', change)
}

/** The coverage of the sale's stock lines. Vouchers are never covered; declined policies pay nothing. */
export function coverageOfSale(
  sale: LocalSale,
  { payers, productOf, today }: Pick<SettlementFacts, 'payers' | 'productOf' | 'today'>,
): Coverage {
  const lines = sale.records.flatMap((record) => {
    const pharmacyProductId = productOf(record)
    return pharmacyProductId === undefined
      ? []
      : [{ id: record.id, pharmacyProductId, price: record.price, quantity: record.quantity }]
  })
  return coverSale(lines, payersInUse(sale, payers), today)
}

/** The payers that may pay for this sale; none without a patient. */
export function payersInUse<Known extends { policyId: string }>(
  { patient, declinedPolicies = [] }: LocalSale,
  payers: readonly Known[],
): Known[] {
  return patient === null ? [] : payers.filter(({ policyId }) => !declinedPolicies.includes(policyId))
}

function coveredPayments(
  sale: LocalSale,
  voucherNumbers: Readonly<Record<string, string>>,
  facts: SettlementFacts,
): Payment[] {
  const standing = new Map(sale.payments.map((payment) => [policyOfPayment(payment), payment]))
  return paymentsOfCoverage(coverageOfSale(sale, facts), facts.payers, {
    paymentId: (policyId) => standing.get(policyId)?.id ?? facts.paymentId(policyId),
    identifierOf: (policyId) => typedIdentifier(standing.get(policyId)) ?? facts.identifierOf(policyId),
    organizationOf: facts.organizationOf,
    voucherOf: (policyId) => voucherNumbers[policyId] ?? null,
  })
}

function typedIdentifier(payment: Payment | undefined): string | null {
  return payment?.type === 'SOCIAL_SECURITY' ? payment.socialSecurityMetadata.identifier : null
}

/** Voucher numbers by policy: of the current payments, else the last one entered. */
function vouchersOf({ payments, voucherNumbers = {} }: LocalSale): Record<string, string> {
  const known = { ...voucherNumbers }
  for (const payment of payments) {
    if (payment.type !== 'INSURANCE' || payment.insuranceMetadata.contractPolicy === null) continue
    const { contractPolicy, voucher } = payment.insuranceMetadata
    if (voucher === null) delete known[contractPolicy]
    else known[contractPolicy] = voucher
  }
  return known
}

/** Limits discounts first, then the other payments in order, to the remainder. No discount lowers AIB. Keeps the order. */
function withinWhatIsLeft(
  payments: readonly Payment[],
  { patientPart, levied }: { patientPart: Minor; levied: number },
): Payment[] {
  let left: number = patientPart
  const taken = (wanted: number): number => {
    const amount = Math.min(wanted, left)
    left -= amount
    return amount
  }
  const discounts = new Map(
    payments.flatMap((payment) =>
      payment.type === 'DISCOUNT' ? [[payment.id, taken(discountOf(payment, patientPart))] as const] : [],
    ),
  )
  left += levied
  return payments.map((payment) => ({ ...payment, amount: discounts.get(payment.id) ?? taken(payment.amount) }))
}

function isSame(
  change: Pick<LocalSale, 'vouchers' | 'payments' | 'voucherNumbers'>,
  { vouchers, payments, voucherNumbers }: LocalSale,
): boolean {
  return (
    JSON.stringify(change.vouchers) === JSON.stringify(vouchers) &&
    JSON.stringify(change.payments) === JSON.stringify(payments) &&
    JSON.stringify(change.voucherNumbers ?? {}) === JSON.stringify(voucherNumbers ?? {})
  )
}
