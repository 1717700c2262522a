import { sql } from 'kysely'
import type { Permission } from '#shared/domain/permissions.ts'
import type { PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * The member named by a parcel, and the permissions that the named roles give today. `seller` is null when this is not
 * a member of the pharmacy.
 */
export type NamedSeller = {
  seller: (PersonName & { active: boolean; permissions: Permission[] }) | null
  rolesGive: Permission[]
}

export async function readSeller(
  tx: Tx,
  pharmacyId: string,
  { sellerId, sellerRoles }: { sellerId: string; sellerRoles: readonly string[] },
): Promise<NamedSeller> {
  const { rows } = await sql<NamedSeller>`
    select
      (select json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'active', u.active,
        'permissions', array(
          select distinct permission from user_roles ur join roles r on r.pharmacy_id = ur.pharmacy_id
            and r.id = ur.role_id, unnest(r.permissions) permission
          where ur.pharmacy_id = u.pharmacy_id and ur.user_id = u.id))
        from users u where u.pharmacy_id = ${pharmacyId} and u.id = ${sellerId} and u.kind = 'member') as seller,
      array(select distinct permission from roles r, unnest(r.permissions) permission
        where r.pharmacy_id = ${pharmacyId} and r.name = any(${sellerRoles}::text[])) as "rolesGive"`.execute(tx)
  return rows[0]!
}
