import { type DeliveryLine, NewDeliveryAct } from '#shared/contract/deliveries.ts'
import { afterLineAct, emptyLine } from '#shared/domain/deliveries/delivery-line.ts'

/** The lines after gestures that the server's answer does not show yet, oldest first. */
export function projectedLines(
  lines: readonly DeliveryLine[],
  acts: readonly NewDeliveryAct[],
  labelOf: (productId: string) => string | undefined,
): DeliveryLine[] {
  const after = new Map(lines.map((line) => [line.id, line]))
  for (const act of acts) {
    const begun = after.get(act.lineId) ?? newLine(act)
    if (!begun) continue
    // A gesture that the terminal kept since prices were whole numbers has one.
    const line = afterLineAct(begun, { ...act, set: NewDeliveryAct.shape.set.parse(act.set) })
    const productLabel =
      line.productId === begun.productId
        ? (begun.productLabel ?? (line.productId ? (labelOf(line.productId) ?? null) : null))
        : line.productId && (labelOf(line.productId) ?? null)
    after.set(act.lineId, { ...line, productLabel })
  }
  return [...after.values()]
}

function newLine({ lineId, line }: NewDeliveryAct): DeliveryLine | null {
  if (!line) return null
  return {
    ...emptyLine,
    ...line,
    id: lineId,
    ordered: null,
    notePrice: null,
    productLabel: null,
    packaging: null,
    tracing: 'lot-and-expiry',
    changedByName: null,
    stockItemId: null,
    before: { cost: null, price: null, policy: null },
    packagings: [],
  }
}
