import { type UnprovenParcel, unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { DecideCell, stateWords } from '#backoffice/unproven-parcels/decide-cell.tsx'
import { gestureWords } from '#backoffice/ui/gesture-words.ts'
import {
  dayColumn,
  hourColumn,
  moneyColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { searchFilter, switchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof unprovenParcels.list>

const columns = sortedByServer(
  [
    dayColumn('day', 'Date', ({ receivedAt }: UnprovenParcel) => receivedAt),
    hourColumn('hour', 'Heure', ({ receivedAt }: UnprovenParcel) => receivedAt),
    textColumn('gesture', 'Action', ({ gesture }: UnprovenParcel) => gestureWords[gesture], {
      width: 220,
      strong: true,
    }),
    moneyColumn('amount', 'Montant', ({ amount }: UnprovenParcel) => amount),
    textColumn('seller', 'Au nom de', ({ sellerName }: UnprovenParcel) => sellerName, { width: 160, grow: 1 }),
    textColumn('sentBy', 'Envoyé par', ({ sentByName }: UnprovenParcel) => sentByName, { width: 160, grow: 1 }),
    {
      ...stateColumn('state', 'État', ({ state }: UnprovenParcel) => stateWords[state]),
      render: (parcel: UnprovenParcel) => <DecideCell parcel={parcel} />,
    },
    textColumn('decidedBy', 'Décidé par', ({ decidedByName }: UnprovenParcel) => decidedByName, { width: 140 }),
    textColumn('reason', 'Motif', ({ reason }: UnprovenParcel) => reason, { width: 160, grow: 2 }),
  ],
  { day: 'receivedAt' },
)

const unprovenList = list({
  home: '/parametres/envois',
  title: 'Envois à vérifier',
  noun: noun('envoi', 'm'),
  source: serverPages(unprovenParcels.list, {
    idOf: ({ parcelId, revision }: UnprovenParcel) => `${parcelId} ${revision}`,
  }),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer par personne ou par poste'),
    switchFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'À vérifier',
      choices: [
        { value: 'decides', label: 'Décidés', query: { state: 'decided' } },
        { value: 'tous', label: 'Tous', query: { state: 'all' } },
      ],
    }),
  ],
  words: {
    offline: 'Les envois à vérifier demandent le réseau.',
    empty: 'Aucun envoi n’est à vérifier.',
    exportName: 'Envois à vérifier',
  },
})

/**
 * What was sent in the name of somebody who is not known to have done it. It was refused and has moved nothing; each one
 * is confirmed or discarded.
 */
export function UnprovenParcelsScreen() {
  return <ListScreen list={unprovenList} />
}
