import { paymentLabels, saleTypes, typeFacts, type PaymentType } from '#shared/domain/payment.ts'

/** The type that a letter key adds, like the tile of that type. */
export const typeOfKey: ReadonlyMap<string, PaymentType> = new Map(
  saleTypes.map((type) => [typeFacts[type].sale.key, type]),
)

/** The same keys as hints, in the order of the tiles. */
export const typeHints = saleTypes.map((type) => ({ keys: [saidKey(type)], label: paymentLabels[type] }))

export function saidKey(type: PaymentType): string {
  return typeFacts[type].sale.key.toUpperCase()
}
