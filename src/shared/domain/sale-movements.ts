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

/** The parts of a closed sale that move stock and money. */
export type MovingSale = TakenSale & { records: readonly Pick<SaleRecord, 'id' | 'stockItemId' | 'quantity'>[] }
/** Movements for both ledgers: at most one per lot, and the lines of one register. */
export type SaleMovements = { stock: LotMovement[]; register: RegisterMovement[] }

/** The movements of a closed sale, without the boxes opened for it. */
export function movedBySale(sale: MovingSale): SaleMovements {
  return { stock: lotMovementsOfSale(sale.records), register: movementsOfSale(sale) }
}

/**
 * The movements that cancel or replace a closed sale. Law: added to the sale's own movements, every lot and every means
 * sums to 0.
 */
export function movedByReversal(sale: MovingSale): SaleMovements {
  return { stock: lotMovementsOfReversal(sale.records), register: movementsOfReversal(sale) }
}

/**
 * The movements of a return: resalable quantities go back to their lots, and the value of the lines leaves the
 * register.
 */
export function movedByReturn(
  sale: MovingSale,
  made: Parameters<typeof movementsOfReturn>[1] & { lines: Parameters<typeof lotMovementsOfReturn>[1] },
): SaleMovements {
  return { stock: lotMovementsOfReturn(sale.records, made.lines), register: movementsOfReturn(sale, made) }
}
