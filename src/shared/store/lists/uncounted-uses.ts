import { atom } from 'jotai'
import type { Person } from '#shared/contract/persons.ts'
import type { Ceiling } from '#shared/domain/coverage/coverage.ts'
import { dayOf, localDayOf } from '#shared/domain/dates.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { policyOfPayment } from '#shared/domain/payment.ts'
import { companyListStateAtom } from '#shared/store/lists/company-list-atoms.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { organizationListStateAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { personListStateAtom, personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { endedSalesAtom, uncountedSince } from '#shared/store/lists/uncounted-sales.ts'

/** What a payer gave in one sale of this terminal, on a day of the pharmacy's calendar; in minor units. */
export type UncountedUse = { policyId: string; contractId: string | undefined; amount: number; day: string }
/** Beyond the `uses` of the lists: those of policies come with the persons, those of contracts with their payers, each list with its own hour. */
export type UncountedUses = { ofPolicies: readonly UncountedUse[]; ofContracts: readonly UncountedUse[] }

export const nothingUncounted: UncountedUses = { ofPolicies: [], ofContracts: [] }

/** What this terminal's own sales add to what was used of policies and contracts (product.md §5, « Offline ceilings and limits »). */
export const uncountedUsesAtom = atom((get): UncountedUses => {
  const { sales, acknowledged } = get(endedSalesAtom)
  const timeZone = get(terminalAtom)?.pharmacy?.timeZone
  const dayOfSale = (at: string) => (timeZone ? localDayOf(new Date(at), timeZone) : dayOf(new Date(at)))
  const usesSince = (syncedAt: number | null) =>
    usesOf(uncountedSince(syncedAt, sales, acknowledged), get(personsAtom), dayOfSale)
  // A contract comes with its company or with the organization that pays: the older of the two lists, so that nothing is forgotten.
  const payersSyncedAt = Math.min(get(companyListStateAtom).syncedAt ?? 0, get(organizationListStateAtom).syncedAt ?? 0)
  return { ofPolicies: usesSince(get(personListStateAtom).syncedAt), ofContracts: usesSince(payersSyncedAt) }
})

/** What the payers of sales gave, each with the contract of its policy where the patient is known. */
export function usesOf(
  sales: readonly Pick<LocalSale, 'payments' | 'patient' | 'createdAt'>[],
  persons: ReadonlyMap<string, Person>,
  dayOfSale: (createdAt: string) => string,
): UncountedUse[] {
  return sales.flatMap(({ payments, patient, createdAt }) => {
    const policies = patient ? (persons.get(patient.id)?.policies ?? []) : []
    return payments.flatMap((payment) => {
      const policyId = policyOfPayment(payment)
      return policyId
        ? [
            {
              policyId,
              contractId: policies.find(({ id }) => id === policyId)?.contractId,
              amount: payment.amount,
              day: dayOfSale(createdAt),
            },
          ]
        : []
    })
  })
}

/** Ceilings with these uses counted in; a ceiling per sale has none. */
export function withUses(ceilings: readonly Ceiling[], uses: readonly UncountedUse[], today: string): Ceiling[] {
  const used = (period: string) =>
    uses.filter(({ day }) => day.startsWith(period)).reduce((total, { amount }) => total + amount, 0)
  return ceilings.map((ceiling) => {
    switch (ceiling.period) {
      case 'sale':
        return ceiling
      case 'day':
        return { ...ceiling, used: ceiling.used + used(today) }
      case 'month':
        return { ...ceiling, used: ceiling.used + used(today.slice(0, 7)) }
    }
  })
}
