import { atom } from 'jotai'
import { comingBack } from '#shared/domain/revise-sale.ts'
import { looseUnitsClaimed } from '#shared/domain/unpack.ts'
import { localSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { leftOfAtom, type LeftOf } from './counter-atoms.ts'
import { findStockItemsAtom } from './stock-item-places.ts'

/**
 * What a sale may use of each lot: what this terminal shows as left, plus what a replaced sale gives back, minus the
 * loose units of its other open sales. Computed lazily.
 */
export const leftForSaleAtom = atom((get) => {
  const [leftOf, find, sales] = [get(leftOfAtom), get(findStockItemsAtom), get(localSalesAtom)]
  return (saleId: string): LeftOf => {
    let claimed: ReadonlyMap<string, number> | undefined
    const claimOfOthers = () => {
      const records = sales
        .filter(({ id, status }) => id !== saleId && (status === 'LOCAL' || status === 'ONGOING'))
        .flatMap((sale) => sale.records)
      const boxes = find(new Set(records.flatMap(({ opens }) => opens?.stockItemId ?? [])))
      return looseUnitsClaimed(records, (id) => boxes.get(id)?.item.units ?? 1)
    }
    const back = comingBack(sales.find(({ id }) => id === saleId) ?? {})
    return (item) => leftOf(item) + (back.get(item.id) ?? 0) - ((claimed ??= claimOfOthers()).get(item.id) ?? 0)
  }
})
