import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { ownReports, type OwnReport } from '#shared/contract/own-reports.ts'
import { ownReportsHome, questionText, scheduleText, sendingState } from '#backoffice/reports/own-report-words.ts'
import { stateColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { flagFilter, searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof ownReports.list>

const columns = [
  textColumn('name', 'Rapport', ({ name }: OwnReport) => name, { strong: true, width: 200, grow: 1 }),
  textColumn('question', 'Question', ({ question }: OwnReport) => questionText(question), { width: 260, grow: 2 }),
  textColumn(
    'owner',
    'De',
    ({ own, shared, ownerName }: OwnReport) => (own ? (shared ? 'Moi, partagé' : 'Moi seul') : ownerName),
    { width: 150, priority: 3 },
  ),
  textColumn('pinned', 'Tableau de bord', ({ pinned }: OwnReport) => (pinned ? 'Épinglé' : null), {
    width: 130,
    priority: 4,
  }),
  textColumn('schedule', 'Par e-mail', ({ schedule }: OwnReport) => schedule && scheduleText(schedule), {
    width: 180,
    priority: 2,
  }),
  stateColumn('sending', 'Dernier envoi', sendingState, { width: 190 }),
]

const ownReportList = list({
  home: ownReportsHome,
  title: 'Nos rapports',
  noun: noun('rapport', 'm'),
  source: serverPages(ownReports.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer par nom'),
    flagFilter<Query>({ key: 'echec', label: 'Non envoyés', query: { only: 'failed' } }),
  ],
  open: { page: ({ id }) => `${ownReportsHome}/${id}` },
  Actions: () => (
    <Button component={Link} href={`${ownReportsHome}/nouveau`} leftSection={<IconPlus size={18} aria-hidden />}>
      Nouveau rapport
    </Button>
  ),
  words: {
    offline: 'Les rapports demandent le réseau.',
    empty: 'Aucun rapport. Choisissez des mesures et un regroupement, donnez un nom\u00a0: il reste ici.',
    exportName: 'Nos rapports',
  },
})

/** The reports that members built: one’s own and the shared ones. */
export function OwnReportsScreen() {
  return <ListScreen list={ownReportList} />
}
