import type { Tx } from '#server/db/database.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** A row of this pharmacy in every table of statements, claims and payments of suppliers. */
export async function fullStatements(tx: Tx, shop: Shop, at: Date): Promise<void> {
  const pharmacy_id = shop.id
  const own = (name: string): string => idOf(shop.id, name)
  const supplier_id = own('delivering supplier')
  const created = { created_by: shop.titulaire.id, created_at: at }
  const statements = ['statement', 'decided statement', 'validated statement'] as const
  await tx
    .insertInto('bill_statements')
    .values(
      statements.map((name, index) => ({
        pharmacy_id,
        id: own(name),
        number: index + 1,
        supplier_id,
        reference: `REL-${index + 1}`,
        from_day: '2026-02-01',
        to_day: '2026-02-28',
        due_on: '2026-03-31',
        total: 6500,
        ...created,
        ...(name === 'validated statement'
          ? { state: 'validated' as const, validated_by: shop.titulaire.id, validated_at: at }
          : {}),
      })),
    )
    .execute()
  await tx
    .insertInto('bill_statement_lines')
    .values(
      statements.map((name) => ({
        pharmacy_id,
        statement_id: own(name),
        position: 1,
        kind: 'goods' as const,
        note_number: '88412',
        label: 'DOLIPRANE 1G CPR B/8',
        pharmacy_product_id: shop.products[0],
        quantity: 10,
        price: '650',
        amount: 6500,
        ...(name === 'statement' ? {} : { decision: 'pay' as const, decided_by: shop.titulaire.id, decided_at: at }),
        ...(name === 'validated statement'
          ? {
              matched: 6500,
              claimed: 0,
              judgement: JSON.stringify({
                judgement: {
                  position: 1,
                  certainty: 'open',
                  match: null,
                  because: 'unknown-note',
                  statement: null,
                  differences: [],
                },
                settlement: { matched: 6500, claimed: 0, open: 0, claims: [] },
              }),
            }
          : {}),
      })),
    )
    .execute()
  await tx
    .insertInto('statement_profiles')
    .values({ pharmacy_id, supplier_id, profile: JSON.stringify({ columns: { code: 'Code' }, decimals: 'comma' }) })
    .execute()
  await tx
    .insertInto('wholesaler_claims')
    .values([
      { pharmacy_id, id: own('claim'), number: 1, supplier_id, step: 'sent', ...created, sent_at: at },
      { pharmacy_id, id: own('draft claim'), number: 2, supplier_id, step: 'draft', ...created },
    ])
    .execute()
  await tx
    .insertInto('wholesaler_claim_lines')
    .values(
      ['claim', 'draft claim'].map((name) => ({
        pharmacy_id,
        claim_id: own(name),
        position: 1,
        reason: 'price',
        label: 'DOLIPRANE 1G CPR B/8',
        note_number: '88412',
        delivery_id: own('delivery'),
        amount: 500,
      })),
    )
    .execute()
  await tx
    .insertInto('wholesaler_claim_credits')
    .values({
      pharmacy_id,
      id: own('claim credit'),
      claim_id: own('claim'),
      number: 'AV-11',
      day: '2026-02-18',
      amount: 50,
      noted_by: shop.titulaire.id,
      noted_at: at,
    })
    .execute()
  await tx
    .insertInto('wholesaler_claim_photos')
    .values({
      pharmacy_id,
      id: own('claim photo'),
      claim_id: own('draft claim'),
      position: 1,
      mime: 'image/jpeg',
      bytes: Buffer.from([0xff, 0xd8, 0xff]),
      user_id: shop.titulaire.id,
      added_at: at,
    })
    .execute()
  await tx
    .insertInto('mails')
    .values({
      pharmacy_id,
      id: own('mail'),
      about: 'claim',
      about_id: own('claim'),
      recipient: 'avoirs@ubipharm.example',
      subject: 'Réclamation n° 1',
      body: 'Bonjour',
      asked_by: shop.titulaire.id,
      asked_at: at,
      sent_at: at,
    })
    .execute()
  await tx
    .insertInto('mail_attachments')
    .values({
      pharmacy_id,
      mail_id: own('mail'),
      position: 0,
      name: 'ligne-1-photo-1.jpg',
      mime: 'image/jpeg',
      content: Buffer.from([0xff, 0xd8, 0xff]),
    })
    .execute()
  await tx
    .insertInto('supplier_payments')
    .values({
      pharmacy_id,
      id: own('supplier payment'),
      number: 1,
      supplier_id,
      means: 'CHEQUE',
      amount: 1000,
      paid_on: '2026-02-19',
      reference: 'CHQ 1203',
      ...created,
    })
    .execute()
  await tx
    .updateTable('pharmacy_counters')
    .set({ bill_statement_number: 3, wholesaler_claim_number: 2, supplier_payment_number: 1 })
    .where('pharmacy_id', '=', pharmacy_id)
    .execute()
}
