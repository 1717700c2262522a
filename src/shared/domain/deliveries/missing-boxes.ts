import type { DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'

type Counted = Pick<DeliveryLineFields, 'productId' | 'packagingId' | 'noted' | 'received' | 'isRemoved'>

/**
 * The boxes that the note bills and that did not come, by line. Boxes of another lot that were counted on a line of
 * their own are not missing: all lines of a product in one packaging count together.
 */
export function missingBoxes<Line extends Counted>(all: readonly Line[]): { line: Line; boxes: number }[] {
  const lines = all.filter(({ isRemoved }) => !isRemoved)
  const surplus = new Map<string, number>()
  for (const line of lines)
    surplus.set(keyOf(line), (surplus.get(keyOf(line)) ?? 0) + Math.max(0, line.received - line.noted))
  return lines.flatMap((line) => {
    const short = line.noted - line.received
    if (short <= 0) return []
    const left = line.productId === null ? 0 : (surplus.get(keyOf(line)) ?? 0)
    const covered = Math.min(short, left)
    surplus.set(keyOf(line), left - covered)
    return covered === short ? [] : [{ line, boxes: short - covered }]
  })
}

function keyOf({ productId, packagingId }: Counted): string {
  return `${productId} ${packagingId}`
}
