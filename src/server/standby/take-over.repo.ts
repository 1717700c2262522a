import { sql } from 'kysely'
import { nextGeneration } from '#shared/domain/generation.ts'
import { skipLostNumbers } from '#server/backup/copy.service.ts'
import type { Tx } from '#server/db/database.ts'
import { holdDocuments } from '#server/fiscal-life/hold-documents.repo.ts'

/**
 * Makes this database, which followed another one until `holdsUntil`, that of the shop: a new generation, numbers that jump,
 * a new epoch of the lists, so that the tills send what it lacks. Needs a transaction of the platform.
 */
export async function takeOver(tx: Tx, { holdsUntil, now }: { holdsUntil: Date; now: Date }): Promise<void> {
  for (const { id } of await skipLostNumbers(tx, { holdsUntil, now })) {
    const { generation } = await tx
      .selectFrom('pharmacies')
      .select('generation')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('pharmacies')
      .set({
        generation: nextGeneration(generation, now.getTime()),
        epoch: sql`gen_random_uuid()`,
        replaced_by: null,
        replaced_at: null,
        // What tills send of the time until now may have been at the former server.
        restored_at: now,
        restored_until: holdsUntil,
        restored_confirmed_at: now,
      })
      .where('id', '=', id)
      .execute()
  }
  await holdDocuments(tx, { why: 'another computer took over', holdsUntil })
}
