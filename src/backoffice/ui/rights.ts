import { atom, useAtomValue } from 'jotai'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'

/** The member's permissions since the last unlock. Screens hide what the server would refuse. */
export const rightsAtom = atom((get): ReadonlySet<Permission> => new Set(get(sessionAtom)?.permissions))

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
