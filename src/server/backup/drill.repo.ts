import { sql } from 'kysely'
import type { DrillFindings, LedgerDifference } from '#shared/domain/backup/drill.ts'
import type { Tx } from '#server/db/database.ts'

export type Drill = DrillFindings & { beganAt: Date; baseAt: Date | null }
/** `differences`: of the ledgers that are not equal. */
export type DrillEnd = DrillFindings & { endedAt: Date; baseAt: Date | null; differences: readonly LedgerDifference[] }

/** In days: three years, as the oldest base. */
const keptDays = 1096

/** The mark in the database that the medium must have: the drill that begins. */
export async function insertDrill(tx: Tx, { id, beganAt }: { id: string; beganAt: Date }): Promise<void> {
  await tx.insertInto('backup_drills').values({ id, began_at: beganAt }).execute()
}

/** Returns false when its mark was never written. */
export async function endDrill(tx: Tx, id: string, end: DrillEnd): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('backup_drills')
    .set({
      ended_at: end.endedAt,
      base_at: end.baseAt,
      restored_ms: end.restoredMs,
      loss_ms: end.lossMs,
      ledgers: end.ledgers,
      fault: end.fault,
      differences: end.differences.length === 0 ? null : JSON.stringify(end.differences),
    })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Takes away what a killed process did not end, and what is old. */
export async function tidyDrills(tx: Tx, now: Date): Promise<void> {
  await sql`delete from backup_drills
    where ended_at is null or began_at < ${now}::timestamptz - make_interval(days => ${keptDays})`.execute(tx)
}

/** Drills that ended, the newest first. */
export function endedDrills(tx: Tx, most: number): Promise<Drill[]> {
  return tx
    .selectFrom('backup_drills')
    .select([
      'began_at as beganAt',
      'base_at as baseAt',
      'restored_ms as restoredMs',
      'loss_ms as lossMs',
      'ledgers',
      'fault',
    ])
    .where('ended_at', 'is not', null)
    .orderBy('began_at', 'desc')
    .limit(most)
    .execute()
}

/** The moment of the newest backup that was restored with equal ledgers; null: none yet. */
export async function provenAt(tx: Tx): Promise<Date | null> {
  const row = await tx
    .selectFrom('backup_drills')
    .select('began_at')
    .where('ended_at', 'is not', null)
    .where('fault', 'is', null)
    .orderBy('began_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.began_at ?? null
}
