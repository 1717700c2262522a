import { type UnprovenParcel, unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { dayColumn, hourColumn, moneyColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof unprovenParcels.list>

const gestureWords: Record<UnprovenParcel['gesture'], string> = {
  sale: 'Correction d’une vente',
  open: 'Ouverture d’une caisse',
  count: 'Comptage',
  'hand-over': 'Passation',
  close: 'Clôture',
  reopen: 'Réouverture d’une caisse',
  disburse: 'Décaissement',
  deposit: 'Versement en banque',
  'cash-in': 'Apport d’espèces',
  collection: 'Encaissement d’un crédit',
  unpack: 'Déconditionnement',
  adjust: 'Correction de stock',
  quarantine: 'Mise en quarantaine',
  release: 'Levée de quarantaine',
}

const columns = sortedByServer(
  [
    dayColumn('day', 'Date', ({ receivedAt }: UnprovenParcel) => receivedAt),
    hourColumn('hour', 'Heure', ({ receivedAt }: UnprovenParcel) => receivedAt),
    textColumn('gesture', 'Geste', ({ gesture }: UnprovenParcel) => gestureWords[gesture], {
      width: 220,
      strong: true,
    }),
    moneyColumn('amount', 'Montant', ({ amount }: UnprovenParcel) => amount),
    textColumn('seller', 'Au nom de', ({ sellerName }: UnprovenParcel) => sellerName, { width: 200, grow: 1 }),
    textColumn('sentBy', 'Envoyé par', ({ sentByName }: UnprovenParcel) => sentByName, { width: 200, grow: 1 }),
  ],
  { day: 'receivedAt' },
)

const unprovenList = list({
  home: '/parametres/envois',
  title: 'Envois à vérifier',
  noun: noun('envoi', 'm'),
  needs: {
    call: unprovenParcels.list,
    words: 'Voir les envois à vérifier demande le droit de voir le journal des actions.',
  },
  source: serverPages(unprovenParcels.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer par personne ou par poste'),
    daysFilter<Query>(newestDay(unprovenParcels.list, ({ receivedAt }) => receivedAt)),
  ],
  words: {
    offline: 'Les envois à vérifier demandent le réseau.',
    empty: 'Rien n’a été envoyé au nom d’un autre.',
    exportName: 'Envois à vérifier',
  },
})

/** Parcels that were refused because the member named in them is not proven. They changed neither money nor stock. */
export function UnprovenParcelsScreen() {
  return <ListScreen list={unprovenList} />
}
