import { sql, type RawBuilder } from 'kysely'
import type { LotMovement } from '#shared/domain/stock-movements.ts'
import type { Tx } from '#server/db/database.ts'

/** Why lots moved: a sale, or an act of the stock with its reason. */
export type Origin =
  | { saleId: string }
  | { saleId?: never; reason?: string | null; note?: string | null; link?: { kind: string; id: string } | null }

/** Lot movements with one origin, at most one per lot. `rev`: the new revision of the products. */
type StockEntry = Origin & {
  movements: readonly LotMovement[]
  userId: string
  at: string | Date
  rev: number
}

/**
 * The only writer of the stock ledger, as parts of a `with`: the quantity of each lot, its movement, and the revision
 * of its product, so that tills read it again. One statement, so that a quantity is always the sum of its movements.
 */
export function stockMoved(pharmacyId: string, entry: StockEntry): RawBuilder<unknown> {
  const { movements, userId, at, rev } = entry
  const { saleId, reason, note, link } = { reason: null, note: null, link: null, ...entry }
  // The array repeats the condition of the join on purpose: the planner estimates a hundred lots, and would read the
  // whole shelf.
  const lots = movements.map(({ stockItemId }) => stockItemId)
  return sql`moved_lot as (
      update stock_items i set quantity = i.quantity + m.quantity
      from json_to_recordset(${JSON.stringify(movements)}::json) as m ("stockItemId" uuid, cause text, quantity int)
      where i.pharmacy_id = ${pharmacyId} and i.id = m."stockItemId" and i.id = any(${lots}::uuid[])
      returning i.id, i.pharmacy_product_id, m.cause, m.quantity as moved, i.quantity as after
    ), stock_moved as (
      insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, user_id, at, sale_id,
        reason, note, link_kind, link_id)
      select ${pharmacyId}, gen_random_uuid(), l.id, l.cause, l.moved, l.after - l.moved, l.after, ${userId}, ${at},
        ${saleId ?? null}, ${reason}, ${note}, ${link?.kind ?? null}, ${link?.id ?? null} from moved_lot l
    ), moved_product as (
      update pharmacy_products set rev = ${rev} where pharmacy_id = ${pharmacyId}
        and id = any(array(select pharmacy_product_id from moved_lot))
    )`
}

/** The same as a separate statement. */
export async function moveStock(tx: Tx, pharmacyId: string, entry: StockEntry): Promise<void> {
  await sql`with ${stockMoved(pharmacyId, entry)} select`.execute(tx)
}
