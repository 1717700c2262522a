import { type StockExport, stockExports } from '#shared/contract/stock-exports.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { jobState } from '#backoffice/ui/job-state.ts'
import { ExportFile } from '#backoffice/stock-exports/export-file.tsx'
import { groupingLabels } from '#backoffice/stock-exports/grouping-labels.ts'
import { NewStockExportPanel } from '#backoffice/stock-exports/new-stock-export-panel.tsx'
import {
  dayColumn,
  hourColumn,
  type ListColumn,
  moneyColumn,
  numberColumn,
  sortedHere,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { wholeList } from '#backoffice/ui/lists/list-source.ts'

const fileColumn: ListColumn<StockExport> = {
  key: 'file',
  header: 'Fichier',
  width: 150,
  render: (row) => <ExportFile row={row} />,
  exported: ({ format }) => (format === 'xlsx' ? 'Excel' : 'CSV'),
}

const columns: readonly ListColumn<StockExport>[] = sortedHere<StockExport>([
  dayColumn('at', 'Stock au', ({ at }) => at),
  hourColumn('hour', 'Heure', ({ at }) => at),
  textColumn('groupBy', 'Détail', ({ groupBy }) => groupingLabels[groupBy], { width: 130, strong: true }),
  stateColumn('status', 'État', (file) => jobState(file, 'Prêt')),
  fileColumn,
  numberColumn('rows', 'Lignes', ({ rows }) => rows, { width: 90 }),
  moneyColumn('costValue', 'Valeur d’achat', ({ costValue }) => costValue, { width: 130 }),
  moneyColumn('priceValue', 'Valeur de vente', ({ priceValue }) => priceValue, { width: 130 }),
  dayColumn('askedAt', 'Demandé le', ({ askedAt }) => askedAt),
  textColumn('by', 'Par', ({ byName }) => byName, { width: 150, grow: 1 }),
])

/** Of the last 30 days. */
const mostExports = 2_000

const stockExportList = list({
  home: '/exports',
  title: 'Exports de stock',
  noun: noun('export', 'm'),
  source: wholeList(stockExports.list, mostExports, (row) =>
    [groupingLabels[row.groupBy], jobState(row, 'Prêt').label, formatShortDay(row.at), row.byName].join(' '),
  ),
  useColumns: () => columns,
  filters: [searchFilter('Filtrer les exports')],
  create: { needs: stockExports.create.permission, panel: NewStockExportPanel },
  words: {
    error: 'Les exports n’ont pas pu être chargés.',
    offline: 'Les exports de stock demandent le réseau.',
    empty: 'Aucun export depuis 30 jours. «\u00a0Nouvel export\u00a0» valorise le stock à la date de votre choix.',
    exportName: 'Exports de stock',
  },
})

/** The valued stock at chosen moments, as files that the server prepares in the background. */
export function StockExportsScreen() {
  return <ListScreen list={stockExportList} />
}
