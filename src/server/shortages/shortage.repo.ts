import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { soldDaysOf, type SoldDaysOf } from '#server/stock/demand.repo.ts'

export function soldOfProducts(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
  today: string,
): Promise<SoldDaysOf[]> {
  return soldDaysOf(tx, pharmacyId, {
    scope: sql`select product_id, null::uuid as packaging_id from unnest(${ids}::uuid[]) as w (product_id)`,
    byPackaging: false,
    today,
  })
}

/** What customers asked for in vain of a product, since a day, and what it would have brought in. */
export type Noted = { id: string; value: number }

/** A missed sale without a price counts at `price`. */
export async function notedMissing(
  tx: Tx,
  pharmacyId: string,
  absences: readonly { id: string; since: string; price: number }[],
  timeZone: string,
): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    select w.id, sum(m.quantity * coalesce(m.price, w.price)::numeric) as value
    from unnest(${absences.map(({ id }) => id)}::uuid[], ${absences.map(({ since }) => since)}::date[],
        ${absences.map(({ price }) => price)}::bigint[]) as w (id, since, price)
      join missed_sales m on m.pharmacy_id = ${pharmacyId} and m.pharmacy_product_id = w.id and m.reason = 'absent'
        and m.missed_at >= w.since::timestamp at time zone ${timeZone}
    group by 1`.execute(tx)
  return rows
}
