import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { NewRecall, NewRecallContact, Recall, recalls } from '#shared/contract/recalls.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { LotBlock } from '#shared/domain/recalled-lots.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'
import { timeZoneOf, inDays } from '#server/locale/pharmacy-day.repo.ts'
import { hasClient } from '#server/recalls/recalled-sales.repo.ts'

export type RecallQuery = HandlerInput<typeof recalls.list>['query']
type Row = Omit<Recall, 'openedAt' | 'openedByName' | 'closedAt' | 'closedByName'> & {
  openedAt: Date
  openedBy: PersonName
  closedAt: Date | null
  closedBy: PersonName | null
}
type NamedLot = Pick<NewRecall, 'pharmacyProductId' | 'lot'>
type By = { userId: string; at: Date }

export async function isProductKnown(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (select from pharmacy_products where pharmacy_id = ${pharmacyId} and id = ${id}) as "isKnown"`.execute(
    tx,
  )
  return rows[0]!.isKnown
}

/** The lots that a recall covers, archived ones and loose units included. */
export async function lotsOfRecall(
  tx: Tx,
  pharmacyId: string,
  { pharmacyProductId, lot }: NamedLot,
): Promise<{ id: string; blocked: LotBlock | null }[]> {
  const { rows } = await sql<{ id: string; blocked: LotBlock | null }>`
    select id, blocked from stock_items where pharmacy_id = ${pharmacyId}
      and pharmacy_product_id = ${pharmacyProductId} and plain_lot(lot) = plain_lot(${lot})`.execute(tx)
  return rows
}

/** The id of the open recall that covers this lot, in any spelling. */
export async function openRecallOf(
  tx: Tx,
  pharmacyId: string,
  { pharmacyProductId, lot }: NamedLot,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from recalls where pharmacy_id = ${pharmacyId} and pharmacy_product_id = ${pharmacyProductId}
      and closed_at is null and plain_lot(lot) = plain_lot(${lot})`.execute(tx)
  return rows[0]?.id
}

export async function insertRecall(
  tx: Tx,
  pharmacyId: string,
  { id, pharmacyProductId, lot, reason, reference }: NewRecall,
  { userId, at }: By,
): Promise<void> {
  await tx
    .insertInto('recalls')
    .values({
      pharmacy_id: pharmacyId,
      id,
      pharmacy_product_id: pharmacyProductId,
      lot,
      reason,
      reference,
      opened_by: userId,
      opened_at: at,
    })
    .execute()
}

export async function closeRow(
  tx: Tx,
  pharmacyId: string,
  { id, note, userId, at }: By & { id: string; note: string },
): Promise<void> {
  await tx
    .updateTable('recalls')
    .set({ closed_by: userId, closed_at: at, closing_note: note })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

/** Does nothing for an id that exists: a repeated request. */
export async function insertContact(
  tx: Tx,
  pharmacyId: string,
  { id, recallId, saleId, outcome, returned, note, userId, at }: NewRecallContact & By & { recallId: string },
): Promise<void> {
  await tx
    .insertInto('recall_contacts')
    .values({
      pharmacy_id: pharmacyId,
      id,
      recall_id: recallId,
      sale_id: saleId,
      outcome,
      returned,
      note,
      user_id: userId,
      at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findRecalls(
  tx: Tx,
  pharmacyId: string,
  query: RecallQuery,
): Promise<{ items: Recall[]; total: number }> {
  const kept = sql.join(filtersOf(pharmacyId, query, await timeZoneOf(tx, pharmacyId)), sql` and `)
  const order = sortOrder(query.sort, sortColumns, sql`r.closed_at is not null, r.opened_at desc, r.id`)
  const { items, total } = await pagedRows(tx, query, {
    from: sql`${named} where ${kept}`,
    items: (limit) => readRows(tx, sql`${kept} order by ${order} ${limit}`),
  })
  return { total, items: items.map(recallOf) }
}

export async function findRecall(tx: Tx, pharmacyId: string, id: string): Promise<Recall | undefined> {
  const [row] = await readRows(tx, sql`r.pharmacy_id = ${pharmacyId} and r.id = ${id}`)
  return row && recallOf(row)
}

const label = sql`coalesce(o.private_label, p.label)`
const named = sql`recalls r join pharmacy_products o on o.pharmacy_id = r.pharmacy_id and o.id = r.pharmacy_product_id
  left join products p on p.id = o.product_id`

const sortColumns = {
  label: sql`folded(${label})`,
  lot: sql`plain_lot(r.lot)`,
  reason: sql`folded(r.reason)`,
  reference: sql`folded(r.reference)`,
  openedAt: sql`r.opened_at`,
  closedAt: sql`r.closed_at`,
  sales: sql`b.sales`,
  // Without buyers there is nobody to reach.
  workedOff: sql`case when b.buyers > 0 then b."workedOff" end`,
  state: sql`(r.closed_at is not null)::int`,
}

async function readRows(tx: Tx, which: RawBuilder<unknown>): Promise<Row[]> {
  const nameOf = (user: 'u' | 'w') =>
    sql`json_build_object('firstName', ${sql.ref(`${user}.first_name`)}, 'lastName', ${sql.ref(`${user}.last_name`)})`
  const { rows } = await sql<Row>`
    select r.id, r.pharmacy_product_id as "pharmacyProductId", r.lot, r.reason, r.reference, ${label} as label,
      r.opened_at as "openedAt", ${nameOf('u')} as "openedBy", r.closed_at as "closedAt",
      case when w.id is not null then ${nameOf('w')} end as "closedBy", r.closing_note as "closingNote",
      b.sales, b.buyers, b."workedOff"
    from ${named} join users u on u.id = r.opened_by left join users w on w.id = r.closed_by
      cross join lateral (
        select count(*)::int as sales, (count(*) filter (where s.named))::int as buyers,
          (count(*) filter (where s.named and s.contacted))::int as "workedOff"
        from (select ${hasClient} as named, exists (select from recall_contacts c where c.pharmacy_id = s.pharmacy_id
            and c.recall_id = r.id and c.sale_id = s.id) as contacted
          from sales s where s.pharmacy_id = r.pharmacy_id and s.status = 'CLOSED' and s.id = any(array(
            select l.sale_id from stock_items i
              join sale_records l on l.pharmacy_id = i.pharmacy_id and l.stock_item_id = i.id
            where i.pharmacy_id = r.pharmacy_id and i.pharmacy_product_id = r.pharmacy_product_id
              and plain_lot(i.lot) = plain_lot(r.lot)))) s
      ) b
    where ${which}`.execute(tx)
  return rows
}

function recallOf({ openedAt, openedBy, closedAt, closedBy, ...row }: Row): Recall {
  return {
    ...row,
    openedAt: openedAt.toISOString(),
    openedByName: displayName(openedBy),
    closedAt: closedAt?.toISOString() ?? null,
    closedByName: closedBy && displayName(closedBy),
  }
}

function filtersOf(
  pharmacyId: string,
  { from, to, search, state }: RecallQuery,
  timeZone: string,
): RawBuilder<unknown>[] {
  return [
    sql`r.pharmacy_id = ${pharmacyId}`,
    ...inDays(sql`r.opened_at`, { from, to }, timeZone),
    ...(state ? [sql`case when r.closed_at is null then 'open' else 'closed' end = any(${state}::text[])`] : []),
    ...wordsOf(search ?? '').map(
      (word) => sql`strpos(folded(concat_ws(' ', ${label}, r.lot, r.reason, r.reference)), ${word}) > 0`,
    ),
  ]
}
