import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Outgoing } from '#shared/contract/clients.ts'
import type { organizations } from '#shared/contract/organizations.ts'
import { persons } from '#shared/contract/persons.ts'
import { noCredit } from '#shared/domain/credit.ts'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { CreditLimit } from '#shared/ui/credit-limit.tsx'
import { Money } from '#shared/ui/money.tsx'
import { readAmount } from '#shared/ui/read-amount.ts'
import { isFarAbove } from '#shared/domain/unusual-money.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import classes from '#backoffice/clients/detail.module.css'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { unusualAmount } from '#backoffice/ui/forms/unusual-amount.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

type ClientCalls = typeof persons | typeof organizations
interface CreditSheetProps {
  client: { id: string; creditLimit: number | null }
  calls: Pick<ClientCalls, 'outgoing' | 'patch'>
}

const typingMs = 300

/** A client's debt, billed and unbilled, its limit, and the effect of a further credit payment. */
export function CreditSheet({ client, calls }: CreditSheetProps) {
  const [isEditing, setIsEditing] = useState(false)
  const rights = useAtomValue(rightsAtom)
  const mayEdit = rights.has('client.credit') && rights.has('client.edit')
  const { data, error, retry } = useAnswer(calls.outgoing as typeof persons.outgoing, { params: { id: client.id } })
  const edit = mayEdit && !isEditing && (
    <WriteButton
      variant="default"
      size="xs"
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={() => setIsEditing(true)}
    >
      Changer la limite
    </WriteButton>
  )
  return (
    <Sheet title="Crédit" actions={edit}>
      {isEditing && <LimitForm client={client} calls={calls} onClose={() => setIsEditing(false)} />}
      {data ? (
        <Figures outgoing={data} />
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Ce client n’existe plus." />
      )}
      {data && <NewPayment clientId={client.id} calls={calls} />}
    </Sheet>
  )
}

function Figures({ outgoing: { limit, billed, unbilled, total } }: { outgoing: Outgoing }) {
  return (
    <>
      <Sum name="Facturé, à encaisser" amount={billed} />
      <Sum name="À facturer" amount={unbilled} />
      <div className={`${classes.sum} ${classes.strong}`}>
        <span>Encours</span>
        <Money amount={total} unit tone={limit !== null && total > limit ? 'danger' : 'plain'} />
      </div>
      <div className={classes.sum}>
        <span>Limite</span>
        <span>
          <CreditLimit limit={limit} />
        </span>
      </div>
    </>
  )
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <div className={classes.sum}>
      <span>{name}</span>
      <Money amount={amount} unit />
    </div>
  )
}

/** « Et s’il prenait 12 500 F à crédit ? » */
function NewPayment({ clientId, calls }: { clientId: string; calls: CreditSheetProps['calls'] }) {
  const currency = useCurrency()
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed, typingMs)
  const payment = readAmount(asked, currency)
  const isAmount = payment !== null && !Number.isNaN(payment) && payment > 0
  const { data } = useAnswer(
    calls.outgoing as typeof persons.outgoing,
    { params: { id: clientId }, query: { payment: isAmount ? payment : 0 } },
    { enabled: isAmount, keep: true },
  )
  const after = isAmount ? data?.after : null
  return (
    <div className={classes.try}>
      <AmountField
        label="Nouvel achat à crédit"
        placeholder="Montant de l’achat"
        value={typed}
        onChange={setTyped}
        error={Number.isNaN(readAmount(typed, currency)) ? 'Indiquez un montant.' : undefined}
      />
      <div role="status">
        {after && (
          <>
            <div className={classes.sum}>
              <span>L’encours passerait à</span>
              <Money amount={after.total} unit />
            </div>
            {after.excess > 0 ? (
              <div className={`${classes.sum} ${classes.danger}`}>
                <span>Dépassement de la limite</span>
                <Money amount={after.excess} unit />
              </div>
            ) : after.left !== null ? (
              <div className={`${classes.sum} ${classes.fine}`}>
                <span>Reste disponible</span>
                <Money amount={after.left} unit />
              </div>
            ) : null}
          </>
        )}
      </div>
    </div>
  )
}

type LimitKind = 'none' | 'limited' | 'unlimited'
const limitKinds: { value: LimitKind; label: string }[] = [
  { value: 'none', label: 'Pas de crédit' },
  { value: 'limited', label: 'Limite' },
  { value: 'unlimited', label: 'Illimité' },
]

function LimitForm({ client: { id, creditLimit }, calls, onClose }: CreditSheetProps & { onClose: () => void }) {
  const send = useSend()
  const currency = useCurrency()
  const known: LimitKind = creditLimit === null ? 'unlimited' : creditLimit === noCredit ? 'none' : 'limited'
  const form = useForm({
    initial: { kind: known, creditLimit: known === 'limited' ? formatAmount(creditLimit!, currency) : '' },
    schema: persons.patch.body!,
    bodyOf: ({ kind, creditLimit: typed }) => ({
      // An empty amount is none: « Illimité » is chosen by its name only.
      creditLimit:
        kind === 'unlimited' ? null : kind === 'none' ? noCredit : (readAmount(typed, currency) ?? Number.NaN),
    }),
    unusual: ({ kind, creditLimit: typed }) => {
      const limit = readAmount(typed, currency)
      const isFar = kind === 'limited' && known === 'limited' && isFarAbove(limit ?? 0, creditLimit!)
      return unusualAmount(
        limit,
        isFar ? creditLimit! : undefined,
        (figure) => `Sa limite est de ${formatMoney(figure, currency)}`,
        currency,
      )
    },
    send: (body) => send(calls.patch as typeof persons.patch, { params: { id }, body }),
    onDone: onClose,
  })
  return (
    <FormFrame label="Limite de crédit" form={form} onCancel={onClose}>
      <SegmentedControl
        aria-label="Crédit de ce client"
        fullWidth
        data={limitKinds}
        value={form.values.kind}
        onChange={(kind) => form.set({ kind: kind as LimitKind })}
      />
      {form.values.kind === 'limited' && (
        <AmountField label="Limite de crédit" autoFocus {...form.field('creditLimit')} />
      )}
    </FormFrame>
  )
}
