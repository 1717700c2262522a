import { Button, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
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
import { type DrawerFacts, useBeyondDrawer } from './use-beyond-drawer.tsx'
import { useOnce } from './use-once.ts'

export type GestureKind = 'disbursement' | TypedMovement['kind']

interface GesturePanelProps extends DrawerFacts {
  kind: GestureKind
  reasons: readonly DisbursementReason[]
  operators: readonly string[]
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
  const { denominations } = useAtomValue(tradeAtom)
  const beyond = useBeyondDrawer(kind === 'disbursement' || kind === 'deposit', amount, asked, given)
  const usual = usualOf(kind === 'disbursement' ? given.pastDisbursements : [], denominations)
  const { answers, askOnce } = useAskOnce(amount, kind === 'disbursement' || kind === 'cash-in' ? usual : 0, {
    isBusy,
    onCorrect: () => setAmount(0),
  })
  const isReady = kind !== 'collection' || client !== undefined
  useTypedKeys(
    (key) => setAmount((typed) => typedAmount(typed, key)),
    () => undefined,
    isReady,
  )
  const noted = typedText(note)
  const isUnexplained = beyond.isBeyond && noted === null
  const labelOf = (own: string) => (isUnexplained ? 'Dites pourquoi dans la note' : right.label(beyond.label(own)))
  const take = (run: (grants: Pick<TypedDisbursement, 'grant' | 'exceeding'>) => Promise<unknown>) =>
    askOnce(() => {
      if (beyond.isRefused) return once(beyond.onRefuse)
      right.use((grant) => beyond.use((exceeding) => once(() => run({ grant, exceeding }))))
    })
  return (
    <aside className={`${page.side} ${kind === 'collection' ? '' : page.halves}`} aria-label={titles[kind]}>
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
            <Typed
              label={beyond.isBeyond ? 'Note\u00a0: pourquoi' : 'Note (facultatif)'}
              value={note}
              onType={setNote}
            />
          </div>
          {kind === 'disbursement' && given.reasons.length > 0 && (
            <Disburse
              amount={amount}
              reason={reason}
              isUnexplained={isUnexplained}
              isBusy={isBusy}
              label={labelOf}
              answers={answers}
              warning={beyond.warning}
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
            />
          )}
          {kind === 'cash-in' && (
            <Seal
              answers={answers}
              label={titles[kind]}
              isReady={amount > 0}
              isBusy={isBusy}
              onEnd={() => askOnce(() => once(() => given.onMove({ kind, amount, note: noted })))}
            />
          )}
          {kind === 'deposit' && (
            <Seal
              warning={beyond.warning}
              label={labelOf(titles[kind])}
              isReady={amount > 0 && !isUnexplained}
              isBusy={isBusy}
              onEnd={() => take((grants) => given.onMove({ kind, amount, note: noted, ...grants }))}
            />
          )}
          {kind === 'collection' && client && (
            <Collect
              clientId={client.id}
              amount={amount}
              isBusy={isBusy}
              paid={paid}
              onEnd={() => {
                const by = { clientId: client.id, type: paid.type, operator: operatorOf(paid) }
                return once(() => given.onMove({ kind, amount, note: noted, ...by }))
              }}
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

interface SealProps {
  warning?: ReactNode
  /** In place of the button, when the amount is asked for once more. */
  answers?: (run: () => void) => ReactNode
  label: string
  isReady: boolean
  isBusy: boolean
  onEnd: () => void
}

/** The large button that stores the movement, below what is to be known first. */
function Seal({ warning, answers, label, isReady, isBusy, onEnd }: SealProps) {
  return (
    <div className={classes.seal}>
      {warning}
      {answers?.(onEnd) || (
        <Button size="lg" disabled={!isReady} loading={isBusy} onClick={onEnd}>
          {label}
        </Button>
      )}
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
