import { sales } from '#shared/contract/sales.ts'
import { movementTypes } from '#shared/domain/payment.ts'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import type { Filter } from '#backoffice/ui/lists/filter.ts'
import {
  flagFilter,
  linkFilter,
  searchFilter,
  severalFilter,
  severalRowsFilter,
} from '#backoffice/ui/lists/filters.tsx'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import type { QueryOf } from '#backoffice/ui/lists/list-source.ts'
import { useUserChoices } from '#backoffice/ui/lists/user-filter.ts'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'

type Query = QueryOf<typeof sales.list>

/** Types that can pay for a sale; transfers and disbursements cannot. */
const paymentTypes = movementTypes.filter((type) => type !== 'TRANSFER' && type !== 'DISBURSEMENT')

/** The filters in the address: `?du=2026-11-01&vendeur=…&paiement=CASH,CHEQUE&etat=cloturees&caisse=…`. */
export const saleFilters: readonly Filter<Query>[] = [
  searchFilter<Query>('Filtrer les ventes'),
  daysFilter<Query>(newestDay(sales.list, ({ soldAt }) => soldAt)),
  severalRowsFilter<Query>({
    key: 'vendeur',
    label: 'Vendeur',
    all: 'Tous',
    many: 'vendeurs',
    none: 'Aucun vendeur',
    unknown: 'Un vendeur',
    useChoices: useUserChoices,
    query: (sellerId) => ({ sellerId }),
  }),
  severalFilter<Query>({
    key: 'paiement',
    label: 'Paiement',
    all: 'Tous',
    many: 'moyens de paiement',
    choices: paymentTypes.map((type) => ({ value: type, label: paymentName(type), asked: type })),
    query: (paymentType) => ({ paymentType }),
  }),
  severalFilter<Query>({
    key: 'etat',
    label: 'État',
    all: 'Tous',
    many: 'états',
    choices: [
      { value: 'cloturees', label: 'Clôturées', asked: 'CLOSED' },
      // A replaced sale has the status CANCELED too.
      { value: 'annulees', label: 'Annulées ou remplacées', asked: 'CANCELED' },
      { value: 'remplacees', label: 'Remplacées', asked: 'REPLACED' },
      { value: 'retours', label: 'Avec retour', asked: 'RETURNED' },
      { value: 'regularisees', label: 'Refus régularisés', asked: 'REGULARISED' },
    ],
    query: (status) => ({ status }),
  }),
  linkFilter<Query>({ key: 'caisse', label: 'Une caisse', query: (registerId) => ({ registerId }) }),
  flagFilter<Query>({
    key: 'signalees',
    label: 'À vérifier seulement',
    chip: 'À vérifier',
    query: { flagged: 'only' },
  }),
]
