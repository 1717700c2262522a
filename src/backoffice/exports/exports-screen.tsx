import { exports, type ExportTrace } from '#shared/contract/exports.ts'
import { countColumn, dayColumn, hourColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof exports.list>

const formatWords: Record<ExportTrace['format'], string> = {
  csv: 'CSV',
  xlsx: 'Excel',
  json: 'JSON',
  pdf: 'PDF',
  zip: 'ZIP',
}

const columns = sortedByServer(
  [
    dayColumn('day', 'Date', ({ exportedAt }: ExportTrace) => exportedAt),
    hourColumn('hour', 'Heure', ({ exportedAt }: ExportTrace) => exportedAt),
    textColumn('by', 'Par', ({ byName }: ExportTrace) => byName, { width: 200, strong: true }),
    textColumn('list', 'Liste', (trace: ExportTrace) => trace.list, { width: 200, grow: 1 }),
    textColumn('filters', 'Filtres', ({ filters }: ExportTrace) => filters || 'Toute la liste', {
      width: 220,
      grow: 1,
    }),
    textColumn('format', 'Fichier', ({ format }: ExportTrace) => formatWords[format], { width: 90 }),
    countColumn('rows', 'Lignes', ({ rows }: ExportTrace) => rows, { width: 90 }),
  ],
  { day: 'exportedAt' },
)

const exportsList = list({
  home: '/parametres/exports',
  title: 'Exports',
  noun: noun('export', 'm'),
  source: serverPages(exports.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer par personne ou par liste'),
    daysFilter<Query>(newestDay(exports.list, ({ exportedAt }) => exportedAt)),
  ],
  words: {
    offline: 'Les exports demandent le réseau.',
    empty: 'Aucune liste n’a été exportée.',
    exportName: 'Journal des exports',
  },
})

/** Who exported which list: the trace of each file that left the pharmacy. */
export function ExportsScreen() {
  return <ListScreen list={exportsList} />
}
