import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Nothing is certified twice. The former server may have sent what waits here, and may still send it. A document with a draft
 * is confirmed again: the platform answers with what it certified, or that the draft is gone, which makes it uncertain. One
 * without a draft cannot be asked about: it becomes uncertain, and a person looks at the portal. For all pharmacies that the
 * transaction sees, or for one.
 */
export async function holdDocuments(
  tx: Tx,
  { why, holdsUntil, pharmacyId }: { why: string; holdsUntil: Date; pharmacyId?: string },
): Promise<void> {
  const its = pharmacyId === undefined ? sql`true` : sql`pharmacy_id = ${pharmacyId}`
  await sql`update fiscal_queues set leased_by = null, leased_until = null, next_at = null where ${its}`.execute(tx)
  await sql`
    update fiscal_documents set progress = (progress - 'step' - 'maybe')
        || jsonb_build_object('step', 'confirming', 'maybe', coalesce((progress ->> 'maybe')::int, 0) + 1)
    where ${its} and state = 'waiting' and progress ->> 'step' in ('drafted', 'confirming')`.execute(tx)
  await sql`
    update fiscal_documents set state = 'uncertain', progress = null, next_at = null, trouble = null, fields = null,
      evidence = jsonb_build_object('why', ${why}::text, 'holdsUntil', ${holdsUntil.toISOString()}::text)
    where ${its} and state = 'waiting' and next_at is not null
      and coalesce(progress ->> 'step', '') not in ('confirming')`.execute(tx)
}
