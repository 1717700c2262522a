import { sql } from 'kysely'
import { nextGeneration } from '#shared/domain/generation.ts'
import { skipLostNumbers } from '#server/backup/copy.service.ts'
import type { Tx } from '#server/db/database.ts'

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
      })
      .where('id', '=', id)
      .execute()
  }
  await holdDocuments(tx, holdsUntil)
}

/**
 * Nothing is certified twice. The former server may have sent what waits here, and may still send it. A document with a draft
 * is confirmed again: the platform answers with what it certified, or that the draft is gone, which makes it uncertain. One
 * without a draft cannot be asked about: it becomes uncertain, and a person looks at the portal.
 */
async function holdDocuments(tx: Tx, holdsUntil: Date): Promise<void> {
  await sql`update fiscal_queues set leased_by = null, leased_until = null, next_at = null`.execute(tx)
  await sql`
    update fiscal_documents set progress = (progress - 'step' - 'maybe')
        || jsonb_build_object('step', 'confirming', 'maybe', coalesce((progress ->> 'maybe')::int, 0) + 1)
    where state = 'waiting' and progress ->> 'step' in ('drafted', 'confirming')`.execute(tx)
  await sql`
    update fiscal_documents set state = 'uncertain', progress = null, next_at = null, trouble = null, fields = null,
      evidence = jsonb_build_object('why', 'another computer took over', 'holdsUntil', ${holdsUntil.toISOString()}::text)
    where state = 'waiting' and next_at is not null
      and coalesce(progress ->> 'step', '') not in ('confirming')`.execute(tx)
}
