import {
  byPayingOrder,
  claimOn,
  coverSale,
  openLines,
  tightestCeiling,
  type CoveredLine,
  type Payer,
} from '#shared/domain/coverage/coverage.ts'
import { spreadProRata } from '#shared/domain/coverage/spread-pro-rata.ts'
import { lapseOn } from '#shared/domain/coverage/validity.ts'
import { minor, sum } from '#shared/domain/money.ts'
import type { LineShare } from '#shared/domain/payment.ts'

/** What a policy pays of a sale, in minor units, beside what its rules say. */
export type PaidByPolicy = {
  /** By the rules of the day of the sale. The `used` of its ceilings excludes this sale. */
  payer: Payer
  amount: number
  /** Of each line, as told to the customer; undefined: not said. */
  shares: readonly LineShare[] | undefined
  /** The percent that the payment claims; null when it claims none. */
  claimed: number | null
  /** The policy is archived, or its payer does not use this payment type. */
  isBarred: boolean
}

export type CoverageFlag = 'coverage:invalid' | 'coverage:overrun' | 'coverage:raised' | 'coverage:differs'

/**
 * Points to review in shares agreed with the customer, perhaps offline: `invalid`: the policy may not pay that day;
 * `raised`: the claimed rate, or the share of a line, is above what the payer's rules give of what the earlier payers
 * left; `overrun`: a ceiling allows less than was paid; `differs`: none of these, and yet not the split of `coverSale`.
 * Payments of 0 are ignored. Law: no flag exactly when every payer may pay and the split is that of `coverSale`.
 */
export function coverageFlags(
  lines: readonly CoveredLine[],
  payments: readonly PaidByPolicy[],
  day: string,
): CoverageFlag[] {
  const paid = payments
    .filter(({ amount }) => amount > 0)
    .toSorted((one, other) => byPayingOrder(one.payer, other.payer))
  const flags: CoverageFlag[] = [
    ...(paid.some(({ isBarred, payer }) => isBarred || lapseOn(day, payer) !== null)
      ? (['coverage:invalid'] as const)
      : []),
    ...(isRaised(lines, paid) ? (['coverage:raised'] as const) : []),
    ...(isOverrun(paid) ? (['coverage:overrun'] as const) : []),
  ]
  return flags.length > 0 || isSplitOf(lines, payments, day) ? flags : ['coverage:differs']
}

/** The ceilings of a contract are shared by its policies. */
function isOverrun(paid: readonly PaidByPolicy[]): boolean {
  const takenOfContracts = new Map<string, number>()
  return paid.some(({ amount, payer: { contractId, ceilings } }) => {
    const taken = takenOfContracts.get(contractId) ?? 0
    takenOfContracts.set(contractId, taken + amount)
    const tightest = tightestCeiling(ceilings, taken)
    return tightest !== null && tightest.left < amount
  })
}

/** Lapses and ceilings have flags of their own. */
function isRaised(lines: readonly CoveredLine[], paid: readonly PaidByPolicy[]): boolean {
  const open = openLines(lines)
  return paid.some(({ payer, amount, shares, claimed }) => {
    const claims = open.map((line) => Math.max(0, claimOn(line, payer, null).amount))
    const taken = shares ? takenOf(shares, open) : spreadProRata(Math.min(amount, sum(claims)), claims)
    for (const [place, line] of open.entries()) line.left = minor(Math.max(0, line.left - taken[place]!))
    return (
      (claimed !== null && claimed > payer.percent) ||
      amount > sum(claims) ||
      taken.some((share, place) => share > claims[place]!)
    )
  })
}

function isSplitOf(lines: readonly CoveredLine[], payments: readonly PaidByPolicy[], day: string): boolean {
  const split = coverSale(
    lines,
    payments.map(({ payer }) => payer),
    day,
  )
  return payments.every(({ payer, amount, shares }) => {
    const due = split.shares.find(({ policyId }) => policyId === payer.policyId)!
    if (amount !== due.amount) return false
    const told = shares && takenOf(shares, lines)
    return !told || (sum(told) === amount && lines.every(({ id }, place) => told[place] === due.lines.get(id)))
  })
}

/** The share of each line, in the order of the lines. */
function takenOf(shares: readonly LineShare[], lines: readonly { id: string }[]): number[] {
  return lines.map(({ id }) => sum(shares.filter(({ lineId }) => lineId === id).map(({ amount }) => amount)))
}
