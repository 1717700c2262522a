import { Button, Switch } from '@mantine/core'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import { creditNoteRequestAtom } from '#kiosk/counter/print/print-receipt.ts'
import { kickDrawerAtom } from '#kiosk/counter/print/printer-state.ts'
import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { useRight } from '#kiosk/counter/rights/use-right.ts'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import type { SaleReturn } from '#shared/contract/sale-return.ts'
import type { Sale } from '#shared/contract/sales.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { paymentsFrom } from '#shared/domain/payment.ts'
import { returnReasons } from '#shared/domain/return-reasons.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { Stepper } from '#shared/ui/stepper.tsx'
import { givenBackByReturning } from './handed-back.ts'
import { HandedBackModal } from './handed-back-modal.tsx'
import { ReasonChoice } from './reason-choice.tsx'
import classes from './sale-gesture.module.css'
import { giveBackAtom, sentReturnAtom } from './undo-atoms.ts'
import { useReturnDraft, type ReturnableLine } from './use-return-draft.ts'

const ownMeans = 'Par son moyen de paiement'
const notes = 'En espèces'
const notForSale = 'Rappelé, abîmé ou périmé\u00a0: à mettre de côté, jamais remis en vente.'

/**
 * Returns lines of a closed sale: which, how many, and what the customer gets back, shown before the return is sent.
 */
export function ReturnPanel({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const { cashStep } = useAtomValue(tradeAtom)
  const [sent, setSent] = useAtom(sentReturnAtom(sale.id))
  const [made, setMade] = useState<{ note: SaleReturn; isPrinted: boolean }>()
  const giveBack = useSetAtom(giveBackAtom)
  const printNote = useSetAtom(creditNoteRequestAtom)
  const openDrawer = useSetAtom(kickDrawerAtom)
  const { ask, isAsking, failure, dismiss } = useAsking()
  // The answer may be lost: if the sale contains the return, the server has recorded it.
  const landed = sale.returns.find(({ id }) => id === sent?.id)
  const draft = useReturnDraft(sale, landed || made ? null : sent, cashStep)
  const note = made?.note ?? (isAsking ? undefined : landed)

  const right = useRight('sale.cancel', sale.id, `Retour sur la vente n°\u00a0${sale.number}`)

  const send = async (grant?: Grant) => {
    const answer = await ask(() => giveBack({ sale, ...draft.typed, grant }))
    if (!answer) return
    setMade({ note: answer, isPrinted: false })
    if (givenBackByReturning(answer, sale).cash > 0) await openDrawer()
  }
  const close = () => {
    if (landed) setSent(null)
    onClose()
  }
  if (note)
    return (
      <HandedBackModal
        title={`Retour enregistré, avoir n°\u00a0${note.number}`}
        givenBack={givenBackByReturning(note, sale)}
        paper={{
          label: 'Imprimer l’avoir',
          of: note.id,
          onClick: () => {
            setMade({ note, isPrinted: true })
            void printNote({ note, sale, isReprint: made?.isPrinted ?? false })
          },
        }}
        onClose={close}
      />
    )
  const isUnanswered = sent !== null && !isAsking
  const isFixed = sent !== null
  const missing = missingOf(draft.typed)
  const hasOwnMeans = paymentsFrom('means', sale.payments).some(({ type }) => type !== 'CASH')
  return (
    <SidePanel
      title={`Retour, vente n°\u00a0${sale.number}`}
      onClose={onClose}
      footer={
        <div className={classes.foot}>
          {draft.verdict.ok && draft.typed.lines.length > 0 && <Sums {...givenBackByReturning(draft.verdict, sale)} />}
          <div className={classes.buttons}>
            <Button size="md" variant="default" onClick={onClose}>
              {isUnanswered ? 'Plus tard' : 'Revenir'}
            </Button>
            <Button
              size="md"
              loading={isAsking}
              disabled={missing !== null}
              onClick={() => (isUnanswered ? void send() : right.use((grant) => void send(grant)))}
            >
              {isUnanswered ? 'Réessayer' : right.label('Reprendre ces lignes')}
            </Button>
          </div>
          {missing && <p className={classes.hint}>{missing}</p>}
        </div>
      }
    >
      {isUnanswered && (
        <div className={classes.silence} role="alert">
          <b>Pas de réponse</b>
          Ce retour est peut-être déjà enregistré. Réessayez quand le réseau est là{'\u00a0'}: il ne sera fait qu’une
          fois. Ne rendez rien avant.
        </div>
      )}
      {draft.lines.map((each) => (
        <ReturnLine
          key={each.line.id}
          {...each}
          isFixed={isFixed}
          isFitForSale={draft.isFitForSale}
          onQuantity={(quantity) => draft.setQuantity(each.line.id, quantity)}
          onToStock={(toStock) => draft.setToStock(each.line.id, toStock)}
        />
      ))}
      {hasOwnMeans && !isFixed && (
        <PanelSection title="Rendre au client">
          <OneOf
            label="Rendre au client"
            names={[ownMeans, notes]}
            value={draft.typed.inCash ? notes : ownMeans}
            onChoose={(name) => draft.setInCash(name === notes)}
          />
        </PanelSection>
      )}
      <PanelSection title="Motif">
        {isFixed ? (
          draft.typed.reason
        ) : (
          <ReasonChoice reasons={returnReasons} value={draft.reason} onChange={draft.setReason} />
        )}
      </PanelSection>
      {failure?.kind === 'refused' && <RefusedGesture error={failure.error} onResume={dismiss} onClose={onClose} />}
    </SidePanel>
  )
}

interface ReturnLineProps extends ReturnableLine {
  isFixed: boolean
  isFitForSale: boolean
  onQuantity: (quantity: number) => void
  onToStock: (toStock: boolean) => void
}

function ReturnLine({
  line,
  left,
  quantity,
  isStock,
  toStock,
  isFixed,
  isFitForSale,
  onQuantity,
  onToStock,
}: ReturnLineProps) {
  const back = line.quantity - left
  return (
    <div className={classes.line} role="group" aria-label={line.label}>
      <span>
        <b>{unbroken(line.label)}</b>
        <small>
          {line.quantity} × <Money amount={line.price} />
          {back > 0 && ` · déjà rendu\u00a0: ${back}`}
        </small>
      </span>
      <Stepper
        label={`Rendus, ${line.label}`}
        min={0}
        max={left}
        value={quantity}
        disabled={isFixed || left === 0}
        onChange={onQuantity}
      />
      {isStock && quantity > 0 && (
        <div className={classes.shelf}>
          <Switch
            size="lg"
            label="Remettre en stock"
            checked={toStock}
            disabled={isFixed || !isFitForSale}
            onChange={(event) => onToStock(event.currentTarget.checked)}
          />
          {!isFitForSale && <small>{notForSale}</small>}
        </div>
      )}
    </div>
  )
}

function Sums({ cash, others }: ReturnType<typeof givenBackByReturning>) {
  return (
    <div role="status" aria-label="À rendre">
      <dl className={classes.sums}>
        {others.map(({ label, amount }, place) => (
          <div key={place}>
            <dt>{label}</dt>
            <dd>
              <Money amount={amount} unit />
            </dd>
          </div>
        ))}
        <div className={classes.cash}>
          <dt>À rendre en espèces</dt>
          <dd>
            <Money amount={cash} unit />
          </dd>
        </div>
      </dl>
    </div>
  )
}

function missingOf({ lines, reason }: { lines: readonly unknown[]; reason: string }): string | null {
  if (lines.length === 0) return 'Choisissez ce que le client rend.'
  return reason === '' ? 'Choisissez un motif.' : null
}
