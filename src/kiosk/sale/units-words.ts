import { isUnitLabel } from '#kiosk/counter/sale/unit-sale.ts'
import { saleUnits, type LocalSale } from '#shared/domain/local-sale.ts'
import { plural } from '#shared/ui/plural.ts'

/** « 4 boîtes ». With loose units or services among them: « 4 articles ». */
export function unitsWords(sale: Pick<LocalSale, 'records' | 'vouchers'>): string {
  const isBoxesOnly =
    sale.vouchers.every(({ levy }) => levy !== undefined) && sale.records.every(({ label }) => !isUnitLabel(label))
  return plural(saleUnits(sale), isBoxesOnly ? 'boîte' : 'article')
}
