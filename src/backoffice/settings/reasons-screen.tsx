import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { nameFamilyScreen } from '#backoffice/ui/records/name-family.tsx'

/** The reasons for disbursements. */
export const ReasonsScreen = nameFamilyScreen({
  home: '/parametres/motifs',
  title: 'Motifs de décaissement',
  noun: noun('motif', 'm'),
  calls: disbursementReasons,
  needs: disbursementReasons.patch.permission,
  nameKey: 'label',
  nameLabel: 'Motif',
  nameNote: 'Les décaissements passés prennent ce nouveau nom.',
  archivedNote: 'Le comptoir ne le propose plus\u202f; les décaissements passés le gardent.',
  empty: 'Aucun motif. Un décaissement demande un motif.',
})
