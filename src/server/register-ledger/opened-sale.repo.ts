import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

type Opening = { saleId: string; purpose: string; sellerId: string; at: string }

/** Notes in the history of a sale, and so in the report of its register, that a member opened it before the count. */
export async function noteOpenedSale(
  tx: Tx,
  pharmacyId: string,
  { saleId, purpose, sellerId, at }: Opening,
): Promise<void> {
  await sql`
    insert into sale_events (pharmacy_id, id, sale_id, kind, user_id, at, details)
    values (${pharmacyId}, gen_random_uuid(), ${saleId}, 'opened', ${sellerId}, ${at},
      ${JSON.stringify({ purpose })}::jsonb)`.execute(tx)
}
