import { sql } from 'kysely'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { personName } from '#server/db/person-name.ts'

/** What a member decided about a product until the next order. */
export type Decision = { quantity: number | null; supplierId: string | null; excludedUntil: string | null }
export type KnownDecision = Decision & { id: string; changedByName: string }

export async function decisionsOf(tx: Tx, pharmacyId: string): Promise<Map<string, KnownDecision>> {
  const { rows } = await sql<Omit<KnownDecision, 'changedByName'> & { changedBy: PersonName }>`
    select n.pharmacy_product_id as id, n.quantity, n.supplier_id as "supplierId", n.excluded_until as "excludedUntil",
      ${personName('u')} as "changedBy"
    from order_records n join users u on u.id = n.changed_by where n.pharmacy_id = ${pharmacyId}`.execute(tx)
  return new Map(rows.map(({ changedBy, ...row }) => [row.id, { ...row, changedByName: displayName(changedBy) }]))
}

export async function writeDecision(
  tx: Tx,
  pharmacyId: string,
  productId: string,
  { quantity, supplierId, excludedUntil }: Decision,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await sql`
    insert into order_records (pharmacy_id, pharmacy_product_id, quantity, supplier_id, excluded_until, changed_by, changed_at)
    values (${pharmacyId}, ${productId}, ${quantity}, ${supplierId}, ${excludedUntil}, ${userId}, ${at})
    on conflict (pharmacy_id, pharmacy_product_id) do update set quantity = excluded.quantity,
      supplier_id = excluded.supplier_id, excluded_until = excluded.excluded_until, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`.execute(tx)
}

export async function deleteDecision(tx: Tx, pharmacyId: string, productId: string): Promise<void> {
  await sql`delete from order_records where pharmacy_id = ${pharmacyId} and pharmacy_product_id = ${productId}`.execute(
    tx,
  )
}

/**
 * Ends what was decided about ordered products, an exclusion that is over included: otherwise the same boxes would be
 * ordered again. An excluded product is not ordered.
 */
export async function endDecisions(tx: Tx, pharmacyId: string, productIds: readonly string[]): Promise<void> {
  await sql`delete from order_records where pharmacy_id = ${pharmacyId}
    and pharmacy_product_id = any(${[...productIds]}::uuid[])`.execute(tx)
}

/** Suppliers in use, with the weekdays on which each delivers. */
export type OrderedSupplier = {
  id: string
  name: string
  deliveryDays: number[]
  minimumOrder: number | null
  creditLimit: number | null
}

export async function orderedSuppliers(tx: Tx, pharmacyId: string): Promise<OrderedSupplier[]> {
  const { rows } = await sql<OrderedSupplier>`
    select id, name, delivery_days as "deliveryDays", minimum_order as "minimumOrder", credit_limit as "creditLimit"
    from suppliers
    where pharmacy_id = ${pharmacyId} and not archived order by folded(name)`.execute(tx)
  return rows
}

/** Returns false when this closing was made already. */
export async function insertPreparation(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { userId, at }: { userId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into order_preparations (pharmacy_id, id, closed_by, closed_at)
    values (${pharmacyId}, ${id}, ${userId}, ${at}) on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

export async function ordersOfPreparation(tx: Tx, pharmacyId: string, id: string) {
  const { rows } = await sql<{ id: string; number: number; supplierName: string; lines: number }>`
    select o.id, o.number, s.name as "supplierName", (select count(*)::int from order_lines l
      where l.pharmacy_id = o.pharmacy_id and l.order_id = o.id) as lines
    from orders o join suppliers s on s.pharmacy_id = o.pharmacy_id and s.id = o.supplier_id
    where o.pharmacy_id = ${pharmacyId} and o.preparation_id = ${id} order by o.number`.execute(tx)
  return rows
}
