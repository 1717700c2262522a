import { atom } from 'jotai'
import type { Permission } from '#shared/domain/permissions.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'

/** The member's permissions since the last unlock. Screens hide what the server would refuse. */
export const rightsAtom = atom((get): ReadonlySet<Permission> => new Set(get(sessionAtom)?.permissions))
