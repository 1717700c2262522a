import { sql } from 'kysely'
import type { CopyKind } from '#shared/domain/backup/copy-kind.ts'
import type { SessionEnd } from '#shared/domain/session-end.ts'
import type { Tx } from '#server/db/database.ts'

/** An account of the platform has no pharmacy that could be suspended. */
const isSuspended = sql<boolean>`pharmacies.suspended_at is not null`
/** What a copy is for: of the whole server for an account of the platform, which belongs to no pharmacy. */
const copyKind = sql<CopyKind | null>`case when users.pharmacy_id is null then copy_kind_of_server()
  else pharmacies.copy_kind end`
/** The account of the platform has no server that could be replaced. */
const generation = sql<number>`coalesce(pharmacies.generation, 1)`
const isReplaced = sql<boolean>`pharmacies.replaced_by is not null`
const columns = ['users.id', 'users.pharmacy_id', 'users.first_name', 'users.last_name', 'users.kind'] as const

export type AccountRow = {
  id: string
  pharmacy_id: string | null
  first_name: string
  last_name: string
  kind: 'member' | 'terminal' | 'admin'
  isSuspended: boolean
  copyKind: CopyKind | null
  generation: number
  isReplaced: boolean
}

export type UnlockRow = AccountRow & {
  active: boolean
  at: Date
  endedAt: Date | null
  endReason: SessionEnd | null
}

/** The member of this unlock and how long it holds, if the unlock belongs to this member. */
export function memberOfUnlock(
  tx: Tx,
  unlock: { id: string; pharmacyId: string; userId: string },
): Promise<UnlockRow | undefined> {
  return tx
    .selectFrom('users')
    .innerJoin('unlocks', (join) =>
      join.onRef('unlocks.pharmacy_id', '=', 'users.pharmacy_id').onRef('unlocks.user_id', '=', 'users.id'),
    )
    .leftJoin('pharmacies', 'pharmacies.id', 'users.pharmacy_id')
    .select([
      ...columns,
      isSuspended.as('isSuspended'),
      copyKind.as('copyKind'),
      generation.as('generation'),
      isReplaced.as('isReplaced'),
      'users.active',
      'unlocks.at',
      'unlocks.ended_at as endedAt',
      'unlocks.end_reason as endReason',
    ])
    .where('unlocks.pharmacy_id', '=', unlock.pharmacyId)
    .where('unlocks.id', '=', unlock.id)
    .where('users.id', '=', unlock.userId)
    .where('unlocks.offline', '=', false)
    .where('users.kind', '=', 'member')
    .executeTakeFirst()
}

/** What an account of the sign-in service is in this pharmacy; null: on the platform. */
export function accountOf(tx: Tx, firebaseUid: string, pharmacyId: string | null): Promise<AccountRow | undefined> {
  return tx
    .selectFrom('users')
    .leftJoin('pharmacies', 'pharmacies.id', 'users.pharmacy_id')
    .select([
      ...columns,
      isSuspended.as('isSuspended'),
      copyKind.as('copyKind'),
      generation.as('generation'),
      isReplaced.as('isReplaced'),
    ])
    .where('users.firebase_uid', '=', firebaseUid)
    .where('users.pharmacy_id', 'is not distinct from', pharmacyId)
    .where('users.active', '=', true)
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

/** The hash of the PIN of an active member. */
export async function pinHashOf(tx: Tx, pharmacyId: string, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('pin_hash')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', userId)
    .where('kind', '=', 'member')
    .where('active', '=', true)
    .executeTakeFirst()
  return row?.pin_hash ?? undefined
}

export async function domainOf(tx: Tx, pharmacyId: string): Promise<string> {
  const row = await tx
    .selectFrom('pharmacies')
    .select('domain_id')
    .where('id', '=', pharmacyId)
    .executeTakeFirstOrThrow()
  return row.domain_id
}
