import type { CallInput } from '#shared/contract/endpoint.ts'
import type { sales } from '#shared/contract/sales.ts'
import { type MovementType, movementTypes, paymentLabels } from '#shared/domain/payment.ts'
import type { FilterChip } from '#shared/ui/filter-chips.tsx'
import { isId } from '#backoffice/ui/is-id.ts'
import { isDay, periodOf, periodText } from '#backoffice/ui/periods.ts'
import type { Filters } from '#backoffice/ui/use-filters.ts'

/** As they stand in the address: `?du=2026-11-01&au=2026-11-21&vendeur=…&paiement=CASH&etat=retours&signalees=oui&cherche=dossou`. */
export const saleFilterKeys = ['du', 'au', 'vendeur', 'paiement', 'etat', 'signalees', 'cherche'] as const
type SaleFilterKey = (typeof saleFilterKeys)[number]
export type SaleFilters = Filters<SaleFilterKey>
export type SaleQuery = NonNullable<CallInput<typeof sales.list>['query']>

/** What became of a sale. What was replaced is canceled too. */
export const stateChoices = [
  { value: 'cloturees', label: 'Clôturées', status: 'CLOSED' },
  { value: 'annulees', label: 'Annulées ou remplacées', status: 'CANCELED' },
  { value: 'remplacees', label: 'Remplacées', status: 'REPLACED' },
  { value: 'retours', label: 'Avec retour', status: 'RETURNED' },
] as const

const isPaymentType = (text: string | undefined): text is MovementType => movementTypes.some((type) => type === text)

/** The question to the server; what somebody mistyped in the address is left out rather than refused. */
export function saleQueryOf({ du, au, vendeur, paiement, etat, signalees, cherche }: SaleFilters): SaleQuery {
  const state = stateChoices.find(({ value }) => value === etat)
  return {
    ...(isDay(du) ? { from: du } : {}),
    ...(isDay(au) ? { to: au } : {}),
    ...(isId(vendeur) ? { sellerId: vendeur } : {}),
    ...(isPaymentType(paiement) ? { paymentType: paiement } : {}),
    ...(state ? { status: state.status } : {}),
    ...(signalees ? { flagged: 'only' as const } : {}),
    ...(cherche ? { search: cherche.slice(0, 100) } : {}),
  }
}

/** The filters in force, in words. The periods of the switch are said there. */
export function saleChips(
  filters: SaleFilters,
  today: string,
  sellerName: string | undefined,
): (FilterChip & { keys: SaleFilterKey[] })[] {
  const { du, au, vendeur, paiement, etat, signalees } = filters
  const state = stateChoices.find(({ value }) => value === etat)
  const chips: (FilterChip & { keys: SaleFilterKey[] })[] = []
  if (periodOf(filters, today) === null) chips.push({ key: 'periode', label: periodText(du, au), keys: ['du', 'au'] })
  if (vendeur) chips.push({ key: 'vendeur', label: sellerName ?? 'Un vendeur', keys: ['vendeur'] })
  if (isPaymentType(paiement)) chips.push({ key: 'paiement', label: paymentLabels[paiement], keys: ['paiement'] })
  if (state) chips.push({ key: 'etat', label: state.label, keys: ['etat'] })
  if (signalees) chips.push({ key: 'signalees', label: 'À vérifier', keys: ['signalees'] })
  return chips
}
