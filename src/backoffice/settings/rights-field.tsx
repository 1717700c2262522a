import { Checkbox, Input, Select, Stack } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { roles } from '#shared/contract/users.ts'
import { type Permission, permissions, roleLabel } from '#shared/domain/permissions.ts'
import type { RoleValues } from '#backoffice/settings/role-values.ts'
import classes from '#backoffice/settings/settings.module.css'
import type { Form } from '#backoffice/ui/forms/use-form.ts'
import type { RecordField } from '#backoffice/ui/records/record-declaration.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { rightGroups, rightWords } from '#backoffice/ui/right-words.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const most = 500

/** What a role allows, by the work it belongs to. A new role may begin as a copy of another one. */
export const rightsField: RecordField<RoleValues> = {
  key: 'permissions',
  draw: (form, { isNew }) => (
    <Stack key="permissions" gap={12}>
      {isNew && <Copied form={form} />}
      <Rights form={form} />
    </Stack>
  ),
}

function Copied({ form }: { form: Form<RoleValues> }) {
  const { data } = useAnswer(roles.list, { query: { size: most } })
  const known = data?.items ?? []
  return (
    <Select
      label="Copier les droits d’un rôle"
      placeholder="Aucun"
      clearable
      comboboxProps={{ withinPortal: false }}
      data={known.map(({ id, name }) => ({ value: id, label: roleLabel(name) }))}
      onChange={(id) => {
        const from = known.find((role) => role.id === id)
        if (from) form.set({ permissions: from.permissions, discountLimit: String(from.discountLimit ?? '') })
      }}
    />
  )
}

/** A right that the caller does not have can neither be given nor taken, as on the server. */
function Rights({ form }: { form: Form<RoleValues> }) {
  const held = useAtomValue(rightsAtom)
  const { value, error } = form.field('permissions')
  const turn = (right: Permission) =>
    form.set({
      permissions: permissions.filter((each) => (each === right ? !value.includes(each) : value.includes(each))),
    })
  return (
    <Input.Wrapper label="Ce que le rôle permet" labelElement="div" error={error}>
      {rightGroups.map(({ title, rights }) => (
        <fieldset key={title} className={classes.group}>
          <legend>{title}</legend>
          {rights.map((right) => (
            <Checkbox
              key={right}
              label={rightWords[right]}
              disabled={!held.has(right)}
              checked={value.includes(right)}
              onChange={() => turn(right)}
            />
          ))}
        </fieldset>
      ))}
    </Input.Wrapper>
  )
}
