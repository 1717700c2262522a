import type { Member, Pharmacy, Role } from '#shared/contract/users.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Context } from '#server/http/context.ts'
import { findPharmacy } from '#server/pharmacies/pharmacy.repo.ts'
import { rolesOfPharmacy } from '#server/roles/role.service.ts'
import { membersOfPharmacy } from '#server/users/user.service.ts'

/**
 * The actor's own pharmacy; the platform accounts may read any. Throws `requests:notFound` for all others, so that ids
 * cannot be probed.
 */
export async function readPharmacy(context: Context, id: string): Promise<Pharmacy> {
  const { pharmacyId } = context.actor
  return requireRow(
    pharmacyId === null || pharmacyId === id
      ? await context.database.read(id, (tx) => findPharmacy(tx, id))
      : undefined,
  )
}

/** The members that the lock screen shows. */
export async function pharmacyUsers(context: Context, id: string): Promise<Member[]> {
  await readPharmacy(context, id)
  return membersOfPharmacy(context, id)
}

export async function pharmacyRoles(context: Context, id: string): Promise<Role[]> {
  await readPharmacy(context, id)
  return rolesOfPharmacy(context, id)
}
