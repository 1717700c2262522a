import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'

/** What every face of a refusal at the counter is given. */
export interface RefusalModalProps {
  /** Why the sale may not end; null: nothing stands in the way. */
  refusal: SaleError | null
  sale: LocalSale
  operators: readonly string[]
  onEdit: (edit: SaleEdit) => void
  /** Back to the sale as it was typed. */
  onResume: () => void
  /** To its payments. */
  onPay: () => void
  /** Other lots for those that may not be sold. */
  onRefreshLots: () => void
  onEnd: () => void
}
