import type { RegisterReport } from '#shared/contract/cash-registers.ts'
import { typeFacts } from '#shared/domain/payment.ts'
import { type MovementKind, movementKinds } from '#shared/domain/register/movements.ts'
import { typesOfMeans } from '#shared/domain/register/takings.ts'
import type { Means } from '#shared/domain/register/totals.ts'
import { movementsAddress } from '#backoffice/ui/money-address.ts'

/** The kinds that move money: all but the rounding. */
const movingKinds = movementKinds.filter((kind) => kind !== 'rounding')

type Total = RegisterReport['totals'][number]

/** The movements of a register on all its days, of some kinds or of all. */
export function addressOfKinds(registerId: string, kinds?: readonly MovementKind[]): string {
  return movementsAddress(searchOf(registerId), { kinds })
}

/** The movements behind a total by means; null for the unknown operator, by which no list can be filtered. */
export function addressOfMeans(
  registerId: string,
  { type, operator }: Pick<Total, 'type' | 'operator'>,
  kinds: readonly MovementKind[] = movingKinds,
): string | null {
  if (typeFacts[type].isPerOperator && operator === null) return null
  return movementsAddress(searchOf(registerId), { kinds, types: [type], operator })
}

/** The movements behind the expected amount of a means: of the drawer, cash and disbursements. */
export function addressOfExpected(registerId: string, means: Means): string | null {
  if (means.type !== 'CASH') return addressOfMeans(registerId, means)
  return movementsAddress(searchOf(registerId), { kinds: movingKinds, types: typesOfMeans(means.type) })
}

/** The sales of a register that stand. */
export function addressOfSales(registerId: string): string {
  return `/ventes?${searchOf(registerId)}&etat=cloturees`
}

function searchOf(registerId: string): string {
  return `periode=tout&caisse=${registerId}`
}
