import type { NewSale } from '#shared/contract/sales.ts'
import { coverageFlags, type CoverageFlag, type PaidByPolicy } from '#shared/domain/coverage/coverage-flags.ts'
import { ceilingsOfBoth } from '#shared/domain/coverage/policy-terms.ts'
import { policyOfPayment, type Payment } from '#shared/domain/payment.ts'
import type { KnownPolicy } from '#server/sales/closing-policies.repo.ts'
import type { Shop, TouchedClients } from '#server/sales/shop.ts'

/**
 * Flags for coverage that was agreed at the counter: the server accepts the shares, and marks them for review by the
 * rules of the day of the sale.
 */
export function flagsOfCoverage({ payments }: NewSale, { policies, today }: Shop): CoverageFlag[] {
  return coverageFlags(
    payments.flatMap((payment) => paidByPolicy(payment, policies, today) ?? []),
    today,
  )
}

function paidByPolicy(payment: Payment, policies: readonly KnownPolicy[], day: string): PaidByPolicy | undefined {
  const policy = policies.find(({ id }) => id === policyOfPayment(payment))
  if (!policy) return undefined
  const { contract } = policy
  return {
    contractId: contract.id,
    amount: payment.amount,
    claimed: payment.type === 'INSURANCE' ? payment.insuranceMetadata.coverage : null,
    percent: policy.percent,
    isBarred: policy.archived || !paysThisWay(payment, policy.payer),
    validities: [policy, contract],
    ceilings: ceilingsOfBoth(policy, contract, day),
  }
}

/** The till's list may be older than the contract: the till may then take an insurer for the employer. */
function paysThisWay(payment: Payment, payer: KnownPolicy['payer']): boolean {
  switch (payer.kind) {
    case 'insurer':
      return payment.type === 'INSURANCE'
    case 'social-security':
      return payment.type === 'SOCIAL_SECURITY'
    case 'organization':
      return payment.type === 'CREDIT_ORG' && payment.creditMetadata.organization === payer.id
  }
}

/** The clients whose debt or used coverage a sale changes: tills read them again. */
export function touchedClients({ patientId }: NewSale, { persons, organizations, policies }: Shop): TouchedClients {
  const limited = policies.filter(
    ({ contract: { ceilings } }) => ceilings.perDay !== null || ceilings.perMonth !== null,
  )
  const payers = (isOrganization: boolean): string[] =>
    limited.filter(({ payer }) => (payer.kind === 'organization') === isOrganization).map(({ payer }) => payer.id)
  const patient = policies.length > 0 && patientId !== null ? [patientId] : []
  return {
    persons: distinct([
      ...persons.flatMap(({ id, owedBy }) => [id, owedBy]),
      ...patient,
      ...policies.map(({ beneficiaryId }) => beneficiaryId),
    ]),
    organizations: distinct([...organizations.map(({ id }) => id), ...payers(true)]),
    companies: distinct(payers(false)),
  }
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}
