import { useAtomValue } from 'jotai'
import { askPharmacist } from '#kiosk/counter/rights/right-request.ts'
import { closingRightsAtom, dutyAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { patientOfAtom, settlementFactsAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { schemeNamesAtom } from '#kiosk/counter/payment/scheme-names.ts'
import { useNow } from '#shared/ui/use-now.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { PaymentType } from '#shared/domain/payment.ts'
import { rightsGranted } from '#shared/domain/sale-grants.ts'
import type { SaleBalance } from '#shared/domain/sale.ts'
import { isByPolicyOnly, isSingle, type NewPayment, type PaymentRules } from './payment-edits.ts'

/** The limits of this member, and the facts about the patient in the lists of this terminal. */
export function usePaymentRules(sale: LocalSale, cashStep: number) {
  const now = useNow()
  const { mayDiscount, discountLimit } = rightsGranted(useAtomValue(closingRightsAtom), sale, now.getTime())
  const person = useAtomValue(patientOfAtom)(sale.patient)
  const facts = useAtomValue(settlementFactsAtom)(sale, now)
  const [scheme, another] = useAtomValue(schemeNamesAtom)
  const duty = useAtomValue(dutyAtom)(sale)
  const rules: PaymentRules = { cashStep, discountLimit, duty }
  return {
    rules,
    mayDiscount,
    /** The policies that may pay. Undefined if the patient is not on this terminal: then the server decides. */
    policies: person && new Set(person.policies.flatMap(({ id, archived }) => (archived ? [] : [id]))),
    hasScheme: facts.payers.some(({ kind }) => kind === 'social-security'),
    /** A single social-security body is preselected. */
    socialSecurity: {
      body: another === undefined ? (scheme ?? null) : null,
      identifier: person?.socialSecurityId ?? null,
    } satisfies NewPayment['socialSecurity'],
  }
}

/** Why a type cannot be added now, in a few words for its tile; `askPharmacist`: it can be asked for. Undefined if it can. */
export function reasonNotToAdd(
  type: PaymentType,
  sale: LocalSale,
  { total, remainder }: SaleBalance,
  mayDiscount: boolean,
): string | undefined {
  if (total === 0) return 'Vente vide'
  // An existing single payment becomes the current one again. For coverage, the panel of policies shows the reason.
  if (isByPolicyOnly(type) || (isSingle(type) && sale.payments.some((payment) => payment.type === type)))
    return undefined
  if (type === 'DISCOUNT') {
    if (sale.payments.some((payment) => payment.type !== 'CASH') && remainder <= 0) return 'Tout est réglé'
    return mayDiscount ? undefined : askPharmacist
  }
  return remainder <= 0 ? 'Tout est réglé' : undefined
}
