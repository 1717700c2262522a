import type { Tx } from '#server/db/database.ts'
import { idOf } from '#tests/server/support/shop.ts'

/** Rows of the referential that all test pharmacies share: one in each family, and a product. */
export async function aFullReferential(tx: Tx): Promise<void> {
  for (const table of ['brands', 'inns'] as const)
    await tx
      .insertInto(table)
      .values({ id: idOf(table), name: `${table} of tests` })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const table of ['forms', 'units', 'product_categories'] as const)
    await tx
      .insertInto(table)
      .values({ id: idOf(table), label: `${table} of tests` })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await tx
    .insertInto('packagings')
    .values({ id: idOf('packagings'), label: 'Boîte de 30', units: 30 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('atcs')
    .values({ code: 'N02BE01', label: 'Paracétamol' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // a country of its own: an import that waits for another call of the tests would bar the undo of this one
  await tx
    .insertInto('countries')
    .values({
      code: 'TG',
      name: 'Togo',
      locale: 'fr-TG',
      currency_code: 'XOF',
      currency_symbol: 'F CFA',
      currency_decimals: 0,
      cash_rounding_step: 5,
      denominations: [],
      phone_operators: [],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('platform_jobs')
    .values({
      id: idOf('register import'),
      kind: 'register-import',
      status: 'done',
      progress: 100,
      asked_by: null,
      asked_at: new Date('2026-01-02T03:04:05Z'),
      finished_at: new Date('2026-01-02T03:04:06Z'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('register_imports')
    .values({
      id: idOf('register import'),
      country_code: 'TG',
      file_name: 'registre.csv',
      content: null,
      applied: 1,
      is_kept: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('products')
    .values(
      ['referential product', 'edited product', 'kept product', 'duplicate product'].map((name) => ({
        id: idOf(name),
        label: 'DOLIPRANE 1000 mg, comprimé',
        source: 'tests',
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
