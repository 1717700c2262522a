import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'

/** The props of every component that shows a refusal at the counter. */
export interface RefusalModalProps {
  /** Why the sale cannot end. Null if it can. */
  refusal: SaleError | null
  sale: LocalSale
  operators: readonly string[]
  onEdit: (edit: SaleEdit) => void
  /** Returns to the sale as it was typed. */
  onResume: () => void
  /** Opens the payment screen. */
  onPay: () => void
  /** Replaces the lots that may not be sold. */
  onRefreshLots: () => void
  onEnd: () => void
}
