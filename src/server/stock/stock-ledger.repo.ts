import { sql, type RawBuilder } from 'kysely'
import type { LotMovement } from '#shared/domain/stock-movements.ts'
import { seenByCount } from '#shared/domain/stock-reasons.ts'
import type { Tx } from '#server/db/database.ts'

/** Why lots moved: a sale, or an act of the stock with its reason. */
export type Origin =
  | { saleId: string }
  | { saleId?: never; reason?: string | null; note?: string | null; link?: { kind: string; id: string } | null }

/** Replace those of the entry: the count of each lot has its own moment, and its difference its own reason. */
type Dated = LotMovement & { occurredAt?: string; reason?: string | null; note?: string | null }

/**
 * Lot movements with one origin, at most one per lot. `rev`: the new revision of the products. `occurredAt`: when the
 * boxes left or came, when that is not when it is written.
 */
type StockEntry = Origin & {
  movements: readonly Dated[]
  occurredAt?: string
  userId: string
  at: string | Date
  rev: number
}

/**
 * The only writer of the stock ledger, as parts of a `with`: the quantity of each lot, its movement, and the revision
 * of its product, so that tills read it again. One statement, so that a quantity is always the sum of its movements.
 *
 * A lot that moves is in use again, and so is a product that has stock again: what came back to an archived one can be
 * sold and counted.
 *
 * A movement of before the last closed count of its lot changes nothing: that count has seen it, and a movement of
 * cause `inventory` takes it back (`takenBackAfterCount` of the domain).
 */
export function stockMoved(pharmacyId: string, entry: StockEntry): RawBuilder<unknown> {
  const { movements, userId, at, occurredAt, rev } = entry
  const { saleId, reason, note, link } = { reason: null, note: null, link: null, ...entry }
  // The array repeats the condition of the join on purpose: the planner estimates a hundred lots, and would read the
  // whole shelf.
  const lots = movements.map(({ stockItemId }) => stockItemId)
  return sql`moved_lot as (
      update stock_items i
      set quantity = i.quantity + case when i.counted_at >= m.occurred then 0 else m.quantity end, archived = false,
        emptied_at = case when i.quantity + case when i.counted_at >= m.occurred then 0 else m.quantity end = 0
          then ${at}::timestamptz end
      from (
        select "stockItemId" as item, cause, quantity, reason, note,
          least(coalesce("occurredAt", ${occurredAt ?? at}::timestamptz), ${at}::timestamptz) as occurred
        from json_to_recordset(${JSON.stringify(movements)}::json)
          as x ("stockItemId" uuid, cause text, quantity int, "occurredAt" timestamptz, reason text, note text)
      ) m
      where i.pharmacy_id = ${pharmacyId} and i.id = m.item and i.id = any(${lots}::uuid[])
      returning i.id, i.pharmacy_product_id, m.cause, m.quantity as moved, i.quantity as after, m.occurred,
        coalesce(m.reason, ${reason}) as reason, coalesce(m.note, ${note}) as note,
        i.counted_at is not null and i.counted_at >= m.occurred as is_seen
    ), stock_moved as (
      insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, user_id, at, sale_id,
        reason, note, link_kind, link_id, occurred_at)
      select ${pharmacyId}, gen_random_uuid(), x.id, x.cause, x.moved, x.after - x.moved, x.after, ${userId}, ${at},
        ${saleId ?? null}, x.reason, x.note, case when x.part = 1 then ${link?.kind ?? null} end,
        case when x.part = 1 then ${link?.id ?? null}::uuid end,
        nullif(x.occurred, ${at}::timestamptz)
      from (
        select 1 as part, id, cause, moved, after + case when is_seen then moved else 0 end as after, occurred, reason,
          note from moved_lot
        union all
        select 2, id, 'inventory', -moved, after, occurred, ${seenByCount}, null from moved_lot where is_seen
      ) x order by x.part
    ), moved_product as (
      update pharmacy_products o set rev = ${rev},
        archived = o.archived and not exists (
          select from moved_lot m where m.pharmacy_product_id = o.id and m.after <> 0)
      where o.pharmacy_id = ${pharmacyId} and o.id = any(array(select pharmacy_product_id from moved_lot))
    )`
}

/** The same as a separate statement. */
export async function moveStock(tx: Tx, pharmacyId: string, entry: StockEntry): Promise<void> {
  await sql`with ${stockMoved(pharmacyId, entry)} select`.execute(tx)
}
