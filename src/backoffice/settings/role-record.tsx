import { IconTrash } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { type Role, roles } from '#shared/contract/users.ts'
import { isDefaultRole, roleLabel } from '#shared/domain/permissions.ts'
import { plural } from '#shared/ui/plural.ts'
import { rightsField } from '#backoffice/settings/rights-field.tsx'
import type { RoleValues } from '#backoffice/settings/role-values.ts'
import type { Issue } from '#backoffice/ui/forms/issue-words.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import type { RecordDeclaration } from '#backoffice/ui/records/record-declaration.ts'
import { textField, wholeNumberField } from '#backoffice/ui/records/record-fields.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** The record of a role: its name, what it allows, and the largest discount. */
export const roleRecord: RecordDeclaration<Role, RoleValues> = {
  noun: noun('rôle', 'm'),
  calls: roles,
  needs: roles.patch.permission,
  nameOf: ({ name }) => roleLabel(name),
  nameField: 'name',
  initial: (name) => ({ name, permissions: [], discountLimit: '' }),
  valuesOf: ({ name, permissions, discountLimit }) => ({
    name,
    permissions,
    discountLimit: discountLimit === null ? '' : String(discountLimit),
  }),
  bodyOf: ({ name, permissions, discountLimit }) => ({
    name,
    permissions,
    discountLimit: percentOf(discountLimit),
  }),
  fields: [
    textField('name', 'Rôle'),
    rightsField,
    wholeNumberField('discountLimit', 'Remise maximale, en % du total', {
      description: 'Vide\u00a0: sans limite. Avec plusieurs rôles, la remise la plus haute compte.',
    }),
  ],
  check: limitIssues,
  subtitle: ({ name, members }) =>
    `${isDefaultRole(name) ? 'Rôle d’origine' : 'Rôle de la pharmacie'}, ${plural(members, 'membre')}`,
  Below: RoleRemoval,
}

function limitIssues({ discountLimit }: RoleValues): Issue[] {
  return Number.isNaN(percentOf(discountLimit))
    ? [{ path: 'discountLimit', text: 'Un nombre entier de 0 à 100, ou rien.' }]
    : []
}

/** Null: no limit; NaN for an invalid percentage. */
function percentOf(text: string): number | null {
  const typed = text.replaceAll(/[\s%\u00a0\u202f]/g, '')
  if (typed === '') return null
  return /^\d{1,3}$/.test(typed) && Number(typed) <= 100 ? Number(typed) : Number.NaN
}

/** Who has the role, and its removal, which is refused while somebody has it. */
function RoleRemoval({ row: role, onClose }: { row: Role; onClose: () => void }) {
  const send = useSend()
  const gesture = useGesture()
  const [, go] = useLocation()
  const mayManage = useMay(roles.remove)
  const remove = () =>
    gesture.ask({
      title: `Supprimer «\u00a0${roleLabel(role.name)}\u00a0»\u202f?`,
      text: 'Plus personne n’aura ce rôle. Les ventes passées restent telles quelles.',
      yes: 'Supprimer',
      run: async () => {
        await send(roles.remove, { params: { id: role.id } })
        onClose()
      },
    })
  return (
    <>
      {role.members > 0 && (
        <WriteButton variant="default" onClick={() => go(`/parametres/utilisateurs?role=${role.id}`)}>
          {`Voir ${role.members === 1 ? 'le membre qui l’a' : `les ${role.members} membres qui l’ont`}`}
        </WriteButton>
      )}
      {mayManage && (
        <WriteButton
          variant="default"
          leftSection={<IconTrash size={18} aria-hidden />}
          disabled={gesture.isRunning}
          onClick={role.members > 0 ? () => gesture.run(() => send(roles.remove, { params: { id: role.id } })) : remove}
        >
          Supprimer le rôle
        </WriteButton>
      )}
      {gesture.modals}
    </>
  )
}
