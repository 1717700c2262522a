import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import { OperatorChoice } from '#kiosk/counter/payment/operator-choice.tsx'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import { useTypedKeys } from '#kiosk/ui/use-typed-keys.ts'
import type { DisbursementReason } from '#shared/contract/disbursement-reasons.ts'
import { paymentLabels, typeFacts } from '#shared/domain/payment.ts'
import { collectionTypes, type CollectionType } from '#shared/domain/register/movements.ts'
import type { TypedDisbursement, TypedMovement } from '#shared/store/register/till-gestures.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { useCurrency } from '#shared/ui/currency.tsx'
import { Keypad } from '#shared/ui/keypad.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { typedAmount } from '#shared/ui/typed-amount.ts'
import { useIsBeyondDebt } from './debt.tsx'
import { Payer, type Client } from './payer.tsx'
import classes from './gesture-panel.module.css'
import page from './register-page.module.css'
import { useOnce } from './use-once.ts'

export type GestureKind = 'disbursement' | TypedMovement['kind']

interface GesturePanelProps {
  kind: GestureKind
  registerId: string
  reasons: readonly DisbursementReason[]
  operators: readonly string[]
  /** Cash in the drawer, in minor units; null: the user may not see it. */
  inDrawer: number | null
  onDisburse: (typed: TypedDisbursement) => Promise<unknown>
  onMove: (typed: TypedMovement) => Promise<unknown>
  onClose: () => void
}

const titles: Record<GestureKind, string> = {
  disbursement: 'Décaisser',
  'cash-in': 'Mettre en caisse',
  deposit: 'Verser en banque',
  collection: 'Encaisser un crédit',
}

/** An amount and its reason; the large button stores the movement. A credit payment begins with its client. */
export function GesturePanel({ kind, onClose, ...given }: GesturePanelProps) {
  const [amount, setAmount] = useState(0)
  const [note, setNote] = useState('')
  const [beneficiary, setBeneficiary] = useState('')
  const [paid, setPaid] = useState<Paid>({ type: 'CASH', operator: null })
  const [client, setClient] = useState<Client>()
  const [reason, setReason] = useState<DisbursementReason>()
  const { isBusy, once } = useOnce()
  const right = useRight('disbursement.create', given.registerId, titles[kind])
  const isReady = kind !== 'collection' || client !== undefined
  useTypedKeys(
    (key) => setAmount((typed) => typedAmount(typed, key)),
    () => undefined,
    isReady,
  )
  const noted = typedText(note)
  return (
    <aside className={page.side} aria-label={titles[kind]}>
      {/* With a client, the name takes the place of the title: the panel is as high as the screen. */}
      {!client && <h2>{titles[kind]}</h2>}
      {kind === 'collection' && <Payer client={client} amount={amount} onChoose={setClient} />}
      {isReady && (
        <>
          <GiantAmount label="Montant" amount={amount} size="total" />
          <Keypad className={page.pad!} onKey={(key) => setAmount((typed) => typedAmount(typed, key))} />
          {kind === 'disbursement' && <Reasons reasons={given.reasons} chosen={reason} onChoose={setReason} />}
          {kind === 'collection' && <Means operators={given.operators} paid={paid} onChange={setPaid} />}
          <div className={classes.typed}>
            {kind === 'disbursement' && (
              <Typed label="À qui (facultatif)" value={beneficiary} onType={setBeneficiary} />
            )}
            <Typed label="Note (facultatif)" value={note} onType={setNote} />
          </div>
          {kind === 'disbursement' && given.reasons.length > 0 && (
            <Disburse
              amount={amount}
              reason={reason}
              inDrawer={given.inDrawer}
              isBusy={isBusy}
              label={right.label}
              onEnd={({ id, label }) =>
                right.use((grant) =>
                  once(() =>
                    given.onDisburse({
                      reasonId: id,
                      reason: label,
                      amount,
                      beneficiary: typedText(beneficiary),
                      note: noted,
                      grant,
                    }),
                  ),
                )
              }
            />
          )}
          {kind === 'cash-in' && (
            <div className={classes.seal}>
              <Button
                size="lg"
                disabled={amount === 0}
                loading={isBusy}
                onClick={() => once(() => given.onMove({ kind, amount, note: noted }))}
              >
                {titles[kind]}
              </Button>
            </div>
          )}
          {kind === 'deposit' && (
            <div className={classes.seal}>
              <Button
                size="lg"
                disabled={amount === 0}
                loading={isBusy}
                onClick={() => right.use((grant) => once(() => given.onMove({ kind, amount, note: noted, grant })))}
              >
                {right.label(titles[kind])}
              </Button>
            </div>
          )}
          {kind === 'collection' && client && (
            <Collect
              clientId={client.id}
              amount={amount}
              isBusy={isBusy}
              paid={paid}
              onEnd={() =>
                once(() =>
                  given.onMove({
                    kind,
                    amount,
                    note: noted,
                    clientId: client.id,
                    type: paid.type,
                    operator: operatorOf(paid),
                  }),
                )
              }
            />
          )}
        </>
      )}
      <Button variant="default" size="md" onClick={onClose}>
        Laisser
      </Button>
    </aside>
  )
}

function Reasons({
  reasons,
  chosen,
  onChoose,
}: {
  reasons: readonly DisbursementReason[]
  chosen: DisbursementReason | undefined
  onChoose: (reason: DisbursementReason) => void
}) {
  if (reasons.length === 0)
    return (
      <p className={page.lead}>
        Aucun motif sur ce poste. Ils se créent dans la gestion, «{'\u00a0'}Décaissements{'\u00a0'}», et arrivent avec
        le réseau.
      </p>
    )
  return (
    <div className={classes.choices} role="radiogroup" aria-label="Motif">
      {reasons.map((reason) => (
        <Button
          key={reason.id}
          role="radio"
          aria-checked={reason.id === chosen?.id}
          classNames={{ root: classes.reason!, label: classes.reasonText! }}
          size="sm"
          variant={reason.id === chosen?.id ? 'filled' : 'light'}
          onClick={() => onChoose(reason)}
        >
          {reason.label}
        </Button>
      ))}
    </div>
  )
}

/** The button of a disbursement, and what is missing before it. */
function Disburse({
  amount,
  reason,
  inDrawer,
  isBusy,
  label,
  onEnd,
}: {
  amount: number
  reason: DisbursementReason | undefined
  inDrawer: number | null
  isBusy: boolean
  label: (own: string) => string
  onEnd: (reason: DisbursementReason) => void
}) {
  const currency = useCurrency()
  const isTooMuch = inDrawer !== null && amount > inDrawer
  return (
    <div className={classes.seal}>
      {isTooMuch && (
        <p role="alert" className={classes.tooMuch}>
          {`La caisse n’a que ${formatMoney(Math.max(0, inDrawer), currency)} en espèces. Notez d’abord ce qui y a été mis.`}
        </p>
      )}
      <Button
        size="lg"
        disabled={amount === 0 || reason === undefined || isTooMuch}
        loading={isBusy}
        onClick={() => reason && onEnd(reason)}
      >
        {amount === 0
          ? 'Tapez le montant'
          : reason === undefined
            ? 'Touchez le motif'
            : label(`Décaisser ${formatMoney(amount, currency)}`)}
      </Button>
    </div>
  )
}

/** Names the gesture on the button, as the chosen means may be scrolled out of view. */
const gestures: Record<CollectionType, string> = {
  CASH: 'Encaisser en espèces',
  CHEQUE: 'Encaisser par chèque',
  CREDIT_CARD: 'Encaisser par carte',
  MOBILE_MONEY: 'Encaisser par mobile',
  TRANSFER: 'Encaisser par virement',
}

type Paid = { type: CollectionType; operator: string | null }

/** An operator counts only for mobile money. The user may have chosen one before another means. */
function operatorOf({ type, operator }: Paid): string | null {
  return typeFacts[type].isPerOperator ? operator : null
}

interface MeansProps {
  operators: readonly string[]
  paid: Paid
  onChange: (paid: Paid) => void
}

/** How the client pays the debt. */
function Means({ operators, paid, onChange }: MeansProps) {
  const { type } = paid
  return (
    <>
      <OneOf
        label="Moyen de paiement"
        names={collectionTypes.map((id) => ({ id, name: paymentLabels[id] }))}
        value={type}
        onChoose={(chosen) => onChange({ ...paid, type: chosen })}
      />
      {typeFacts[type].isPerOperator && (
        <OperatorChoice
          operators={operators}
          value={paid.operator}
          onChoose={(operator) => onChange({ ...paid, operator })}
        />
      )}
    </>
  )
}

interface CollectProps {
  clientId: string
  amount: number
  isBusy: boolean
  paid: Paid
  onEnd: () => void
}

/** The button of a credit payment, and what is missing before it. */
function Collect({ clientId, amount, isBusy, paid, onEnd }: CollectProps) {
  const isTooMuch = useIsBeyondDebt(clientId, amount)
  const lacksOperator = typeFacts[paid.type].isPerOperator && paid.operator === null
  return (
    <div className={classes.seal}>
      {isTooMuch && (
        <p role="alert" className={classes.tooMuch}>
          Encaissez au plus ce qu’il doit.
        </p>
      )}
      {lacksOperator && <p className={page.lead}>Choisissez l’opérateur.</p>}
      <Button size="lg" disabled={amount === 0 || lacksOperator || isTooMuch} loading={isBusy} onClick={onEnd}>
        {gestures[paid.type]}
      </Button>
    </div>
  )
}

/** The contract's limit. */
const textLength = 200

function Typed({ label, value, onType }: { label: string; value: string; onType: (typed: string) => void }) {
  return (
    <TextInput
      label={label}
      size="md"
      maxLength={textLength}
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}

function typedText(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim()
}
