import type { CallInput } from '#shared/contract/endpoint.ts'
import type { sales } from '#shared/contract/sales.ts'
import { addDays } from '#shared/domain/dates.ts'
import { type MovementType, movementTypes, paymentLabels } from '#shared/domain/payment.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import type { FilterChip } from '#shared/ui/filter-chips.tsx'
import type { Filters } from '#backoffice/ui/use-filters.ts'

/** As they stand in the address: `?du=2026-11-01&au=2026-11-21&vendeur=…&paiement=CASH&signalees=oui&cherche=dossou`. */
export const saleFilterKeys = ['du', 'au', 'vendeur', 'paiement', 'signalees', 'cherche'] as const
type SaleFilterKey = (typeof saleFilterKeys)[number]
export type SaleFilters = Filters<SaleFilterKey>
export type SaleQuery = NonNullable<CallInput<typeof sales.list>['query']>

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)
const isId = (text: string | undefined): text is string => text !== undefined && /^[\da-f-]{36}$/i.test(text)
const isPaymentType = (text: string | undefined): text is MovementType => movementTypes.some((type) => type === text)

/** The question to the server; what somebody mistyped in the address is left out rather than refused. */
export function saleQueryOf({ du, au, vendeur, paiement, signalees, cherche }: SaleFilters): SaleQuery {
  return {
    ...(isDay(du) ? { from: du } : {}),
    ...(isDay(au) ? { to: au } : {}),
    ...(isId(vendeur) ? { sellerId: vendeur } : {}),
    ...(isPaymentType(paiement) ? { paymentType: paiement } : {}),
    ...(signalees ? { flagged: 'only' as const } : {}),
    ...(cherche ? { search: cherche.slice(0, 100) } : {}),
  }
}

/** The periods people ask for, from a day of today. */
export const periods = [
  { key: 'jour', label: 'Aujourd’hui', days: 1 },
  { key: 'semaine', label: '7 jours', days: 7 },
  { key: 'mois', label: '30 jours', days: 30 },
  { key: 'tout', label: 'Tout', days: null },
] as const
export type PeriodKey = (typeof periods)[number]['key']

export function periodDays(key: PeriodKey, today: string): { du: string | null; au: string | null } {
  const days = periods.find((period) => period.key === key)?.days ?? null
  return days === null ? { du: null, au: null } : { du: addDays(today, 1 - days), au: today }
}

/** Which of them the filters say; null for another period. */
export function periodOf({ du, au }: SaleFilters, today: string): PeriodKey | null {
  return periods.find(({ key }) => {
    const period = periodDays(key, today)
    return period.du === (du ?? null) && period.au === (au ?? null)
  })?.key ?? null
}

/** The filters in force, in words. The periods of the switch are said there. */
export function saleChips(filters: SaleFilters, today: string, sellerName: string | undefined): (FilterChip & { keys: SaleFilterKey[] })[] {
  const { du, au, vendeur, paiement, signalees } = filters
  const chips: (FilterChip & { keys: SaleFilterKey[] })[] = []
  if (periodOf(filters, today) === null) chips.push({ key: 'periode', label: periodText(du, au), keys: ['du', 'au'] })
  if (vendeur) chips.push({ key: 'vendeur', label: sellerName ?? 'Un vendeur', keys: ['vendeur'] })
  if (isPaymentType(paiement)) chips.push({ key: 'paiement', label: paymentLabels[paiement], keys: ['paiement'] })
  if (signalees) chips.push({ key: 'signalees', label: 'À vérifier', keys: ['signalees'] })
  return chips
}

function periodText(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? formatDay(from) : `Du ${formatDay(from)} au ${formatDay(to)}`
  return from ? `Depuis le ${formatDay(from)}` : `Jusqu’au ${formatDay(to ?? '')}`
}
