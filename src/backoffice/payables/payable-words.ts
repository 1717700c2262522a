import type { AccountEntry, SupplierMeans } from '#shared/contract/supplier-payments.ts'

export const meansWords: Record<SupplierMeans, string> = {
  CHEQUE: 'Chèque',
  TRANSFER: 'Virement',
  CASH: 'Espèces',
  MOBILE_MONEY: 'Mobile',
}

export const entryWords: Record<AccountEntry['kind'], string> = {
  statement: 'Relevé',
  'claim-credit': 'Avoir de réclamation',
  'return-credit': 'Avoir de retour',
  payment: 'Paiement',
}

/** The page of an entry. */
export const entryPage: Record<AccountEntry['kind'], (id: string) => string> = {
  statement: (id) => `/releves/${id}`,
  'claim-credit': (id) => `/reclamations/${id}`,
  'return-credit': (id) => `/retours/${id}`,
  payment: (id) => `/echeances/paiements/${id}`,
}
