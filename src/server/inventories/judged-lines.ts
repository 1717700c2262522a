import { judgeLine, type JudgedLine } from '#shared/domain/inventories/counted-line.ts'
import type { Count } from '#shared/domain/inventories/rounds.ts'
import type { Tx } from '#server/db/database.ts'
import { countsOf, linesOf, movedSinceCounts, owedOf, type LineRow } from '#server/inventories/inventory-line.repo.ts'

export type JudgedRow = LineRow & { judged: JudgedLine }

/**
 * The lots of an inventory, or these of them, with what was counted and what differs. Of a closed one what closing booked: its stock has
 * moved on. The same rule judges for the screen, the sheet of who counts, and the closing. `goneAt`: a lot that nobody
 * counted is judged as if nothing of it had been found at that moment.
 */
export async function judgedLines(
  tx: Tx,
  pharmacyId: string,
  inventoryId: string,
  { lots, goneAt }: { lots?: readonly string[]; goneAt?: Date } = {},
): Promise<JudgedRow[]> {
  const lines = await linesOf(tx, pharmacyId, inventoryId, lots)
  const counts = await countsOf(tx, pharmacyId, inventoryId, lots)
  const moved = await movedSinceCounts(tx, pharmacyId, inventoryId, lots)
  const owed = await owedOf(tx, pharmacyId, inventoryId, lots)
  return lines.map((line) => ({
    ...line,
    judged: line.booked
      ? bookedLine(line.booked, counts.get(line.stockItemId)?.at(-1)?.by ?? '')
      : judgeLine({
          quantity: line.quantity,
          moved: moved.get(line.stockItemId) ?? [],
          counts: counts.get(line.stockItemId) ?? (goneAt ? [emptyShelf(goneAt)] : []),
          owed: owed.get(line.stockItemId) ?? [],
          countsTwice: line.countsTwice,
        }),
  }))
}

function emptyShelf(at: Date): Count {
  return { id: '', kind: 'whole', quantity: 0, at: at.getTime(), by: '' }
}

function bookedLine({ counted, expected, at, rounds }: NonNullable<LineRow['booked']>, by: string): JudgedLine {
  return { state: 'counted', rounds, counted, expected, difference: counted - expected, at, by }
}
