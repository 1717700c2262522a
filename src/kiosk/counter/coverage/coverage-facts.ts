import { atom } from 'jotai'
import type { Person } from '#shared/contract/persons.ts'
import { payerPaymentId } from '#shared/domain/coverage/payer-payment-id.ts'
import type { AibFacts } from '#shared/domain/fiscal/aib.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
import { taxGroupOf } from '#shared/domain/fiscal/tax.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import type { SettlementFacts } from '#shared/domain/settle-sale.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { policiesOfAtom } from '#shared/store/lists/coverage-atoms.ts'
import type { PersonPolicy } from '#shared/store/lists/payers-of.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { dayOfAtom, dutyAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { findStockItemsAtom } from '#kiosk/counter/sale/stock-item-places.ts'

/** Finds the product of a line in the current list. */
const productOfAtom = atom((get) => {
  const findStockItems = get(findStockItemsAtom)
  return (records: readonly SaleRecord[]) => {
    const places = findStockItems(
      new Set(records.flatMap(({ stockItemId, opens }) => (opens ? [stockItemId, opens.stockItemId] : [stockItemId]))),
    )
    // If this line opens a box, its loose units may not be in the list yet. The product is then found through the box.
    return ({ stockItemId, opens }: SaleRecord) =>
      (places.get(stockItemId) ?? places.get(opens?.stockItemId ?? ''))?.product
  }
})

/** Caches the policies of a person until that person changes: a sale reads them at each key. */
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

/**
 * The person whose policies pay for a sale: its patient, or the person that the server merged this patient into.
 * Undefined if this terminal's list does not contain them.
 */
export const patientOfAtom = atom((get) => {
  const persons = get(personsAtom)
  return (patient: LocalSale['patient']): Person | undefined => {
    const person = persons.get(patient?.id ?? '')
    return persons.get(person?.mergedInto ?? '') ?? person
  }
})

/**
 * What the AIB of a sale needs from this terminal's list and settings; null where the country knows none. The group of a
 * product that the list does not have, or had from an earlier version, is unknown.
 */
export const aibFactsAtom = atom((get) => {
  const [productOf, { countryCode, fiscalPlatform }, pharmacy] = [
    get(productOfAtom),
    get(tradeAtom),
    get(terminalAtom)?.pharmacy,
  ]
  const { aib: isKnown, rounding } = fiscalProfile(fiscalPlatform)
  const { taxRegime: regime = null, voucherTaxGroup = null } = pharmacy?.settings ?? {}
  return ({ records }: Pick<LocalSale, 'records'>, today: string): AibFacts | null => {
    if (!isKnown) return null
    const product = productOf(records)
    return {
      rounding,
      taxOf(lineId) {
        const record = records.find(({ id }) => id === lineId)
        const own = record ? (product(record)?.taxGroup ?? null) : voucherTaxGroup
        const group = taxGroupOf({ regime, chosen: null, ofSection: own })
        const rate = group && taxRateOf(countryCode, group, today)
        return group === null || rate === null ? null : { group, rate }
      },
    }
  }
})

/** What settling a sale needs from this terminal's lists, including its own sales that the lists do not count yet. */
export const settlementFactsAtom = atom((get) => {
  const [patientOf, policiesOf, productOf, dayOf, { cashStep }, dutyOf, aibFacts] = [
    get(patientOfAtom),
    get(policiesOnceAtom),
    get(productOfAtom),
    get(dayOfAtom),
    get(tradeAtom),
    get(dutyAtom),
    get(aibFactsAtom),
  ]
  return ({ id, patient, records, isInvoiced, paidDuty }: LocalSale, now: Date): SettlementFacts => {
    const today = dayOf(now)
    const person = patientOf(patient)
    const policies = person ? policiesOf(person, today) : []
    const product = productOf(records)
    const known = new Map(policies.map((policy) => [policy.payer.policyId, policy]))
    return {
      payers: policies.map(({ payer }) => payer),
      productOf: (record) => product(record)?.id,
      paymentId: (policyId) => payerPaymentId(id, policyId),
      identifierOf: (policyId) => known.get(policyId)?.identifier ?? null,
      organizationOf: (policyId) => known.get(policyId)?.payerId ?? null,
      today,
      cashStep,
      duty: dutyOf({ isInvoiced, paidDuty }),
      aib: aibFacts({ records }, today),
    }
  }
})
