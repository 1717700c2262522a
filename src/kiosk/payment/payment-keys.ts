import { paymentLabels } from '#shared/domain/payment.ts'
import { offeredTypes, type OfferedType } from './payment-edits.ts'

/** The letter that adds a payment of a type. Digits are amounts. */
export const typeKeys: Record<OfferedType, string> = {
  CASH: 'e',
  MOBILE_MONEY: 'm',
  CREDIT_CARD: 'c',
  CHEQUE: 'q',
  INSURANCE: 'a',
  SOCIAL_SECURITY: 's',
  CREDIT: 'k',
  CREDIT_ORG: 'o',
  DISCOUNT: 'r',
}
export const typeOfKey: ReadonlyMap<string, OfferedType> = new Map(offeredTypes.map((type) => [typeKeys[type], type]))

/** The shortcuts for the help, in the order of the tiles. */
export const typeHints = offeredTypes.map((type) => ({
  keys: [typeKeys[type].toUpperCase()],
  label: paymentLabels[type],
}))
