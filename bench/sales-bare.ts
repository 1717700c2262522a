import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { NewSale } from '#shared/contract/sales.ts'

/** One transaction of ten messages, with a multi-row statement per table: a careful first version by hand. */
export async function writeBare(pool: Pool, pharmacyId: string, sale: NewSale): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const number = await writeRows(client, pharmacyId, sale)
    await client.query('commit')
    return number
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function writeRows(client: PoolClient, pharmacyId: string, sale: NewSale): Promise<number> {
  const now = new Date()
  const counted = await client.query<{ sale_number: string; rev: string }>(
    'update pharmacy_counters set sale_number = sale_number + 1, rev = rev + 1 where pharmacy_id = $1 returning sale_number, rev',
    [pharmacyId],
  )
  const { sale_number: number, rev } = counted.rows[0]!
  await client.query(
    `with opened as (insert into cash_registers (pharmacy_id, id, opened_by, opened_at) values ($1, $9, $7, $13) on conflict do nothing)
     insert into sales (pharmacy_id, id, number, identifier, terminal_id, session_id, seller_id, seller_roles, register_id, total, rounding, units, sold_at, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      pharmacyId,
      sale.id,
      number,
      sale.identifier,
      sale.terminalId,
      sale.sessionId,
      sale.sellerId,
      sale.sellerRoles,
      sale.registerId,
      sale.total,
      sale.rounding,
      3,
      sale.soldAt,
      now,
    ],
  )
  await client.query(
    `insert into sale_records (pharmacy_id, sale_id, id, position, stock_item_id, label, quantity, price, purchase_price) values ${rows(3, 9)}`,
    sale.records.flatMap((record, position) => [
      pharmacyId,
      sale.id,
      record.id,
      position,
      record.stockItemId,
      record.label,
      record.quantity,
      record.price,
      600,
    ]),
  )
  await client.query(
    `insert into sale_payments (pharmacy_id, sale_id, id, position, type, amount, data) values ${rows(1, 7)}`,
    sale.payments.flatMap((payment, position) => [
      pharmacyId,
      sale.id,
      payment.id,
      position,
      payment.type,
      payment.amount,
      JSON.stringify({ tendered: payment.amount }),
    ]),
  )
  const left = await client.query<{ id: string; quantity: number }>(
    'update stock_items set quantity = quantity - 1 where pharmacy_id = $1 and id = any($2) returning id, quantity',
    [pharmacyId, sale.records.map((record) => record.stockItemId)],
  )
  await client.query(
    `insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, user_id, at, sale_id) values ${rows(3, 10)}`,
    left.rows.flatMap((item) => [
      pharmacyId,
      randomUUID(),
      item.id,
      'sale',
      -1,
      item.quantity + 1,
      item.quantity,
      sale.sellerId,
      now,
      sale.id,
    ]),
  )
  await client.query(
    'update pharmacy_products set rev = $2 where pharmacy_id = $1 and id in (select pharmacy_product_id from stock_items where pharmacy_id = $1 and id = any($3))',
    [pharmacyId, rev, sale.records.map((record) => record.stockItemId)],
  )
  await client.query(
    `insert into register_movements (pharmacy_id, id, register_id, kind, type, amount, at, occurred_at, user_id, sale_id) values ${rows(1, 10)}`,
    sale.payments.flatMap((payment) => [
      pharmacyId,
      randomUUID(),
      sale.registerId,
      'sale',
      payment.type,
      payment.amount,
      now,
      sale.soldAt,
      sale.sellerId,
      sale.id,
    ]),
  )
  await client.query(
    'insert into inbox (pharmacy_id, id, kind, revision, hash, accepted, answer, at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [pharmacyId, sale.id, 'sale', 1, 'bare', true, JSON.stringify({ ...sale, number }), now],
  )
  return Number(number)
}

/** `($1, $2), ($3, $4)` … */
function rows(count: number, columns: number): string {
  return Array.from(
    { length: count },
    (_, row) => `(${Array.from({ length: columns }, (__, column) => `$${row * columns + column + 1}`).join(', ')})`,
  ).join(', ')
}
