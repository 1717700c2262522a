import type { Role } from '#shared/contract/users.ts'

/** How much of a sale the holders of a role may take off, in words. */
export function limitText({ permissions, discountLimit }: Pick<Role, 'permissions' | 'discountLimit'>): string {
  if (!permissions.includes('sale.discount')) return 'Aucune remise'
  return discountLimit === null ? 'Sans limite' : `${discountLimit}\u00a0% au plus`
}
