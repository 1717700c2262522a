import type { Permission } from '#shared/domain/permissions.ts'

/** What the form of a role holds. `discountLimit`: as typed; empty: without limit. */
export type RoleValues = { name: string; permissions: Permission[]; discountLimit: string }
