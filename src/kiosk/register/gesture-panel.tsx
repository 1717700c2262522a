import { Button, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { OrganizationPicker, PersonPicker } from '#kiosk/ui/client-picker.tsx'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import { OperatorChoice } from '#kiosk/ui/operator-choice.tsx'
import { useTypedKeys } from '#kiosk/ui/use-typed-keys.ts'
import type { DisbursementReason } from '#shared/contract/disbursement-reasons.ts'
import { displayName } from '#shared/domain/person.ts'
import { paymentLabels } from '#shared/domain/payment.ts'
import { collectionTypes, type CollectionType } from '#shared/domain/register/movements.ts'
import { organizationsAtom } from '#shared/store/organization-list-atoms.ts'
import type { TypedDisbursement, TypedMovement } from '#shared/store/register-store.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { Keypad } from '#shared/ui/keypad.tsx'
import { typedAmount } from '#shared/ui/typed-amount.ts'
import { Debt } from './debt.tsx'
import classes from './register.module.css'
import { useOnce } from './use-once.ts'

export type GestureKind = 'disbursement' | TypedMovement['kind']

interface GesturePanelProps {
  kind: GestureKind
  reasons: readonly DisbursementReason[]
  operators: readonly string[]
  onDisburse: (typed: TypedDisbursement) => Promise<unknown>
  onMove: (typed: TypedMovement) => Promise<unknown>
  onClose: () => void
}

const titles: Record<GestureKind, string> = { disbursement: 'Décaisser', 'cash-in': 'Mettre en caisse', deposit: 'Verser en banque', collection: 'Encaisser un crédit' }

/** An amount, and what it is for: the last touch writes it down. */
export function GesturePanel({ kind, onClose, ...given }: GesturePanelProps) {
  const [amount, setAmount] = useState(0)
  const [note, setNote] = useState('')
  const { isBusy, once } = useOnce()
  useTypedKeys((key) => setAmount((typed) => typedAmount(typed, key)), () => undefined)
  const noted = note.trim() === '' ? null : note.trim()
  return (
    <aside className={classes.side} aria-label={titles[kind]}>
      <h2>{titles[kind]}</h2>
      <GiantAmount label="Montant" amount={amount} size="total" />
      <Keypad className={classes.pad!} onKey={(key) => setAmount((typed) => typedAmount(typed, key))} />
      {kind === 'disbursement' && <Reasons reasons={given.reasons} isReady={amount > 0 && !isBusy} onChoose={({ id, label }) => once(() => given.onDisburse({ reasonId: id, reason: label, amount, beneficiary: null, note: noted }))} />}
      {(kind === 'cash-in' || kind === 'deposit') && (
        <Button size="lg" disabled={amount === 0} loading={isBusy} onClick={() => once(() => given.onMove({ kind, amount, note: noted }))}>
          {titles[kind]}
        </Button>
      )}
      {kind === 'collection' && <Collection operators={given.operators} amount={amount} isBusy={isBusy} onChoose={(paid) => once(() => given.onMove({ kind, amount, note: noted, ...paid }))} />}
      <TextInput label={kind === 'disbursement' ? 'À qui, pour quoi (facultatif)' : 'Note (facultatif)'} size="md" maxLength={200} autoComplete="off" value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)} />
      <Button variant="default" size="md" onClick={onClose}>
        Laisser
      </Button>
    </aside>
  )
}

function Reasons({ reasons, isReady, onChoose }: { reasons: readonly DisbursementReason[]; isReady: boolean; onChoose: (reason: DisbursementReason) => void }) {
  if (reasons.length === 0) return <p className={classes.lead}>Aucun motif sur ce poste. Ils se créent dans la gestion, «{'\u00a0'}Décaissements{'\u00a0'}», et arrivent avec le réseau.</p>
  return (
    <div className={classes.choices} role="group" aria-label="Motif">
      <p>{isReady ? 'Touchez le motif\u00a0: le décaissement est noté.' : 'Tapez le montant, puis touchez le motif.'}</p>
      {reasons.map((reason) => (
        <Button key={reason.id} size="sm" variant="light" disabled={!isReady} onClick={() => onChoose(reason)}>
          {reason.label}
        </Button>
      ))}
    </div>
  )
}

type Paid = { type: CollectionType; operator: string | null; clientId: string }

/** Who pays what he owed, and how. */
function Collection({ operators, amount, isBusy, onChoose }: { operators: readonly string[]; amount: number; isBusy: boolean; onChoose: (paid: Paid) => void }) {
  const organizations = useAtomValue(organizationsAtom)
  const [client, setClient] = useState<{ id: string; name: string }>()
  const [type, setType] = useState<CollectionType>('CASH')
  const [operator, setOperator] = useState<string | null>(null)
  const lacking = !client ? 'Choisissez le client.' : amount === 0 ? 'Tapez le montant.' : type === 'MOBILE_MONEY' && operator === null ? 'Choisissez l’opérateur.' : null
  return (
    <>
      {client ? (
        <div className={classes.chosen}>
          <b>{client.name}</b>
          <Button variant="subtle" onClick={() => setClient(undefined)}>
            Changer
          </Button>
          <Debt clientId={client.id} paid={amount} />
        </div>
      ) : (
        <>
          <PersonPicker label="Patient" onChoose={(person) => setClient({ id: person.id, name: displayName(person) })} />
          <OrganizationPicker label="Organisme" onChoose={({ id }) => setClient({ id, name: organizations.get(id)?.name ?? 'Organisme' })} />
        </>
      )}
      <OneOf label="Moyen de paiement" names={collectionTypes.map((id) => ({ id, name: paymentLabels[id] }))} value={type} onChoose={setType} />
      {type === 'MOBILE_MONEY' && <OperatorChoice operators={operators} value={operator} onChoose={setOperator} />}
      {lacking && <p className={classes.lead}>{lacking}</p>}
      <Button size="lg" disabled={lacking !== null} loading={isBusy} onClick={() => client && onChoose({ type, operator: type === 'MOBILE_MONEY' ? operator : null, clientId: client.id })}>
        Encaisser le crédit
      </Button>
    </>
  )
}
