import type { Tx } from '#server/db/database.ts'
import { writeBill } from '#tests/server/support/bills.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** A row of this pharmacy in every table of billing, beside its bill: a rule, a payment and a part of a line paid. */
export async function fullBills(tx: Tx, shop: Shop, at: Date): Promise<void> {
  const pharmacy_id = shop.id
  const own = (name: string): string => idOf(shop.id, name)
  await tx
    .insertInto('bill_rules')
    .values({
      pharmacy_id,
      payer_id: own('company'),
      period: 'month',
      split: 'payer',
      payment_days: 30,
      prefix: 'F-',
      copies: 1,
      columns: ['voucher'],
      needs: ['number'],
    })
    .execute()
  await tx
    .insertInto('bill_follow_ups')
    .values({
      pharmacy_id,
      id: own('follow up'),
      company_id: own('company'),
      kind: 'dispute',
      note: 'Bons contestés',
      created_by: shop.titulaire.id,
      created_on: '2026-03-21',
      created_at: at,
    })
    .execute()
  await tx
    .insertInto('file_profiles')
    .values({ pharmacy_id, origin: `payer ${own('company')}`, profile: '{"columns":{},"decimals":"comma"}' })
    .execute()
  await tx
    .insertInto('money_statements')
    .values({
      pharmacy_id,
      id: own('money statement'),
      kind: 'bank',
      account: 'BOA',
      from_day: '2026-03-01',
      to_day: '2026-03-31',
      created_by: shop.titulaire.id,
      created_at: at,
    })
    .execute()
  await tx
    .insertInto('money_statement_lines')
    .values([
      { pharmacy_id, statement_id: own('money statement'), position: 1, day: '2026-03-21', amount: 500 },
      { pharmacy_id, statement_id: own('money statement'), position: 2, day: '2026-03-20', amount: 100, way: 'hand' },
    ])
    .execute()
  await tx.insertInto('bill_series').values({ pharmacy_id, prefix: 'F-', last: 2 }).execute()
  await tx
    .insertInto('bill_payments')
    .values({
      pharmacy_id,
      id: own('bill payment'),
      number: 1,
      company_id: own('company'),
      means: 'TRANSFER',
      amount: 100,
      paid_on: '2026-03-20',
      reference: 'VIR 1',
      created_by: shop.titulaire.id,
      created_at: at,
    })
    .execute()
  // the bank says that it came
  await tx
    .insertInto('money_line_matches')
    .values({
      pharmacy_id,
      statement_id: own('money statement'),
      position: 2,
      ordinal: 1,
      bill_payment_id: own('bill payment'),
    })
    .execute()
  await tx
    .updateTable('pharmacy_counters')
    .set({ bill_payment_number: 2, bill_note_number: 1 })
    .where('pharmacy_id', '=', pharmacy_id)
    .execute()
  await writeBill(tx, {
    pharmacyId: pharmacy_id,
    payer: { company_id: own('company') },
    id: own('open bill'),
    number: 'F-2',
    issuedOn: '2026-02-28',
  })
  // money ahead with a line that nobody explained, a part of it given back, and a bill that it may pay
  await tx
    .insertInto('bill_payments')
    .values({
      pharmacy_id,
      id: own('payment ahead'),
      number: 2,
      company_id: own('company'),
      means: 'TRANSFER',
      amount: 90,
      paid_on: '2026-03-21',
      created_by: shop.titulaire.id,
      created_at: at,
    })
    .execute()
  await tx
    .insertInto('bill_payment_lines')
    .values({ pharmacy_id, bill_payment_id: own('payment ahead'), position: 1, voucher: 'B-1', amount: 90 })
    .execute()
  await tx
    .insertInto('bill_payment_returns')
    .values({
      pharmacy_id,
      id: own('payment return'),
      bill_payment_id: own('payment ahead'),
      amount: 20,
      means: 'CASH',
      returned_on: '2026-03-21',
      reason: 'Payé deux fois',
      created_by: shop.titulaire.id,
      created_at: at,
    })
    .execute()
  // a share that no bill holds yet
  await tx
    .insertInto('sale_payments')
    .values({
      pharmacy_id,
      sale_id: idOf(shop.id, 'past sale'),
      id: own('unbilled share'),
      position: 1,
      type: 'CREDIT_ORG',
      amount: 500,
      data: JSON.stringify({ creditMetadata: { organization: shop.organizationId } }),
      client_id: shop.organizationId,
    })
    .execute()
  await tx
    .insertInto('jobs')
    .values({
      pharmacy_id,
      id: own('bill file'),
      kind: 'bill-file',
      status: 'done',
      asked_by: shop.titulaire.id,
      asked_at: at,
      finished_at: at,
    })
    .execute()
  await tx
    .insertInto('jobs')
    .values({
      pharmacy_id,
      id: own('bill run'),
      kind: 'bill-run',
      status: 'done',
      asked_by: shop.titulaire.id,
      asked_at: at,
      finished_at: at,
    })
    .execute()
  await tx
    .insertInto('bill_runs')
    .values({
      pharmacy_id,
      id: own('bill run'),
      from_day: '2026-03-01',
      to_day: '2026-03-31',
      payer_ids: [own('company')],
      with_incomplete: false,
    })
    .execute()
  await tx
    .insertInto('bill_files')
    .values({
      pharmacy_id,
      id: own('bill file'),
      bill_id: own('bill'),
      format: 'csv',
      row_count: 1,
      content: Buffer.from(''),
    })
    .execute()
  await tx
    .insertInto('jobs')
    .values({
      pharmacy_id,
      id: own('bill batch'),
      kind: 'bill-batch',
      status: 'done',
      asked_by: shop.titulaire.id,
      asked_at: at,
      finished_at: at,
    })
    .execute()
  await tx
    .insertInto('bill_batches')
    .values({ pharmacy_id, id: own('bill batch'), kind: 'mark', content: Buffer.from('') })
    .execute()
  await tx
    .insertInto('bill_batch_items')
    .values({ pharmacy_id, batch_id: own('bill batch'), bill_id: own('bill'), position: 0, done_at: at })
    .execute()
  await tx
    .insertInto('bill_settlements')
    .values({
      pharmacy_id,
      id: own('bill settlement'),
      bill_id: own('bill'),
      sale_id: idOf(shop.id, 'past sale'),
      payment_id: own('payment'),
      // not paid: the sale can still be canceled
      kind: 'presented-again',
      amount: 0,
      note_number: 1,
      reason: 'Bon illisible',
      settled_by: shop.titulaire.id,
      settled_at: at,
    })
    .execute()
}
