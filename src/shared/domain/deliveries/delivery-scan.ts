import { sameLot } from '#shared/domain/fefo.ts'
import { scanOf } from '#shared/domain/scan.ts'
import type { DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'

type Line = DeliveryLineFields & { id: string; code: string | null }
type Product = { id: string; label: string }
type Printed = { lot: string | null; expiresOn: string | null }

export type DeliveryScan =
  /** One box of this line. */
  | { kind: 'count'; lineId: string; fill: Printed }
  /** One box of a product, or of a lot, that no line has: `like`, another line of the product. */
  | { kind: 'new'; product: Product; like: Line | null; fill: Printed }
  | { kind: 'unknown' | 'several' }

/**
 * What a scan means on a delivery: one more box of the line with its product and lot; a line whose lot is not known yet
 * takes it. Codes of the note count too. `productsOf`: the products that have one of these codes.
 */
export function readDeliveryScan(
  text: string,
  {
    today,
    lines,
    productsOf,
  }: { today: string; lines: readonly Line[]; productsOf: (codes: readonly string[]) => readonly Product[] },
): DeliveryScan {
  const scan = scanOf(text, today)
  const printed = scan.kind === 'code' ? { lot: scan.lot, expiresOn: scan.expiresOn } : { lot: null, expiresOn: null }
  const codes = scan.kind === 'code' ? scan.codes : [text.trim()]
  const ofNote = lines.filter((line) => !line.isRemoved && line.code !== null && codes.includes(line.code))
  const products = productsOf(codes)
  const ids = new Set([...products.map(({ id }) => id), ...ofNote.flatMap(({ productId }) => productId ?? [])])
  if (ids.size > 1) return { kind: 'several' }
  const [id] = ids
  const own = id === undefined ? ofNote : lines.filter((line) => line.productId === id && !line.isRemoved)
  const line = lineFor(own, printed.lot)
  if (line) return { kind: 'count', lineId: line.id, fill: printed }
  const product = products[0]
  if (product) return { kind: 'new', product, like: own[0] ?? null, fill: printed }
  return { kind: 'unknown' }
}

/** The line of this lot, else one whose lot is unknown; without a lot, the first one that still misses boxes. */
function lineFor(lines: readonly Line[], lot: string | null): Line | undefined {
  if (lot === null) return lines.find((line) => !line.isChecked || line.received < line.noted) ?? lines[0]
  return lines.find((line) => line.lot !== null && sameLot(line.lot, lot)) ?? lines.find((line) => line.lot === null)
}
