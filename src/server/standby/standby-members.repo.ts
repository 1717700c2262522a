import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

export type Decider = { pharmacyId: string; userId: string; pinHash: string }

/** The active members who may decide that this computer takes over: those who may edit the settings. */
export async function deciders(tx: Tx): Promise<Decider[]> {
  const rows = await tx
    .selectFrom('users')
    .innerJoin('user_roles', (join) =>
      join.onRef('user_roles.pharmacy_id', '=', 'users.pharmacy_id').onRef('user_roles.user_id', '=', 'users.id'),
    )
    .innerJoin('roles', (join) =>
      join.onRef('roles.pharmacy_id', '=', 'user_roles.pharmacy_id').onRef('roles.id', '=', 'user_roles.role_id'),
    )
    .innerJoin('pharmacies', 'pharmacies.id', 'users.pharmacy_id')
    .select(['users.pharmacy_id', 'users.id', 'users.pin_hash', 'roles.permissions'])
    .where('users.kind', '=', 'member')
    .where('users.active', '=', true)
    .where('users.pin_hash', 'is not', null)
    .where('pharmacies.suspended_at', 'is', null)
    .execute()
  const found = new Map<string, Decider>()
  for (const { pharmacy_id: pharmacyId, id: userId, pin_hash: pinHash, permissions } of rows)
    if (pharmacyId && pinHash && permissions.includes('settings.edit'))
      found.set(userId, { pharmacyId, userId, pinHash })
  return [...found.values()]
}

/** Whether this database has a migration that is none of these: a program that knows only these cannot open it as the first. */
export async function isNewerThan(tx: Tx, known: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(tx)
  return rows.some(({ name }) => !known.includes(name))
}
