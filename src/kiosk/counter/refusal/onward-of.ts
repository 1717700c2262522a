import type { CatalogueAction } from '#shared/ui/catalogue-modal.tsx'
import type { RefusalModalProps } from './refusal-props.ts'

/** The way on from a refusal: pay what a correction left to pay, or end the sale; disabled until all is corrected. */
export function onwardOf(
  isSolved: boolean,
  isPaid: boolean,
  { onPay, onEnd, disabledReason }: Pick<RefusalModalProps, 'onPay' | 'onEnd'> & { disabledReason: string },
): CatalogueAction {
  if (isSolved && !isPaid) return { label: 'Encaisser le reste', onClick: onPay }
  return { label: 'Terminer la vente', onClick: onEnd, ...(!isSolved && { disabledReason }) }
}
