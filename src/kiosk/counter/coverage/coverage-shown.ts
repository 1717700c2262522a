import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Coverage, Uncovered } from '#shared/domain/coverage/coverage.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { sum } from '#shared/domain/money.ts'
import { policyOfPayment, type Payment } from '#shared/domain/payment.ts'
import { lineTotal } from '#shared/domain/sale.ts'
import { coverageOfSale, type SettlementFacts } from '#shared/domain/settle-sale.ts'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { patientOfAtom, settlementFactsAtom } from './coverage-facts.ts'
import { useShownPolicies, type ShownPolicy } from './policies.ts'
import { useNow } from '#shared/ui/use-now.ts'

/**
 * What one payer takes of a line, and why not more. `base`: reference price × quantity, if that replaces the line's
 * price.
 */
export type LinePart = {
  policyId: string
  name: string
  percent: number
  base: number | null
  amount: number
  uncovered: readonly Uncovered[]
}
export type LineCoverage = { total: number; patient: number; parts: readonly LinePart[] }
export type ShownPayer = {
  shown: ShownPolicy
  isDeclined: boolean
  /** What it pays of this sale; undefined: nothing. */ payment: Payment | undefined
}
export type SaleCoverage = {
  /** In paying order. Payers whose contract is unknown come last. */
  payers: readonly ShownPayer[]
  /** The sum over all payers, in minor units. */
  covered: number
  /** By record id. A line without a coverage result is absent. */
  lines: ReadonlyMap<string, LineCoverage>
}

/**
 * Who pays what of a sale: the amounts from its payments, the reasons from the current lists. Null if the patient has
 * no policy, or there is no patient.
 */
export function useSaleCoverage(sale: LocalSale): SaleCoverage | null {
  const factsOf = useAtomValue(settlementFactsAtom)
  const policies = useShownPolicies(useAtomValue(patientOfAtom)(sale.patient))
  const now = useNow()
  const today = useAtomValue(dayOfAtom)(now)
  // The clock ticks each minute, but coverage depends only on the day.
  return useMemo(
    () => (policies.length === 0 ? null : shownCoverage(sale, policies, factsOf(sale, now))),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [sale, policies, factsOf, today],
  )
}

export function shownCoverage(sale: LocalSale, policies: readonly ShownPolicy[], facts: SettlementFacts): SaleCoverage {
  const paid = new Map(sale.payments.map((payment) => [policyOfPayment(payment), payment]))
  const payers = policies.map((shown): ShownPayer => ({
    shown,
    isDeclined: sale.declinedPolicies?.includes(shown.policy.id) ?? false,
    payment: paid.get(shown.policy.id),
  }))
  const covered = sum(payers.map(({ payment }) => payment?.amount ?? 0))
  return { payers, covered, lines: linesOf(sale, payers, coverageOfSale(sale, facts), facts) }
}

function linesOf(
  sale: LocalSale,
  payers: readonly ShownPayer[],
  { uncovered, patientLines }: Coverage,
  { productOf }: SettlementFacts,
): ReadonlyMap<string, LineCoverage> {
  const inUse = payers.filter(({ isDeclined, shown }) => !isDeclined && shown.known !== null)
  const shares = new Map(
    inUse.map(({ shown, payment }) => [
      shown.policy.id,
      new Map(
        (payment && 'shares' in payment ? payment.shares : undefined)?.map(({ lineId, amount }) => [lineId, amount]),
      ),
    ]),
  )
  const refused = new Map<string, Uncovered[]>()
  for (const each of uncovered) refused.set(placeOf(each), [...(refused.get(placeOf(each)) ?? []), each])
  return new Map(
    sale.records
      .filter(({ id }) => patientLines.has(id))
      .map((record) => {
        const parts = inUse.map(({ shown: { policy, known } }): LinePart => {
          const { name, percent, products } = known!.payer
          const rule = products.get(productOf(record) ?? '')
          const isBelow = rule?.referencePrice !== undefined && rule.referencePrice < record.price
          return {
            policyId: policy.id,
            name,
            percent: rule?.percent ?? percent,
            base: isBelow ? rule.referencePrice! * record.quantity : null,
            amount: shares.get(policy.id)?.get(record.id) ?? 0,
            uncovered: refused.get(placeOf({ lineId: record.id, policyId: policy.id })) ?? [],
          }
        })
        const total = lineTotal(record)
        return [record.id, { total, patient: total - sum(parts.map(({ amount }) => amount)), parts }]
      }),
  )
}

function placeOf({ lineId, policyId }: Pick<Uncovered, 'lineId' | 'policyId'>): string {
  return `${lineId} ${policyId}`
}
