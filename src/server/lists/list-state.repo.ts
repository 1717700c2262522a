import { sql } from 'kysely'
import type { SyncedList } from '#shared/contract/freshness.ts'
import type { Tx } from '#server/db/database.ts'
import { listTables } from '#server/lists/revision.repo.ts'

/** The state of a list in one statement: number of rows, last revision given, and the epoch of the pharmacy's lists. */
export async function listState(
  tx: Tx,
  pharmacyId: string,
  list: SyncedList,
): Promise<{ total: number; rev: number; epoch: string }> {
  const { rows } = await sql<{ total: number; rev: number; epoch: string }>`
    select p.epoch, coalesce((select rev from pharmacy_counters where pharmacy_id = p.id), 0) as rev,
      (select count(*) from ${sql.table(listTables[list])} where pharmacy_id = p.id) as total
    from pharmacies p where p.id = ${pharmacyId}`.execute(tx)
  return rows[0]!
}

/**
 * Starts a new epoch, unless another call started one since `known`. Returns the current epoch. In a new epoch, every
 * till reads all lists again.
 */
export async function renewEpoch(tx: Tx, pharmacyId: string, known: string): Promise<string> {
  const { rows } = await sql<{
    epoch: string
  }>`update pharmacies set epoch = case when epoch = ${known} then gen_random_uuid() else epoch end
    where id = ${pharmacyId} returning epoch`.execute(tx)
  return rows[0]!.epoch
}

/** The rows removed from the list in this range of revisions, both bounds included. */
export async function removedBetween(
  tx: Tx,
  pharmacyId: string,
  list: SyncedList,
  from: number,
  to: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('tombstones')
    .select('id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('list', '=', list)
    .where('rev', '>=', from)
    .where('rev', '<=', to)
    .execute()
  return rows.map(({ id }) => id)
}
