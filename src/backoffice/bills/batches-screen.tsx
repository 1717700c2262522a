import { Group } from '@mantine/core'
import { type BillBatchRow, billBatches } from '#shared/contract/bill-batches.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { BatchFile, BatchProgress } from '#backoffice/bills/batch-progress.tsx'
import { batchWords } from '#backoffice/bills/batch-words.ts'
import { jobState } from '#backoffice/ui/job-state.ts'
import {
  countColumn,
  dayColumn,
  hourColumn,
  type ListColumn,
  sortedHere,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list, type PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { wholeList } from '#backoffice/ui/lists/list-source.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

function stateOf(batch: BillBatchRow) {
  return batch.status === 'done' && batch.failed > 0
    ? { label: plural(batch.failed, 'refusée'), tone: 'danger' as const }
    : jobState(batch, 'Fait')
}

const fileColumn: ListColumn<BillBatchRow> = {
  key: 'file',
  header: 'Fichier',
  width: 260,
  render: (batch) => <BatchFile batch={batch} />,
  exported: ({ file }) => file?.toUpperCase() ?? '',
}

const columns = sortedHere<BillBatchRow>([
  dayColumn('day', 'Le', ({ askedAt }) => askedAt),
  hourColumn('hour', 'Heure', ({ askedAt }) => askedAt),
  textColumn('kind', 'Action', ({ kind }) => batchWords[kind].action, { width: 180, strong: true }),
  countColumn('bills', 'Factures', ({ bills }) => bills, { width: 100 }),
  stateColumn('state', 'État', stateOf),
  fileColumn,
  textColumn('by', 'Par', ({ byName }) => byName, { width: 170, grow: 1 }),
])

/** Of the last 30 days. */
const mostBatches = 2_000

const batchList = list({
  home: '/factures/lots',
  title: 'Lots de factures',
  noun: noun('lot', 'm'),
  source: wholeList(billBatches.list, mostBatches, (batch) =>
    [batchWords[batch.kind].action, stateOf(batch).label, batch.byName].join(' '),
  ),
  useColumns: () => columns,
  filters: [searchFilter('Filtrer par action, état ou personne')],
  open: { panel: BatchPanel },
  words: { empty: 'Aucun lot depuis 30 jours. Cochez des factures pour les imprimer ou les envoyer ensemble.' },
})

/** What was printed, exported or sent together, newest first. */
export function BatchesScreen() {
  return <ListScreen list={batchList} />
}

/** One batch beside the list: what became of each bill. */
function BatchPanel({ id, onClose }: PanelProps) {
  const { data: batch, error, retry } = useAnswer(billBatches.read, { params: { id } })
  const title = batch ? batchWords[batch.kind].title : 'Lot de factures'
  useTabTitle(title)
  return (
    <SidePanel title={title} subtitle={batch && `${formatMoment(batch.askedAt)}, ${batch.byName}`} onClose={onClose}>
      {batch ? (
        <PanelSection title="Factures">
          <BatchProgress kind={batch.kind} batch={batch} />
          <Group mt="md">
            <BatchFile batch={batch} />
          </Group>
        </PanelSection>
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Ce lot n’existe plus, ou l’adresse est incomplète." />
      )}
    </SidePanel>
  )
}
