import { atom } from 'jotai'
import type { Permission } from '#shared/domain/permissions.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'

/** What the member may do, as the last unlock said: screens hide what the server would refuse. */
export const rightsAtom = atom((get): ReadonlySet<Permission> => new Set(get(sessionAtom)?.permissions))
