import { Button, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useTypedKeys } from '#kiosk/ui/use-typed-keys.ts'
import type { DisbursementReason } from '#shared/contract/disbursement-reasons.ts'
import type { TypedDisbursement, TypedMovement } from '#shared/store/register/till-gestures.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { useCurrency } from '#shared/ui/currency.tsx'
import { Keypad } from '#shared/ui/keypad.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { typedAmount } from '#shared/ui/typed-amount.ts'
import { BillsToPay } from './bills-to-pay.tsx'
import { Collect, Means, operatorOf, type Paid } from './collection-fields.tsx'
import { Disburse, Reasons } from './disbursement-fields.tsx'
import { Payer, type Client } from './payer.tsx'
import classes from './gesture-panel.module.css'
import page from './register-page.module.css'
import { useAskOnce, usualOf } from './use-ask-once.tsx'
import { useOnce } from './use-once.ts'

export type GestureKind = 'disbursement' | TypedMovement['kind']

interface GesturePanelProps {
  kind: GestureKind
  registerId: string
  reasons: readonly DisbursementReason[]
  operators: readonly string[]
  /** Cash in the drawer, in minor units. */
  inDrawer: number
  /** Whether the user may see it. */
  seesExpected: boolean
  /** Amounts of earlier disbursements. */
  pastDisbursements: readonly number[]
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
  const currency = useCurrency()
  const asked = `${titles[kind]} ${formatMoney(amount, currency)}`
  const right = useRight('disbursement.create', given.registerId, asked, amount)
  const exceed = useRight('register.exceed', given.registerId, asked, amount)
  const { denominations } = useAtomValue(tradeAtom)
  const isTaking = kind === 'disbursement' || kind === 'deposit'
  // A deposit takes what there is; a collection is at most the debt.
  const isBeyond = isTaking && amount > Math.max(0, given.inDrawer)
  const usual = usualOf(kind === 'disbursement' ? given.pastDisbursements : [], denominations)
  const { question, label, askOnce } = useAskOnce(amount, kind === 'disbursement' || kind === 'cash-in' ? usual : 0)
  const isReady = kind !== 'collection' || client !== undefined
  useTypedKeys(
    (key) => setAmount((typed) => typedAmount(typed, key)),
    () => undefined,
    isReady,
  )
  const noted = typedText(note)
  const labelOf = (own: string) =>
    isBeyond && noted === null ? 'Dites pourquoi dans la note' : label(right.label(isBeyond ? exceed.label(own) : own))
  const take = (run: (grants: Pick<TypedDisbursement, 'grant' | 'exceeding'>) => Promise<unknown>) =>
    askOnce(() =>
      right.use((grant) => {
        if (isBeyond) exceed.use((exceeding) => once(() => run({ grant, exceeding })))
        else once(() => run({ grant }))
      }),
    )
  const beyond = isBeyond && (
    <p role="alert" className={classes.tooMuch}>
      {given.seesExpected
        ? `La caisse n’a que ${formatMoney(Math.max(0, given.inDrawer), currency)} en espèces. `
        : 'C’est plus que la caisse ne peut contenir. '}
      Notez d’abord l’entrée d’espèces, ou dites pourquoi et {exceed.isOwn ? 'confirmez' : 'demandez au titulaire'}.
    </p>
  )
  return (
    <aside className={page.side} aria-label={titles[kind]}>
      {/* With a client, the name takes the place of the title: the panel is as high as the screen. */}
      {!client && <h2>{titles[kind]}</h2>}
      {kind === 'collection' && <Payer client={client} amount={amount} onChoose={setClient} />}
      {isReady && (
        <>
          {client && <BillsToPay clientId={client.id} paid={amount} onPay={setAmount} />}
          <GiantAmount label="Montant" amount={amount} size="total" />
          <Keypad className={page.pad!} onKey={(key) => setAmount((typed) => typedAmount(typed, key))} />
          {kind === 'disbursement' && <Reasons reasons={given.reasons} chosen={reason} onChoose={setReason} />}
          {kind === 'collection' && <Means operators={given.operators} paid={paid} onChange={setPaid} />}
          <div className={classes.typed}>
            {kind === 'disbursement' && (
              <Typed label="À qui (facultatif)" value={beneficiary} onType={setBeneficiary} />
            )}
            <Typed label={isBeyond ? 'Note\u00a0: pourquoi' : 'Note (facultatif)'} value={note} onType={setNote} />
          </div>
          {kind === 'disbursement' && given.reasons.length > 0 && (
            <Disburse
              amount={amount}
              reason={reason}
              isUnexplained={isBeyond && noted === null}
              isBusy={isBusy}
              label={labelOf}
              onEnd={(chosen) =>
                take((grants) =>
                  given.onDisburse({
                    reasonId: chosen.id,
                    reason: chosen.label,
                    amount,
                    beneficiary: typedText(beneficiary),
                    note: noted,
                    ...grants,
                  }),
                )
              }
            >
              {beyond}
              {question}
            </Disburse>
          )}
          {kind === 'cash-in' && (
            <div className={classes.seal}>
              {question}
              <Button
                size="lg"
                disabled={amount === 0}
                loading={isBusy}
                onClick={() => askOnce(() => once(() => given.onMove({ kind, amount, note: noted })))}
              >
                {label(titles[kind])}
              </Button>
            </div>
          )}
          {kind === 'deposit' && (
            <div className={classes.seal}>
              {beyond}
              <Button
                size="lg"
                disabled={amount === 0 || (isBeyond && noted === null)}
                loading={isBusy}
                onClick={() => take((grants) => given.onMove({ kind, amount, note: noted, ...grants }))}
              >
                {labelOf(titles[kind])}
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
        Annuler
      </Button>
    </aside>
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
