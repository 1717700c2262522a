import type { Ceiling } from '#shared/domain/coverage/coverage.ts'
import { ceilingsOf, type Ceilings, type CeilingYear, type PolicyUses } from '#shared/domain/coverage/policy-uses.ts'
import type { Validity } from '#shared/domain/coverage/validity.ts'

/** Validity, ceilings and uses of a policy or a contract; `uses` as sent by the server. */
export type Terms = Validity & { ceilings: Ceilings; uses: PolicyUses | null }
/** `familyUses`: what the family of the insured person used. */
type PolicyPart = { ceilings: Ceilings; uses: PolicyUses | null; familyUses?: PolicyUses | null }
/** `familyCeilings`: of each family, the persons that depend on one insured person. */
type ContractPart = CeilingYear & { ceilings: Ceilings; uses: PolicyUses | null; familyCeilings?: Ceilings }

const noCeilings: Ceilings = { perSale: null, perDay: null, perMonth: null, perYear: null }

/**
 * Effective terms of a policy: the intersection of its validity with the contract's, the ceilings of both, and its
 * percentage, by default the contract's.
 */
export function policyTerms(
  policy: Terms & PolicyPart & { coverage: number | null },
  contract: Terms & ContractPart & { defaultCoverage: number },
  today: string,
): Validity & { percent: number; ceilings: Ceiling[] } {
  return {
    percent: policy.coverage ?? contract.defaultCoverage,
    ceilings: ceilingsOfBoth(policy, contract, today),
    ...bothValid(policy, contract),
  }
}

/** A policy of its own rate that is above its contract's; only members who may edit contracts set it. */
export function isAboveContract(coverage: number | null, { defaultCoverage }: { defaultCoverage: number }): boolean {
  return coverage !== null && coverage > defaultCoverage
}

/** The ceilings of a policy, its family and its contract that apply today. */
export function ceilingsOfBoth(policy: PolicyPart, contract: ContractPart, today: string): Ceiling[] {
  const { familyCeilings = noCeilings } = contract
  return [
    ...ceilingsOf('policy', policy.ceilings, policy.uses, today, contract),
    ...ceilingsOf('family', familyCeilings, policy.familyUses ?? null, today, contract),
    ...ceilingsOf('contract', contract.ceilings, contract.uses, today, contract),
  ]
}

function bothValid(one: Validity, other: Validity): Validity {
  const from = [one.validFrom, other.validFrom].filter((day) => day !== null)
  const until = [one.validUntil, other.validUntil].filter((day) => day !== null)
  return { validFrom: from.toSorted().at(-1) ?? null, validUntil: until.toSorted()[0] ?? null }
}
