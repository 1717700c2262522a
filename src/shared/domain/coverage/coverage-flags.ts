import { tightestCeiling, type Ceiling } from '#shared/domain/coverage/coverage.ts'
import { lapseOn, type Validity } from '#shared/domain/coverage/validity.ts'

/** What a payer was told to pay of a sale, and what its policy and contract say. */
export type PaidByPolicy = {
  contractId: string
  amount: number
  /** Archived, or not the policy of a payer who pays this way. */
  isBarred: boolean
  /** Of the policy and of its contract. */
  validities: readonly Validity[]
  /** Used before this sale. */
  ceilings: readonly Ceiling[]
}

export type CoverageFlag = 'coverage:invalid' | 'coverage:overrun'

/**
 * What is to be looked at of shares that were agreed with the customer, perhaps offline: never refused, as he has left with them. `overrun`: a ceiling
 * lets less through than was paid; policies of one contract share its ceilings. What pays nothing uses nothing.
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
    ...(overruns.length > 0 ? (['coverage:overrun'] as const) : []),
  ]
}
