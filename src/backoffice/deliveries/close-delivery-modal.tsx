import { Button, Checkbox, Group, Radio } from '@mantine/core'
import { useState } from 'react'
import { deliveries, type DeliveryDetail } from '#shared/contract/deliveries.ts'
import type { Due } from '#shared/contract/dues.ts'
import type { ClosingIssue } from '#shared/domain/deliveries/close-delivery.ts'
import { missingBoxes } from '#shared/domain/deliveries/missing-boxes.ts'
import { uncontrolledOf } from '#shared/domain/deliveries/uncontrolled.ts'
import { AppError } from '#shared/domain/errors.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import classes from '#backoffice/deliveries/deliveries.module.css'
import { DueTable } from '#backoffice/deliveries/delivery-dues.tsx'
import { faultWords } from '#backoffice/deliveries/delivery-words.ts'
import type { JudgedLine } from '#backoffice/deliveries/judged-line.ts'
import { RepeatedLines } from '#backoffice/deliveries/repeated-lines.tsx'
import { AcceptUncontrolled } from '#backoffice/deliveries/uncontrolled-lines.tsx'
import type { ActOnLine } from '#backoffice/deliveries/use-delivery-lines.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

interface CloseDeliveryModalProps {
  delivery: DeliveryDetail
  lines: readonly JudgedLine[]
  /** What customers wait for of these products. */
  owed: readonly Due[]
  act: ActOnLine
  onClose: () => void
  /** Opens the first line that keeps the delivery open. */
  onLine: (id: string) => void
}

/** Asks what becomes of the missing boxes, then books the delivery. Refused lines are named. */
export function CloseDeliveryModal({ delivery, lines, owed, act, onClose, onLine }: CloseDeliveryModalProps) {
  const currency = useCurrency()
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  // What was only ordered stays with its order; what a note bills is awaited as a delivery of its own.
  const staysOrdered = delivery.orderId !== null && !delivery.isFromFile && delivery.partOf === null
  const [rest, setRest] = useState<'given-up' | 'awaited'>(staysOrdered ? 'awaited' : 'given-up')
  const [acceptsBelowCost, setAccepts] = useState(false)
  const [issues, setIssues] = useState<readonly ClosingIssue[]>([])
  const missing = missingBoxes(lines)
  const boxes = missing.reduce((sum, each) => sum + each.boxes, 0)
  const value = missing.reduce((sum, each) => sum + each.boxes * each.line.purchasePrice, 0)
  const unseen = uncontrolledOf(lines)
  const [acceptedLines, setAcceptedLines] = useState(0)
  const sellsBelowCost = lines.some(({ alerts }) => alerts.some(({ kind }) => kind === 'below-cost'))
  const run = async () => {
    setIssues([])
    try {
      await send(deliveries.close, {
        params: { id: delivery.id },
        body: { rest, acceptsBelowCost, uncontrolled: acceptedLines },
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.message !== 'deliveries:cannotClose') throw error
      setIssues((error.details as { issues: ClosingIssue[] }).issues)
      return
    }
    say({ text: `Livraison n°\u00a0${delivery.number} validée` })
    onClose()
  }
  return (
    <PanelModal
      opened
      onClose={onClose}
      title={`Valider la livraison n°\u00a0${delivery.number}`}
      centered
      size={owed.length > 0 ? 'lg' : 'md'}
    >
      <div className={classes.choices}>
        <p className={classes.word}>
          {plural(
            lines.reduce((sum, line) => sum + line.received + line.free, 0),
            'boîte entre en stock',
            'boîtes entrent en stock',
          )}
          .
        </p>
        <AcceptUncontrolled
          unseen={unseen}
          checked={acceptedLines >= unseen.lines}
          onChange={(accepted) => setAcceptedLines(accepted ? unseen.lines : 0)}
        />
        <RepeatedLines lines={lines} act={act} />
        {boxes > 0 && (
          <Radio.Group
            label={`${plural(boxes, 'boîte manque', 'boîtes manquent')}, ${formatMoney(value, currency)}`}
            value={rest}
            onChange={(choice) => setRest(choice as typeof rest)}
          >
            <Group mt={8}>
              <Radio
                value="awaited"
                label={staysOrdered ? 'Elles restent attendues, avec leur propre BL' : 'Elles arrivent plus tard'}
              />
              <Radio
                value="given-up"
                label={
                  delivery.orderId
                    ? 'Elles ne viendront plus, la commande ne les attend plus'
                    : 'Elles ne viendront pas'
                }
              />
            </Group>
          </Radio.Group>
        )}
        {sellsBelowCost && (
          <Checkbox
            label="Accepter les prix de vente sous le coût"
            checked={acceptsBelowCost}
            onChange={(event) => setAccepts(event.currentTarget.checked)}
          />
        )}
        {owed.length > 0 && (
          <div>
            <b>Dus à remettre, à mettre de côté et à prévenir&nbsp;:</b>
            <DueTable owed={owed} />
          </div>
        )}
        {issues.length > 0 && (
          <div role="alert">
            <b>Rien n’est entré en stock. À compléter&nbsp;:</b>
            <ul className={classes.faults}>
              {issues.slice(0, 8).map(({ lineId, label, fault }) => (
                <li key={lineId}>
                  {label} : {faultWords[fault]}
                </li>
              ))}
            </ul>
            <Button variant="default" size="xs" onClick={() => (onLine(issues[0]!.lineId), onClose())}>
              Ouvrir la première ligne
            </Button>
          </div>
        )}
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Annuler
        </Button>
        <Button
          loading={gesture.isRunning}
          disabled={gesture.isOffline || acceptedLines < unseen.lines}
          onClick={() => gesture.run(run)}
        >
          Valider
        </Button>
      </Group>
      {gesture.modals}
    </PanelModal>
  )
}
