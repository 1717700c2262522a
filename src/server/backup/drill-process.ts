/**
 * The process of one drill (`drill-loop.ts`): restores the backup into the folder that it works in, with less
 * priority than the shop, and reads the ledgers of what it restored. It answers once, and ends with the process that started it.
 */
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { LedgerFigures } from '#shared/domain/backup/drill.ts'
import { leaveApart } from '#server/backup/apart.ts'
import { RestoreRefusal } from '#server/backup/choose-base.ts'
import { ledgerFigures } from '#server/backup/ledger-figures.repo.ts'
import { fleeting, restore, type RestoreOrder } from '#server/backup/restore.ts'
import { openDatabase } from '#server/db/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'

export type DrillOrder = Pick<RestoreOrder, 'from' | 'at' | 'position' | 'key' | 'binaries'>
/** `refusal`: a French sentence; `error`: what was not foreseen. `restoredMs`: until the database answered. */
export type DrillAnswer =
  { refusal: string } | { error: string } | { baseAt: Date; restoredMs: number; figures: LedgerFigures[] }

const folder = process.cwd()

async function run(order: DrillOrder): Promise<DrillAnswer> {
  const startedAt = performance.now()
  const to = join(folder, 'data')
  try {
    const { baseAt } = await restore({ ...order, to, kind: null })
    const { binaries } = order
    const engine = await openEmbedded({ directory: join(to, 'postgresql'), binaries, settings: fleeting })
    try {
      const database = await openDatabase({ url: engine.url })
      try {
        const restoredMs = Math.round(performance.now() - startedAt)
        return { baseAt, restoredMs, figures: await database.platform(ledgerFigures) }
      } finally {
        await database.close()
      }
    } finally {
      await engine.stop('immediate')
    }
  } catch (error) {
    if (error instanceof RestoreRefusal) return { refusal: error.message }
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.once('disconnect', () => void leaveApart(folder))
process.once('message', (order: DrillOrder) => {
  void run(order).then((answer) => process.send!(answer, () => process.disconnect()))
})
