import { atom } from 'jotai'
import type { ContractPolicy } from '#shared/contract/contract-policies.ts'
import type { Person } from '#shared/contract/persons.ts'
import type { Ceiling } from '#shared/domain/coverage/coverage.ts'
import { type CeilingYear, ceilingYearFrom } from '#shared/domain/coverage/policy-uses.ts'
import { dayOf, localDayOf } from '#shared/domain/dates.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { policyOfPayment } from '#shared/domain/payment.ts'
import { companyListStateAtom } from '#shared/store/lists/company-list-atoms.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { organizationListStateAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { personListStateAtom, personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { endedSalesAtom, uncountedSince } from '#shared/store/lists/uncounted-sales.ts'

/**
 * Amount that a payer paid in one sale of this terminal, in minor units; `day` is a date of the pharmacy's calendar.
 */
export type UncountedUse = {
  policyId: string
  contractId: string | undefined
  /** The insured person on whom the patient depends, or the patient; undefined: an unknown policy. */
  insuredId: string | undefined
  amount: number
  day: string
}
/**
 * Uses to add to the `uses` of the lists. Uses of policies come with the persons list, those of contracts with the
 * payers' lists; each list has its own `syncedAt`.
 */
export type UncountedUses = { ofPolicies: readonly UncountedUse[]; ofContracts: readonly UncountedUse[] }

export const nothingUncounted: UncountedUses = { ofPolicies: [], ofContracts: [] }

/**
 * Uses of policies and contracts by this terminal's own uncounted sales (product.md §5, « Offline ceilings and limits
 * »).
 */
export const uncountedUsesAtom = atom((get): UncountedUses => {
  const { sales, acknowledged } = get(endedSalesAtom)
  const timeZone = get(terminalAtom)?.pharmacy?.timeZone
  const dayOfSale = (at: string) => (timeZone ? localDayOf(new Date(at), timeZone) : dayOf(new Date(at)))
  const usesSince = (syncedAt: number | null) =>
    usesOf(uncountedSince(syncedAt, sales, acknowledged), get(personsAtom), dayOfSale)
  // A contract comes from the companies or the organizations list: take the older `syncedAt`, so that no use is missed.
  const payersSyncedAt = Math.min(get(companyListStateAtom).syncedAt ?? 0, get(organizationListStateAtom).syncedAt ?? 0)
  return { ofPolicies: usesSince(get(personListStateAtom).syncedAt), ofContracts: usesSince(payersSyncedAt) }
})

/** The amounts that payers paid in sales, with the contract of the policy when the patient is known. */
export function usesOf(
  sales: readonly Pick<LocalSale, 'payments' | 'patient' | 'createdAt'>[],
  persons: ReadonlyMap<string, Person>,
  dayOfSale: (createdAt: string) => string,
): UncountedUse[] {
  return sales.flatMap(({ payments, patient, createdAt }) => {
    const policies = patient ? (persons.get(patient.id)?.policies ?? []) : []
    return payments.flatMap((payment) => {
      const policyId = policyOfPayment(payment)
      const policy = policies.find(({ id }) => id === policyId)
      return policyId
        ? [
            {
              policyId,
              contractId: policy?.contractId,
              insuredId: policy && insuredOf(policy),
              amount: payment.amount,
              day: dayOfSale(createdAt),
            },
          ]
        : []
    })
  })
}

/** The person whose family has a policy. */
export function insuredOf({ holderId, beneficiaryId }: Pick<ContractPolicy, 'holderId' | 'beneficiaryId'>): string {
  return holderId ?? beneficiaryId
}

/** Ceilings with these uses added; a ceiling per sale is unchanged. Amounts in minor units. `year`: of the contract. */
export function withUses(
  ceilings: readonly Ceiling[],
  uses: readonly UncountedUse[],
  today: string,
  year: CeilingYear,
): Ceiling[] {
  const sumOf = (some: readonly UncountedUse[]) => some.reduce((total, { amount }) => total + amount, 0)
  const used = (period: string) => sumOf(uses.filter(({ day }) => day.startsWith(period)))
  return ceilings.map((ceiling) => {
    switch (ceiling.period) {
      case 'sale':
        return ceiling
      case 'day':
        return { ...ceiling, used: ceiling.used + used(today) }
      case 'month':
        return { ...ceiling, used: ceiling.used + used(today.slice(0, 7)) }
      case 'year': {
        const from = ceilingYearFrom(today, year)
        return {
          ...ceiling,
          used: ceiling.used + sumOf(uses.filter(({ day }) => ceilingYearFrom(day, year) === from)),
        }
      }
    }
  })
}
