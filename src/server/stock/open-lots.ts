import { lotMovementsOfOpenings } from '#shared/domain/stock-movements.ts'
import { unitWord } from '#shared/domain/unit-word.ts'
import { unitItemIdOf, unitPriceOf } from '#shared/domain/unpack.ts'
import type { Tx } from '#server/db/database.ts'
import { insertUnits, type Box } from '#server/stock/box.repo.ts'
import { moveStock, type Origin } from '#server/stock/stock-ledger.repo.ts'

/**
 * Opens boxes, for a sale or by hand: creates the unit items that do not exist yet, with the lot, expiry date and cost
 * of their box, and books boxes out and units in. `cashStep`: the smallest coin, in minor units.
 */
export async function openLots(
  tx: Tx,
  pharmacyId: string,
  openings: readonly { box: Box; boxes: number }[],
  {
    cashStep,
    ...entry
  }: { cashStep: number; userId: string; at: string | Date; occurredAt?: string; rev: number } & Origin,
): Promise<void> {
  if (openings.length === 0) return
  for (const { box } of openings)
    await insertUnits(tx, pharmacyId, {
      id: unitItemIdOf(box.id),
      box,
      packaging: unitWord(box.form),
      purchasePrice: Math.round(box.purchasePrice / box.units),
      salePrice: unitPriceOf(box.salePrice, box.units, cashStep),
    })
  const movements = lotMovementsOfOpenings(
    openings.map(({ box, boxes }) => ({ stockItemId: box.id, boxes, units: box.units })),
  )
  await moveStock(tx, pharmacyId, { ...entry, movements })
}
