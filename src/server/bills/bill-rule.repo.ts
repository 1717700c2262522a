import { sql } from 'kysely'
import type { PayerKind } from '#shared/contract/bill-payer.ts'
import type { BillRule } from '#shared/contract/bills.ts'
import type { Tx } from '#server/db/database.ts'
import { firstOf } from '#server/db/person-name.ts'

/** How payers are billed that have no rule of their own. */
export const usualRule: BillRule = {
  period: 'month',
  split: 'payer',
  mostLines: null,
  mostAmount: null,
  paymentDays: 30,
  foreclosureDays: null,
  prefix: 'F-',
  copies: 1,
  columns: ['voucher', 'beneficiary', 'insured-number'],
  needs: ['number', 'insured-number', 'beneficiary'],
}

/** The rules of these payers, or of all that have one. */
export async function billRules(
  tx: Tx,
  pharmacyId: string,
  payerIds?: readonly string[],
): Promise<Map<string, BillRule>> {
  const { rows } = await sql<BillRule & { payerId: string }>`
    select payer_id as "payerId", period, split, most_lines as "mostLines", most_amount as "mostAmount",
      payment_days as "paymentDays", foreclosure_days as "foreclosureDays", prefix, copies, columns, needs
    from bill_rules where pharmacy_id = ${pharmacyId}
      ${payerIds ? sql`and payer_id = any(${[...payerIds]}::uuid[])` : sql``}`.execute(tx)
  return new Map(rows.map(({ payerId, ...rule }) => [payerId, rule]))
}

export async function writeBillRule(tx: Tx, pharmacyId: string, payerId: string, rule: BillRule): Promise<void> {
  const values = {
    period: rule.period,
    split: rule.split,
    most_lines: rule.mostLines,
    most_amount: rule.mostAmount,
    payment_days: rule.paymentDays,
    foreclosure_days: rule.foreclosureDays,
    prefix: rule.prefix,
    copies: rule.copies,
    columns: rule.columns,
    needs: rule.needs,
  }
  await tx
    .insertInto('bill_rules')
    .values({ pharmacy_id: pharmacyId, payer_id: payerId, ...values })
    .onConflict((conflict) => conflict.columns(['pharmacy_id', 'payer_id']).doUpdateSet(values))
    .execute()
}

export type Payer = {
  kind: PayerKind
  id: string
  name: string
  taxId: string | null
  address: string | null
  phone: string | null
  email: string | null
}

/** The same payers; of merged persons those that remain. */
export async function remainingPayers(tx: Tx, pharmacyId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(p.merged_into, a.id) as id from unnest(${[...ids]}::uuid[]) a (id)
      left join persons p on p.pharmacy_id = ${pharmacyId} and p.id = a.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A company, an organization or a person of the pharmacy; one that was merged is the person that remains. */
export async function findPayer(tx: Tx, pharmacyId: string, id: string): Promise<Payer | undefined> {
  const { rows } = await sql<Payer>`
    select 'company' as kind, id, name, tax_id as "taxId", null as address, phone, email from companies
      where pharmacy_id = ${pharmacyId} and id = ${id}
    union all
    select 'organization', id, name, tax_id, address, phone, email from organizations
      where pharmacy_id = ${pharmacyId} and id = ${id}
    union all
    select 'person', w.id, w.last_name || ' ' || w.first_name, null, w.address, w.phone, w.email
      from persons f join persons w on w.pharmacy_id = f.pharmacy_id and w.id = ${firstOf('f.merged_into', 'f.id')}
      where f.pharmacy_id = ${pharmacyId} and f.id = ${id}`.execute(tx)
  return rows[0]
}
