import { differenceReasons } from '#shared/domain/statements/agreed-line.ts'

/** Reasons of a claim: those of a statement, and what a member sees when the boxes arrive. */
export const claimReasons = [...differenceReasons, 'damaged', 'short-dated', 'wrong-product'] as const
export type ClaimReason = (typeof claimReasons)[number]

/** As a pharmacist and a wholesaler say them. */
export const claimReasonWords: Readonly<Record<ClaimReason, string>> = {
  sum: 'Erreur de calcul',
  vat: 'TVA',
  quantity: 'Quantité facturée en trop',
  price: 'Prix',
  rebate: 'Remise manquante',
  'free-units': 'Unités gratuites manquantes',
  total: 'Montant du bon',
  twice: 'Facturé deux fois',
  missing: 'Facturé, non livré',
  'never-ordered': 'Jamais commandé',
  return: 'Avoir de retour incomplet',
  damaged: 'Boîtes abîmées',
  'short-dated': 'Péremption trop courte',
  'wrong-product': 'Produit erroné',
}
