import { useState } from 'react'
import type { NewSaleReturn } from '#shared/contract/sale-return.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { mayRestock } from '#shared/domain/return-reasons.ts'
import { refundOf, type ReturnVerdict } from '#shared/domain/returns.ts'
import { goodsOf } from '#shared/domain/sale.ts'
import type { ReturnedLines } from './undo-atoms.ts'

type Line = Sale['records'][number] | Sale['vouchers'][number]
/** A line that can be returned. `left`: sold and not returned yet. */
export type ReturnableLine = { line: Line; left: number; quantity: number; isStock: boolean; toStock: boolean }

/**
 * The draft of a return. A return that was sent without an answer keeps its content, so that a retry sends the same
 * body.
 */
export function useReturnDraft(sale: Sale, sent: NewSaleReturn | null, cashStep: number) {
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({})
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const [inCash, setInCash] = useState(false)
  const isFitForSale = mayRestock(sent?.reason ?? reason)
  const back = sale.returns.flatMap(({ lines }) => lines)

  const lines = goodsOf(sale).map((line): ReturnableLine => {
    const left =
      line.quantity - back.reduce((sum, { lineId, quantity }) => sum + (lineId === line.id ? quantity : 0), 0)
    const isStock = 'stockItemId' in line
    const asSent = sent?.lines.find(({ lineId }) => lineId === line.id)
    const typed = {
      quantity: Math.min(quantities[line.id] ?? 0, left),
      toStock: isStock && isFitForSale && !kept.has(line.id),
    }
    return {
      line,
      left,
      isStock,
      ...(sent ? { quantity: asSent?.quantity ?? 0, toStock: asSent?.toStock ?? false } : typed),
    }
  })
  const typed: ReturnedLines = {
    lines: lines.flatMap(({ line, quantity, toStock }) =>
      quantity > 0 ? [{ lineId: line.id, quantity, toStock }] : [],
    ),
    reason: sent?.reason ?? reason.trim(),
    inCash: sent?.inCash ?? inCash,
  }
  const verdict: ReturnVerdict = refundOf(sale, sale.returns, typed.lines, { inCash: typed.inCash, cashStep })
  return {
    lines,
    typed,
    reason,
    verdict,
    /** False: the reason forbids putting the boxes back into stock. */
    isFitForSale,
    setQuantity: (lineId: string, quantity: number) => setQuantities((before) => ({ ...before, [lineId]: quantity })),
    setToStock: (lineId: string, toStock: boolean) =>
      setKept((before) =>
        toStock ? new Set([...before].filter((id) => id !== lineId)) : new Set([...before, lineId]),
      ),
    setReason,
    setInCash,
  }
}
