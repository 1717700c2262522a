import { MultiSelect } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { roles } from '#shared/contract/users.ts'
import { roleLabel } from '#shared/domain/permissions.ts'
import type { UserValues } from '#backoffice/members/user-values.ts'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import type { RecordField } from '#backoffice/ui/records/record-declaration.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { rightText } from '#backoffice/ui/right-words.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const most = 500

/** The roles of a member. One with a right that the caller does not have cannot be given, as on the server. */
export const rolesField: RecordField<UserValues> = {
  key: 'roleIds',
  draw: (form) => <RolesField key="roleIds" form={form} />,
}

const mostNamed = 6

/** The rights by name while they are few; a role’s own panel names them all. */
function allowedText(rights: readonly string[]): string {
  if (rights.length === 0) return 'Les droits de plusieurs rôles s’additionnent.'
  return rights.length > mostNamed ? `${rights.length} droits` : rights.map(rightText).join(', ')
}

function RolesField({ form }: { form: Form<UserValues> }) {
  const held = useAtomValue(rightsAtom)
  const { data } = useAnswer(roles.list, { query: { size: most } })
  const { value, error } = form.field('roleIds')
  const known = data?.items ?? []
  const rights = new Set(known.filter(({ id }) => value.includes(id)).flatMap(({ permissions }) => permissions))
  return (
    <MultiSelect
      label="Rôles"
      description={allowedText([...rights])}
      withAsterisk
      searchable
      nothingFoundMessage="Aucun rôle"
      comboboxProps={{ withinPortal: false }}
      data={known.map(({ id, name, permissions }) => ({
        value: id,
        label: roleLabel(name),
        disabled: !permissions.every((permission) => held.has(permission)),
      }))}
      value={value}
      error={error}
      onChange={(roleIds) => form.set({ roleIds })}
    />
  )
}
