import type { CatalogueAction } from '#shared/ui/catalogue-modal.tsx'
import type { RefusalModalProps } from './refusal-props.ts'

/**
 * The next action after a refusal: take the rest of the payment, or end the sale. Ending is disabled until every
 * problem is corrected.
 */
export function onwardOf(
  isSolved: boolean,
  isPaid: boolean,
  { onPay, onEnd, disabledReason }: Pick<RefusalModalProps, 'onPay' | 'onEnd'> & { disabledReason: string },
): CatalogueAction {
  if (isSolved && !isPaid) return { label: 'Encaisser le reste', onClick: onPay }
  return { label: 'Terminer la vente', onClick: onEnd, ...(!isSolved && { disabledReason }) }
}
