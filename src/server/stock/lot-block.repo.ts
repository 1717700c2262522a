import { sql } from 'kysely'
import type { LotBlock } from '#shared/domain/recalled-lots.ts'
import type { Tx } from '#server/db/database.ts'

/** Why, by whom and when lots are set aside or released; `blocked` null: released. */
type Blocking = {
  stockItemIds: readonly string[]
  blocked: LotBlock | null
  note: string | null
  recallId?: string
  userId: string
  at: string | Date
}

/** Blocks or releases lots and keeps a trace for each whose block changes. The caller touches their products. */
export async function setBlock(
  tx: Tx,
  pharmacyId: string,
  { stockItemIds, blocked, note, recallId, userId, at }: Blocking,
): Promise<void> {
  await sql`
    with changed as (
      update stock_items set blocked = ${blocked} where pharmacy_id = ${pharmacyId}
        and id = any(${[...stockItemIds]}::uuid[]) and blocked is distinct from ${blocked} returning id
    )
    insert into lot_blocks (pharmacy_id, id, stock_item_id, blocked, note, user_id, at, recall_id)
    select ${pharmacyId}, gen_random_uuid(), id, ${blocked}, ${note}, ${userId}, ${at}, ${recallId ?? null} from changed`.execute(
    tx,
  )
}
