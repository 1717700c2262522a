import { Button, Checkbox, Group, Radio } from '@mantine/core'
import { useState } from 'react'
import { deliveries, type DeliveryDetail } from '#shared/contract/deliveries.ts'
import type { Due } from '#shared/contract/dues.ts'
import type { ClosingIssue } from '#shared/domain/deliveries/close-delivery.ts'
import { lackingLines } from '#shared/domain/deliveries/line-alerts.ts'
import { missingBoxes } from '#shared/domain/deliveries/missing-boxes.ts'
import { uncontrolledOf } from '#shared/domain/deliveries/uncontrolled.ts'
import { timesQuantity } from '#shared/domain/supplier-price.ts'
import { AppError } from '#shared/domain/errors.ts'
import { type Lack, lackWords } from '#shared/domain/lot-tracing.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import classes from '#backoffice/deliveries/deliveries.module.css'
import { HeldActsNotice } from '#backoffice/deliveries/held-acts-notice.tsx'
import { DueTable } from '#backoffice/deliveries/delivery-dues.tsx'
import { faultWords } from '#backoffice/deliveries/delivery-words.ts'
import type { JudgedLine } from '#backoffice/deliveries/judged-line.ts'
import { RepeatedLines } from '#backoffice/deliveries/repeated-lines.tsx'
import { AcceptUncontrolled } from '#backoffice/deliveries/uncontrolled-lines.tsx'
import type { ActOnLine, HeldActs } from '#backoffice/deliveries/use-delivery-lines.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** The most lines that the question names. */
const shownLines = 8

interface CloseDeliveryModalProps {
  delivery: DeliveryDetail
  lines: readonly JudgedLine[]
  /** What customers wait for of these products. */
  owed: readonly Due[]
  /** What this terminal has not stored is not in the delivery: it is put back first. */
  held: HeldActs
  act: ActOnLine
  onClose: () => void
  /** Opens the first line that keeps the delivery open. */
  onLine: (id: string) => void
}

/**
 * Asks what becomes of the missing boxes, names the lines that nobody controlled and those without lot or expiry, then
 * books the delivery. Refused lines are named.
 */
export function CloseDeliveryModal({ delivery, lines, owed, held, act, onClose, onLine }: CloseDeliveryModalProps) {
  const currency = useCurrency()
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  // What was only ordered stays with its order; what a note bills is awaited as a delivery of its own.
  const staysOrdered = delivery.orderId !== null && !delivery.isFromFile && delivery.partOf === null
  const [rest, setRest] = useState<Rest>(staysOrdered ? 'awaited' : 'given-up')
  const [acceptsBelowCost, setAccepts] = useState(false)
  const [acceptsLacks, setAcceptsLacks] = useState(false)
  const [issues, setIssues] = useState<readonly ClosingIssue[]>([])
  const missing = missingBoxes(lines)
  const lacking = lackingLines(lines)
  const boxes = missing.reduce((sum, each) => sum + each.boxes, 0)
  const value = missing.reduce((sum, each) => sum + timesQuantity(each.line.purchasePrice, each.boxes), 0)
  const isRefused = ({ alerts }: JudgedLine) => alerts.some(({ kind }) => kind === 'expired')
  const boxesOf = (some: readonly JudgedLine[]) => some.reduce((sum, line) => sum + line.received + line.free, 0)
  const refused = boxesOf(lines.filter(isRefused))
  const entering = boxesOf(lines) - refused
  const unseen = uncontrolledOf(lines)
  const [acceptedLines, setAcceptedLines] = useState(0)
  const sellsBelowCost = lines.some(({ alerts }) => alerts.some(({ kind }) => kind === 'below-cost'))
  const run = async () => {
    setIssues([])
    try {
      await send(deliveries.close, {
        params: { id: delivery.id },
        body: { rest, acceptsBelowCost, uncontrolled: acceptedLines, withoutLot: lacking.length },
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
        <HeldActsNotice held={held} />
        {issues.length === 0 && (
          <p className={classes.word}>
            {plural(entering, 'boîte entre en stock', 'boîtes entrent en stock')}.
            {refused > 0 && ` ${plural(refused, 'boîte périmée n’entre pas', 'boîtes périmées n’entrent pas')}.`}
          </p>
        )}
        <AcceptUncontrolled
          unseen={unseen}
          checked={acceptedLines >= unseen.lines}
          onChange={(accepted) => setAcceptedLines(accepted ? unseen.lines : 0)}
        />
        <RepeatedLines lines={lines} act={act} />
        {boxes > 0 && (
          <MissingBoxes
            label={`${plural(boxes, 'boîte manque', 'boîtes manquent')}, ${formatMoney(value, currency)}`}
            isOrdered={delivery.orderId !== null}
            staysOrdered={staysOrdered}
            rest={rest}
            onChoose={setRest}
          />
        )}
        {sellsBelowCost && (
          <Checkbox
            label="Accepter les prix de vente sous le coût"
            checked={acceptsBelowCost}
            onChange={(event) => setAccepts(event.currentTarget.checked)}
          />
        )}
        <LackingLines
          lacking={lacking}
          isAccepted={acceptsLacks}
          onAccept={setAcceptsLacks}
          onLine={(id) => (onLine(id), onClose())}
        />
        {owed.length > 0 && (
          <div>
            <b>Dus à remettre, à mettre de côté et à prévenir&nbsp;:</b>
            <DueTable owed={owed} />
          </div>
        )}
        {issues.length > 0 && <ClosingIssues issues={issues} onLine={(id) => (onLine(id), onClose())} />}
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Annuler
        </Button>
        <Button
          loading={gesture.isRunning}
          disabled={
            gesture.isOffline || held.count > 0 || acceptedLines < unseen.lines || (lacking.length > 0 && !acceptsLacks)
          }
          onClick={() => gesture.run(run)}
        >
          Valider
        </Button>
      </Group>
      {gesture.modals}
    </PanelModal>
  )
}

type Rest = 'given-up' | 'awaited'

interface MissingBoxesProps {
  label: string
  isOrdered: boolean
  staysOrdered: boolean
  rest: Rest
  onChoose: (rest: Rest) => void
}

/** Whether the missing boxes still come. */
function MissingBoxes({ label, isOrdered, staysOrdered, rest, onChoose }: MissingBoxesProps) {
  const later = staysOrdered ? 'Elles restent attendues, avec leur propre BL' : 'Elles arrivent plus tard'
  const never = isOrdered ? 'Elles ne viendront plus, la commande ne les attend plus' : 'Elles ne viendront pas'
  return (
    <Radio.Group label={label} value={rest} onChange={(choice) => onChoose(choice as Rest)}>
      <Group mt={8}>
        <Radio value="awaited" label={later} />
        <Radio value="given-up" label={never} />
      </Group>
    </Radio.Group>
  )
}

/** Why the server did not close the delivery, line by line. */
function ClosingIssues({ issues, onLine }: { issues: readonly ClosingIssue[]; onLine: (id: string) => void }) {
  return (
    <div role="alert">
      <b>Rien n’est entré en stock. À compléter&nbsp;:</b>
      <ul className={classes.faults}>
        {issues.slice(0, shownLines).map(({ lineId, label, fault }) => (
          <li key={lineId}>
            {label} : {faultWords[fault]}
          </li>
        ))}
      </ul>
      <Button variant="default" size="xs" onClick={() => onLine(issues[0]!.lineId)}>
        Ouvrir la première ligne
      </Button>
    </div>
  )
}

interface LackingLinesProps {
  lacking: readonly { line: JudgedLine; lacks: readonly Lack[] }[]
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
  onLine: (id: string) => void
}

/** The lines without lot or expiry; they enter only when the member has said so. */
function LackingLines({ lacking, isAccepted, onAccept, onLine }: LackingLinesProps) {
  const count = lacking.length
  if (count === 0) return null
  return (
    <div>
      <b>{plural(count, 'ligne sans lot ou sans péremption', 'lignes sans lot ou sans péremption')}&nbsp;:</b>
      <ul className={classes.faults}>
        {lacking.slice(0, shownLines).map(({ line, lacks }) => (
          <li key={line.id}>
            <button type="button" className={`${classes.toLine} officine-focus`} onClick={() => onLine(line.id)}>
              {line.productLabel ?? line.label}
            </button>
            {`, ${lackWords(lacks)}`}
          </li>
        ))}
        {count > shownLines && <li>{`et ${count - shownLines} de plus`}</li>}
      </ul>
      <Checkbox
        label={`Faire entrer ${plural(count, 'ligne incomplète', 'lignes incomplètes')}`}
        description="Les lots restent à compléter sous «&nbsp;Lots sans date&nbsp;»."
        checked={isAccepted}
        onChange={(event) => onAccept(event.currentTarget.checked)}
      />
    </div>
  )
}
