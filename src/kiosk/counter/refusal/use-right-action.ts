import { useSetAtom } from 'jotai'
import { askPharmacist, rightRequestAtom } from '#kiosk/counter/rights/right-request.ts'
import type { SaleError } from '#shared/domain/local-sale.ts'
import { withGrant } from '#shared/domain/sale-grants.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import type { CatalogueAction } from '#shared/ui/catalogue-modal.tsx'
import type { RefusalModalProps } from './refusal-props.ts'
import { rightOfRefusal } from './right-of-refusal.ts'

/** « Demander au pharmacien » in a refusal that a right solves; the sale then ends. Undefined for other refusals. */
export function useRightAction(
  refusal: SaleError,
  { sale, onEdit, onEnd }: Pick<RefusalModalProps, 'sale' | 'onEdit' | 'onEnd'>,
): CatalogueAction | undefined {
  const ask = useSetAtom(rightRequestAtom)
  const right = rightOfRefusal(refusal, sale, useCurrency())
  return (
    right && {
      label: askPharmacist,
      onClick: () =>
        ask({
          ...right,
          onGranted(grant) {
            onEdit((stored) => withGrant(stored, grant))
            onEnd()
          },
        }),
    }
  )
}
