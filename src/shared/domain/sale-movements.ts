import {
  movementsOfReturn,
  movementsOfReversal,
  movementsOfSale,
  type RegisterMovement,
  type TakenSale,
} from '#shared/domain/register/movements.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import {
  lotMovementsOfReturn,
  lotMovementsOfReversal,
  lotMovementsOfSale,
  type LotMovement,
} from '#shared/domain/stock-movements.ts'

/** A closed sale as far as it moves stock and money. */
export type MovingSale = TakenSale & { records: readonly Pick<SaleRecord, 'id' | 'stockItemId' | 'quantity'>[] }
/** What goes into the two ledgers: at most one movement per lot, and the lines of one register. */
export type SaleMovements = { stock: LotMovement[]; register: RegisterMovement[] }

/** What a closed sale moves, beside the boxes that were opened for it. */
export function movedBySale(sale: MovingSale): SaleMovements {
  return { stock: lotMovementsOfSale(sale.records), register: movementsOfSale(sale) }
}

/** What cancels a closed sale, or gives way to a new version of it: together with what the sale moved, nothing of any lot and of any means. */
export function movedByReversal(sale: MovingSale): SaleMovements {
  return { stock: lotMovementsOfReversal(sale.records), register: movementsOfReversal(sale) }
}

/** What a return of some lines moves: what may be sold again to its lots, and what the lines were worth out of the register. */
export function movedByReturn(
  sale: MovingSale,
  made: Parameters<typeof movementsOfReturn>[1] & { lines: Parameters<typeof lotMovementsOfReturn>[1] },
): SaleMovements {
  return { stock: lotMovementsOfReturn(sale.records, made.lines), register: movementsOfReturn(sale, made) }
}
