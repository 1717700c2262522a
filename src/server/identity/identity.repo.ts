import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

const columns = ['users.id', 'users.pharmacy_id', 'users.first_name', 'users.last_name', 'users.kind'] as const

export type AccountRow = {
  id: string
  pharmacy_id: string | null
  first_name: string
  last_name: string
  kind: 'member' | 'terminal' | 'admin'
}

/** The member of this unlock, if the unlock belongs to this member and the member is still active. */
export function memberOfUnlock(
  tx: Tx,
  unlock: { id: string; pharmacyId: string; userId: string },
): Promise<AccountRow | undefined> {
  return tx
    .selectFrom('users')
    .innerJoin('unlocks', (join) =>
      join.onRef('unlocks.pharmacy_id', '=', 'users.pharmacy_id').onRef('unlocks.user_id', '=', 'users.id'),
    )
    .select(columns)
    .where('unlocks.pharmacy_id', '=', unlock.pharmacyId)
    .where('unlocks.id', '=', unlock.id)
    .where('users.id', '=', unlock.userId)
    .where('unlocks.offline', '=', false)
    .where('users.kind', '=', 'member')
    .where('users.active', '=', true)
    .executeTakeFirst()
}

/** The account of a user of the sign-in service. */
export function accountOf(tx: Tx, firebaseUid: string): Promise<AccountRow | undefined> {
  return tx
    .selectFrom('users')
    .select(columns)
    .where('firebase_uid', '=', firebaseUid)
    .where('active', '=', true)
    .executeTakeFirst()
}

export function rolesOf(
  tx: Tx,
  pharmacyId: string,
  userId: string,
): Promise<{ id: string; name: string; permissions: string[]; discountLimit: number | null }[]> {
  return tx
    .selectFrom('user_roles')
    .innerJoin('roles', (join) =>
      join.onRef('roles.pharmacy_id', '=', 'user_roles.pharmacy_id').onRef('roles.id', '=', 'user_roles.role_id'),
    )
    .select(['roles.id', 'roles.name', 'roles.permissions', 'roles.discount_limit as discountLimit'])
    .where('user_roles.pharmacy_id', '=', pharmacyId)
    .where('user_roles.user_id', '=', userId)
    .orderBy('roles.name')
    .execute()
}

/** The data that checking the PIN of an active member needs. */
export function pinOf(
  tx: Tx,
  pharmacyId: string,
  userId: string,
): Promise<{ pin_hash: string | null; failed_pins: number; locked_until: Date | null } | undefined> {
  return tx
    .selectFrom('users')
    .select(['pin_hash', 'failed_pins', 'locked_until'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', userId)
    .where('kind', '=', 'member')
    .where('active', '=', true)
    .executeTakeFirst()
}

export async function setFailures(
  tx: Tx,
  pharmacyId: string,
  userId: string,
  failed: number,
  lockedUntil: Date | null,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ failed_pins: failed, locked_until: lockedUntil })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', userId)
    .execute()
}

export async function insertUnlock(
  tx: Tx,
  unlock: { pharmacyId: string; id: string; userId: string; terminalId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('unlocks')
    .values({
      pharmacy_id: unlock.pharmacyId,
      id: unlock.id,
      user_id: unlock.userId,
      terminal_id: unlock.terminalId,
      at: unlock.at,
    })
    .execute()
}

/**
 * The id under which a member works after unlocking this terminal without a network; the same at each call. What the
 * terminal sends later under it is known to be this member's: only a right PIN gives it.
 */
export async function offlineSessionOf(
  tx: Tx,
  { pharmacyId, userId, terminalId, at }: { pharmacyId: string; userId: string; terminalId: string; at: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('unlocks')
    .values({ pharmacy_id: pharmacyId, id: randomUUID(), user_id: userId, terminal_id: terminalId, at, offline: true })
    .onConflict((conflict) =>
      conflict
        .columns(['pharmacy_id', 'user_id', 'terminal_id'])
        .where(sql<boolean>`offline`)
        .doUpdateSet({ offline: true }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function domainOf(tx: Tx, pharmacyId: string): Promise<string> {
  const row = await tx
    .selectFrom('pharmacies')
    .select('domain_id')
    .where('id', '=', pharmacyId)
    .executeTakeFirstOrThrow()
  return row.domain_id
}
