import type { LeftOf } from '#kiosk/counter/sale/counter-atoms.ts'
import { proposalOf } from '#kiosk/counter/scan/counter-scan.ts'
import type { SaleEdit } from '#kiosk/counter/sale/edit-sale.ts'
import { openableLots } from '#kiosk/counter/sale/opened-lots.ts'
import { isUnitLabel, lineOf } from '#kiosk/counter/sale/unit-sale.ts'
import type { Purchase } from '#shared/contract/persons.ts'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { addRecord, setPosology } from '#shared/domain/sale-lines.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

export type ResumeFacts = { today: string; leftOf: LeftOf; cashStep: number }
export type ResumedLine = { product: PharmacyProduct; item: StockItem; quantity: number; posology: string | null }

/** What is left of each lot after the open ticket is sold. */
export function leftBeside(sale: Pick<LocalSale, 'records'> | undefined, leftOf: LeftOf): LeftOf {
  const onTicket = new Map<string, number>()
  for (const { stockItemId, quantity } of sale?.records ?? [])
    onTicket.set(stockItemId, (onTicket.get(stockItemId) ?? 0) + quantity)
  return (item) => leftOf(item) - (onTicket.get(item.id) ?? 0)
}

/**
 * The same product and quantity at today's price. Uses the lots to sell first, as many as needed. A quantity that no
 * lot covers goes on the last line, where the ticket shows the shortage. Units come from the box to sell first. Empty
 * if no lot can be sold.
 */
export function resumedLines(
  product: PharmacyProduct,
  { label, quantity, posology }: Pick<Purchase, 'label' | 'quantity' | 'posology'>,
  { today, leftOf, cashStep }: ResumeFacts,
): ResumedLine[] {
  if (isUnitLabel(label)) {
    const box = proposalOf(product, { today, leftOf })
    const item =
      box && openableLots(product, cashStep).find((lot) => lot.box.id === box.id || lot.units.id === box.id)?.units
    return item ? [{ product, item, quantity, posology }] : []
  }
  const taken = new Map<string, ResumedLine>()
  for (let missing = quantity; missing > 0;) {
    const left: LeftOf = (item) => leftOf(item) - (taken.get(item.id)?.quantity ?? 0)
    const item = proposalOf(product, { today, leftOf: left })
    if (!item) break
    const some = left(item) > 0 ? Math.min(left(item), missing) : missing
    taken.set(item.id, { product, item, quantity: (taken.get(item.id)?.quantity ?? 0) + some, posology })
    missing -= some
  }
  return [...taken.values()]
}

/** Adds the lines to the ticket. A posology that the ticket already has is kept, as it is from today's prescription. */
export function resume(lines: readonly ResumedLine[]): SaleEdit {
  return (sale) =>
    lines.reduce((before, { product, item, quantity, posology }) => {
      const added = addRecord(before, { id: uuid7(), ...lineOf(product, item), quantity })
      const line = added.records.find(({ stockItemId }) => stockItemId === item.id)
      return line && !line.posology && posology ? setPosology(added, line.id, posology) : added
    }, sale)
}
