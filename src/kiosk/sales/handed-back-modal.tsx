import { CatalogueModal, type CatalogueAction } from '#shared/ui/catalogue-modal.tsx'
import { useCurrency } from '#shared/ui/currency.tsx'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import type { GivenBack } from './handed-back.ts'

interface HandedBackModalProps {
  /** « Vente n° 811 annulée » */
  title: string
  givenBack: GivenBack
  /** The paper that goes with it. */
  paper: Pick<CatalogueAction, 'label' | 'onClick'>
  onClose: () => void
}

/** It is done: what the hand gives back, big, and what goes back by other ways. */
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
        amount={cash}
        tone="settled"
      />
    </CatalogueModal>
  )
}
