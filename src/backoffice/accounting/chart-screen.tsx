import { TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { accountRoles, chartOf } from '#shared/domain/accounting/chart.ts'
import classes from '#backoffice/accounting/accounting.module.css'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useOwnPharmacy } from '#backoffice/ui/use-own-pharmacy.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const home = '/comptabilite'

/** The numbers of accounts of the pharmacy, where they are not those of the country. */
export function ChartScreen() {
  const { data: pharmacy, error, retry } = useOwnPharmacy()
  const reasons = useAnswer(disbursementReasons.list, { query: { size: 2000 } })
  return (
    <Page scrolls>
      <DetailHead back={{ to: home, title: 'Comptabilité' }} title="Plan de comptes" />
      <Sheet title="Comptes du SYSCOHADA">
        {pharmacy && reasons.data ? (
          <ChartForm key={pharmacy.id} pharmacy={pharmacy} reasons={reasons.data.items} />
        ) : (
          <PanelFace
            error={error ?? reasons.error}
            onRetry={() => (error ? retry() : reasons.retry())}
            missingText="Aucun compte."
          />
        )}
      </Sheet>
    </Page>
  )
}

interface ChartFormProps {
  pharmacy: Pharmacy
  reasons: readonly { id: string; label: string }[]
}

function ChartForm({ pharmacy, reasons }: ChartFormProps) {
  const send = useSend()
  const say = useNotice()
  const mayEdit = useMay(pharmacies.changeSettings)
  const [, go] = useLocation()
  const { accounts } = chartOf(pharmacy.country.code)
  const rows = [
    ...accountRoles.map((role) => ({ key: role as string, usual: accounts[role].code, ...accounts[role] })),
    ...reasons.map(({ id, label }) => ({ key: `reason.${id}`, usual: '', name: label, use: 'motif de décaissement' })),
  ]
  const form = useForm({
    initial: { accounts: pharmacy.settings.accounts as Record<string, string> },
    schema: pharmacies.changeSettings.body!,
    // An empty field is the number of the country's chart.
    bodyOf: ({ accounts: typed }) => ({
      accounts: Object.fromEntries(
        Object.entries(typed)
          .map(([key, code]) => [key, code.trim().toUpperCase()])
          .filter(([, code]) => code !== ''),
      ),
    }),
    send: (body) => send(pharmacies.changeSettings, { body }),
    onDone: () => {
      say({ text: 'Plan de comptes enregistré. Il vaut pour le prochain export.' })
      go(home)
    },
  })
  return (
    <FormFrame
      label="Plan de comptes"
      form={form as never}
      onCancel={() => go(home)}
      {...(mayEdit ? {} : { barrier: 'Demande le droit de changer les réglages.' })}
    >
      <div className={classes.accounts}>
        {rows.map(({ key, name, use, usual }) => (
          <Row
            key={key}
            name={name}
            use={use}
            usual={usual}
            value={form.values.accounts[key] ?? ''}
            error={form.errorAt(`accounts.${key}`)}
            onChange={(code) => form.set({ accounts: { ...form.values.accounts, [key]: code } })}
          />
        ))}
      </div>
    </FormFrame>
  )
}

interface RowProps {
  name: string
  use: string | undefined
  /** The number of the country's chart; empty: to be explained. */
  usual: string
  value: string
  error: string | undefined
  onChange: (code: string) => void
}

function Row({ name, use, usual, value, error, onChange }: RowProps) {
  return (
    <>
      <span>
        {name}
        {use && <small>{`, ${use}`}</small>}
      </span>
      <TextInput
        aria-label={use ? `${name}, ${use}` : name}
        placeholder={usual || 'à expliquer'}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}
