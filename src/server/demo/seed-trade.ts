import type { Insertable } from 'kysely'
import { taxedLines, type TaxedLine } from '#shared/domain/fiscal/document-of-sale.ts'
import { clientOf, policyOfPayment, stampDutyIn, type Payment } from '#shared/domain/payment.ts'
import { movementOfGesture } from '#shared/domain/register/movements.ts'
import { leviedIn } from '#shared/domain/sale.ts'
import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { supplierOfLot } from '#server/demo/demo-suppliers.ts'
import { pastCounts } from '#server/demo/past-counts.ts'
import type { ProductStock } from '#server/demo/past-lots.ts'
import type { PastPrescriptions } from '#server/demo/past-prescriptions.ts'
import { taxOfPast } from '#server/demo/past-sales.ts'
import {
  expenseReasons,
  type ExpenseReason,
  type PastReturn,
  type PastSale,
  type PastTrade,
} from '#server/demo/past-trade.ts'
import { madeOf, moneyBack } from '#server/demo/past-undoing.ts'
import { known, packagingKey } from '#server/demo/seed-referential.ts'
import type { Tables } from '#server/db/tables.ts'

/** Delay between the till and the server. */
const onTheWayMs = 800

type Past = {
  stock: readonly ProductStock[]
  trade: PastTrade
  prescriptions: PastPrescriptions
  missed: readonly Insertable<Tables['missed_sales']>[]
  /** The delivery that brought a lot. */
  deliveryOfLot: ReadonlyMap<string, string>
}

/**
 * Inserts lots, registers with their movements, hand-overs and closings, every sale with its lines and payments, the register of
 * listed medicines, and missed sales.
 */
export async function seedTrade(
  tx: Tx,
  pharmacyId: string,
  { stock, trade, prescriptions, missed, deliveryOfLot }: Past,
  packagingIds: ReadonlyMap<string, string>,
): Promise<void> {
  await seedStock(tx, pharmacyId, { stock, trade, deliveryOfLot }, packagingIds)
  await bulkInsert(
    tx,
    'unlocks',
    trade.registers.flatMap((register) =>
      [{ ...register, at: register.openedAt }, ...(register.handedOver ? [register.handedOver] : [])].map(
        ({ unlockId, seller, at }) => ({
          pharmacy_id: pharmacyId,
          id: unlockId,
          user_id: seller.id,
          terminal_id: register.terminal.id,
          at,
        }),
      ),
    ),
  )
  await bulkInsert(
    tx,
    'cash_registers',
    trade.registers.map(({ id, seller, openedAt, float, closed, handedOver }) => ({
      pharmacy_id: pharmacyId,
      id,
      opened_by: seller.id,
      opened_at: openedAt,
      float,
      held_by: handedOver?.seller.id ?? null,
      closed_by: closed?.by ?? null,
      closed_at: closed?.at ?? null,
    })),
  )
  await seedSales(tx, pharmacyId, trade.sales, prescriptions.ofSale)
  await seedReturns(tx, pharmacyId, trade.returns)
  await seedMovements(tx, pharmacyId, trade, deliveryOfLot)
  await bulkInsert(tx, 'register_counts', pastCounts(pharmacyId, trade))
  await bulkInsert(
    tx,
    'disbursement_reasons',
    expenseReasons.map((label) => ({ pharmacy_id: pharmacyId, id: reasonId(pharmacyId, label), label })),
  )
  await bulkInsert(
    tx,
    'disbursements',
    trade.gestures
      .flatMap((gesture) => (gesture.kind === 'disbursement' ? [gesture] : []))
      .map(({ id, register, at, amount, reason, beneficiary, note }, place) => ({
        pharmacy_id: pharmacyId,
        id,
        number: place + 1,
        register_id: register.id,
        reason_id: reasonId(pharmacyId, reason),
        beneficiary,
        note,
        amount,
        user_id: register.seller.id,
        spent_at: at,
        received_at: receivedAt(at),
      })),
  )
  await bulkInsert(tx, 'prescription_entries', prescriptions.entries)
  await bulkInsert(tx, 'missed_sales', missed)
}

function reasonId(pharmacyId: string, reason: ExpenseReason): string {
  return demoId('disbursement-reason', pharmacyId, reason)
}

async function seedStock(
  tx: Tx,
  pharmacyId: string,
  { stock, trade: { quantities }, deliveryOfLot }: Pick<Past, 'stock' | 'trade' | 'deliveryOfLot'>,
  packagingIds: ReadonlyMap<string, string>,
): Promise<void> {
  const lots = stock.flatMap(({ lots, expired }) => [...lots, ...expired])
  await bulkInsert(
    tx,
    'stock_items',
    lots.map((lot) => ({
      pharmacy_id: pharmacyId,
      id: lot.id,
      pharmacy_product_id: lot.product.id,
      packaging_id: known(packagingIds, packagingKey(lot.product.medicine.packaging)),
      lot: lot.lot,
      expires_on: lot.expiresOn,
      quantity: quantities.get(lot.id) ?? 0,
      purchase_price: lot.purchasePrice,
      sale_price: lot.salePrice,
      supplier_id: supplierOfLot(pharmacyId, lot.id),
      delivery_id: deliveryOfLot.get(lot.id) ?? null,
    })),
  )
}

function taxesOfPast({ records, payments }: PastSale): TaxedLine[] {
  const lines = records.map(({ id, lot, quantity }) => ({
    id,
    stockItemId: lot.id,
    label: lot.product.medicine.label,
    quantity,
    price: lot.salePrice,
  }))
  return taxedLines({ records: lines, vouchers: [], payments }, taxOfPast(records), 'nearest')
}

async function seedSales(
  tx: Tx,
  pharmacyId: string,
  sales: readonly PastSale[],
  prescriptions: PastPrescriptions['ofSale'],
): Promise<void> {
  await bulkInsert(
    tx,
    'sales',
    sales.map(
      ({
        id,
        number,
        identifier,
        register,
        holder,
        patientId,
        total,
        vouchers,
        buyer,
        rounding,
        units,
        at,
        goesBelowZero,
        canceled,
      }) => ({
        pharmacy_id: pharmacyId,
        id,
        number,
        identifier,
        terminal_id: register.terminal.id,
        session_id: holder.unlockId,
        seller_id: holder.seller.id,
        seller_roles: [holder.seller.role],
        register_id: register.id,
        patient_id: patientId,
        total,
        levied: leviedIn({ vouchers }),
        rounding,
        units,
        sold_at: at,
        received_at: receivedAt(at),
        flags: goesBelowZero ? ['stock:negative'] : [],
        prescription: prescriptions.get(id) ?? null,
        status: canceled ? 'CANCELED' : 'CLOSED',
        canceled_at: canceled?.at ?? null,
        canceled_by: canceled ? holder.seller.id : null,
        cancel_reason: canceled?.reason ?? null,
        buyer,
      }),
    ),
  )
  const latest = sales.reduce((last, sale) => (sale.at > last.at ? sale : last))
  await bulkInsert(
    tx,
    'sale_records',
    sales.flatMap((sale) => {
      const taxes = taxesOfPast(sale)
      // Its first product had no section yet.
      const isUnknown = (position: number) => sale === latest && position === 0
      const goods = sale.records.map(({ id, lot, quantity }, position) => ({
        pharmacy_id: pharmacyId,
        sale_id: sale.id,
        id,
        position,
        stock_item_id: lot.id,
        label: lot.product.medicine.label,
        quantity,
        price: lot.salePrice,
        purchase_price: lot.purchasePrice,
        tax_group: isUnknown(position) ? null : taxes[position]!.tax!.group,
        tax_rate: isUnknown(position) ? null : taxes[position]!.tax!.rate,
        taxed_total: taxes[position]!.total,
        tax_amount: isUnknown(position) ? null : taxes[position]!.taxAmount,
        levy: null,
      }))
      const levies = sale.vouchers.map((levied, place) => ({
        pharmacy_id: pharmacyId,
        sale_id: sale.id,
        position: goods.length + place,
        stock_item_id: null,
        purchase_price: null,
        tax_group: null,
        tax_rate: null,
        taxed_total: null,
        tax_amount: null,
        ...levied,
      }))
      return [...goods, ...levies]
    }),
  )
  await bulkInsert(
    tx,
    'sale_payments',
    sales.flatMap((sale) =>
      sale.payments.map((payment, position) => paymentRow(pharmacyId, sale.id, payment, position)),
    ),
  )
}

async function seedReturns(tx: Tx, pharmacyId: string, returns: readonly PastReturn[]): Promise<void> {
  const made = returns.map((each) => ({ ...each, ...madeOf(each) }))
  await bulkInsert(
    tx,
    'sale_returns',
    made.map(({ id, number, sale, at, reason, total, rounding }) => ({
      pharmacy_id: pharmacyId,
      id,
      sale_id: sale.id,
      number,
      register_id: sale.register.id,
      user_id: sale.holder.seller.id,
      reason,
      total,
      rounding,
      returned_at: at,
      received_at: receivedAt(at),
    })),
  )
  await bulkInsert(
    tx,
    'sale_return_lines',
    made.flatMap(({ id, toStock, lines }) =>
      lines.map(({ lineId, quantity, amount }) => ({
        pharmacy_id: pharmacyId,
        return_id: id,
        line_id: lineId,
        quantity,
        amount,
        to_stock: toStock,
      })),
    ),
  )
  await bulkInsert(
    tx,
    'sale_refunds',
    made.flatMap(({ id, sale, refunds }) =>
      refunds.map(({ paymentId, type, amount }) => ({
        pharmacy_id: pharmacyId,
        return_id: id,
        payment_id: paymentId,
        sale_id: sale.id,
        type,
        amount,
      })),
    ),
  )
}

function paymentRow(pharmacyId: string, saleId: string, payment: Payment, position: number) {
  const { id, type, amount, ...data } = payment
  return {
    pharmacy_id: pharmacyId,
    sale_id: saleId,
    id,
    position,
    type,
    amount,
    data,
    client_id: clientOf(payment),
    policy_id: policyOfPayment(payment),
  }
}

/** Inserts the movements of both ledgers. The float of a register is its first movement. */
async function seedMovements(
  tx: Tx,
  pharmacyId: string,
  trade: PastTrade,
  deliveryOfLot: Past['deliveryOfLot'],
): Promise<void> {
  const { registers, sales, movements, gestures } = trade
  const deliveryOf = ({ cause, lotId }: PastTrade['movements'][number]): string | null =>
    cause === 'delivery' ? (deliveryOfLot.get(lotId) ?? null) : null
  await bulkInsert(
    tx,
    'stock_movements',
    movements.map((movement) => ({
      pharmacy_id: pharmacyId,
      id: movement.id,
      stock_item_id: movement.lotId,
      cause: movement.cause,
      quantity: movement.quantity,
      before: movement.before,
      after: movement.after,
      user_id: movement.userId,
      at: movement.saleId ? receivedAt(movement.at) : movement.at,
      sale_id: movement.saleId,
      link_kind: deliveryOf(movement) && 'delivery',
      link_id: deliveryOf(movement),
    })),
  )
  const floats = registers.map(({ id, seller, openedAt, float }) => ({
    pharmacy_id: pharmacyId,
    id,
    register_id: id,
    kind: 'float' as const,
    type: 'CASH',
    amount: float,
    at: openedAt,
    occurred_at: openedAt,
    user_id: seller.id,
    sale_id: null,
    operator: null,
    client_id: null,
  }))
  const paid = sales.flatMap(({ id, at, register, holder, patientId, payments }) =>
    payments.map((payment) => ({
      pharmacy_id: pharmacyId,
      id: demoId('register-movement', payment.id),
      register_id: register.id,
      kind: 'sale' as const,
      type: payment.type,
      amount: payment.amount,
      at: receivedAt(at),
      occurred_at: at,
      user_id: holder.seller.id,
      sale_id: id,
      operator: 'phoneOperator' in payment ? payment.phoneOperator : null,
      client_id: clientOf(payment) ?? patientId,
    })),
  )
  const rounded = sales
    .filter(({ rounding }) => rounding !== 0)
    .map(({ id, at, register, holder, patientId, rounding }) => ({
      pharmacy_id: pharmacyId,
      id: demoId('register-movement', id, 'rounding'),
      register_id: register.id,
      kind: 'rounding' as const,
      type: 'CASH',
      amount: rounding,
      at: receivedAt(at),
      occurred_at: at,
      user_id: holder.seller.id,
      sale_id: id,
      operator: null,
      client_id: patientId,
    }))
  const stamped = sales
    .filter(({ payments }) => stampDutyIn(payments) > 0)
    .map(({ id, at, register, holder, patientId, payments }) => ({
      pharmacy_id: pharmacyId,
      id: demoId('register-movement', id, 'stamp-duty'),
      register_id: register.id,
      kind: 'stamp-duty' as const,
      type: 'CASH',
      amount: stampDutyIn(payments),
      at: receivedAt(at),
      occurred_at: at,
      user_id: holder.seller.id,
      sale_id: id,
      operator: null,
      client_id: patientId,
    }))
  const moved = gestures.map(({ register, at, ...gesture }) => {
    const { kind, type, amount } = movementOfGesture(gesture)
    return {
      pharmacy_id: pharmacyId,
      id: gesture.id,
      register_id: register.id,
      kind,
      type,
      amount,
      at: receivedAt(at),
      occurred_at: at,
      user_id: register.seller.id,
      sale_id: null,
      operator: null,
      client_id: null,
    }
  })
  const back = moneyBack(trade).map(({ of, sale, at, movement: { kind, type, amount } }, place) => ({
    pharmacy_id: pharmacyId,
    id: demoId('register-movement', of, 'back', String(place)),
    register_id: sale.register.id,
    kind,
    type,
    amount,
    at: receivedAt(at),
    occurred_at: at,
    user_id: sale.holder.seller.id,
    sale_id: sale.id,
    operator: null,
    client_id: null,
  }))
  await bulkInsert(tx, 'register_movements', [...floats, ...paid, ...rounded, ...stamped, ...moved, ...back])
}

function receivedAt(soldAt: Date): Date {
  return new Date(soldAt.getTime() + onTheWayMs)
}
