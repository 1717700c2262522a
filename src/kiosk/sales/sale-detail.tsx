import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { AppError } from '#shared/domain/errors.ts'
import nothing from '#kiosk/ui/empty.module.css'
import { creditNoteRequestAtom } from '#kiosk/counter/print/print-receipt.ts'
import { usePastItems } from '#kiosk/counter/sale/stock-item-places.ts'
import { withheldSale, type ReadSale, type Sale } from '#shared/contract/sales.ts'
import { soldBy } from '#shared/domain/preparation.ts'
import { withheldRegistersAtom } from '#shared/store/register/sight-atoms.ts'
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
import { InvoicedTo, PaidBy, PrescribedBy, SoldLines, WithheldPayments } from './sale-facts.tsx'
import { SaleGestures, type SaleGesture } from './sale-gestures.tsx'
import { SaleHistory } from './sale-history.tsx'
import { acceptedSaleAtom, ownSaleAtom } from './today-atoms.ts'
import { useOpening, type OpenSale } from './use-opening.tsx'

/** What the panel needs to load a sale. `number` null: not known before it is loaded, as after a scan of its receipt. */
export type ShownSale = { id: string; number: number | null }

interface SaleDetailProps {
  shown: ShownSale
  /** Shows another version of the sale. */
  onShow: (sale: ShownSale) => void
  onClose: () => void
}

/**
 * An accepted sale: as the server has it now, otherwise as this terminal closed it. While the drawer of the member is not
 * counted, the panel shows no amount; a gesture opens the sale, and that is noted.
 */
export function SaleDetail({ shown, onShow, onClose }: SaleDetailProps) {
  const own = useAtomValue(ownSaleAtom(shown.id))
  const { data, isError, error, refetch } = useAtomValue(acceptedSaleAtom(shown.id))
  const [, navigate] = useLocation()
  const isUnknown = error instanceof AppError && error.message === 'requests:notFound'
  const withheld = useAtomValue(withheldRegistersAtom)
  const read = data ?? own
  const sale = read && !('withheld' in read) && withheld.has(read.registerId) ? withheldSale(read) : read
  if (sale) return <Known sale={sale} own={own} isFresh={data !== undefined} onShow={onShow} onClose={onClose} />
  return (
    <SidePanel title={shown.number === null ? 'Vente' : `Vente n°\u00a0${shown.number}`} onClose={onClose}>
      {isUnknown ? (
        <div className={nothing.empty}>
          <span>
            Cette vente n’est pas enregistrée. Le poste qui l’a faite l’enverra, ou reprenez-la de son ticket.
          </span>
          <Button variant="default" onClick={() => navigate('/ressaisir')}>
            Ressaisir le ticket
          </Button>
        </div>
      ) : isError ? (
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
  sale: ReadSale
  own: Sale | undefined
  isFresh: boolean
}

function Known({ sale, own, isFresh, onShow, onClose }: KnownProps) {
  const [gesture, setGesture] = useState<SaleGesture | null>(null)
  const [opened, setOpened] = useState<Sale>()
  const { open, face } = useOpening(sale, own)
  const whole = 'withheld' in sale ? opened : sale
  usePastItems(sale.records)
  const leave = () => {
    setGesture(null)
    setOpened(undefined)
  }
  const begin = async (wanted: SaleGesture) => {
    if (wanted !== 'date') {
      const seen = await open(wanted === 'due' ? 'due' : 'return')
      if (!seen) return
      setOpened(seen)
    }
    setGesture(wanted)
  }
  if (gesture === 'return' && whole) return <ReturnPanel sale={whole} onClose={leave} />
  if (gesture === 'due' && whole) return <DuePanel sale={whole} onClose={leave} />
  if (gesture === 'date') return <DatePanel sale={sale} onClose={leave} />
  return (
    <SidePanel
      title={`Vente n°\u00a0${sale.number}`}
      subtitle={[formatMoment(sale.soldAt), soldBy(sale), sale.patientName, sale.identifier]
        .filter(Boolean)
        .join(' · ')}
      // Échap closes the modal over the panel first.
      onClose={() => gesture === null && onClose()}
      footer={<SaleGestures sale={sale} isFresh={isFresh} open={open} onGesture={(wanted) => void begin(wanted)} />}
    >
      <Mark sale={sale} />
      <SoldLines sale={sale} />
      <SaleDues saleId={sale.id} />
      {'withheld' in sale ? <WithheldPayments sale={sale} /> : <PaidBy sale={sale} />}
      <InvoicedTo buyer={sale.buyer} />
      <PrescribedBy prescription={sale.prescription} />
      <Returns sale={sale} open={open} />
      <SaleHistory saleId={sale.id} soldAt={sale.soldAt} onShow={onShow} />
      {gesture === 'cancel' && whole && <CancelModal sale={whole} onClose={leave} />}
      {face}
    </SidePanel>
  )
}

/** The mark of a sale that was canceled or replaced. */
function Mark({ sale: { status, replacedBy, cancellation } }: { sale: ReadSale }) {
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

function Returns({ sale, open }: { sale: ReadSale; open: OpenSale }) {
  const print = useSetAtom(creditNoteRequestAtom)
  const reprint = async (id: string) => {
    const whole = await open('reprint')
    const note = whole?.returns.find((made) => made.id === id)
    if (whole && note) await print({ note, sale: whole, isReprint: true })
  }
  if (sale.returns.length === 0) return null
  return (
    <PanelSection title="Retours">
      {sale.returns.map((note) => (
        <div key={note.id} className={classes.event}>
          <span>
            Avoir n°&nbsp;{note.number}
            {'total' in note && (
              <>
                , <Money amount={note.total} unit />
              </>
            )}
            <small>{[formatMoment(note.returnedAt), note.byName, note.reason].join(' · ')}</small>
          </span>
          <Button
            variant="default"
            size="xs"
            aria-label={`Réimprimer l’avoir n°\u00a0${note.number}`}
            onClick={() => void reprint(note.id)}
          >
            Imprimer
          </Button>
        </div>
      ))}
    </PanelSection>
  )
}
