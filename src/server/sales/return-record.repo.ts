import { sql } from 'kysely'
import type { NewSaleReturn, Sale, SaleReturn } from '#shared/contract/sales.ts'
import { clientOf } from '#shared/domain/payment.ts'
import type { PersonName } from '#shared/domain/person.ts'
import { movementsOfReturn } from '#shared/domain/register/movements.ts'
import { openedWith } from '#server/register-ledger/cash-register.repo.ts'
import type { Tx } from '#server/db/database.ts'
import type { TouchedClients } from '#server/sales/shop.ts'
import { touchedClientsParts } from '#server/sales/touched-clients.repo.ts'

/** A return as it came, with the sale that its path names. */
export type SentReturn = NewSaleReturn & { saleId: string }

/** What a return needs to know beside its sale. */
export type ReturnCounter = {
  lastReturnNumber: number
  /** Payments that a payer has settled by now: nothing of them comes back. */
  inPaidBills: string[]
  /** Who takes the lines back. */
  user: PersonName | null
}

export async function readReturnCounter(
  tx: Tx,
  pharmacyId: string,
  { saleId, userId }: { saleId: string; userId: string },
): Promise<ReturnCounter> {
  const { rows } = await sql<ReturnCounter>`
    select coalesce((select return_number from pharmacy_counters where pharmacy_id = ${pharmacyId}), 0) as "lastReturnNumber",
      array(select l.payment_id from bill_lines l join bills b on b.pharmacy_id = l.pharmacy_id and b.id = l.bill_id
        where l.pharmacy_id = ${pharmacyId} and l.sale_id = ${saleId} and b.status = 'closed') as "inPaidBills",
      (select json_build_object('firstName', u.first_name, 'lastName', u.last_name) from users u where u.pharmacy_id = ${pharmacyId} and u.id = ${userId}) as "user"`.execute(
    tx,
  )
  return rows[0]!
}

export type AcceptedReturn = {
  pharmacyId: string
  userId: string
  sale: Sale
  registerId: string
  answer: SaleReturn
  rev: number
  at: Date
  today: string
  touched: TouchedClients
}

/**
 * Writes an accepted return in one statement: its number, its register when it opens with it, the credit note with its lines and refunds, the boxes
 * that go back to their lots and the ledger of that, the listed medicines among them, the revision of what changed, and the register's ledger.
 */
export async function recordReturn(
  tx: Tx,
  { pharmacyId, userId, sale, registerId, answer, rev, at, today, touched }: AcceptedReturn,
): Promise<void> {
  const { id, number, returnedAt } = answer
  await sql`
    with line as (
      select * from json_to_recordset(${JSON.stringify(linesOf(sale, answer))}::json) as l (id uuid, item uuid, quantity int, amount bigint, "toStock" boolean)
    ), entry as (
      select distinct on (e.line_id) e.*, line.quantity as back from prescription_entries e join line on line.id = e.line_id
      where e.pharmacy_id = ${pharmacyId} and e.sale_id = ${sale.id} and e.quantity > 0 order by e.line_id, e.number
    ), counted as (
      insert into pharmacy_counters (pharmacy_id, rev, return_number, prescription_number) values (${pharmacyId}, ${rev}, ${number}, (select count(*) from entry))
      on conflict (pharmacy_id) do update set rev = excluded.rev, return_number = excluded.return_number,
        prescription_number = pharmacy_counters.prescription_number + excluded.prescription_number
      returning prescription_number - (select count(*) from entry) as entries
    ), opened as (
      ${openedWith(pharmacyId, { registerId, userId, at: returnedAt })}
    ), made as (
      insert into sale_returns (pharmacy_id, id, sale_id, number, register_id, user_id, reason, total, rounding, returned_at, received_at)
      values (${pharmacyId}, ${id}, ${sale.id}, ${number}, ${registerId}, ${userId}, ${answer.reason}, ${answer.total}, ${answer.rounding}, ${returnedAt}, ${at})
    ), returned as (
      insert into sale_return_lines (pharmacy_id, return_id, line_id, quantity, amount, to_stock)
      select ${pharmacyId}, ${id}, id, quantity, amount, "toStock" from line
    ), refunded as (
      insert into sale_refunds (pharmacy_id, return_id, payment_id, sale_id, type, amount)
      select ${pharmacyId}, ${id}, d."paymentId", ${sale.id}, d.type, d.amount
      from json_to_recordset(${JSON.stringify(answer.refunds)}::json) as d ("paymentId" uuid, type text, amount bigint)
    ), shelved as (
      update stock_items i set quantity = i.quantity + b.quantity
      from (select item, sum(quantity)::int as quantity from line where item is not null and "toStock" group by item) b
      where i.pharmacy_id = ${pharmacyId} and i.id = b.item and i.id = any(array(select item from line))
      returning i.id, i.pharmacy_product_id, b.quantity as back, i.quantity as after
    ), moved as (
      insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, user_id, at, sale_id)
      select ${pharmacyId}, gen_random_uuid(), s.id, 'return', s.back, s.after - s.back, s.after, ${userId}, ${at}, ${sale.id} from shelved s
    ), entered as (
      insert into prescription_entries (pharmacy_id, number, sale_id, line_id, entered_at, dispensed_on, list, label, lot, quantity, posology, prescriber, prescriber_address, prescribed_on, patient_name, patient_address, dispensed_by)
      select ${pharmacyId}, c.entries + row_number() over (order by e.number), ${sale.id}, e.line_id, ${at}, ${today}::date, e.list, e.label, e.lot, -e.back, e.posology, e.prescriber, e.prescriber_address, e.prescribed_on,
        e.patient_name, e.patient_address, ${userId} from entry e cross join counted c
    ), touched as (
      update pharmacy_products set rev = ${rev} where pharmacy_id = ${pharmacyId} and id = any(array(select pharmacy_product_id from shelved))
    ), ${touchedClientsParts(pharmacyId, touched, rev)}
    insert into register_movements (pharmacy_id, id, register_id, kind, type, amount, at, occurred_at, user_id, sale_id, operator, client_id)
    select ${pharmacyId}, gen_random_uuid(), ${registerId}, m.kind, m.type, m.amount, ${at}, ${returnedAt}, ${userId}, ${sale.id}, m.operator, coalesce(m.client, ${sale.patientId})
    from json_to_recordset(${JSON.stringify(ledgerOf(sale, answer))}::json) as m (kind text, type text, amount bigint, operator text, client uuid)`.execute(
    tx,
  )
}

function linesOf({ records }: Sale, { lines }: SaleReturn) {
  return lines.map(({ lineId, ...line }) => ({
    ...line,
    id: lineId,
    item: records.find(({ id }) => id === lineId)?.stockItemId ?? null,
  }))
}

/** The lines of the register's ledger: what leaves by other means than cash first, in the order of the refunds, so that each takes its client with it. */
function ledgerOf(sale: Sale, answer: SaleReturn) {
  const others = answer.refunds
    .filter(({ type }) => type !== 'CASH')
    .map(({ paymentId }) => sale.payments.find(({ id }) => id === paymentId))
  return movementsOfReturn(sale, answer).map((movement, place) => ({
    ...movement,
    client: others[place] ? clientOf(others[place]) : null,
  }))
}
