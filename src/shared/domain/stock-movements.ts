import { unitItemIdOf } from '#shared/domain/unpack.ts'

/** Why a quantity of a lot changed. */
export const movementCauses = [
  'initial',
  'delivery',
  'sale',
  'sale-canceled',
  'inventory',
  'adjustment',
  'unpack',
  'return',
  'destruction',
  'transfer',
  'supplier-return',
] as const
export type MovementCause = (typeof movementCauses)[number]

/** A movement of one lot; `quantity` is negative when it leaves the shelf. The ledger is append-only. */
export type LotMovement = { stockItemId: string; cause: MovementCause; quantity: number }

type SoldLine = { id: string; stockItemId: string; quantity: number }
/** Boxes opened of a lot; each contains `units`. */
type OpenedBoxes = { stockItemId: string; boxes: number; units: number }

/** The movements of a closed sale: one per lot, for all its lines. */
export function lotMovementsOfSale(records: readonly Omit<SoldLine, 'id'>[]): LotMovement[] {
  return perLot(
    'sale',
    records.map(({ stockItemId, quantity }) => [stockItemId, -quantity]),
  )
}

/**
 * The movements that undo a whole sale: each lot gets back exactly what the sale took. Units of an opened box come back
 * as units.
 */
export function lotMovementsOfReversal(records: readonly Omit<SoldLine, 'id'>[]): LotMovement[] {
  return lotMovementsOfSale(records).map(({ stockItemId, quantity }) => ({
    stockItemId,
    cause: 'sale-canceled',
    quantity: -quantity,
  }))
}

/**
 * The movements of a return: the lines that go back to stock, each to the lot that it was sold from. Vouchers have no
 * lot.
 */
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

/** The movements of opening boxes: boxes leave their lot, and units enter the lot's item of loose units. */
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
