import { Button } from '@mantine/core'
import { IconPlus, IconPrinter, IconSticker2 } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { labelLastAtom } from '#kiosk/counter/sale/just-ended.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { paymentLabels } from '#shared/domain/payment.ts'
import { changeOf } from '#shared/domain/sale.ts'
import { acknowledgedTodayAtom, refusedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { Money } from '#shared/ui/money.tsx'
import classes from './sale.module.css'
import { unitsWords } from './units-words.ts'

interface AfterSaleProps {
  /** The frozen payload of the sale that just ended. */
  ended: NewSale
  onPrint: () => void
  onNext: () => void
}

/** Shows the change to give and the ticket. The next sale is already open: any scan or key begins it. */
export function AfterSale({ ended, onPrint, onNext }: AfterSaleProps) {
  const change = changeOf(ended.payments)
  const number = useAtomValue(acknowledgedTodayAtom).find(({ id }) => id === ended.id)?.reply.number
  const isRefused = useAtomValue(refusedSalesAtom).some(({ id }) => id === ended.id)
  const types = [...new Set(ended.payments.map((payment) => paymentLabels[payment.type]))].join(', ')
  const printLabels = useSetAtom(labelLastAtom)
  const hasPosology = ended.records.some(({ posology }) => posology?.trim())
  return (
    <section className={classes.done} aria-label={`Vente ${ended.identifier} terminée`}>
      <GiantAmount
        label={change > 0 ? 'À rendre' : 'Rien à rendre'}
        amount={change}
        tone="settled"
        hint={
          isRefused
            ? `Vente ${ended.identifier} refusée par le serveur\u00a0: ouvrez la file d’envoi`
            : number === undefined
              ? `Vente ${ended.identifier} enregistrée sur ce poste`
              : `Vente n°\u00a0${number} enregistrée`
        }
      />
      <div className={classes.doneFacts}>
        <span>
          Total{' '}
          <b>
            <Money amount={ended.total} unit />
          </b>{' '}
          · {types}
        </span>
        <span>{unitsWords(ended)}</span>
      </div>
      <div className={classes.doneActions}>
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
        <Button size="md" leftSection={<IconPlus size={26} aria-hidden />} onClick={onNext}>
          Nouvelle vente
        </Button>
      </div>
    </section>
  )
}
