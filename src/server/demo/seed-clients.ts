import { sql } from 'kysely'
import { addDays } from '#shared/domain/dates.ts'
import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { personsOf, type DemoClients } from '#server/demo/demo-clients.ts'
import { pastDays, type DemoCalendar } from '#server/demo/demo-calendar.ts'
import type { DemoContract } from '#server/demo/demo-contracts.ts'
import { bankRows, tagRows } from '#server/demo/demo-payers.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { demoRelationships, type DemoPolicy } from '#server/demo/demo-policies.ts'
import type { SchemeRow } from '#server/demo/demo-scheme.ts'
import type { PastBill } from '#server/demo/past-bills.ts'

/** All clients were registered before the first past sale. */
const knownForDays = pastDays + 1

/**
 * Inserts clients and payers, with their families, tags and banks. Returns the last revision given: each list continues
 * from the previous one.
 */
export async function seedClients(
  tx: Tx,
  { id, slug, countryCode }: DemoPharmacy,
  clients: DemoClients,
  calendar: DemoCalendar,
): Promise<number> {
  let rev = 0
  const listed = <Row extends object>(rows: readonly Row[]) =>
    rows.map((row) => ({ pharmacy_id: id, ...row, rev: ++rev }))
  await bulkInsert(tx, 'tags', owned(id, tagRows(slug)))
  await bulkInsert(tx, 'banks', owned(id, bankRows(slug, countryCode)))
  await bulkInsert(tx, 'companies', listed(clients.companies))
  await bulkInsert(tx, 'organizations', listed(clients.organizations))
  await bulkInsert(
    tx,
    'persons',
    listed(
      personsOf(clients).map((person, index) => ({
        ...person,
        created_at: calendar.at(knownForDays + ((index * 37) % 600), 9, index),
      })),
    ),
  )
  await bulkInsert(tx, 'relationships', owned(id, demoRelationships(clients.households)))
  return rev
}

/** Inserts contracts with their exceptions, and the policies of the insured. */
export async function seedCoverage(
  tx: Tx,
  { id }: DemoPharmacy,
  { contracts, policies }: { contracts: readonly DemoContract[]; policies: readonly DemoPolicy[] },
): Promise<void> {
  await bulkInsert(
    tx,
    'contracts',
    owned(
      id,
      contracts.map(({ row }) => row),
    ),
  )
  await bulkInsert(
    tx,
    'contract_products',
    owned(
      id,
      contracts.flatMap(({ exceptions }) => exceptions),
    ),
  )
  await bulkInsert(
    tx,
    'contract_policies',
    owned(
      id,
      policies.map(({ row }) => row),
    ),
  )
}

/** Inserts the list of the national scheme. Returns the last revision given. */
export async function seedScheme(
  tx: Tx,
  pharmacyId: string,
  scheme: readonly SchemeRow[],
  revBefore: number,
): Promise<number> {
  await bulkInsert(
    tx,
    'product_health_insurances',
    scheme.map((line, index) => ({ pharmacy_id: pharmacyId, ...line, rev: revBefore + index + 1 })),
  )
  return revBefore + scheme.length
}

/** Bills of clients, money of an insurer that is ahead, and how insurers are billed. */
export async function seedBills(
  tx: Tx,
  pharmacyId: string,
  bills: readonly PastBill[],
  { calendar, titulaireId }: { calendar: DemoCalendar; titulaireId: string },
): Promise<{ notes: number }> {
  await bulkInsert(
    tx,
    'bills',
    bills.map(({ id, number, client, status, amount, from, to, issuedOn }) => ({
      pharmacy_id: pharmacyId,
      id,
      number,
      person_id: client.kind === 'person' ? client.id : null,
      organization_id: client.kind === 'organization' ? client.id : null,
      status,
      amount,
      issued_on: issuedOn,
      from_day: from,
      to_day: to,
      due_on: addDays(issuedOn, 30),
      created_at: new Date(`${issuedOn}T18:00:00Z`),
    })),
  )
  const lines = bills.flatMap(({ id, status, issuedOn, lines: of }) =>
    of.map(({ saleId, paymentId, amount }, index) => ({
      row: { pharmacy_id: pharmacyId, bill_id: id, sale_id: saleId, payment_id: paymentId, amount },
      position: index + 1,
      paidAt: status === 'closed' ? new Date(`${addDays(issuedOn, 20)}T10:00:00Z`) : null,
    })),
  )
  await bulkInsert(
    tx,
    'bill_lines',
    lines.map(({ row, position }) => ({ ...row, position })),
  )
  await bulkInsert(
    tx,
    'bill_settlements',
    lines
      .flatMap(({ row, paidAt }) => (paidAt ? [{ row, paidAt }] : []))
      .map(({ row, paidAt }, index) => ({
        ...row,
        ...(index === 0
          ? { kind: 'written-off' as const, note_number: 1, reason: 'Ancien solde, trop petit pour un recours' }
          : { kind: 'paid' as const, note_number: null, reason: null }),
        id: demoId('settlement', row.bill_id, row.payment_id),
        settled_at: paidAt,
        settled_by: titulaireId,
      })),
  )
  await seedBatch(tx, pharmacyId, bills, { calendar, titulaireId })
  // The insurer with the most policies paid more than it owes, with a line that names no voucher.
  await sql`
    with payer as (
      select c.company_id from contract_policies k join contracts c on c.pharmacy_id = k.pharmacy_id and c.id = k.contract_id
      where k.pharmacy_id = ${pharmacyId} and c.company_id is not null group by 1 order by count(*) desc, 1 limit 1
    ), paid as (
      insert into bill_payments (pharmacy_id, id, number, company_id, means, amount, paid_on, reference, created_by, created_at)
      select ${pharmacyId}, ${demoId('payment ahead', pharmacyId)}, 1, p.company_id, 'TRANSFER', 48500,
        ${calendar.day(6).date}, 'VIR 204518', (select id from users where pharmacy_id = ${pharmacyId} order by id limit 1),
        ${new Date(`${calendar.day(6).date}T10:00:00Z`)}
      from payer p returning id
    )
    insert into bill_payment_lines (pharmacy_id, bill_payment_id, position, voucher, beneficiary, amount)
    select ${pharmacyId}, id, 1, '2026-04417', 'ADJOVI Prisca', 12500 from paid`.execute(tx)
  // Insurers ask for the vouchers within two or three months.
  await sql`
    insert into bill_rules (pharmacy_id, payer_id, period, split, payment_days, prefix, copies, columns, needs,
      foreclosure_days)
    select pharmacy_id, id, 'month', 'payer', 30, 'F-', 1, '{voucher,beneficiary,insured-number}',
      '{number,insured-number,beneficiary}',
      case row_number() over (order by name) % 2 when 1 then 60 else 90 end
    from companies where pharmacy_id = ${pharmacyId}`.execute(tx)
  // The series goes on after them.
  await tx.insertInto('bill_series').values({ pharmacy_id: pharmacyId, prefix: 'F-', last: bills.length }).execute()
  return { notes: lines.some(({ paidAt }) => paidAt) ? 1 : 0 }
}

function owned<Row extends object>(pharmacyId: string, rows: readonly Row[]): (Row & { pharmacy_id: string })[] {
  return rows.map((row) => ({ pharmacy_id: pharmacyId, ...row }))
}

/** Open bills that were marked as sent together, so that the list of batches has one. */
async function seedBatch(
  tx: Tx,
  pharmacyId: string,
  bills: readonly PastBill[],
  { calendar, titulaireId }: { calendar: DemoCalendar; titulaireId: string },
): Promise<void> {
  const sent = bills.filter(({ status }) => status === 'open').slice(0, 2)
  const at = calendar.at(7, 10)
  const id = demoId('bill batch', pharmacyId)
  await sql`
    insert into jobs (pharmacy_id, id, kind, status, progress, asked_by, asked_at, finished_at)
    values (${pharmacyId}, ${id}, 'bill-batch', 'done', 100, ${titulaireId}, ${at}, ${at})`.execute(tx)
  await sql`insert into bill_batches (pharmacy_id, id, kind) values (${pharmacyId}, ${id}, 'mark')`.execute(tx)
  await bulkInsert(
    tx,
    'bill_batch_items',
    sent.map((bill, position) => ({
      pharmacy_id: pharmacyId,
      batch_id: id,
      bill_id: bill.id,
      position,
      done_at: at,
    })),
  )
  const ids = sent.map((bill) => bill.id)
  await sql`update bills set sent_by = ${titulaireId}, sent_at = ${at}
    where pharmacy_id = ${pharmacyId} and id = any(${ids}::uuid[])`.execute(tx)
}
