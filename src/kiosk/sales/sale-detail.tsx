import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import nothing from '#kiosk/ui/empty.module.css'
import { creditNoteRequestAtom } from '#kiosk/counter/print/print-receipt.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { soldBy } from '#shared/domain/preparation.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { Loader } from '#shared/ui/loader.tsx'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { CancelModal } from './cancel-modal.tsx'
import { DatePanel } from './date-panel.tsx'
import { DuePanel } from './due-panel.tsx'
import { ReturnPanel } from './return-panel.tsx'
import classes from './sale-detail.module.css'
import { SaleDues } from './sale-dues.tsx'
import { PaidBy, PrescribedBy, SoldLines } from './sale-facts.tsx'
import { SaleGestures, type SaleGesture } from './sale-gestures.tsx'
import { SaleHistory } from './sale-history.tsx'
import { acceptedSaleAtom, ownSaleAtom } from './today-atoms.ts'

/** What the panel needs to load a sale. */
export type ShownSale = { id: string; number: number }

interface SaleDetailProps {
  shown: ShownSale
  /** Shows another version of the sale. */
  onShow: (sale: ShownSale) => void
  onClose: () => void
}

/** An accepted sale: as the server has it now, otherwise as this terminal closed it. */
export function SaleDetail({ shown, onShow, onClose }: SaleDetailProps) {
  const own = useAtomValue(ownSaleAtom(shown.id))
  const { data, isError, refetch } = useAtomValue(acceptedSaleAtom(shown.id))
  const sale = data ?? own
  if (sale) return <Known sale={sale} isFresh={data !== undefined} onShow={onShow} onClose={onClose} />
  return (
    <SidePanel title={`Vente n°\u00a0${shown.number}`} onClose={onClose}>
      {isError ? (
        <div className={nothing.empty}>
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

interface KnownProps extends Pick<SaleDetailProps, 'onShow' | 'onClose'> {
  sale: Sale
  isFresh: boolean
}

function Known({ sale, isFresh, onShow, onClose }: KnownProps) {
  const [gesture, setGesture] = useState<SaleGesture | null>(null)
  const leave = () => setGesture(null)
  if (gesture === 'return') return <ReturnPanel sale={sale} onClose={leave} />
  if (gesture === 'due') return <DuePanel sale={sale} onClose={leave} />
  if (gesture === 'date') return <DatePanel sale={sale} onClose={leave} />
  return (
    <SidePanel
      title={`Vente n°\u00a0${sale.number}`}
      subtitle={[formatMoment(sale.soldAt), soldBy(sale), sale.patientName, sale.identifier]
        .filter(Boolean)
        .join(' · ')}
      // Échap closes the modal over the panel first.
      onClose={() => gesture === null && onClose()}
      footer={<SaleGestures sale={sale} isFresh={isFresh} onGesture={setGesture} />}
    >
      <Mark sale={sale} />
      <SoldLines sale={sale} />
      <SaleDues saleId={sale.id} />
      <PaidBy sale={sale} />
      <PrescribedBy prescription={sale.prescription} />
      <Returns sale={sale} />
      <SaleHistory saleId={sale.id} soldAt={sale.soldAt} onShow={onShow} />
      {gesture === 'cancel' && <CancelModal sale={sale} onClose={leave} />}
    </SidePanel>
  )
}

/** The mark of a sale that was canceled or replaced. */
function Mark({ sale: { status, replacedBy, cancellation } }: { sale: Sale }) {
  if (status !== 'CANCELED') return null
  return (
    <div className={classes.mark}>
      <b>{replacedBy ? 'Remplacée par une nouvelle version' : 'Annulée'}</b>
      {cancellation &&
        [formatMoment(cancellation.at), cancellation.byName, replacedBy ? null : cancellation.reason]
          .filter(Boolean)
          .join(' · ')}
    </div>
  )
}

function Returns({ sale }: { sale: Sale }) {
  const print = useSetAtom(creditNoteRequestAtom)
  if (sale.returns.length === 0) return null
  return (
    <PanelSection title="Retours">
      {sale.returns.map((note) => (
        <div key={note.id} className={classes.event}>
          <span>
            Avoir n°&nbsp;{note.number}, <Money amount={note.total} unit />
            <small>{[formatMoment(note.returnedAt), note.byName, note.reason].join(' · ')}</small>
          </span>
          <Button
            variant="default"
            size="xs"
            aria-label={`Réimprimer l’avoir n°\u00a0${note.number}`}
            onClick={() => void print({ note, sale, isReprint: true })}
          >
            Imprimer
          </Button>
        </div>
      ))}
    </PanelSection>
  )
}
