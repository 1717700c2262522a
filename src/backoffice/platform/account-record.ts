import { type PlatformAccount, platformAccounts } from '#shared/contract/platform.ts'
import { selectField } from '#backoffice/ui/records/select-field.tsx'
import { usePharmacyChoices } from '#backoffice/platform/use-choices.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import type { RecordDeclaration } from '#backoffice/ui/records/record-declaration.ts'
import { textField } from '#backoffice/ui/records/record-fields.tsx'

type Values = { pharmacyId: string; name: string; email: string }

export const kindWords: Record<PlatformAccount['kind'], string> = {
  terminal: 'Poste',
  member: 'Membre',
  admin: 'Plateforme',
}

/** The account of a till: made here, then set up by whoever has its link. */
export const accountRecord: RecordDeclaration<PlatformAccount, Values> = {
  noun: noun('compte', 'm'),
  calls: platformAccounts,
  needs: platformAccounts.patch.permission,
  nameOf: ({ name }) => name,
  initial: (name) => ({ pharmacyId: '', name: name || 'COMPTOIR', email: '' }),
  valuesOf: ({ pharmacy, name, email }) => ({ pharmacyId: pharmacy?.id ?? '', name, email: email ?? '' }),
  fields: [
    selectField<Values>('pharmacyId', 'Pharmacie', usePharmacyChoices),
    textField('name', 'Nom', { description: 'Le nom de ce poste, par exemple COMPTOIR ou ARRIÈRE.' }),
    textField('email', 'E-mail', { type: 'email', description: 'Il sert à connecter le poste.' }),
  ],
  opensWhenMade: true,
}
