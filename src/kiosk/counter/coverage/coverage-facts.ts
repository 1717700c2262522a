import { atom } from 'jotai'
import type { Person } from '#shared/contract/persons.ts'
import { payerPaymentId } from '#shared/domain/coverage/payer-payment-id.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import type { SettlementFacts } from '#shared/domain/settle-sale.ts'
import { policiesOfAtom } from '#shared/store/lists/coverage-atoms.ts'
import type { PersonPolicy } from '#shared/store/lists/payers-of.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { dayOfAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { findStockItemsAtom } from '#kiosk/counter/sale/stock-item-places.ts'

/** The product of each line, as the list stands. */
const productOfAtom = atom((get) => {
  const findStockItems = get(findStockItemsAtom)
  return (records: readonly SaleRecord[]) => {
    const places = findStockItems(
      new Set(records.flatMap(({ stockItemId, opens }) => (opens ? [stockItemId, opens.stockItemId] : [stockItemId]))),
    )
    // Units of a box that is opened for this line may not be in the list yet: the box says what they are.
    return ({ stockItemId, opens }: SaleRecord) =>
      (places.get(stockItemId) ?? places.get(opens?.stockItemId ?? ''))?.product.id
  }
})

/** The policies of a person, worked out once while nothing of them changes: a sale asks at every key. */
const policiesOnceAtom = atom((get) => {
  const policiesOf = get(policiesOfAtom)
  const known = new WeakMap<Person, { today: string; policies: readonly PersonPolicy[] }>()
  return (person: Person, today: string): readonly PersonPolicy[] => {
    const before = known.get(person)
    if (before?.today === today) return before.policies
    const policies = policiesOf(person, today)
    known.set(person, { today, policies })
    return policies
  }
})

/** Whose policies pay for a sale: its patient, or the person that he turned out to be; undefined while the list of this terminal does not know him. */
export const patientOfAtom = atom((get) => {
  const persons = get(personsAtom)
  return (patient: LocalSale['patient']): Person | undefined => {
    const person = persons.get(patient?.id ?? '')
    return persons.get(person?.mergedInto ?? '') ?? person
  }
})

/** What settling a sale asks of this terminal's lists, its own uncounted sales counted in. */
export const settlementFactsAtom = atom((get) => {
  const [patientOf, policiesOf, productOf, dayOf, { cashStep }] = [
    get(patientOfAtom),
    get(policiesOnceAtom),
    get(productOfAtom),
    get(dayOfAtom),
    get(tradeAtom),
  ]
  return ({ id, patient, records }: LocalSale, now: Date): SettlementFacts => {
    const today = dayOf(now)
    const person = patientOf(patient)
    const policies = person ? policiesOf(person, today) : []
    const known = new Map(policies.map((policy) => [policy.payer.policyId, policy]))
    return {
      payers: policies.map(({ payer }) => payer),
      productOf: productOf(records),
      paymentId: (policyId) => payerPaymentId(id, policyId),
      identifierOf: (policyId) => known.get(policyId)?.identifier ?? null,
      organizationOf: (policyId) => known.get(policyId)?.payerId ?? null,
      today,
      cashStep,
    }
  }
})
