import { type RemittanceOutcome } from '#shared/domain/billing/match-remittance.ts'
import { type RemittanceField, remittanceFields } from '#shared/domain/billing/remittance-file.ts'
import type { MappedField } from '#backoffice/ui/imports/mapping-step.tsx'

const fieldWords: Record<RemittanceField, { label: string; hint?: string }> = {
  voucher: { label: 'N° du bon', hint: 'ou le matricule' },
  bill: { label: 'N° de facture' },
  insuredNumber: { label: 'Matricule' },
  beneficiary: { label: 'Bénéficiaire' },
  day: { label: 'Date du bon' },
  claimed: { label: 'Montant réclamé' },
  paid: { label: 'Montant réglé', hint: 'obligatoire' },
  reason: { label: 'Motif du refus' },
}

export const mappedRemittanceFields: readonly MappedField<RemittanceField>[] = remittanceFields.map((field) => ({
  field,
  ...fieldWords[field],
}))

/** What a line of the file is once it is read and matched. */
export type RemittanceFate = RemittanceOutcome | 'error' | 'aside'

export const fateWords = {
  paid: { label: 'Payé', many: 'Payés', tone: 'success' },
  part: { label: 'Payé en partie', many: 'Payés en partie', tone: 'warning' },
  beyond: { label: 'Plus que dû', many: 'Plus que dû', tone: 'warning' },
  refused: { label: 'Refusé', many: 'Refusés', tone: 'danger' },
  doubled: { label: 'En double', many: 'En double', tone: 'danger' },
  settled: { label: 'Déjà réglé', many: 'Déjà réglés', tone: 'danger' },
  unknown: { label: 'Inconnu', many: 'Inconnus', tone: 'danger' },
  unsure: { label: 'À choisir', many: 'À choisir', tone: 'warning' },
  error: { label: 'Illisible', many: 'Illisibles', tone: 'danger' },
  aside: { label: 'Écartée', many: 'Écartées', tone: 'neutral' },
} as const satisfies Record<RemittanceFate, { label: string; many: string; tone: string }>

/** Why no money goes to a bill by this line. */
export const whyNot: Partial<Record<RemittanceFate, string>> = {
  doubled: 'Ce bon est déjà sur une autre ligne du fichier.',
  settled: 'Ce bon n’attend plus de paiement.',
  unknown: 'Ce bon n’est sur aucune facture de ce payeur.',
  unsure: 'Plusieurs bons de cet assuré conviennent\u202f: répartissez ce paiement à la main.',
}
