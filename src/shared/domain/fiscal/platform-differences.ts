import { aibRates } from '#shared/domain/fiscal/fiscal-document.ts'
import type { FiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { taxGroups, type TaxGroup } from '#shared/domain/fiscal/tax.ts'

/** What a platform says of itself; null: it did not say. Rates in hundredths of a percent, by lower-case code. */
export type PlatformFacts = {
  rates: Readonly<Record<string, number>> | null
  invoiceTypes: readonly string[] | null
  paymentTypes: readonly string[] | null
}

/** A rate that the platform has otherwise, or a code that it does not know (`theirs` null). */
export type PlatformDifference = {
  about: 'rate' | 'invoice-type' | 'payment-type'
  code: string
  ours: number | null
  theirs: number | null
}

/**
 * Where the platform and this software differ. What it does not say is no difference; a code that only it knows is none
 * either. Law: a platform that says exactly ours has none.
 */
export function platformDifferences(
  { groupCodes, kindCodes, meansCodes }: FiscalProfile,
  rateOf: (group: TaxGroup) => number | null,
  { rates, invoiceTypes, paymentTypes }: PlatformFacts,
): PlatformDifference[] {
  const ours: [string, number | null][] = [
    ...taxGroups.map((group): [string, number | null] => [groupCodes[group] ?? group, rateOf(group)]),
    ...Object.entries(aibRates).map(([aib, rate]): [string, number] => [`AIB${aib}`, rate]),
  ]
  return [
    ...ours.flatMap(([code, rate]): PlatformDifference[] => {
      const theirs = rates?.[code.toLowerCase()]
      return theirs === undefined || rate === null || theirs === rate
        ? []
        : [{ about: 'rate', code, ours: rate, theirs }]
    }),
    ...unknownTo(invoiceTypes, 'invoice-type', Object.values(kindCodes)),
    ...unknownTo(paymentTypes, 'payment-type', Object.values(meansCodes)),
  ]
}

function unknownTo(
  theirs: readonly string[] | null,
  about: PlatformDifference['about'],
  ours: readonly (string | null)[],
): PlatformDifference[] {
  if (theirs === null) return []
  return [...new Set(ours)].flatMap((code) =>
    code === null || theirs.includes(code) ? [] : [{ about, code, ours: null, theirs: null }],
  )
}
