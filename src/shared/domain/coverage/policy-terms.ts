import type { Ceiling } from '#shared/domain/coverage/coverage.ts'
import { ceilingsOf, type Ceilings, type PolicyUses } from '#shared/domain/coverage/policy-uses.ts'
import type { Validity } from '#shared/domain/coverage/validity.ts'

/** What a policy, or a contract, says of itself; `uses` as the server said them. */
export type Terms = Validity & { ceilings: Ceilings; uses: PolicyUses | null }

/** What a policy gives: the days on which it and its contract are both valid, every ceiling of both, and its percent, else the contract's. */
export function policyTerms(
  policy: Terms & { coverage: number | null },
  contract: Terms & { defaultCoverage: number },
  today: string,
): Validity & { percent: number; ceilings: Ceiling[] } {
  return {
    percent: policy.coverage ?? contract.defaultCoverage,
    ceilings: ceilingsOfBoth(policy, contract, today),
    ...bothValid(policy, contract),
  }
}

/** The ceilings that stand today, of a policy and of its contract. */
export function ceilingsOfBoth(
  policy: Omit<Terms, keyof Validity>,
  contract: Omit<Terms, keyof Validity>,
  today: string,
): Ceiling[] {
  return [
    ...ceilingsOf('policy', policy.ceilings, policy.uses, today),
    ...ceilingsOf('contract', contract.ceilings, contract.uses, today),
  ]
}

function bothValid(one: Validity, other: Validity): Validity {
  const from = [one.validFrom, other.validFrom].filter((day) => day !== null)
  const until = [one.validUntil, other.validUntil].filter((day) => day !== null)
  return { validFrom: from.toSorted().at(-1) ?? null, validUntil: until.toSorted()[0] ?? null }
}
