import { sql } from 'kysely'
import type { FieldIssue } from '#server/base/field-issues.ts'
import type { Tx } from '#server/db/database.ts'
import type { Refusal } from '#server/inbox/receive.ts'

type LeavingLine = { stockItemId: string; quantity: number }

/**
 * The refusal of lines that take boxes off the shelf for good: an unknown lot, the same lot twice, or more than it holds
 * (`stocks:beyondStock`). Null: all can leave. `issues`: faults that the caller found itself.
 */
export async function refusalOfLeaving(
  tx: Tx,
  pharmacyId: string,
  lines: readonly LeavingLine[],
  issues: readonly FieldIssue[] = [],
): Promise<Refusal | null> {
  const lots = await quantitiesOf(
    tx,
    pharmacyId,
    lines.map(({ stockItemId }) => stockItemId),
  )
  const all = [
    ...issues,
    ...lines.flatMap(({ stockItemId }, index) => {
      const path = `body.lines.${index}.stockItemId`
      if (!lots.has(stockItemId)) return [{ path, message: 'unknown' }]
      const isFirst = lines.findIndex((line) => line.stockItemId === stockItemId) === index
      return isFirst ? [] : [{ path, message: 'the same lot twice' }]
    }),
  ]
  if (all.length > 0) return { message: 'requests:invalid', details: { issues: all } }
  const items = lines.flatMap(({ stockItemId, quantity }) => {
    const lot = lots.get(stockItemId)!
    return quantity > lot.quantity ? [{ ...lot, stockItemId, asked: quantity }] : []
  })
  return items.length > 0 ? { message: 'stocks:beyondStock', details: { ...items[0], items } } : null
}

/** The quantities of lots, with the label of their product. */
async function quantitiesOf(
  tx: Tx,
  pharmacyId: string,
  ids: readonly string[],
): Promise<Map<string, { label: string; quantity: number }>> {
  const { rows } = await sql<{ id: string; label: string; quantity: number }>`
    select i.id, coalesce(o.private_label, p.label) as label, i.quantity from stock_items i
      join pharmacy_products o on o.pharmacy_id = i.pharmacy_id and o.id = i.pharmacy_product_id
      left join products p on p.id = o.product_id
    where i.pharmacy_id = ${pharmacyId} and i.id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, ...lot }) => [id, lot]))
}
