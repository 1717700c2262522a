import { sql } from 'kysely'
import type { AccountEntry } from '#shared/contract/supplier-payments.ts'
import type { OwedStatement } from '#shared/domain/statements/supplier-account.ts'
import type { Tx } from '#server/db/database.ts'
import { notWithheld } from '#server/register-ledger/withheld.repo.ts'

export type StatementOfSupplier = OwedStatement & { supplierId: string; reference: string }
export type Entry = Omit<AccountEntry, 'balance'> & { supplierId: string }

/**
 * What moves the accounts of suppliers (`ids`: only of these). A validated statement asks its whole total; what it
 * contains as credit is in that total, so only credits that no statement contains count beside it (`is_credit_apart`).
 */
export async function accountEntries(
  tx: Tx,
  pharmacyId: string,
  { ids, timeZone }: { ids?: readonly string[]; timeZone: string },
): Promise<Entry[]> {
  const only = ids ? sql`and supplier_id = any(${[...ids]}::uuid[])` : sql``
  const { rows } = await sql<Entry>`
    with entries as (
      select supplier_id, 'statement' as kind, id, to_day as day, reference as name, total as amount, number
      from bill_statements where pharmacy_id = ${pharmacyId} and state = 'validated' ${only}
      union all
      select c.supplier_id, 'claim-credit', c.id, k.day, coalesce(k.number, c.number::text), -k.amount, c.number
      from wholesaler_claim_credits k join wholesaler_claims c on c.pharmacy_id = k.pharmacy_id and c.id = k.claim_id
      where k.pharmacy_id = ${pharmacyId} and k.statement_id is null ${only}
      union all
      select r.supplier_id, 'return-credit', r.id, (k.noted_at at time zone ${timeZone})::date,
        coalesce(k.number, r.number::text), -k.amount, r.number
      from supplier_return_credits k join supplier_returns r on r.pharmacy_id = k.pharmacy_id and r.id = k.return_id
      where k.pharmacy_id = ${pharmacyId} and is_credit_apart(k, ${timeZone}) ${only}
      union all
      select supplier_id, 'payment', id, paid_on, coalesce(reference, number::text), -amount, number
      from supplier_payments where pharmacy_id = ${pharmacyId} and canceled_at is null ${only}
    )
    select supplier_id as "supplierId", kind, id, day, name, amount::bigint as amount from entries
    order by day, array_position(array['statement', 'claim-credit', 'return-credit', 'payment'], kind), number, id`.execute(
    tx,
  )
  return rows
}

export async function validatedStatements(tx: Tx, pharmacyId: string): Promise<StatementOfSupplier[]> {
  const { rows } = await sql<StatementOfSupplier>`
    select id, supplier_id as "supplierId", reference, due_on as "dueOn", total from bill_statements
    where pharmacy_id = ${pharmacyId} and state = 'validated' order by due_on, id`.execute(tx)
  return rows
}

/** Suppliers in use, and those that are owed something, by name. */
export async function suppliersByName(tx: Tx, pharmacyId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from suppliers s where pharmacy_id = ${pharmacyId} and (not archived or exists (
      select from bill_statements b where b.pharmacy_id = s.pharmacy_id and b.supplier_id = s.id
        and b.state = 'validated'))
    order by folded(name), id`.execute(tx)
  return rows
}

/** Closed deliveries since a day that no validated statement bills, at the prices of their notes with VAT, with AIB. */
export async function notBilledDeliveries(
  tx: Tx,
  pharmacyId: string,
  since: string,
): Promise<{ supplierId: string; receivedOn: string; paymentDays: number | null; amount: number }[]> {
  const { rows } = await sql<{
    supplierId: string
    receivedOn: string
    paymentDays: number | null
    amount: number
  }>`
    select d.supplier_id as "supplierId", d.received_on as "receivedOn", s.payment_days as "paymentDays",
      sum(v.goods + coalesce(d.aib_amount, 0))::bigint as amount
    from deliveries d cross join lateral (
        select sum(round(l.received * l.purchase_price) + round(round(l.received * l.purchase_price) * l.vat / 10000)) as goods
        from delivery_lines l where l.pharmacy_id = d.pharmacy_id and l.delivery_id = d.id and not l.removed) v
      join suppliers s on s.pharmacy_id = d.pharmacy_id and s.id = d.supplier_id
    where d.pharmacy_id = ${pharmacyId} and d.state = 'closed' and d.validated_statement_id is null
      and d.received_on >= ${since} and v.goods is not null
    group by 1, 2, 3`.execute(tx)
  return rows
}

/**
 * Money that the registers took in between two moments: sales and collections, without what insurers and clients owe,
 * and without `withheld` drawers.
 */
export async function takingsBetween(
  tx: Tx,
  pharmacyId: string,
  { from, to, withheld }: { from: Date; to: Date; withheld: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from register_movements
    where pharmacy_id = ${pharmacyId} and occurred_at >= ${from} and occurred_at < ${to} and kind in ('sale', 'collection', 'refund')
      and type in ('CASH', 'CHEQUE', 'CREDIT_CARD', 'MOBILE_MONEY', 'TRANSFER')
      and ${notWithheld(sql`register_id`, withheld)}`.execute(tx)
  return rows[0]!.amount
}
