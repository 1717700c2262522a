import { Payment } from '#shared/contract/payment.ts'
import { untouched, type NewSale } from '#shared/contract/sales.ts'
import { newLocalSale } from '#shared/domain/local-sale.ts'
import { movementsOfSale } from '#shared/domain/register/movements.ts'
import { expectedByMeans, type Means } from '#shared/domain/register/totals.ts'
import type { AcknowledgedSale } from '#shared/store/sales/sales-rows.ts'
import type { Database } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { campGuezo } from '#server/demo/demo-pharmacies.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { keyedDay } from '#tests/support/generated-day.ts'
import { cashier } from './kiosk-page.ts'

/** Sales of one register of the demo, all by its cashier, until a minute ago, as the till and the server store them. */
export type DayOfSales = {
  registerId: string
  /** Each means of payment with movements, in minor units, cash first. */
  expected: readonly (Means & { expected: number })[]
  /** The most frequent cash amount: a difference of this amount has the most possible sales as its cause. */
  commonest: number
  /** The sales as the till keeps them after the server has accepted them. */
  kept: readonly AcknowledgedSale[]
}

const pharmacy_id = campGuezo.id
const registerId = demoId('day of sales', 'register')
const float = 50_000

export function dayOfSales(count: number): DayOfSales {
  const sales = keyedDay(seededRandom('day of sales'), count).sales
  const until = Date.now() - 60_000 - sales.at(-1)!.at
  const kept = sales.map((sale, place): AcknowledgedSale => {
    const made = madeAt(place)
    const soldAt = new Date(until + sale.at).toISOString()
    const payments = sale.payments.map((payment) =>
      Payment.parse({ ...payment, id: demoId('day of sales', payment.id), creditMetadata: { person: null } }),
    )
    const records = sale.records.map(({ quantity }, line) => ({
      id: demoId('day of sales', 'line', String(place), String(line)),
      stockItemId: demoId('day of sales', 'lot', String(line)),
      label: 'Doliprane 500 mg cp B/16',
      quantity,
      price: 500,
    }))
    const paid: NewSale = {
      ...made,
      sellerRoles: [cashier.role],
      soldAt,
      registerId,
      patientId: null,
      records,
      vouchers: [],
      payments,
      total: payments.reduce((sum, { amount }) => sum + amount, sale.rounding),
      rounding: sale.rounding,
    }
    const { sellerRoles: _, ...told } = paid
    const local = {
      ...newLocalSale({ id: made.id, identifier: made.identifier, createdAt: soldAt }),
      status: 'SUBMITTING' as const,
      openedBy: cashier.id,
      sessionId: made.sessionId,
      records,
      payments,
      registerId,
    }
    const reply = {
      ...told,
      ...untouched,
      number: place + 1,
      status: 'CLOSED' as const,
      receivedAt: soldAt,
      sellerName: `${cashier.lastName} ${cashier.firstName}`,
      patientName: null,
      flags: [],
    }
    return {
      id: made.id,
      sale: local,
      reply,
      payload: JSON.stringify(paid),
      hash: '',
      revision: 1,
      sessionId: made.sessionId,
      acknowledgedAt: Date.parse(soldAt),
    }
  })
  const moved = kept.flatMap(({ reply }) => movementsOfSale(reply))
  const [drawer, ...others] = expectedByMeans(moved)
  return {
    registerId,
    expected: [{ ...drawer!, expected: drawer!.expected + float }, ...others],
    commonest: mostOften(
      moved.filter(({ type, kind }) => type === 'CASH' && kind === 'sale').map(({ amount }) => amount),
    ),
    kept,
  }
}

function madeAt(place: number) {
  return {
    id: demoId('day of sales', String(place)),
    revision: 1,
    identifier: `BANC-${place + 1}`,
    terminalId: demoId('day of sales', 'terminal'),
    sessionId: demoId('day of sales', 'session'),
    sellerId: cashier.id,
  }
}

function mostOften(amounts: readonly number[]): number {
  const times = new Map<number, number>()
  for (const amount of amounts) times.set(amount, (times.get(amount) ?? 0) + 1)
  return [...times].toSorted(([, a], [, b]) => b - a)[0]![0]
}

/** Writes them as the server would have, into an open register of the cashier. */
export async function recordDay(database: Database, { kept }: DayOfSales): Promise<void> {
  const sold = kept.map(({ reply }) => ({ reply, sold_at: new Date(reply.soldAt) }))
  await database.platform(async (tx) => {
    const { sale_number: before } = await tx
      .selectFrom('pharmacy_counters')
      .select('sale_number')
      .where('pharmacy_id', '=', pharmacy_id)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('pharmacy_counters')
      .set({ sale_number: before + kept.length })
      .where('pharmacy_id', '=', pharmacy_id)
      .execute()
    await tx
      .updateTable('cash_registers')
      .set({ closed_at: new Date(), closed_by: cashier.id })
      .where('pharmacy_id', '=', pharmacy_id)
      .where('opened_by', '=', cashier.id)
      .where('closed_at', 'is', null)
      .execute()
    await bulkInsert(tx, 'cash_registers', [
      { pharmacy_id, id: registerId, opened_by: cashier.id, opened_at: sold[0]!.sold_at, float },
    ])
    await bulkInsert(
      tx,
      'sales',
      sold.map(({ reply, sold_at }) => ({
        pharmacy_id,
        id: reply.id,
        number: before + reply.number,
        identifier: reply.identifier,
        terminal_id: reply.terminalId,
        session_id: reply.sessionId,
        seller_id: reply.sellerId,
        seller_roles: [cashier.role],
        register_id: registerId,
        total: reply.total,
        rounding: reply.rounding,
        units: reply.records.length,
        sold_at,
        received_at: sold_at,
        flags: [],
      })),
    )
    await bulkInsert(
      tx,
      'sale_records',
      sold.flatMap(({ reply }) =>
        reply.records.map(({ id, label, quantity, price }, position) => ({
          pharmacy_id,
          sale_id: reply.id,
          id,
          position,
          label,
          quantity,
          price,
        })),
      ),
    )
    await bulkInsert(
      tx,
      'sale_payments',
      sold.flatMap(({ reply }) =>
        reply.payments.map(({ id, type, amount, ...data }, position) => ({
          pharmacy_id,
          sale_id: reply.id,
          id,
          position,
          type,
          amount,
          data,
        })),
      ),
    )
    await bulkInsert(
      tx,
      'register_movements',
      sold.flatMap(({ reply, sold_at }) =>
        movementsOfSale(reply).map(({ kind, type, amount, operator }, line) => ({
          pharmacy_id,
          id: demoId('day of sales', 'movement', reply.id, String(line)),
          register_id: registerId,
          kind,
          type,
          amount,
          operator: operator ?? null,
          at: sold_at,
          occurred_at: sold_at,
          user_id: cashier.id,
          sale_id: reply.id,
        })),
      ),
    )
    await bulkInsert(tx, 'register_movements', [
      {
        pharmacy_id,
        id: registerId,
        register_id: registerId,
        kind: 'float',
        type: 'CASH',
        amount: float,
        at: sold[0]!.sold_at,
        occurred_at: sold[0]!.sold_at,
        user_id: cashier.id,
      },
    ])
  })
}
