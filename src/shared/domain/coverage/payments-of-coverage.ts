import type { Coverage, Payer, PayerShare } from '#shared/domain/coverage/coverage.ts'
import type { LineShare, Payment } from '#shared/domain/payment.ts'

/** Facts for payers' payments that the coverage rule does not know, by policy id. */
export type PaymentFacts = {
  paymentId: (policyId: string) => string
  /** The insured's social-security number. */
  identifierOf: (policyId: string) => string | null
  /** Id of the organization that pays for its members itself. */
  organizationOf: (policyId: string) => string | null
  /** The voucher number entered so far. */
  voucherOf?: (policyId: string) => string | null
}

/**
 * The payers' shares as payments, in paying order, without shares of 0. Laws: Σ payments + patient = total, and the
 * line shares of a payment add up to its amount. Throws RangeError when a share has no payer.
 */
export function paymentsOfCoverage(coverage: Coverage, payers: readonly Payer[], facts: PaymentFacts): Payment[] {
  const payerOf = new Map(payers.map((payer) => [payer.policyId, payer]))
  return coverage.shares
    .filter(({ amount }) => amount > 0)
    .map((share) => {
      const { policyId, amount } = share
      const payer = payerOf.get(policyId)
      if (!payer) throw new RangeError(`no payer for the share of ${policyId}`)
      return { id: facts.paymentId(policyId), amount, ...paidBy(payer, facts), shares: lineShares(share) }
    })
}

function lineShares({ lines }: PayerShare): LineShare[] {
  return [...lines].flatMap(([lineId, amount]) => (amount > 0 ? [{ lineId, amount }] : []))
}

type WithoutSum<One> = One extends unknown ? Omit<One, 'id' | 'amount' | 'shares'> : never

function paidBy(
  { kind, policyId, name, percent }: Payer,
  { identifierOf, organizationOf, voucherOf }: PaymentFacts,
): WithoutSum<Extract<Payment, { type: 'INSURANCE' | 'SOCIAL_SECURITY' | 'CREDIT_ORG' }>> {
  switch (kind) {
    case 'insurance':
      return {
        type: 'INSURANCE',
        insuranceMetadata: {
          insurer: name,
          coverage: percent,
          contractPolicy: policyId,
          voucher: voucherOf?.(policyId) ?? null,
        },
      }
    case 'social-security':
      return {
        type: 'SOCIAL_SECURITY',
        socialSecurityMetadata: { body: name, identifier: identifierOf(policyId), contractPolicy: policyId },
      }
    case 'credit':
      return {
        type: 'CREDIT_ORG',
        creditMetadata: { organization: organizationOf(policyId), contractPolicy: policyId },
      }
  }
}
