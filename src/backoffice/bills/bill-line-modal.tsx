import { Group, Radio, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type BillDetail, type BillLine, bills } from '#shared/contract/bills.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { faultsText } from '#backoffice/bills/bill-words.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

type Outcome = 'present-again' | 'charge' | 'write-off'

/** One voucher of a bill; what is left of it may be refused by its payer. */
export function BillLineModal({ bill, line, onClose }: { bill: BillDetail; line: BillLine; onClose: () => void }) {
  const send = useSend()
  const gesture = useGesture()
  const mayRefuse = useMay(bills.refuse) && line.left > 0 && bill.state !== 'canceled'
  const mayWriteOff = useMay(bills.writeOff)
  const [id] = useState(uuid7)
  const [outcome, setOutcome] = useState<Outcome>('present-again')
  const [reason, setReason] = useState('')
  const { saleId, paymentId } = line
  const refuse = () =>
    gesture.run(async () => {
      const params = { id: bill.id }
      const body = { id, lines: [{ saleId, paymentId }], reason }
      if (outcome === 'write-off') await send(bills.writeOff, { params, body })
      else await send(bills.refuse, { params, body: { ...body, outcome } })
      onClose()
    })
  return (
    <PanelModal opened onClose={onClose} title={`Bon ${line.voucher ?? `n°\u00a0${line.position}`}`} size="lg" centered>
      <FactList facts={factsOf(line)} />
      {mayRefuse && (
        <form
          aria-label="Refus du payeur"
          onSubmit={(event) => {
            event.preventDefault()
            refuse()
          }}
        >
          <Stack mt={16} gap={10}>
            <Radio.Group
              label="Refusé par le payeur"
              value={outcome}
              onChange={(value) => setOutcome(value as Outcome)}
            >
              <Stack gap={6} mt={6}>
                <Radio value="present-again" label="À représenter : le bon ira sur une prochaine facture" />
                <Radio value="charge" label="Mettre au compte du patient" />
                {mayWriteOff && <Radio value="write-off" label="Abandonner ce qui reste dû" />}
              </Stack>
            </Radio.Group>
            <Textarea
              label="Raison"
              required
              rows={2}
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <WriteButton type="submit" loading={gesture.isRunning} disabled={reason.trim() === ''}>
                Enregistrer le refus
              </WriteButton>
            </Group>
          </Stack>
        </form>
      )}
      {gesture.modals}
    </PanelModal>
  )
}

function factsOf(line: BillLine): Fact[] {
  return [
    [
      'Vente',
      <TextLink key="sale" to={`/ventes/${line.saleId}`}>
        {`N°\u00a0${line.saleNumber}, ${formatDay(line.soldAt)}`}
      </TextLink>,
    ],
    ['Bénéficiaire', line.beneficiary],
    ['Matricule', line.insuredNumber],
    ['Employeur', line.employer],
    ['Contrat', line.contract],
    ['Prescripteur', line.prescriber],
    ['Manque', faultsText(line.faults)],
    ['Facturé', <Money key="amount" amount={line.amount} unit />],
    ['Payé', line.paid > 0 ? <Money key="paid" amount={line.paid} unit /> : null],
    ['Reste dû', <Money key="left" amount={line.left} unit />],
  ]
}
