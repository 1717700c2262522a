import { sql } from 'kysely'
import type { NewSaleReturn, SaleReturn } from '#shared/contract/sale-return.ts'
import type { Sale } from '#shared/contract/sales.ts'
import type { PersonName } from '#shared/domain/person.ts'
import { movedByReturn } from '#shared/domain/sale-movements.ts'
import { openedWith } from '#server/register-ledger/cash-register.repo.ts'
import { registerMoved } from '#server/register-ledger/register-ledger.repo.ts'
import type { Tx } from '#server/db/database.ts'
import type { TouchedClients } from '#server/sales/shop.ts'
import { touchedClientsParts } from '#server/sales/touched-clients.repo.ts'
import { stockMoved } from '#server/stock/stock-ledger.repo.ts'

/** A return as received, with the sale id from its path. */
export type SentReturn = NewSaleReturn & { saleId: string }

/** The facts that a return needs besides its sale. */
export type ReturnCounter = {
  lastReturnNumber: number
  /** Payments on paid bills: they are not refunded. */
  inPaidBills: string[]
  /** The member who takes the lines back. */
  user: PersonName | null
}

export async function readReturnCounter(
  tx: Tx,
  pharmacyId: string,
  { saleId, userId }: { saleId: string; userId: string },
): Promise<ReturnCounter> {
  const { rows } = await sql<ReturnCounter>`
    select coalesce((select return_number from pharmacy_counters where pharmacy_id = ${pharmacyId}),
      0) as "lastReturnNumber",
      array(select z.payment_id from bill_settlements z where z.pharmacy_id = ${pharmacyId} and z.sale_id = ${saleId}
        and z.kind <> 'presented-again' and z.undone_at is null) as "inPaidBills",
      (select json_build_object('firstName', u.first_name, 'lastName', u.last_name) from users u
        where u.pharmacy_id = ${pharmacyId} and u.id = ${userId}) as "user"`.execute(tx)
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
 * Writes an accepted return in one statement: its number, its register if it does not exist yet, the credit note with
 * its lines and refunds, the movements of stock and money in their ledgers, the listed medicines among its lines, and
 * the revisions of the changed rows.
 */
export async function recordReturn(
  tx: Tx,
  { pharmacyId, userId, sale, registerId, answer, rev, at, today, touched }: AcceptedReturn,
): Promise<void> {
  const { id, number, returnedAt } = answer
  const moved = movedByReturn(sale, answer)
  await sql`
    with line as (
      select * from json_to_recordset(${JSON.stringify(answer.lines)}::json) as l ("lineId" uuid, quantity int,
        amount bigint, "toStock" boolean)
    ), entry as (
      select distinct on (e.line_id) e.*, line.quantity as back from prescription_entries e
        join line on line."lineId" = e.line_id
      where e.pharmacy_id = ${pharmacyId} and e.sale_id = ${sale.id} and e.quantity > 0 order by e.line_id, e.number
    ), counted as (
      insert into pharmacy_counters (pharmacy_id, rev, return_number, prescription_number)
        values (${pharmacyId}, ${rev}, ${number}, (select count(*) from entry))
      on conflict (pharmacy_id) do update set rev = excluded.rev, return_number = excluded.return_number,
        prescription_number = pharmacy_counters.prescription_number + excluded.prescription_number
      returning prescription_number - (select count(*) from entry) as entries
    ), opened as (
      ${openedWith(pharmacyId, { registerId, userId, at: returnedAt })}
    ), made as (
      insert into sale_returns (pharmacy_id, id, sale_id, number, register_id, user_id, reason, total, rounding,
        returned_at, received_at)
      values (${pharmacyId}, ${id}, ${sale.id}, ${number}, ${registerId}, ${userId}, ${answer.reason}, ${answer.total},
        ${answer.rounding}, ${returnedAt}, ${at})
    ), returned as (
      insert into sale_return_lines (pharmacy_id, return_id, line_id, quantity, amount, to_stock)
      select ${pharmacyId}, ${id}, "lineId", quantity, amount, "toStock" from line
    ), refunded as (
      insert into sale_refunds (pharmacy_id, return_id, payment_id, sale_id, type, amount)
      select ${pharmacyId}, ${id}, d."paymentId", ${sale.id}, d.type, d.amount
      from json_to_recordset(${JSON.stringify(answer.refunds)}::json) as d ("paymentId" uuid, type text, amount bigint)
    ), ${stockMoved(pharmacyId, { movements: moved.stock, saleId: sale.id, userId, at, rev })}, entered as (
      insert into prescription_entries (pharmacy_id, number, sale_id, line_id, entered_at, dispensed_on, list, label,
        lot, quantity, posology, prescriber, prescriber_address, prescribed_on, patient_name, patient_address,
        dispensed_by)
      select ${pharmacyId}, c.entries + row_number() over (order by e.number), ${sale.id}, e.line_id, ${at},
        ${today}::date, e.list, e.label, e.lot, -e.back, e.posology, e.prescriber, e.prescriber_address,
        e.prescribed_on,
        e.patient_name, e.patient_address, ${userId} from entry e cross join counted c
    ), ${touchedClientsParts(pharmacyId, touched, rev)}
    ${registerMoved(pharmacyId, { movements: moved.register, registerId, userId, saleId: sale.id, occurredAt: returnedAt, recordedAt: at })}`.execute(
    tx,
  )
}
