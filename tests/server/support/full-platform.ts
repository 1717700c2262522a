import type { Tx } from '#server/db/database.ts'
import { idOf } from '#tests/server/support/shop.ts'

/** A pharmacy for the platform to change, with an owner to invite and its tills, beside those of the tests. */
export async function aPlatform(tx: Tx): Promise<void> {
  const pharmacy_id = idOf('spare pharmacy')
  for (const name of ['spare domain', 'empty domain'])
    await tx
      .insertInto('domains')
      .values({ id: idOf(name), name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await tx
    .insertInto('pharmacies')
    .values({
      id: pharmacy_id,
      domain_id: idOf('spare domain'),
      country_code: 'BJ',
      name: 'Pharmacie de réserve',
      address: 'Place Bio Guéra',
      city: 'Parakou',
      phone: '+2290123456780',
      time_zone: 'Africa/Porto-Novo',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('roles')
    .values({ pharmacy_id, id: idOf('spare role'), name: 'titulaire', permissions: ['user.manage'] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('users')
    .values([
      {
        pharmacy_id,
        id: idOf('spare owner'),
        kind: 'member',
        first_name: 'Codjo',
        last_name: 'Gbaguidi',
        email: 'codjo@example.org',
      },
      ...['spare till', 'closed till'].map((name) => ({
        pharmacy_id,
        id: idOf(name),
        kind: 'terminal' as const,
        first_name: '',
        last_name: name.toUpperCase(),
        email: 'till@example.org',
      })),
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('user_roles')
    .values({ pharmacy_id, user_id: idOf('spare owner'), role_id: idOf('spare role') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
