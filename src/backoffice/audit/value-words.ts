import { feeAccountWords } from '#shared/domain/reconciliation/group-money.ts'
import { blockWords } from '#shared/domain/recalled-lots.ts'
import { rhythmLabels } from '#shared/domain/reports/schedule.ts'
import { relationshipKinds, relationshipLabel } from '#shared/domain/relationship.ts'

const relatives = Object.fromEntries(
  relationshipKinds.map((kind) => [kind, relationshipLabel(kind, null).toLowerCase()]),
)
const states = {
  draft: 'brouillon',
  open: 'en cours',
  sent: 'envoyé',
  confirmed: 'confirmé',
  closing: 'clôture en cours',
  closed: 'clôturé',
  validated: 'validé',
  credited: 'avoir reçu',
  done: 'fait',
  canceled: 'annulé',
}
const kinds = {
  ...relatives,
  insurer: 'assureur',
  'social-security': 'régime',
  goods: 'article',
  note: 'bon entier',
  credit: 'avoir',
  return: 'retour au fournisseur',
  transfer: 'cession à une pharmacie sœur',
  discount: 'remise',
  destroy: 'destruction',
  'mobile-money': 'argent mobile',
  bank: 'banque',
  member: 'utilisateur',
  terminal: 'poste',
  admin: 'administrateur',
  paid: 'payé',
  charged: 'mis au compte du patient',
  'written-off': 'abandonné',
  'presented-again': 'refusé, à représenter',
  reminder: 'relance',
  promise: 'promesse',
  dispute: 'litige',
}
const means = { CASH: 'espèces', CHEQUE: 'chèque', TRANSFER: 'virement', MOBILE_MONEY: 'mobile' }

/**
 * Codes that a column of the audit may hold, in words. The codes are those of the checks of the database
 * (tests/server/audit-words.test.ts).
 */
export const valueWords: Record<string, Readonly<Record<string, string>>> = {
  copy_kind: { copy: 'copie', exercise: 'exercice', past: 'jour passé' },
  aib: { A: '1\u202f%', B: '5\u202f%' },
  blocked: blockWords,
  ceiling_year: { calendar: 'année civile', contract: 'année du contrat' },
  channel: { letter: 'lettre', mail: 'e-mail', message: 'message', phone: 'téléphone' },
  decision: { match: 'rapproché à la main', pay: 'payé tel quel', claim: 'réclamé en entier' },
  fee_account: feeAccountWords,
  format: { csv: 'CSV', xlsx: 'Excel' },
  fiscalInvoices: { all: 'toutes', 'on-request': 'sur demande', none: 'aucune' },
  fiscalOutage: { block: 'bloquer la vente', defer: 'normaliser plus tard' },
  kind: kinds,
  means,
  outcome: states,
  period: { week: 'semaine', fortnight: 'quinzaine', month: 'mois' },
  price_mode: { free: 'à la main', section: 'selon le rayon', coefficient: 'coefficient' },
  rhythm: rhythmLabels,
  sex: { F: 'féminin', M: 'masculin' },
  split: {
    payer: 'une facture pour tout',
    contract: 'une par contrat',
    employer: 'une par employeur',
    beneficiary: 'une par bénéficiaire',
  },
  state: states,
  status: states,
  step: states,
  type: {
    person: 'patients',
    organization: 'organismes',
    'contract-policy': 'polices',
    'pharmacy-product': 'produits',
  },
  way: { reference: 'référence', phone: 'téléphone', amount: 'montant', hand: 'main' },
}
