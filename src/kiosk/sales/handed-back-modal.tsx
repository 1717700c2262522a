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
  paper: Pick<CatalogueAction, 'label' | 'onClick'>
  onClose: () => void
}

/** After a cancellation or return: the cash to give back, large, and the amounts that go back by other means. */
export function HandedBackModal({ title, givenBack: { cash, others }, paper, onClose }: HandedBackModalProps) {
  const currency = useCurrency()
  return (
    <CatalogueModal
      opened
      tone="info"
      title={title}
      facts={others.map(({ label, amount }) => ({ label, value: formatMoney(amount, currency) }))}
      actions={[paper, { label: 'C’est fait', onClick: onClose }]}
    >
      <GiantAmount
        label={cash > 0 ? 'À rendre au client en espèces' : 'Rien à rendre en espèces'}
        amount={cash > 0 ? cash : null}
        tone="settled"
      />
    </CatalogueModal>
  )
}
