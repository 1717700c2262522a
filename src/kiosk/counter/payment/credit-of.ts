import { atom } from 'jotai'
import { creditAfter, type CreditAfter } from '#shared/domain/credit.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { displayName } from '#shared/domain/person.ts'
import { organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { uncountedOutgoingAtom } from '#shared/store/lists/uncounted-credit.ts'

/** A client who may buy on credit. `outgoing` includes this terminal's own sales, in minor units. */
export type Debtor = { id: string; name: string; outgoing: number; limit: number | null }

/** The person or organization with an id. Undefined if this terminal's lists do not contain it. */
export const debtorOfAtom = atom((get) => {
  const [persons, organizations, uncounted] = [get(personsAtom), get(organizationsAtom), get(uncountedOutgoingAtom)]
  return (id: string | null): Debtor | undefined => {
    if (id === null) return undefined
    const person = persons.get(id)
    const client = person ?? organizations.get(id)
    if (!client) return undefined
    return {
      id,
      name: person ? displayName(person) : organizations.get(id)!.name,
      outgoing: client.outgoing + (uncounted.get(id) ?? 0),
      limit: client.creditLimit,
    }
  }
})

/** The client who owes a payment. Null if the payment has none, or none was chosen yet. */
export function debtorIdOf(payment: Payment): string | null {
  if (payment.type === 'CREDIT') return payment.creditMetadata.person
  return payment.type === 'CREDIT_ORG' ? payment.creditMetadata.organization : null
}

/** The credit of a client after the payments of a sale. */
export function creditWith({ id, outgoing, limit }: Debtor, payments: readonly Payment[]): CreditAfter {
  const asked = payments.filter((payment) => debtorIdOf(payment) === id).reduce((sum, { amount }) => sum + amount, 0)
  return creditAfter({ limit, billed: 0, unbilled: outgoing }, asked)
}

/** Lowers the credit payments of a client by `excess`, starting with the last. Returns the remaining amount of each. */
export function loweredCredit(
  payments: readonly Payment[],
  clientId: string,
  excess: number,
): ReadonlyMap<string, number> {
  let toTake = excess
  const lowered = new Map<string, number>()
  for (const { id, amount } of payments.filter((payment) => debtorIdOf(payment) === clientId).reverse()) {
    const taken = Math.min(amount, toTake)
    toTake -= taken
    if (taken > 0) lowered.set(id, amount - taken)
  }
  return lowered
}
