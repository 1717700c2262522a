import { unitItemIdOf } from '#shared/domain/unpack.ts'

/** What one happening moves of one lot; `quantity` is below zero for what leaves the shelf. The ledger is append-only. */
export type LotMovement = {
  stockItemId: string
  cause: 'sale' | 'sale-canceled' | 'return' | 'unpack'
  quantity: number
}

type SoldLine = { id: string; stockItemId: string; quantity: number }
/** Boxes of a lot that are opened, each of which holds `units`. */
type OpenedBoxes = { stockItemId: string; boxes: number; units: number }

/** What a closed sale takes off the shelf: one movement per lot, all its lines together. */
export function lotMovementsOfSale(records: readonly Omit<SoldLine, 'id'>[]): LotMovement[] {
  return perLot(
    'sale',
    records.map(({ stockItemId, quantity }) => [stockItemId, -quantity]),
  )
}

/** What undoing a whole sale puts back: of each lot exactly what the sale took. Units of a box that it opened come back as units. */
export function lotMovementsOfReversal(records: readonly Omit<SoldLine, 'id'>[]): LotMovement[] {
  return lotMovementsOfSale(records).map(({ stockItemId, quantity }) => ({
    stockItemId,
    cause: 'sale-canceled',
    quantity: -quantity,
  }))
}

/** What a return puts back: its lines that go to the shelf, each into the lot it was sold from. Vouchers have no lot. */
export function lotMovementsOfReturn(
  records: readonly SoldLine[],
  lines: readonly { lineId: string; quantity: number; toStock: boolean }[],
): LotMovement[] {
  const lots = new Map(records.map(({ id, stockItemId }) => [id, stockItemId]))
  return perLot(
    'return',
    lines.flatMap(({ lineId, quantity, toStock }) => {
      const lot = lots.get(lineId)
      return toStock && lot !== undefined ? [[lot, quantity] as const] : []
    }),
  )
}

/** What opening boxes moves: the boxes leave, and their units come into the lot's stock item of units. */
export function lotMovementsOfOpenings(opened: readonly OpenedBoxes[]): LotMovement[] {
  return perLot(
    'unpack',
    opened.flatMap(({ stockItemId, boxes, units }) => [
      [stockItemId, -boxes] as const,
      [unitItemIdOf(stockItemId), boxes * units] as const,
    ]),
  )
}

function perLot(
  cause: LotMovement['cause'],
  moves: readonly (readonly [stockItemId: string, quantity: number])[],
): LotMovement[] {
  const quantities = new Map<string, number>()
  for (const [stockItemId, quantity] of moves)
    quantities.set(stockItemId, (quantities.get(stockItemId) ?? 0) + quantity)
  return [...quantities].map(([stockItemId, quantity]) => ({ stockItemId, cause, quantity }))
}
