import { TextInput } from '@mantine/core'
import { roles, type Role } from '#shared/contract/users.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { rightWords } from '#backoffice/ui/right-words.ts'
import { limitText } from '#backoffice/settings/limit-text.ts'
import classes from '#backoffice/settings/settings.module.css'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

/** One role: its permissions and its discount limit. */
export function RolePanel({ id, onClose }: PanelProps) {
  const { data: role, error, retry } = useAnswer(roles.read, { params: { id } })
  const leave = useLeave()
  useTabTitle(role?.name ?? 'Rôle')
  return (
    <SidePanel
      title={role?.name ?? 'Rôle'}
      subtitle={role && plural(role.members, 'membre')}
      onClose={() => leave(onClose)}
    >
      {role ? (
        <KnownRole role={role} onClose={onClose} />
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Ce rôle n’existe plus." />
      )}
    </SidePanel>
  )
}

function KnownRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const mayManage = useMay(roles.patch)
  const mayDiscount = role.permissions.includes('sale.discount')
  const held = permissions.filter((permission) => role.permissions.includes(permission))
  return (
    <>
      <PanelSection title="Remise">
        {mayDiscount && mayManage ? (
          <LimitForm role={role} onClose={onClose} />
        ) : (
          <p className={classes.text}>{limitText(role)}</p>
        )}
      </PanelSection>
      <PanelSection title="Droits" fact={plural(held.length, 'droit')}>
        {held.length === 0 ? (
          <p className={classes.text}>Ce rôle n’accorde rien.</p>
        ) : (
          <ul className={classes.rights}>
            {held.map((permission) => (
              <li key={permission}>{rightWords[permission]}</li>
            ))}
          </ul>
        )}
      </PanelSection>
    </>
  )
}

function LimitForm({ role: { id, discountLimit }, onClose }: { role: Role; onClose: () => void }) {
  const send = useSend()
  const form = useForm({
    initial: { discountLimit: discountLimit === null ? '' : String(discountLimit) },
    schema: roles.patch.body!,
    bodyOf: (values) => ({ discountLimit: percentOf(values.discountLimit) }),
    check: (values) =>
      Number.isNaN(percentOf(values.discountLimit))
        ? [{ path: 'discountLimit', text: 'Un nombre entier de 0 à 100, ou rien.' }]
        : [],
    send: (body) => send(roles.patch, { params: { id }, body }),
    onDone: onClose,
  })
  return (
    <FormFrame label="Remise" form={form} onCancel={onClose}>
      <TextInput
        label="Remise au plus, en % du total"
        description="Vide : sans limite. Qui a plusieurs rôles a la plus haute."
        inputMode="numeric"
        autoComplete="off"
        {...form.text('discountLimit')}
      />
    </FormFrame>
  )
}

/** Null: no limit; NaN for an invalid percentage. */
function percentOf(text: string): number | null {
  const typed = text.replaceAll(/[\s%\u00a0\u202f]/g, '')
  if (typed === '') return null
  return /^\d{1,3}$/.test(typed) && Number(typed) <= 100 ? Number(typed) : Number.NaN
}
