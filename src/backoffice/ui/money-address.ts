import type { MovementType } from '#shared/domain/payment.ts'
import type { MovementKind } from '#shared/domain/register/movements.ts'
import { kindInAddress } from '#backoffice/ui/movement-words.ts'

type Moved = {
  kinds?: readonly MovementKind[] | undefined
  types?: readonly MovementType[] | undefined
  operator?: string | null | undefined
}

/** The address of the list of these movements, within the other filters of `search`; missing: of all kinds or types. */
export function movementsAddress(search: string, { kinds, types, operator }: Moved): string {
  const params = new URLSearchParams(search)
  // A figure opens the list, not the curves.
  params.delete('vue')
  if (kinds) params.set('nature', kinds.map((kind) => kindInAddress[kind]).join())
  if (types) params.set('type', types.join())
  if (operator) params.set('operateur', operator)
  return `/mouvements?${params.toString().replaceAll('%2C', ',')}`
}
