import type { Database } from '#server/db/database.ts'
import type { Shop } from '#tests/server/support/shop.ts'

/**
 * Saves the products, the persons and the revision counter of a shop, as a backup does; returns a function that
 * restores them, whatever changed since.
 */
export async function backUpLists(database: Database, shop: Shop): Promise<() => Promise<void>> {
  const kept = await database.platform(async (tx) => ({
    products: await tx
      .selectFrom('pharmacy_products')
      .select(['id', 'private_label', 'rev'])
      .where('pharmacy_id', '=', shop.id)
      .execute(),
    persons: await tx
      .selectFrom('persons')
      .select(['id', 'last_name', 'rev'])
      .where('pharmacy_id', '=', shop.id)
      .execute(),
    rev: (
      await tx
        .selectFrom('pharmacy_counters')
        .select('rev')
        .where('pharmacy_id', '=', shop.id)
        .executeTakeFirstOrThrow()
    ).rev,
  }))
  return () =>
    database.platform(async (tx) => {
      for (const { id, ...product } of kept.products)
        await tx
          .updateTable('pharmacy_products')
          .set(product)
          .where('pharmacy_id', '=', shop.id)
          .where('id', '=', id)
          .execute()
      for (const { id, ...person } of kept.persons)
        await tx.updateTable('persons').set(person).where('pharmacy_id', '=', shop.id).where('id', '=', id).execute()
      await tx
        .deleteFrom('persons')
        .where('pharmacy_id', '=', shop.id)
        .where(
          'id',
          'not in',
          kept.persons.map(({ id }) => id),
        )
        .execute()
      await tx.deleteFrom('tombstones').where('pharmacy_id', '=', shop.id).where('rev', '>', kept.rev).execute()
      await tx.updateTable('pharmacy_counters').set({ rev: kept.rev }).where('pharmacy_id', '=', shop.id).execute()
    })
}
