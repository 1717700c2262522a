import { sql } from 'kysely'
import type { LotChange } from '#shared/contract/stock-items.ts'
import type { LotCorrection } from '#shared/domain/lot-corrections.ts'
import { displayName } from '#shared/domain/person.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'
import { isLoose } from '#server/stock/loose-units.repo.ts'
import { setBlock } from '#server/stock/lot-block.repo.ts'

type Correcting = Omit<LotCorrection, 'from'> & {
  id: string
  reason: LotChange['reason']
  note: string | null
  userId: string
  at: string | Date
}

/**
 * Corrects number and expiry of a lot with its loose units, and keeps the trace; nothing where nothing changes. A number
 * under an open recall blocks the lot (trigger `block_recalled`). A lot that was blocked under a wrong number is in
 * quarantine from now on: the end of that recall would not release it. The caller touches the product.
 */
export async function correctLot(
  tx: Tx,
  pharmacyId: string,
  { id, stockItemId, lot, expiresOn, reason, note, userId, at }: Correcting,
): Promise<void> {
  const stockItemIds = [stockItemId, unitItemIdOf(stockItemId)]
  const { rows } = await sql`
    with before as (
      select lot, expires_on from stock_items where pharmacy_id = ${pharmacyId} and id = ${stockItemId}
        and (lot is distinct from ${lot} or expires_on is distinct from ${expiresOn}::date)
    ), changed as (
      update stock_items set lot = ${lot}, expires_on = ${expiresOn}::date
      where pharmacy_id = ${pharmacyId} and id = any(${stockItemIds}::uuid[]) and exists (select from before)
    )
    insert into lot_corrections (pharmacy_id, id, stock_item_id, lot_before, lot_after, expires_before, expires_after,
      reason, note, user_id, at)
    select ${pharmacyId}, ${id}, ${stockItemId}, before.lot, ${lot}, before.expires_on, ${expiresOn}::date, ${reason},
      ${note}, ${userId}, ${at} from before returning id`.execute(tx)
  if (rows.length === 0) return
  const { rows: freed } = await sql<{ id: string }>`
    select i.id from stock_items i where i.pharmacy_id = ${pharmacyId} and i.id = any(${stockItemIds}::uuid[])
      and i.blocked = 'recall' and not exists (select from recalls r where r.pharmacy_id = i.pharmacy_id
        and r.pharmacy_product_id = i.pharmacy_product_id and r.closed_at is null
        and plain_lot(r.lot) = plain_lot(i.lot))`.execute(tx)
  await setBlock(tx, pharmacyId, {
    stockItemIds: freed.map((item) => item.id),
    blocked: 'quarantine',
    note: 'Numéro de lot corrigé',
    userId,
    at,
  })
}

/** Whether this lot holds the loose units of another one: they are corrected with their boxes. */
export async function isLooseLot(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from stock_items i where i.pharmacy_id = ${pharmacyId} and i.id = ${id} and ${isLoose}`.execute(tx)
  return rows.length > 0
}

type Row = Pick<LotChange, 'id' | 'reason' | 'note'> & {
  at: Date
  lotBefore: string | null
  lotAfter: string | null
  expiresBefore: string | null
  expiresAfter: string | null
  firstName: string
  lastName: string
}

/** The corrections of the lots of a product, newest first. */
export function changesOfLots(
  tx: Tx,
  pharmacyId: string,
  productId: string,
  page: Page,
): Promise<{ items: LotChange[]; total: number }> {
  const from = sql`lot_corrections c join stock_items i on i.pharmacy_id = c.pharmacy_id and i.id = c.stock_item_id
    join users u on u.id = c.user_id where c.pharmacy_id = ${pharmacyId} and i.pharmacy_product_id = ${productId}`
  return pagedRows(tx, page, {
    from,
    async items(limit) {
      const { rows } = await sql<Row>`
        select c.id, c.at, c.lot_before as "lotBefore", c.lot_after as "lotAfter",
          c.expires_before as "expiresBefore", c.expires_after as "expiresAfter", c.reason, c.note,
          u.first_name as "firstName", u.last_name as "lastName"
        from ${from} order by c.at desc, c.id ${limit}`.execute(tx)
      return rows.map(({ id, at, reason, note, ...row }) => ({
        id,
        at: at.toISOString(),
        userName: displayName(row),
        before: { lot: row.lotBefore, expiresOn: row.expiresBefore },
        after: { lot: row.lotAfter, expiresOn: row.expiresAfter },
        reason,
        note,
      }))
    },
  })
}
