import { type User, users } from '#shared/contract/users.ts'
import { roleLabel } from '#shared/domain/permissions.ts'
import { displayName } from '#shared/domain/person.ts'
import { isTrivialPin, trivialPinHint } from '#shared/domain/trivial-pin.ts'
import { MemberAccess } from '#backoffice/members/member-access.tsx'
import { pinField } from '#backoffice/members/pin-field.tsx'
import { rolesField } from '#backoffice/members/roles-field.tsx'
import type { UserValues } from '#backoffice/members/user-values.ts'
import type { Issue } from '#backoffice/ui/forms/issue-words.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import type { RecordDeclaration } from '#backoffice/ui/records/record-declaration.ts'
import { textField } from '#backoffice/ui/records/record-fields.tsx'

/** The record of a member: name, address, roles, and a new PIN, typed twice. */
export const userRecord: RecordDeclaration<User, UserValues> = {
  noun: noun('utilisateur', 'm'),
  calls: users,
  needs: users.patch.permission,
  nameOf: displayName,
  initial: (lastName) => ({ firstName: '', lastName, email: '', roleIds: [], pin: '', pinAgain: '' }),
  valuesOf: ({ firstName, lastName, email, roles }) => ({
    firstName,
    lastName,
    email: email ?? '',
    roleIds: roles.map(({ id }) => id),
    pin: '',
    pinAgain: '',
  }),
  bodyOf: ({ email, pin, firstName, lastName, roleIds }) => ({
    firstName,
    lastName,
    email: email.trim() || null,
    roleIds,
    ...(pin === '' ? {} : { pin }),
  }),
  fields: [
    textField('lastName', 'Nom'),
    textField('firstName', 'Prénom'),
    textField('email', 'E-mail', {
      required: false,
      type: 'email',
      description: 'Pour une invitation à se connecter de chez soi. Au comptoir, un code suffit.',
    }),
    rolesField,
    pinField('pin', 'Code', {
      new: 'Quatre chiffres. Laissez vide s’il le choisit en acceptant l’invitation.',
      known: 'Laissez vide pour garder le code. Un nouveau code ferme ses sessions en cours.',
    }),
    pinField('pinAgain', 'Confirmation du code'),
  ],
  check: pinIssues,
  refusedAt: {
    'users:duplicatePinCode': { path: 'pin', text: 'Ce code est déjà utilisé. Choisissez-en un autre.' },
  },
  opensWhenMade: true,
  subtitle: ({ roles }) => roles.map(({ name }) => roleLabel(name)).join(', '),
  Below: MemberAccess,
}

function pinIssues({ pin, pinAgain }: UserValues): Issue[] {
  if (pin === '' && pinAgain === '') return []
  if (!/^\d{4}$/.test(pin)) return [{ path: 'pin', text: 'Quatre chiffres.' }]
  if (isTrivialPin(pin)) return [{ path: 'pin', text: `Trop facile à deviner\u00a0: ${trivialPinHint}` }]
  return pin === pinAgain ? [] : [{ path: 'pinAgain', text: 'Les deux codes sont différents.' }]
}
