import { sql } from 'kysely'
import { movedByReversal } from '#shared/domain/sale-movements.ts'
import { undoDocument } from '#server/fiscal-life/freeze-document.repo.ts'
import { openedWith } from '#server/register-ledger/cash-register.repo.ts'
import { registerMoved } from '#server/register-ledger/register-ledger.repo.ts'
import { isSameFamily } from '#server/coverage/policy-uses.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { findWholeSale } from '#server/sales/sale.repo.ts'
import type { TouchedClients, Undoable } from '#server/sales/shop.ts'
import { stockMoved } from '#server/stock/stock-ledger.repo.ts'

export async function findUndoable(tx: Tx, pharmacyId: string, id: string): Promise<Undoable | undefined> {
  const { rows } = await sql<Undoable>`
    select s.id, s.status, s.version,
      exists (select from sale_returns r where r.pharmacy_id = s.pharmacy_id and r.sale_id = s.id) as "hasReturns",
      exists (select from bill_settlements z where z.pharmacy_id = s.pharmacy_id and z.sale_id = s.id
        and z.kind <> 'presented-again' and z.undone_at is null) as "hasPaidBill"
    from sales s where s.pharmacy_id = ${pharmacyId} and s.id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * The register that the money of a cancellation leaves, and the pharmacy's calendar day. A register that does not exist
 * yet is created with the cancellation.
 */
export async function readDrawer(
  tx: Tx,
  pharmacyId: string,
  { registerId, at }: { registerId: string; at: Date },
): Promise<{ registerClosed: boolean; today: string; lastRev: number }> {
  const { rows } = await sql<{ registerClosed: boolean; today: string; lastRev: number }>`
    select exists (select from cash_registers g where g.pharmacy_id = p.id and g.id = ${registerId}
      and (g.closed_at is not null or g.closing_id is not null)) as "registerClosed",
      (${at}::timestamptz at time zone p.time_zone)::date as today, coalesce(n.rev, 0) as "lastRev"
    from pharmacies p left join pharmacy_counters n on n.pharmacy_id = p.id where p.id = ${pharmacyId}`.execute(tx)
  return rows[0]!
}

type Reversal = {
  pharmacyId: string
  saleId: string
  /** The sale that replaces it; null for a cancellation. */
  replacedBy: string | null
  reason: string
  userId: string
  /** The register that the money leaves; created if it does not exist yet. */
  registerId: string
  doneAt: string
  /** When the boxes came back. */
  movedAt: string
  /** When the server writes it. */
  at: string
  /** In the pharmacy's calendar. */
  today: string
  rev: number
}

/**
 * Undoes a closed sale: its status becomes CANCELED, its stock comes back (units of an opened box as units), its money
 * leaves the register of the member who undoes it, and its listed medicines are entered again with negative quantities.
 * Changed rows get a new revision. The caller holds the pharmacy's lock and has checked that the sale may be undone.
 */
export async function reverseSale(tx: Tx, reversal: Reversal): Promise<TouchedClients> {
  await moveBack(tx, reversal)
  await undoDocument(tx, reversal.pharmacyId, reversal)
  return touchClients(tx, reversal)
}

async function moveBack(
  tx: Tx,
  { pharmacyId, saleId, replacedBy, reason, userId, registerId, doneAt, movedAt, at, today, rev }: Reversal,
): Promise<void> {
  const sale = await findWholeSale(tx, pharmacyId, saleId)
  if (!sale) throw new Error(`sale ${saleId} is to be undone and is not there`)
  const moved = movedByReversal(sale)
  await sql`
    with canceled as (
      update sales set status = 'CANCELED', replaced_by = ${replacedBy}, canceled_at = ${at}, canceled_by = ${userId},
        cancel_reason = ${reason}
      where pharmacy_id = ${pharmacyId} and id = ${saleId}
    ), opened as (
      ${openedWith(pharmacyId, { registerId, userId, at: doneAt })}
    ), ${stockMoved(pharmacyId, { movements: moved.stock, saleId, userId, at, occurredAt: movedAt, rev })}, paid_back as (
      ${registerMoved(pharmacyId, { movements: moved.register, registerId, userId, saleId, occurredAt: doneAt, recordedAt: at })}
    ), listed as (
      select e.*, n.prescription_number + row_number() over (order by e.number) as next
      from prescription_entries e join pharmacy_counters n on n.pharmacy_id = e.pharmacy_id
        where e.pharmacy_id = ${pharmacyId} and e.sale_id = ${saleId}
    ), listed_back as (
      insert into prescription_entries (pharmacy_id, number, sale_id, line_id, entered_at, dispensed_on, list, label,
        lot, quantity, posology, prescriber, prescriber_address,
        prescribed_on, patient_name, patient_address, dispensed_by)
      select ${pharmacyId}, l.next, l.sale_id, l.line_id, ${at}, ${today}, l.list, l.label, l.lot, -l.quantity,
        l.posology, l.prescriber, l.prescriber_address,
        l.prescribed_on, l.patient_name, l.patient_address, ${userId} from listed l
    )
    update pharmacy_counters set rev = ${rev}, prescription_number = prescription_number + (select count(*) from listed)
      where pharmacy_id = ${pharmacyId}`.execute(tx)
}

/** Gives a new revision to the clients whose debt or used coverage drops: the same rows as when the sale closed. */
async function touchClients(tx: Tx, { pharmacyId, saleId, rev }: Reversal): Promise<TouchedClients> {
  const { rows } = await sql<TouchedClients>`
    with paid as (
      select client_id, policy_id from sale_payments where pharmacy_id = ${pharmacyId} and sale_id = ${saleId}
    ), policy as (
      select o.beneficiary_id, c.company_id, c.owner_organization_id,
        num_nonnulls(c.ceiling_per_day, c.ceiling_per_month, c.ceiling_per_year) > 0 as limited
      from paid join contract_policies k on k.pharmacy_id = ${pharmacyId} and k.id = paid.policy_id
        join contracts c on c.pharmacy_id = k.pharmacy_id and c.id = k.contract_id
        join contract_policies o on o.pharmacy_id = k.pharmacy_id and o.contract_id = k.contract_id and ${isSameFamily}
    ), who as (
      select client_id as id from paid union select beneficiary_id from policy
      union select patient_id from sales where pharmacy_id = ${pharmacyId} and id = ${saleId}
        and exists (select from policy)
      union select f.merged_into from persons f join paid on f.id = paid.client_id where f.pharmacy_id = ${pharmacyId}
    ), person as (
      update persons set rev = ${rev} where pharmacy_id = ${pharmacyId} and id in (select id from who) returning id
    ), organization as (
      update organizations set rev = ${rev}
      where pharmacy_id = ${pharmacyId}
        and (id in (select client_id from paid)
        or id in (select owner_organization_id from policy where limited and company_id is null)) returning id
    ), company as (
      update companies set rev = ${rev} where pharmacy_id = ${pharmacyId}
        and id in (select company_id from policy where limited) returning id
    )
    select array(select id from person) as persons, array(select id from organization) as organizations,
      array(select id from company) as companies`.execute(tx)
  return rows[0]!
}

/** Runs `work` in a savepoint of the transaction, and rolls it back when the result is not to be kept. */
export async function tentatively<Result>(
  tx: Tx,
  work: () => Promise<Result>,
  isKept: (result: Result) => boolean,
): Promise<Result> {
  await sql`savepoint tentative`.execute(tx)
  const result = await work()
  if (isKept(result)) await sql`release savepoint tentative`.execute(tx)
  else await sql`rollback to savepoint tentative`.execute(tx)
  return result
}
