import { useAtomValue } from 'jotai'
import { awaitingPapersAtom, awaitingWords } from '#kiosk/counter/print/fiscal-of-sale.ts'
import { ticketOf } from '#kiosk/counter/print/print-receipt.ts'
import { CatalogueModal, type CatalogueAction } from '#shared/ui/catalogue-modal.tsx'
import { useCurrency } from '#shared/ui/currency.tsx'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import type { GivenBack } from './handed-back.ts'

interface HandedBackModalProps {
  /** « Vente n° 811 annulée ». */
  title: string
  givenBack: GivenBack
  /** The paper that belongs to it. */
  paper: Pick<CatalogueAction, 'label' | 'onClick'> & {
    /** Whose ticket it is: the sale, or the return. */
    of: string
  }
  onClose: () => void
}

/** After a cancellation or return: the cash to give back, large, and the amounts that go back by other means. */
export function HandedBackModal({ title, givenBack: { cash, others }, paper, onClose }: HandedBackModalProps) {
  const isAwaited = useAtomValue(awaitingPapersAtom).has(ticketOf(paper.of))
  const currency = useCurrency()
  return (
    <CatalogueModal
      opened
      tone="info"
      title={title}
      facts={others.map(({ label, amount }) => ({ label, value: formatMoney(amount, currency) }))}
      actions={[
        { label: paper.label, onClick: paper.onClick },
        { label: 'C’est fait', onClick: onClose },
      ]}
    >
      <GiantAmount
        label={cash > 0 ? 'À rendre au client en espèces' : 'Rien à rendre en espèces'}
        amount={cash > 0 ? cash : null}
        tone="settled"
        {...(isAwaited ? { hint: awaitingWords } : {})}
      />
    </CatalogueModal>
  )
}
