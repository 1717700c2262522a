import type { PayerKind } from '#shared/contract/bill-payer.ts'
import type { BillPayment } from '#shared/contract/bill-payments.ts'
import type { BillSettlement } from '#shared/contract/bills.ts'
import type { BillPeriod } from '#shared/domain/billing/bill-period.ts'
import type { BillState } from '#shared/domain/billing/bill-state.ts'
import type { BillSplit } from '#shared/domain/billing/split-bills.ts'
import type { VoucherFault, VoucherNeed } from '#shared/domain/billing/voucher-faults.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

export const billStateWords: Record<BillState, { label: string; tone: StatusTone }> = {
  open: { label: 'À envoyer', tone: 'warning' },
  sent: { label: 'Envoyée', tone: 'info' },
  'partly-paid': { label: 'Payée en partie', tone: 'warning' },
  closed: { label: 'Soldée', tone: 'success' },
  canceled: { label: 'Annulée', tone: 'danger' },
}

export const payerKindWords: Record<PayerKind, string> = {
  company: 'Assureur',
  organization: 'Organisme',
  person: 'Personne',
}

export const faultWords: Record<VoucherFault, string> = {
  number: 'n° de bon',
  'insured-number': 'matricule',
  beneficiary: 'bénéficiaire',
  prescriber: 'prescripteur',
  photo: 'photo du bon',
  ceiling: 'plafond dépassé',
  foreclosed: 'hors délai',
}

/** « Manque : n° de bon, photo du bon »; null when the voucher is complete. */
export function faultsText(faults: readonly VoucherFault[]): string | null {
  return faults.length === 0 ? null : faults.map((fault) => faultWords[fault]).join(', ')
}

export const needWords: Record<VoucherNeed, string> = {
  number: 'N° de bon',
  'insured-number': 'Matricule',
  beneficiary: 'Bénéficiaire',
  prescriber: 'Prescripteur',
  photo: 'Photo du bon',
}

export const periodWords: Record<BillPeriod, string> = { week: 'Semaine', fortnight: 'Quinzaine', month: 'Mois' }

export const splitWords: Record<BillSplit, string> = {
  payer: 'Une facture pour tout',
  contract: 'Une par contrat',
  employer: 'Une par employeur',
  beneficiary: 'Une par bénéficiaire',
}

export const settlementWords: Record<BillSettlement['kind'], string> = {
  paid: 'Payé',
  charged: 'Mis au compte du patient',
  'written-off': 'Abandonné',
  'presented-again': 'Refusé, à représenter',
}

export const billMeansWords: Record<BillPayment['means'], string> = {
  TRANSFER: 'Virement',
  CHEQUE: 'Chèque',
  MOBILE_MONEY: 'Mobile',
  CASH: 'Espèces',
}
