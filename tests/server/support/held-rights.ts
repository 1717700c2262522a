import { sql } from 'kysely'
import type { RoleRights } from '#server/sellers/seller.repo.ts'
import type { Database } from '#server/db/database.ts'
import type { Shop, TestMember } from '#tests/server/support/shop.ts'

/** Writes the past: what the members of a shop may do now, they might ever. */
export async function settleRights(database: Database, shop: Shop): Promise<void> {
  await database.platform(async (tx) => {
    await sql`delete from held_rights where pharmacy_id = ${shop.id}`.execute(tx)
    await sql`select note_held_rights(${shop.id}, array_agg(distinct user_id), '-infinity') from user_roles
      where pharmacy_id = ${shop.id}`.execute(tx)
  })
}

/** Writes the past: until the first change of his roles that the database knows, this member had these. */
export async function heldBefore(
  database: Database,
  shop: Shop,
  { id }: TestMember,
  roles: readonly RoleRights[],
): Promise<void> {
  await database.platform(async (tx) => {
    await sql`insert into held_rights (pharmacy_id, user_id, since, roles)
      values (${shop.id}, ${id}, '-infinity', ${JSON.stringify(roles)})`.execute(tx)
  })
}
