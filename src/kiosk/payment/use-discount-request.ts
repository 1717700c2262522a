import { useSetAtom } from 'jotai'
import { rightRequestAtom } from '#kiosk/counter/rights/right-request.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { withGrant } from '#shared/domain/sale-grants.ts'

/** Asks for a discount that the seller may not give alone. `then` runs after the right was given. */
export function useDiscountRequest(sale: LocalSale, onEdit: (edit: SaleEdit) => void): (then?: () => void) => void {
  const ask = useSetAtom(rightRequestAtom)
  return (then) =>
    ask({
      title: 'Remise sur cette vente, au plus\u00a0:',
      gesture: { permission: 'sale.discount', subjectId: sale.id },
      onGranted(grant) {
        onEdit((stored) => withGrant(stored, grant))
        then?.()
      },
    })
}
