import { type PrescriptionEntry, prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { fileOnlyColumns, registerColumns } from '#backoffice/prescription-register/register-columns.tsx'
import { RegisterPrintButton } from '#backoffice/prescription-register/register-print-button.tsx'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import { choiceFilter, flagFilter, searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { prescriptionListWords } from '#backoffice/ui/prescription-lists.ts'

type Query = QueryOf<typeof prescriptionRegister.list>

const registerList = list({
  home: '/ordonnancier',
  title: 'Ordonnancier',
  noun: noun('inscription', 'f'),
  source: serverPages(prescriptionRegister.list, { idOf: ({ number }: PrescriptionEntry) => String(number) }),
  useColumns: () => registerColumns,
  useFile: (shown) => [...shown, ...fileOnlyColumns],
  filters: [
    searchFilter<Query>('Filtrer l’ordonnancier'),
    daysFilter<Query>(newestDay(prescriptionRegister.list, ({ dispensedOn }) => dispensedOn)),
    choiceFilter<Query>({
      key: 'liste',
      label: 'Liste',
      all: 'Toutes',
      choices: [
        { value: '1', label: prescriptionListWords['list-1'], query: { list: 'list-1' } },
        { value: '2', label: prescriptionListWords['list-2'], query: { list: 'list-2' } },
        { value: 'stup', label: prescriptionListWords.narcotic, query: { list: 'narcotic' } },
      ],
    }),
    flagFilter<Query>({
      key: 'sans-prescripteur',
      label: 'Sans prescripteur seulement',
      chip: 'Sans prescripteur',
      query: { only: 'without-prescriber' },
    }),
  ],
  open: { page: ({ saleId }: PrescriptionEntry) => `/ventes/${saleId}` },
  Actions: RegisterPrintButton,
  keys: [{ keys: ['P'], label: 'Imprimer' }],
  words: {
    error: 'L’ordonnancier n’a pas pu être chargé. Les délivrances continuent de s’y inscrire.',
    offline: 'L’ordonnancier demande le réseau.',
    empty: 'Aucun médicament listé n’a encore été délivré.',
  },
})

/**
 * The register of listed medicines: numbered without gaps, newest first, never changed. A return is an entry of its
 * own.
 */
export function PrescriptionRegisterScreen() {
  return <ListScreen list={registerList} />
}
