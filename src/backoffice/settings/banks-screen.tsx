import { banks } from '#shared/contract/banks.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { nameFamilyScreen } from '#backoffice/ui/records/name-family.tsx'

/** The banks of cheques. */
export const BanksScreen = nameFamilyScreen({
  home: '/parametres/banques',
  title: 'Banques',
  noun: noun('banque', 'f'),
  calls: banks,
  needs: banks.patch.permission,
  nameKey: 'name',
  nameLabel: 'Nom',
  archivedNote: 'Les chèques passés gardent leur banque.',
  empty: 'Aucune banque. Un paiement par chèque demande sa banque.',
})
