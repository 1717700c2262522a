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
    .values({ id: idOf('register import'), country_code: 'BJ', file_name: 'registre.csv', content: null })
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
