import { useState } from 'react'
import type { PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { goodsOf, type SaleRecord, type Voucher } from '#shared/domain/sale.ts'

/** The panel shown in place of the results while the search field is empty. */
export type OpenPanel =
  | { kind: 'line'; lineId: string }
  | { kind: 'service' }
  /** `lineId`: the line to replace. Null if the panel was opened from the results. */
  | { kind: 'equivalents'; product: PharmacyProduct; lineId: string | null }

/** Opens one panel at a time, and closes it when its line is removed. */
export function useOpenPanel(sale: LocalSale) {
  const [asked, setAsked] = useState<OpenPanel | null>(null)
  const lines: readonly (SaleRecord | Voucher)[] = goodsOf(sale)
  const isThere =
    asked !== null && (!('lineId' in asked) || asked.lineId === null || lines.some(({ id }) => id === asked.lineId))
  const panel = isThere ? asked : null
  const openId = panel?.kind === 'line' ? panel.lineId : null
  const open = (line: { id: string } | undefined) => setAsked(line ? { kind: 'line', lineId: line.id } : null)
  return {
    panel,
    openId,
    show: setAsked,
    close: () => setAsked(null),
    toggle: (lineId: string) => open(lineId === openId ? undefined : { id: lineId }),
    /** The arrow keys of an empty search field move between lines. The first step opens the last line. */
    walk(by: number) {
      const at = lines.findIndex(({ id }) => id === openId)
      open(at < 0 ? lines.at(-1) : lines[Math.max(0, Math.min(lines.length - 1, at + by))])
    },
    /** The line that keys act on: the open one, otherwise the last added one. Ids sort by creation time. */
    inHand: lines.find(({ id }) => id === openId) ?? lines.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1),
  }
}
