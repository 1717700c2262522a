import { atom, useAtomValue } from 'jotai'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { adminPermissions, type Permission } from '#shared/domain/permissions.ts'
import { claimsAtom } from '#shared/session/claims.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'

/**
 * The member's permissions since the last unlock; for an account without a pharmacy, those of the platform. Screens hide
 * what the server would refuse.
 */
export const rightsAtom = atom((get): ReadonlySet<Permission> => {
  const { claims } = get(claimsAtom)
  const isAdmin = claims !== undefined && claims.pharmacyId === undefined
  return new Set(isAdmin ? adminPermissions : get(sessionAtom)?.permissions)
})

/** Whether a member with these permissions may make a call: the permission is the one that the server checks. */
export function mayCall(rights: ReadonlySet<Permission>, { permission }: Pick<Endpoint, 'permission'>): boolean {
  switch (permission) {
    case 'public':
    case 'terminal':
    case 'member':
      return true
    default:
      return rights.has(permission)
  }
}

/** Whether the member may make a call. */
export function useMay(call: Pick<Endpoint, 'permission'>): boolean {
  return mayCall(useAtomValue(rightsAtom), call)
}
