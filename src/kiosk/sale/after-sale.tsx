import { Button } from '@mantine/core'
import { IconFileInvoice, IconPlus, IconPrinter, IconSticker2 } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { CorrectionFace } from '#kiosk/counter/payment/correction-face.tsx'
import { paymentFactsAtom } from '#kiosk/counter/payment/payment-facts.ts'
import { RoundingWords } from '#kiosk/counter/payment/rounding-words.tsx'
import { settledWordsAtom } from '#kiosk/counter/payment/settled-words.ts'
import { awaitingPapersAtom, awaitingWords } from '#kiosk/counter/print/fiscal-of-sale.ts'
import { ticketOf } from '#kiosk/counter/print/print-receipt.ts'
import { invoiceLastAtom, labelLastAtom, type JustEnded } from '#kiosk/counter/sale/just-ended.ts'
import { paymentLabels, stampDutyIn } from '#shared/domain/payment.ts'
import { acknowledgedTodayAtom, refusedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { Money } from '#shared/ui/money.tsx'
import classes from './after-sale.module.css'
import { unitsWords } from './units-words.ts'

interface AfterSaleProps {
  justEnded: JustEnded
  onPrint: () => void
  onNext: () => void
}

/** Shows the change to give and the ticket. The next sale is already open: any scan or key begins it. */
export function AfterSale({ justEnded: { sale: ended, correction }, onPrint, onNext }: AfterSaleProps) {
  const settled = useAtomValue(settledWordsAtom)(ended.payments, { change: 'À rendre' })
  const factsOf = useAtomValue(paymentFactsAtom)
  const number = useAtomValue(acknowledgedTodayAtom).find(({ id }) => id === ended.id)?.reply.number
  const isRefused = useAtomValue(refusedSalesAtom).some(({ id }) => id === ended.id)
  const recorded = recordedWords(ended.identifier, { number, isRefused })
  const printLabels = useSetAtom(labelLastAtom)
  const isAwaited = useAtomValue(awaitingPapersAtom).has(ticketOf(ended.id))
  const printInvoice = useSetAtom(invoiceLastAtom)
  const hasPosology = ended.records.some(({ posology }) => posology?.trim())
  return (
    <section className={classes.done} aria-label={`Vente ${ended.identifier} terminée`}>
      {correction ? (
        <CorrectionFace correction={correction} received={correction.received} hint={recorded} />
      ) : (
        <GiantAmount label={settled.label} amount={settled.amount} tone="settled" hint={recorded} />
      )}
      <div className={classes.facts}>
        <span>
          Total{' '}
          <b>
            <Money amount={ended.total} unit />
          </b>{' '}
          · {unitsWords(ended)}
        </span>
        {ended.payments.map((payment) => (
          <span key={payment.id}>
            {[paymentLabels[payment.type], factsOf(payment)].filter(Boolean).join(' · ')}{' '}
            <b>
              <Money amount={payment.type === 'CASH' ? payment.tendered : payment.amount} unit />
            </b>
          </span>
        ))}
        <RoundingWords payments={ended.payments} rounding={ended.rounding} />
        {stampDutyIn(ended.payments) > 0 && (
          <span>
            Timbre de quittance{' '}
            <b>
              <Money amount={stampDutyIn(ended.payments)} unit />
            </b>
          </span>
        )}
        {isAwaited && <span role="status">{awaitingWords}</span>}
      </div>
      <div className={classes.actions}>
        {hasPosology && (
          <Button
            variant="default"
            size="md"
            style={{ gridColumn: '1 / -1' }}
            leftSection={<IconSticker2 size={26} aria-hidden />}
            onClick={() => void printLabels()}
          >
            Imprimer les étiquettes
          </Button>
        )}
        <Button variant="default" size="md" leftSection={<IconPrinter size={26} aria-hidden />} onClick={onPrint}>
          Imprimer le ticket
        </Button>
        <Button
          variant="default"
          size="md"
          leftSection={<IconFileInvoice size={26} aria-hidden />}
          onClick={() => void printInvoice()}
        >
          Facture A4
        </Button>
        <Button
          size="md"
          style={{ gridColumn: '1 / -1' }}
          leftSection={<IconPlus size={26} aria-hidden />}
          onClick={onNext}
        >
          Nouvelle vente
        </Button>
      </div>
    </section>
  )
}

function recordedWords(
  identifier: string,
  { number, isRefused }: { number: number | undefined; isRefused: boolean },
): string {
  if (isRefused) return `Vente ${identifier} refusée par le serveur\u00a0: ouvrez la file d’envoi`
  return number === undefined ? `Vente ${identifier} enregistrée sur ce poste` : `Vente n°\u00a0${number} enregistrée`
}
