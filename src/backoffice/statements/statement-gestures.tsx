import { useLocation } from 'wouter'
import { useState } from 'react'
import { type BillStatementDetail, billStatements } from '#shared/contract/bill-statements.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount, formatMoney } from '#shared/ui/money-format.ts'
import { headBody, StatementHeadFields, type TypedHead } from '#backoffice/statements/statement-head-fields.tsx'
import { statementName, validatingBarrier } from '#backoffice/statements/statement-words.ts'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** What may be done with a statement in its state. */
export function StatementGestures({ statement }: { statement: BillStatementDetail }) {
  const send = useSend()
  const say = useNotice()
  const [, go] = useLocation()
  const currency = useCurrency()
  const gesture = useGesture()
  const may = useMay(billStatements.validate)
  const [isEditing, setIsEditing] = useState(false)
  const params = { id: statement.id }
  if (!may || statement.state === 'canceled') return null
  const barrier = validatingBarrier(statement)
  const { claimed } = statement.sums
  return (
    <>
      {statement.state === 'draft' ? (
        <>
          <CancelWithReason
            label="Annuler le relevé"
            question={'Annuler ce relevé\u202f?'}
            consequence="Ses lignes ne comptent plus. Son numéro pourra être saisi de nouveau."
            yes="Annuler le relevé"
            run={(reason) => send(billStatements.cancel, { params, body: { reason } })}
          />
          <WriteButton variant="default" onClick={() => setIsEditing(true)}>
            Modifier
          </WriteButton>
          <WriteButton
            loading={gesture.isRunning}
            disabled={barrier !== undefined}
            title={barrier}
            onClick={() =>
              gesture.ask({
                title: 'Valider ce relevé\u202f?',
                text: `Ses livraisons ne pourront plus être annulées.${claimed > 0 ? ` Une réclamation de ${formatMoney(claimed, currency)} est préparée.` : ''}`,
                yes: 'Valider',
                run: async () => {
                  const { claimId } = await send(billStatements.validate, { params })
                  say({ text: `${statementName(statement.reference)} validé` })
                  if (claimId) go(`/reclamations/${claimId}`)
                },
              })
            }
          >
            {claimed > 0 ? 'Valider et réclamer' : 'Valider'}
          </WriteButton>
        </>
      ) : (
        <WriteButton
          variant="default"
          loading={gesture.isRunning}
          onClick={() =>
            gesture.ask({
              title: 'Rouvrir ce relevé\u202f?',
              text: 'Ses lignes seront contrôlées de nouveau, et sa réclamation non envoyée est annulée.',
              yes: 'Rouvrir',
              run: () => send(billStatements.reopen, { params }),
            })
          }
        >
          Rouvrir
        </WriteButton>
      )}
      {isEditing && <EditHead statement={statement} onClose={() => setIsEditing(false)} />}
      {gesture.modals}
    </>
  )
}

function EditHead({ statement, onClose }: { statement: BillStatementDetail; onClose: () => void }) {
  const send = useSend()
  const currency = useCurrency()
  const { reference, from, to, dueOn, total } = statement
  const form = useForm({
    initial: { reference, from, to, dueOn, total: formatAmount(total, currency) } as TypedHead,
    schema: billStatements.patch.body!,
    bodyOf: (typed) => headBody(typed, currency),
    send: (body) => send(billStatements.patch, { params: { id: statement.id }, body }),
    onDone: onClose,
  })
  return (
    <PanelModal opened onClose={onClose} title="Modifier le relevé" centered>
      <FormFrame label="Relevé" form={form} onCancel={onClose}>
        <StatementHeadFields form={form} />
      </FormFrame>
    </PanelModal>
  )
}
