import { atom } from 'jotai'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { organizationListStateAtom } from '#shared/store/organization-list-atoms.ts'
import { personListStateAtom } from '#shared/store/person-list-atoms.ts'
import { endedSalesAtom, uncountedSince } from '#shared/store/uncounted-sales.ts'

/** What this terminal's own sales add to what clients owe, beyond the `outgoing` of the lists: by the id of the person or organization, in minor units. */
export const uncountedOutgoingAtom = atom((get): ReadonlyMap<string, number> => {
  const { sales, acknowledged } = get(endedSalesAtom)
  return new Map([
    ...creditOf(uncountedSince(get(personListStateAtom).syncedAt, sales, acknowledged), (payment) => (payment.type === 'CREDIT' ? payment.creditMetadata.person : null)),
    ...creditOf(uncountedSince(get(organizationListStateAtom).syncedAt, sales, acknowledged), (payment) => (payment.type === 'CREDIT_ORG' ? payment.creditMetadata.organization : null)),
  ])
})

function creditOf(sales: readonly Pick<LocalSale, 'payments'>[], debtorOf: (payment: Payment) => string | null): ReadonlyMap<string, number> {
  const owed = new Map<string, number>()
  for (const payment of sales.flatMap(({ payments }) => payments)) {
    const debtor = debtorOf(payment)
    if (debtor !== null) owed.set(debtor, (owed.get(debtor) ?? 0) + payment.amount)
  }
  return owed
}
