import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { inventories, Inventory, NewInventory } from '#shared/contract/inventories.ts'
import type { InventoryState } from '#shared/domain/inventories/inventory-state.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { wordsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows } from '#server/db/paged-rows.ts'
import { personName } from '#server/db/person-name.ts'
import { sortOrder } from '#server/db/sort-order.ts'

export type InventoryQuery = HandlerInput<typeof inventories.list>['query']
type By = { userId: string; at: Date }
type Row = Omit<Inventory, 'createdAt' | 'createdByName' | 'closedAt' | 'closedByName' | 'canceledAt'> & {
  createdAt: Date
  createdBy: PersonName
  closedAt: Date | null
  closedBy: PersonName | null
  canceledAt: Date | null
}

export function findInventories(
  tx: Tx,
  pharmacyId: string,
  query: InventoryQuery,
): Promise<{ items: Inventory[]; total: number }> {
  const { search, state, sort } = query
  const where = sql.join(
    [
      sql`v.pharmacy_id = ${pharmacyId}`,
      ...(state ? [sql`v.state = any(${state}::text[])`] : []),
      ...wordsOf(search ?? '').map((word) => sql`strpos(folded(concat_ws(' ', v.label, v.number)), ${word}) > 0`),
    ],
    sql` and `,
  )
  return pagedRows(tx, query, {
    from: sql`inventories v where ${where}`,
    items: (limit) => read(tx, sql`${where} order by ${sortOrder(sort, sortColumns, sql`v.number desc`)} ${limit}`),
  })
}

export async function findInventory(tx: Tx, pharmacyId: string, id: string): Promise<Inventory | undefined> {
  return (await read(tx, sql`v.pharmacy_id = ${pharmacyId} and v.id = ${id}`))[0]
}

export async function inventoryState(tx: Tx, pharmacyId: string, id: string): Promise<InventoryState | undefined> {
  const { rows } = await sql<{ state: InventoryState }>`
    select state from inventories where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows[0]?.state
}

const sortColumns = {
  number: sql`v.number`,
  label: sql`folded(v.label)`,
  state: sql`v.state`,
  createdAt: sql`v.created_at`,
  user: sql`folded(u.last_name || ' ' || u.first_name)`,
  lines: sql`x.lines`,
  counted: sql`x.counted`,
  missing: sql`x.missing`,
  surplus: sql`x.surplus`,
}

/** What a closed inventory found is stored with its lines; an open one has only how many were counted. */
async function read(tx: Tx, which: RawBuilder<unknown>): Promise<Inventory[]> {
  const { rows } = await sql<Row>`
    select v.id, v.number, v.label, v.scope, v.state, v.created_at as "createdAt", ${personName('u')} as "createdBy",
      v.closed_at as "closedAt", ${personName('c')} as "closedBy", v.canceled_at as "canceledAt",
      v.cancel_reason as "cancelReason", x.lines, x.counted, x.differing, x.missing, x.surplus
    from inventories v join users u on u.id = v.created_by left join users c on c.id = v.closed_by
      cross join lateral (
        select count(*)::int as lines,
          (count(*) filter (where l.counted is not null or exists (
            select from inventory_counts n where n.pharmacy_id = l.pharmacy_id and n.inventory_id = l.inventory_id
              and n.stock_item_id = l.stock_item_id)))::int as counted,
          case when v.state = 'closed' then (count(*) filter (where l.counted <> l.expected))::int end as differing,
          case when v.state = 'closed' then
            coalesce(sum((l.expected - l.counted) * l.purchase_price::numeric) filter (where l.counted < l.expected), 0)
          end as missing,
          case when v.state = 'closed' then
            coalesce(sum((l.counted - l.expected) * l.purchase_price::numeric) filter (where l.counted > l.expected), 0)
          end as surplus
        from inventory_lines l where l.pharmacy_id = v.pharmacy_id and l.inventory_id = v.id) x
    where ${which}`.execute(tx)
  return rows.map(({ createdAt, createdBy, closedAt, closedBy, canceledAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    createdByName: displayName(createdBy),
    closedAt: closedAt?.toISOString() ?? null,
    closedByName: closedBy && displayName(closedBy),
    canceledAt: canceledAt?.toISOString() ?? null,
  }))
}

export async function insertInventory(
  tx: Tx,
  pharmacyId: string,
  { id, label, scope }: NewInventory,
  { userId, at }: By,
): Promise<void> {
  await sql`
    with counted as (
      insert into pharmacy_counters (pharmacy_id, inventory_number) values (${pharmacyId}, 1)
      on conflict (pharmacy_id) do update set inventory_number = pharmacy_counters.inventory_number + 1
        returning inventory_number
    )
    insert into inventories (pharmacy_id, id, number, label, scope, created_by, created_at)
    select ${pharmacyId}, ${id}, inventory_number, ${label}, ${JSON.stringify(scope)}::text::jsonb, ${userId}, ${at}
      from counted`.execute(tx)
}

/** From now on nobody counts: its differences are booked. `gone`: lots that nobody counted are gone. */
export async function beginClosing(tx: Tx, pharmacyId: string, id: string, gone: boolean): Promise<void> {
  await sql`update inventories set state = 'closing', closes_gone = ${gone} where pharmacy_id = ${pharmacyId}
    and id = ${id}`.execute(tx)
}

/** Whether the closing under way takes lots that nobody counted as gone. */
export async function closesGone(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ gone: boolean }>`select closes_gone as gone from inventories
    where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
  return rows[0]?.gone ?? false
}

/** Also ends the links of its phones. */
export async function endInventory(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { userId, at, canceled }: By & { canceled?: string },
): Promise<void> {
  const how =
    canceled === undefined
      ? sql`state = 'closed', closed_by = ${userId}, closed_at = ${at}`
      : sql`state = 'canceled', canceled_by = ${userId}, canceled_at = ${at}, cancel_reason = ${canceled}`
  await sql`
    with ended as (
      update counting_links set ended_at = ${at}
      where pharmacy_id = ${pharmacyId} and inventory_id = ${id} and ended_at is null
    )
    update inventories set ${how} where pharmacy_id = ${pharmacyId} and id = ${id}`.execute(tx)
}
