import { useRef } from 'react'
import type { NoticeContent } from '#kiosk/ui/notice.tsx'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import { farShortage } from '#shared/domain/short-stock.ts'
import { type LineFacts, useLineFacts } from './use-line-facts.ts'

/**
 * Asks once, before a sale goes on, about each line that takes its lot far below zero. « Vendre quand même » holds for
 * this line with this quantity.
 */
export function useShortStock(sale: LocalSale, onNotice: (notice: NoticeContent | null) => void) {
  const factsOf = useLineFacts(sale)
  const accepted = useRef(new Set<string>())
  const ask = (goOn: () => void) => {
    const short = sale.records.find(
      (line) =>
        !accepted.current.has(keyOf(line)) &&
        farShortage({ quantity: line.quantity, left: leftFor(line, factsOf(line)) }),
    )
    if (!short) return goOn()
    onNotice({
      tone: 'warning',
      text: `${short.label}\u00a0: ${short.quantity} demandés, ${Math.max(0, leftFor(short, factsOf(short)))} en stock dans ce lot.`,
      action: {
        label: 'Vendre quand même',
        onClick: () => {
          accepted.current.add(keyOf(short))
          onNotice(null)
          ask(goOn)
        },
      },
    })
  }
  return ask
}

function keyOf({ id, stockItemId, quantity }: SaleRecord): string {
  return `${id} ${stockItemId} ${quantity}`
}

/** What is left of a line's lot; for loose units also those in its closed boxes. A lot in no list is not judged. */
function leftFor(line: SaleRecord, facts: LineFacts): number {
  const lot = facts?.lots.find(({ id }) => id === line.stockItemId)
  if (!lot) return Number.POSITIVE_INFINITY
  return lot.left + (lot.box ? Math.max(0, lot.box.left) * lot.box.units : 0)
}
