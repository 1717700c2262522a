import type { Grant } from '#shared/domain/grant.ts'
import { clientOf } from '#shared/domain/payment.ts'
import { edited, type LocalSale } from '#shared/domain/local-sale.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { ClosingRights } from '#shared/domain/preparation.ts'
import { needsRegularising } from '#shared/domain/refused-sale.ts'

type Granted = Pick<LocalSale, 'grants'>

/** The sale with a right that was given for it. One for the same right and lot replaces the former. */
export function withGrant(sale: LocalSale, grant: Grant): LocalSale {
  const isSame = (other: Grant) =>
    other.permission === grant.permission && (other.itemId ?? null) === (grant.itemId ?? null)
  return edited(sale, 'give a right', { grants: [...(sale.grants ?? []).filter((other) => !isSame(other)), grant] })
}

/** The grants of a right that still hold at `now` (ms). */
export function grantsOf({ grants = [] }: Granted, permission: Permission, now: number): Grant[] {
  return grants.filter((grant) => grant.permission === permission && now < Date.parse(grant.expiresAt))
}

/** Whether a right was given for the whole sale, or for this lot. */
export function isGrantedFor(sale: Granted, permission: Permission, itemId: string, now: number): boolean {
  return grantsOf(sale, permission, now).some((grant) => (grant.itemId ?? itemId) === itemId)
}

/**
 * The rights for closing a sale: the member's own, and those that were given for it. Expired lots are judged one by one
 * (`isGrantedFor`).
 */
export function rightsGranted(own: ClosingRights, sale: Granted, now: number): ClosingRights {
  const limits = grantsOf(sale, 'sale.discount', now).map(({ amount = null }) => amount)
  const all = [...(own.mayDiscount ? [own.discountLimit] : []), ...limits]
  return {
    ...own,
    mayDispenseListed: own.mayDispenseListed || grantsOf(sale, 'sale.listed', now).length > 0,
    mayDiscount: all.length > 0,
    discountLimit: all.length === 0 ? own.discountLimit : all.includes(null) ? null : Math.max(...all.map(Number)),
  }
}

/**
 * The limit of a client's credit with the rights that were given for the sale: each names the client (`itemId`) and up to
 * what he may owe (`amount`), in minor units. Never below the client's own limit.
 */
export function raisedLimit(
  limit: number | null,
  clientId: string,
  grants: readonly { permission: string; itemId?: string | null | undefined; amount?: number | null | undefined }[],
): number | null {
  if (limit === null) return null
  const amounts = grants.flatMap(({ permission, itemId, amount }) =>
    permission === 'client.credit' && itemId === clientId ? [amount ?? 0] : [],
  )
  return Math.max(limit, ...amounts)
}

/**
 * The right that a sale needs beyond selling, and that neither the member nor a grant gives at `now` (ms): to replace a
 * closed sale, or to end a refused one with less. Null: none is lacking.
 */
export function lackingRight(sale: LocalSale, own: ReadonlySet<Permission>, now: number): Permission | null {
  const needed: Permission[] = [
    ...(sale.replaces ? (['sale.cancel'] as const) : []),
    ...(sale.regularisation && needsRegularising(sale) ? (['sale.regularise'] as const) : []),
  ]
  return needed.find((permission) => !own.has(permission) && grantsOf(sale, permission, now).length === 0) ?? null
}

/** The grants that the sale needs as it is: a price that was typed back, or a discount that was removed, leaves no trace. */
export function neededGrants({
  grants = [],
  records,
  payments,
}: Granted & Pick<LocalSale, 'records' | 'payments'>): Grant[] {
  return grants.filter(({ permission, itemId, amount }) => {
    if (permission === 'sale.discount') return payments.some(({ type }) => type === 'DISCOUNT')
    if (permission === 'client.credit') return payments.some((payment) => clientOf(payment) === itemId)
    if (permission === 'sale.price')
      return records.some(({ stockItemId, price }) => stockItemId === itemId && price === amount)
    return !itemId || records.some(({ stockItemId }) => stockItemId === itemId)
  })
}
