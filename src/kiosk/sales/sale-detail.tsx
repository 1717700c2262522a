import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { receiptRequestAtom } from '#kiosk/ui/print-receipt.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { paymentLabels } from '#shared/domain/payment.ts'
import { changeOf, lineTotal } from '#shared/domain/sale.ts'
import { acknowledgedTodayAtom } from '#shared/store/sale-atoms.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import classes from './sales.module.css'
import { acceptedSaleAtom } from './today-atoms.ts'

interface SaleDetailProps {
  saleId: string
  title: string
  onClose: () => void
}

/** An accepted sale: kept on this terminal, or asked of the server. */
export function SaleDetail({ saleId, title, onClose }: SaleDetailProps) {
  const own = useAtomValue(acknowledgedTodayAtom).find(({ id }) => id === saleId)?.reply
  return own ? <Known sale={own} onClose={onClose} /> : <Asked saleId={saleId} title={title} onClose={onClose} />
}

function Asked({ saleId, title, onClose }: SaleDetailProps) {
  const { data, isError, refetch } = useAtomValue(acceptedSaleAtom(saleId))
  if (data) return <Known sale={data} onClose={onClose} />
  return (
    <SidePanel title={title} onClose={onClose}>
      {isError ? (
        <div className={classes.empty}>
          <span>Le détail de cette vente demande le réseau.</span>
          <Button variant="default" onClick={() => void refetch()}>
            Réessayer
          </Button>
        </div>
      ) : (
        <Loader />
      )}
    </SidePanel>
  )
}

function Known({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const print = useSetAtom(receiptRequestAtom)
  const change = changeOf(sale.payments)
  return (
    <SidePanel
      title={`Vente n°\u00a0${sale.number}`}
      subtitle={`${formatMoment(sale.soldAt)} · ${sale.sellerName} · ${sale.identifier}`}
      onClose={onClose}
      footer={
        <Button fullWidth size="md" variant="default" leftSection={<IconPrinter size={24} aria-hidden />} onClick={() => print({ sale, number: sale.number, isReprint: true })}>
          Réimprimer le ticket
        </Button>
      }
    >
      <PanelSection title="Lignes">
        {[...sale.records, ...sale.vouchers].map((line) => (
          <div key={line.id} className={classes.line}>
            <span>
              {line.label} {line.quantity > 1 && `× ${formatAmount(line.quantity, { decimals: 0 })}`}
            </span>
            <Money amount={lineTotal(line)} />
          </div>
        ))}
        <div className={`${classes.line} ${classes.total}`}>
          <span>Total</span>
          <Money amount={sale.total} unit />
        </div>
      </PanelSection>
      <PanelSection title="Paiements">
        {sale.payments.map((payment) => (
          <div key={payment.id} className={classes.line}>
            <span>{paymentLabels[payment.type]}</span>
            <Money amount={payment.type === 'CASH' ? payment.tendered : payment.amount} />
          </div>
        ))}
        {change > 0 && (
          <div className={classes.line}>
            <span>Rendu</span>
            <Money amount={change} />
          </div>
        )}
      </PanelSection>
    </SidePanel>
  )
}
