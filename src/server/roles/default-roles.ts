import { randomUUID } from 'node:crypto'
import { defaultRoles } from '#shared/domain/permissions.ts'
import type { Tx } from '#server/db/database.ts'
import { insertRole } from '#server/roles/role.repo.ts'

/** The roles of a new pharmacy. Returns their ids by name. */
export async function insertDefaultRoles(
  tx: Tx,
  pharmacyId: string,
): Promise<Record<keyof typeof defaultRoles, string>> {
  const ids: Partial<Record<keyof typeof defaultRoles, string>> = {}
  for (const name of Object.keys(defaultRoles) as (keyof typeof defaultRoles)[]) {
    const id = randomUUID()
    await insertRole(tx, pharmacyId, { id, name, permissions: defaultRoles[name], discountLimit: null })
    ids[name] = id
  }
  return ids as Record<keyof typeof defaultRoles, string>
}
