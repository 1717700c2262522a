import type { Tx } from '#server/db/database.ts'
import { aClosing } from '#tests/server/support/registering.ts'
import { tinyJpeg } from '#tests/server/support/tiny-jpeg.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/**
 * Adds counts and disbursements: a register closed despite unfinished sales, another whose closing waits, and a
 * disbursement with its movement.
 */
export async function aFullRegister(tx: Tx, shop: Shop, at: Date): Promise<void> {
  const pharmacy_id = shop.id
  const own = (name: string): string => idOf(shop.id, name)
  const [register_id, user_id, waiting] = [own('closed register'), shop.vendeur.id, own('waiting register')]
  await tx
    .insertInto('cash_registers')
    .values([
      { pharmacy_id, id: register_id, opened_by: user_id, opened_at: at, closed_by: user_id, closed_at: at },
      { pharmacy_id, id: waiting, opened_by: user_id, opened_at: at, closing_id: own('waiting closing') },
    ])
    .execute()
  await tx
    .insertInto('disbursement_reasons')
    .values([
      { pharmacy_id, id: own('reason'), label: 'Transport' },
      { pharmacy_id, id: own('unused reason'), label: 'Divers' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('register_movements')
    .values({
      pharmacy_id,
      id: own('disbursement'),
      register_id,
      kind: 'disbursement',
      type: 'DISBURSEMENT',
      amount: -500,
      at,
      occurred_at: at,
      user_id,
    })
    .execute()
  await tx
    .insertInto('disbursements')
    .values({
      pharmacy_id,
      id: own('disbursement'),
      number: 1,
      register_id,
      reason_id: own('reason'),
      amount: 500,
      user_id,
      spent_at: at,
      received_at: at,
    })
    .execute()
  await tx
    .insertInto('disbursement_photos')
    .values({
      pharmacy_id,
      id: own('receipt photo'),
      disbursement_id: own('disbursement'),
      mime: 'image/jpeg',
      bytes: tinyJpeg,
      user_id,
      taken_at: at,
      received_at: at,
    })
    .execute()
  const report = {
    comment: null,
    denominations: [],
    differences: [{ type: 'CASH', operator: null, counted: 0, expected: -500, gap: 500 }],
    totals: [{ kind: 'disbursement', type: 'DISBURSEMENT', operator: null, amount: -500, count: 1 }],
    awaits: [],
    unfinished: [],
  }
  await tx
    .insertInto('register_counts')
    .values({
      pharmacy_id,
      id: own('count'),
      register_id,
      number: 1,
      kind: 'closing',
      user_id,
      counted_at: at,
      recorded_at: at,
      gap: 500,
      report: JSON.stringify(report),
    })
    .execute()
  await tx
    .insertInto('register_events')
    .values({ pharmacy_id, id: own('register event'), register_id, kind: 'closed-over', user_id, at, details: '{}' })
    .execute()
  const closing = {
    ...aClosing(shop, { id: own('waiting closing') }),
    registerId: waiting,
    awaits: [{ id: own('awaited sale'), identifier: 'C1-9', total: 1000 }],
  }
  await tx
    .insertInto('waiting_closings')
    .values({
      pharmacy_id,
      id: closing.id,
      register_id: waiting,
      user_id,
      body: JSON.stringify(closing),
      received_at: at,
    })
    .execute()
  await tx
    .insertInto('awaited_parcels')
    .values({ pharmacy_id, id: own('awaited sale'), closing_id: closing.id })
    .execute()
}
