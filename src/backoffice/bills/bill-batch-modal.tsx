import { Button, Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { billBatches, type BillBatchKind, mostInBillBatch } from '#shared/contract/bill-batches.ts'
import { type BillFile, billFileFormats } from '#shared/contract/bill-files.ts'
import type { BillRow } from '#shared/contract/bills.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { BatchFile, BatchProgress } from '#backoffice/bills/batch-progress.tsx'
import { batchWords } from '#backoffice/bills/batch-words.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const formatWords: Record<BillFile['format'], string> = { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' }
/** In ms: a batch says how far it is every second. */
const askedEvery = 1_000

interface BillBatchModalProps {
  kind: BillBatchKind
  rows: readonly Pick<BillRow, 'id' | 'amount'>[]
  onClose: () => void
  /** Every bill was handled. */
  onDone: () => void
}

/** Prints, exports, sends or notes as sent the ticked bills together, and says what became of each. */
export function BillBatchModal({ kind, rows, onClose, onDone }: BillBatchModalProps) {
  const [bills] = useState(rows)
  const [id] = useState(uuid7)
  const [isAsked, setIsAsked] = useState(false)
  const { data: batch } = useAnswer(
    billBatches.read,
    { params: { id } },
    { enabled: isAsked, keep: true, everyMs: askedEvery },
  )
  const isWhole = batch?.status === 'done' && batch.items.every(({ state }) => state === 'done')
  return (
    <PanelModal opened onClose={isWhole ? onDone : onClose} title={batchWords[kind].title} size="lg" centered>
      {isAsked ? (
        <BatchProgress kind={kind} batch={batch} />
      ) : (
        <BatchQuestion kind={kind} id={id} bills={bills} onAsked={() => setIsAsked(true)} onClose={onClose} />
      )}
      {isAsked && (
        <Group justify="flex-end" mt="md">
          {batch && <BatchFile batch={batch} />}
          <Button variant="default" onClick={isWhole ? onDone : onClose}>
            Fermer
          </Button>
        </Group>
      )}
    </PanelModal>
  )
}

interface BatchQuestionProps {
  kind: BillBatchKind
  id: string
  bills: BillBatchModalProps['rows']
  onAsked: () => void
  onClose: () => void
}

function BatchQuestion({ kind, id, bills, onAsked, onClose }: BatchQuestionProps) {
  const currency = useCurrency()
  const send = useSend()
  const gesture = useGesture()
  const [format, setFormat] = useState<BillFile['format']>('pdf')
  const words = batchWords[kind]
  const isTooMany = bills.length > mostInBillBatch
  const sum = bills.reduce((total, { amount }) => total + amount, 0)
  const ask = async () => {
    const body = { id, billIds: bills.map((bill) => bill.id) }
    if (kind === 'mail' || kind === 'mark') await send(billBatches.send, { body: { ...body, kind } })
    else await send(billBatches.files, { body: kind === 'print' ? { ...body, kind } : { ...body, kind, format } })
    onAsked()
  }
  return (
    <>
      <p>
        {isTooMany
          ? `Au plus ${plural(mostInBillBatch, 'facture')} à la fois.`
          : `${plural(bills.length, 'facture')}, ${formatMoney(sum, currency)}. ${words.about}`}
      </p>
      {kind === 'export' && (
        <SegmentedControl
          aria-label="Format"
          data={billFileFormats.map((value) => ({ value, label: formatWords[value] }))}
          value={format}
          onChange={(value) => setFormat(value as BillFile['format'])}
        />
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Annuler
        </Button>
        <Button
          data-autofocus
          loading={gesture.isRunning}
          disabled={gesture.isOffline || isTooMany}
          onClick={() => gesture.run(ask)}
        >
          {words.run}
        </Button>
      </Group>
      {gesture.modals}
    </>
  )
}
