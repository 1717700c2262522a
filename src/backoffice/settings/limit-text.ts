import type { Role } from '#shared/contract/users.ts'
import { formatPercent } from '#shared/ui/money-format.ts'

/** The discount limit of a role, in words. */
export function limitText({ permissions, discountLimit }: Pick<Role, 'permissions' | 'discountLimit'>): string {
  if (!permissions.includes('sale.discount')) return 'Aucune remise'
  return discountLimit === null ? 'Sans limite' : `${formatPercent(discountLimit)} au plus`
}
