import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** What a till says of itself with a call. `oldestAt`: when the oldest of what waits was done, by the clock of the server. */
export type TillQueue = { terminalId: string; waiting: number; oldestAt: Date | null; skewMs: number }

/** A till chooses its id: more than a pharmacy has are not kept, and who was not heard for so long is forgotten. */
const [mostTills, keptDays] = [100, 60]

/** Writes what a till said last; a later word of it is kept. */
export async function writeTillQueue(
  tx: Tx,
  pharmacyId: string,
  { terminalId, waiting, oldestAt, skewMs }: TillQueue,
  at: Date,
): Promise<void> {
  await sql`delete from till_queues
    where pharmacy_id = ${pharmacyId} and said_at < ${at}::timestamptz - make_interval(days => ${keptDays})`.execute(tx)
  await sql`
    insert into till_queues as q (pharmacy_id, terminal_id, waiting, oldest_at, skew_seconds, said_at)
    select ${pharmacyId}, ${terminalId}, ${waiting}, ${oldestAt}, ${Math.round(skewMs / 1000)}, ${at}
    where (select count(*) from till_queues where pharmacy_id = ${pharmacyId} and terminal_id <> ${terminalId}) < ${mostTills}
    on conflict (pharmacy_id, terminal_id) do update
      set waiting = excluded.waiting, oldest_at = excluded.oldest_at, skew_seconds = excluded.skew_seconds, said_at = excluded.said_at
      where q.said_at <= excluded.said_at`.execute(tx)
}

/** What each till said last, those that have something to send first. */
export async function tillQueues(tx: Tx, pharmacyId: string): Promise<(TillQueue & { saidAt: Date })[]> {
  const rows = await tx
    .selectFrom('till_queues')
    .where('pharmacy_id', '=', pharmacyId)
    .select(['terminal_id', 'waiting', 'oldest_at', 'skew_seconds', 'said_at'])
    .orderBy('oldest_at', (order) => order.asc().nullsLast())
    .orderBy('said_at', 'desc')
    .orderBy('terminal_id')
    .execute()
  return rows.map((row) => ({
    terminalId: row.terminal_id,
    waiting: row.waiting,
    oldestAt: row.oldest_at,
    skewMs: row.skew_seconds * 1000,
    saidAt: row.said_at,
  }))
}
