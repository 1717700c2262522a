import { tightestCeiling, type Ceiling } from '#shared/domain/coverage/coverage.ts'
import { lapseOn, type Validity } from '#shared/domain/coverage/validity.ts'

/** Amount that a payer pays in a sale (minor units), with the terms of its policy and contract. */
export type PaidByPolicy = {
  contractId: string
  amount: number
  /** The percent that the payment claims; null when it claims none. */
  claimed: number | null
  /** The percent of the policy, by default that of its contract. */
  percent: number
  /** The policy is archived, or its payer does not use this payment type. */
  isBarred: boolean
  /** Of the policy and of its contract. */
  validities: readonly Validity[]
  /** Their `used` excludes this sale. */
  ceilings: readonly Ceiling[]
}

export type CoverageFlag = 'coverage:invalid' | 'coverage:overrun' | 'coverage:raised'

/**
 * Points to review in shares agreed with the customer, perhaps offline. They are never refused, because the customer
 * has already left. `overrun`: a ceiling allows less than was paid; policies of one contract share its ceilings.
 * `raised`: the rate was above the policy's. Payments of 0 are ignored.
 */
export function coverageFlags(payments: readonly PaidByPolicy[], day: string): CoverageFlag[] {
  const paid = payments.filter(({ amount }) => amount > 0)
  const takenOfContracts = new Map<string, number>()
  const overruns = paid.filter(({ contractId, amount, ceilings }) => {
    const taken = takenOfContracts.get(contractId) ?? 0
    takenOfContracts.set(contractId, taken + amount)
    const tightest = tightestCeiling(ceilings, taken)
    return tightest !== null && tightest.left < amount
  })
  const isInvalid = paid.some(
    ({ isBarred, validities }) => isBarred || validities.some((validity) => lapseOn(day, validity) !== null),
  )
  return [
    ...(isInvalid ? (['coverage:invalid'] as const) : []),
    ...(paid.some(({ claimed, percent }) => claimed !== null && claimed > percent)
      ? (['coverage:raised'] as const)
      : []),
    ...(overruns.length > 0 ? (['coverage:overrun'] as const) : []),
  ]
}
