import { newLocalSale, openSale, wasRefused, WrongSaleStatus, type LocalSale } from '#shared/domain/local-sale.ts'

/** The part of a sale that is parked and taken over: its whole content, identifier and revision. */
export type ParkedContent = Pick<
  LocalSale,
  | 'identifier'
  | 'revision'
  | 'createdAt'
  | 'records'
  | 'vouchers'
  | 'payments'
  | 'patient'
  | 'prescription'
  | 'buyer'
  | 'declinedPolicies'
  | 'voucherNumbers'
  | 'replaces'
  | 'isInvoiced'
  | 'preparation'
  | 'sentBack'
>

/** The content of a sale that is not ended. Throws `WrongSaleStatus` otherwise, and for a refused one. */
export function parkedContentOf(sale: LocalSale) {
  if (sale.status !== 'ONGOING' && sale.status !== 'LOCAL') throw new WrongSaleStatus('park', sale.status)
  // A colleague would get it as a plain sale.
  if (wasRefused(sale)) throw new WrongSaleStatus('park', 'ERROR')
  const {
    identifier,
    revision,
    createdAt,
    patient,
    prescription,
    buyer,
    declinedPolicies,
    voucherNumbers,
    replaces,
    isInvoiced,
    preparation,
    sentBack,
  } = sale
  return {
    identifier,
    revision,
    createdAt,
    patient,
    records: [...sale.records],
    vouchers: [...sale.vouchers],
    payments: [...sale.payments],
    ...(prescription ? { prescription } : {}),
    ...(buyer ? { buyer } : {}),
    ...(declinedPolicies && declinedPolicies.length > 0 ? { declinedPolicies: [...declinedPolicies] } : {}),
    ...(voucherNumbers && Object.keys(voucherNumbers).length > 0 ? { voucherNumbers: { ...voucherNumbers } } : {}),
    ...(replaces ? { replaces } : {}),
    ...(isInvoiced === undefined ? {} : { isInvoiced }),
    ...(preparation ? { preparation } : {}),
    ...(sentBack ? { sentBack } : {}),
  }
}

/** A parked sale on the terminal that takes it: open, held by the user, with the same id and identifier. */
export function adoptSale(
  content: ParkedContent,
  id: string,
  holder: { userId: string; sessionId: string },
): LocalSale {
  const { identifier, createdAt, ...typed } = content
  return openSale({ ...newLocalSale({ id, identifier, createdAt }), ...typed }, holder.userId, holder.sessionId)
}
