import type { NewSale } from '#shared/contract/sales.ts'
import { missingPrescription } from '#shared/domain/listed-medicines.ts'
import { isLate } from '#server/base/late.ts'
import { isGranted } from '#server/sales/granted-rights.ts'
import type { Shop } from '#server/sales/shop.ts'
import type { SaleFlag } from '#server/sellers/sale-flags.ts'
import type { Rights } from '#server/sellers/seller-rights.ts'

/**
 * Decides whether a sale that lacks a required prescription may close, and which flags it gets. Without the right
 * `sale.listed`, only a late sale closes, because the goods have left; its flag differs.
 */
export function judgeListed(
  sale: NewSale,
  shop: Shop,
  { rights, now }: { rights: Rights; now: Date },
): { mayDispenseListed: boolean; flags: SaleFlag[] } {
  if (!lacksPrescription(sale, shop) || !shop.acting.seller) return { mayDispenseListed: true, flags: [] }
  if (isGranted(shop.grants, 'sale.listed') || rights.may('sale.listed'))
    return { mayDispenseListed: true, flags: ['prescription:missing'] }
  const late = isLate(sale.soldAt, now)
  return { mayDispenseListed: late, flags: late ? ['prescription:unapproved'] : [] }
}

function lacksPrescription(sale: NewSale, { stockItems, listOneNeedsPrescription }: Shop): boolean {
  const listOf = ({ stockItemId }: NewSale['records'][number]) =>
    stockItems.find(({ id }) => id === stockItemId)?.list ?? 'none'
  const given = { ...sale, prescription: sale.prescription ?? null }
  return missingPrescription(given, listOf, { listOneNeedsPrescription }) !== null
}
