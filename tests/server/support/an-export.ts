import type { Tx } from '#server/db/database.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'

/** A month that was given to the accountant, before anything else of the shop, with one piece. */
export async function anExport(tx: Tx, shop: Shop, at: Date): Promise<void> {
  const line = { name: 'Caisse siège social', third: '', thirdName: '' }
  await tx
    .insertInto('accounting_exports')
    .values({
      pharmacy_id: shop.id,
      number: 1,
      id: idOf(shop.id, 'accounting export'),
      month: '2020-01-01',
      pieces: 1,
      corrections: 0,
      debit: 500,
      created_by: shop.titulaire.id,
      created_at: at,
    })
    .execute()
  await tx
    .insertInto('accounting_pieces')
    .values({
      pharmacy_id: shop.id,
      export_number: 1,
      position: 1,
      key: 'deposit:of before',
      way: 'new',
      hash: 'of before',
      day: '2020-01-15',
      journal: 'CA',
      number: '',
      label: 'Versement en banque',
      lines: JSON.stringify([
        { ...line, account: '585', debit: 500, credit: 0 },
        { ...line, account: '571', debit: 0, credit: 500 },
      ]),
    })
    .execute()
}
