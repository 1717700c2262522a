import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { longestSessionHours, type SessionEnd } from '#shared/domain/session-end.ts'
import type { Tx } from '#server/db/database.ts'

export async function insertUnlock(
  tx: Tx,
  unlock: { pharmacyId: string; id: string; userId: string; terminalId: string; signInId: string | null; at: Date },
): Promise<void> {
  await tx
    .insertInto('unlocks')
    .values({
      pharmacy_id: unlock.pharmacyId,
      id: unlock.id,
      user_id: unlock.userId,
      terminal_id: unlock.terminalId,
      sign_in_id: unlock.signInId,
      at: unlock.at,
    })
    .execute()
}

/**
 * The id of the session for work after unlocking this terminal without a network; the same at each call. Parcels with
 * this id are proven to be of this member, because the id is given only after the right PIN.
 */
export async function offlineSessionOf(
  tx: Tx,
  { pharmacyId, userId, terminalId, at }: { pharmacyId: string; userId: string; terminalId: string; at: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('unlocks')
    .values({ pharmacy_id: pharmacyId, id: randomUUID(), user_id: userId, terminal_id: terminalId, at, offline: true })
    .onConflict((conflict) =>
      conflict
        .columns(['pharmacy_id', 'user_id', 'terminal_id'])
        .where(sql<boolean>`offline and ended_at is null`)
        .doUpdateSet({ offline: true }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * One unlock, all of a terminal or all of a member; `except` stays. The sessions for unlocks without a network end with
 * the member's PIN or membership only.
 */
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
      ended_at: sql`case when offline then ${now}::timestamptz
        else least(${now}::timestamptz, at + make_interval(hours => ${longestSessionHours})) end`,
      end_reason: sql`case when at <= ${tooOld} and not offline then 'age' else ${reason} end`,
    })
    .where('pharmacy_id', '=', pharmacyId)
    .where(of, '=', is)
    .where('ended_at', 'is', null)
    .$if(of === 'terminal_id', (query) => query.where('offline', '=', false))
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

/** Whether somebody typed a right PIN under this sign-in of a terminal's account. */
export async function hasUnlocked(tx: Tx, pharmacyId: string, signInId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('unlocks')
    .select('id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('sign_in_id', '=', signInId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
