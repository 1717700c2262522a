import { pinAlerts, type PinAlert } from '#shared/contract/pin-alerts.ts'
import { countColumn, dayColumn, hourColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof pinAlerts.list>

const columns = sortedByServer(
  [
    dayColumn('day', 'Date', ({ lastAt }: PinAlert) => lastAt),
    hourColumn('since', 'Depuis', ({ startedAt }: PinAlert) => startedAt),
    hourColumn('hour', 'Dernier essai', ({ lastAt }: PinAlert) => lastAt, { width: 110 }),
    textColumn('user', 'Code de', ({ userName }: PinAlert) => userName, { width: 200, grow: 1, strong: true }),
    textColumn('terminal', 'Poste', (alert: PinAlert) => alert.terminalCode, { width: 110 }),
    countColumn('guesses', 'Codes incorrects', ({ guesses }: PinAlert) => guesses, { width: 110 }),
  ],
  { day: 'lastAt' },
)

const pinAlertsList = list({
  home: '/parametres/codes',
  title: 'Codes incorrects',
  noun: noun('série', 'f'),
  source: serverPages(pinAlerts.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer par membre'),
    daysFilter<Query>(newestDay(pinAlerts.list, ({ lastAt }) => lastAt)),
  ],
  words: {
    offline: 'Les codes incorrects demandent le réseau.',
    empty: 'Aucune série de codes incorrects.',
    exportName: 'Codes incorrects',
  },
})

/** Series of wrong PINs that had to be slowed down: whose PIN, at which terminal, when, how many. */
export function PinAlertsScreen() {
  return <ListScreen list={pinAlertsList} />
}
