import { sql } from 'kysely'
import { longestSessionHours, type SessionEnd } from '#shared/domain/session-end.ts'
import type { Tx } from '#server/db/database.ts'

export async function insertUnlock(
  tx: Tx,
  unlock: { pharmacyId: string; id: string; userId: string; terminalId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('unlocks')
    .values({
      pharmacy_id: unlock.pharmacyId,
      id: unlock.id,
      user_id: unlock.userId,
      terminal_id: unlock.terminalId,
      at: unlock.at,
    })
    .execute()
}

/** One unlock, all of a terminal or all of a member; `except` stays. */
export type Ending = { of: 'id' | 'terminal_id' | 'user_id'; is: string; except?: string | null; reason: SessionEnd }

/**
 * Ends unlocks that have not ended; returns how many. The row of one that had grown too old says that, and when.
 * Whoever calls this drops the cached sessions (`identity.forget`) after the commit.
 */
export async function endUnlocks(
  tx: Tx,
  pharmacyId: string,
  { of, is, except, reason }: Ending,
  now: Date,
): Promise<number> {
  const tooOld = new Date(now.getTime() - longestSessionHours * 3_600_000)
  const { numUpdatedRows } = await tx
    .updateTable('unlocks')
    .set({
      ended_at: sql`least(${now}::timestamptz, at + make_interval(hours => ${longestSessionHours}))`,
      end_reason: sql`case when at <= ${tooOld} then 'age' else ${reason} end`,
    })
    .where('pharmacy_id', '=', pharmacyId)
    .where(of, '=', is)
    .where('ended_at', 'is', null)
    .$if(typeof except === 'string', (query) => query.where('id', '<>', except!))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Whether the pharmacy knows this unlock, ended or not. */
export async function isUnlockKnown(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('unlocks')
    .select('id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
