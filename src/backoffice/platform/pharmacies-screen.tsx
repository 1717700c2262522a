import { platformPharmacies, type PlatformPharmacy } from '#shared/contract/platform.ts'
import { formatHour, formatShortDay } from '#shared/ui/date-format.ts'
import { pharmacyRecord } from '#backoffice/platform/pharmacy-record.tsx'
import { useDomainChoices } from '#backoffice/platform/use-choices.ts'
import {
  type ListColumn,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { rowFilter, searchFilter, switchFilter } from '#backoffice/ui/lists/filters.tsx'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { newRecordPanel, recordPanel } from '#backoffice/ui/records/record-panel.tsx'

type Query = QueryOf<typeof platformPharmacies.list>

const columns: readonly ListColumn<PlatformPharmacy>[] = sortedByServer([
  textColumn('name', 'Pharmacie', ({ name }) => name, { strong: true, width: 220, grow: 1 }),
  textColumn('city', 'Ville', ({ city, countryCode }) => `${city}, ${countryCode}`, { width: 160 }),
  textColumn('domain', 'Groupe', ({ domain }) => domain.name, { width: 180, grow: 1, quiet: true, priority: 1 }),
  numberColumn('members', 'Équipe', ({ members }) => members, { width: 90 }),
  numberColumn('sales', 'Ventes par jour', ({ use }) => use.salesPerDay, { width: 130 }),
  textColumn('contact', 'Dernier contact', contactText, { width: 190, quiet: true, priority: 2 }),
  stateColumn<PlatformPharmacy>('state', 'État', ({ suspendedAt }) =>
    suspendedAt === null ? null : { label: 'Suspendue', tone: 'danger' },
  ),
])

function contactText({ use: { lastContactAt } }: PlatformPharmacy): string | null {
  return lastContactAt && `${formatShortDay(lastContactAt)} à ${formatHour(lastContactAt)}`
}

const pharmacyList = list({
  home: '/plateforme/pharmacies',
  title: 'Pharmacies',
  noun: pharmacyRecord.noun,
  source: serverPages(platformPharmacies.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer les pharmacies'),
    switchFilter<Query>({
      key: 'etat',
      label: 'Pharmacies',
      all: 'Toutes',
      choices: [
        { value: 'actives', label: 'Actives', query: { only: 'active' } },
        { value: 'suspendues', label: 'Suspendues', query: { only: 'suspended' } },
      ],
    }),
    rowFilter<Query>({
      key: 'groupe',
      label: 'Groupe',
      all: 'Tous',
      none: 'Aucun groupe',
      unknown: 'Un groupe',
      useChoices: useDomainChoices,
      query: (domainId) => ({ domainId }),
    }),
  ],
  open: { panel: recordPanel(pharmacyRecord), needs: pharmacyRecord.needs },
  create: { panel: newRecordPanel(pharmacyRecord), needs: pharmacyRecord.needs },
})

/** The pharmacies of the platform, and how much they use it; no patient and no sale is shown. */
export function PharmaciesScreen() {
  return <ListScreen list={pharmacyList} />
}
