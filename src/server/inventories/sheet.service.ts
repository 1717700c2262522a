import type { CallReply } from '#shared/contract/endpoint.ts'
import type { inventories as calls } from '#shared/contract/inventories.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { findInventory } from '#server/inventories/inventory.repo.ts'
import { codesOf } from '#server/inventories/inventory-line.repo.ts'
import { judgedLines } from '#server/inventories/judged-lines.ts'

/** What is to count, without any quantity. A phone gets the inventory of its link only. */
export function readSheet(context: Context, id: string): Promise<CallReply<typeof calls.sheet>> {
  const pharmacyId = pharmacyOf(context)
  const { userId, name, countsOnly } = context.actor
  if (countsOnly !== undefined && countsOnly !== id) throw new AppError('requests:notFound')
  return context.database.read(pharmacyId, async (tx) => {
    const inventory = requireRow(await findInventory(tx, pharmacyId, id))
    const rows = await judgedLines(tx, pharmacyId, id)
    const codes = await codesOf(tx, pharmacyId, id)
    return {
      inventory,
      member: { id: userId, name },
      lines: rows.map(({ judged, ...row }) => ({
        ...row,
        codes: codes.get(row.pharmacyProductId) ?? [],
        state: judged.state,
        isMine: judged.by === userId,
      })),
    }
  })
}
