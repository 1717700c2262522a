import { atom } from 'jotai'
import type { OpenBill } from '#shared/contract/clients.ts'
import { billsToPay, type BillToPay } from '#shared/domain/billing/bills-to-pay.ts'
import { creditAfter, type CreditAfter } from '#shared/domain/credit.ts'
import { clientOf, type Payment } from '#shared/domain/payment.ts'
import { displayName } from '#shared/domain/person.ts'
import { organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { uncountedCollectionsAtom, uncountedOutgoingAtom } from '#shared/store/lists/uncounted-credit.ts'

/** A client who may buy on credit. `outgoing` includes this terminal's own sales, in minor units. */
export type Debtor = {
  id: string
  name: string
  outgoing: number
  limit: number | null
  /** In the order in which money pays them. */
  bills: readonly BillToPay<OpenBill>[]
}

/** The person or organization with an id. Undefined if this terminal's lists do not contain it. */
export const debtorOfAtom = atom((get) => {
  const [persons, organizations, uncounted] = [get(personsAtom), get(organizationsAtom), get(uncountedOutgoingAtom)]
  const collected = get(uncountedCollectionsAtom)
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
      bills: billsToPay(client.openBills ?? [], collected.get(id) ?? 0),
    }
  }
})

/** What the payments of a sale make of a client's credit. */
export function creditWith({ id, outgoing, limit }: Debtor, payments: readonly Payment[]): CreditAfter {
  const asked = payments.filter((payment) => clientOf(payment) === id).reduce((sum, { amount }) => sum + amount, 0)
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
  for (const { id, amount } of payments.filter((payment) => clientOf(payment) === clientId).reverse()) {
    const taken = Math.min(amount, toTake)
    toTake -= taken
    if (taken > 0) lowered.set(id, amount - taken)
  }
  return lowered
}
