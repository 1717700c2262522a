import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { call } from '#shared/client/call.ts'
import { type BillStatementDetail, billStatements, type StatementRecord } from '#shared/contract/bill-statements.ts'
import { onePage } from '#shared/contract/values.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { plural } from '#shared/ui/plural.ts'
import { NewStatementLine } from '#backoffice/statements/statement-line-form.tsx'
import { findingOf, lineKindWords, statementName } from '#backoffice/statements/statement-words.ts'
import imports from '#backoffice/ui/imports/imports.module.css'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import {
  moneyColumn,
  numberColumn,
  sortedByServer,
  stateColumn,
  supplierPriceColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useListSearch } from '#backoffice/ui/use-list-search.tsx'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useSend } from '#backoffice/ui/use-send.ts'
import { useServerSort } from '#backoffice/ui/use-server-sort.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const columns = sortedByServer<StatementRecord>([
  numberColumn('position', 'Ligne', ({ position }) => position, { width: 60 }),
  textColumn('noteNumber', 'BL', ({ noteNumber }) => noteNumber, { width: 110 }),
  textColumn(
    'label',
    'Désignation',
    ({ label, productLabel, kind }) => productLabel ?? (kind === 'goods' ? label : `${lineKindWords[kind]}, ${label}`),
    {
      strong: true,
      width: 220,
      grow: 1,
    },
  ),
  numberColumn('quantity', 'Facturé', ({ quantity, kind }) => (kind === 'goods' ? quantity : null), { width: 84 }),
  {
    ...numberColumn<StatementRecord>('received', 'Reçu', ({ match }) => match?.received ?? null, { width: 66 }),
    sortable: false,
  },
  supplierPriceColumn('price', 'Prix HT', ({ price, kind }) => (kind === 'goods' ? price : null), { width: 94 }),
  moneyColumn('signed', 'Montant', ({ signed }) => signed, { width: 110, strong: true }),
  moneyColumn('claimed', 'Réclamé', ({ claimed }) => (claimed > 0 ? claimed : null), { width: 98 }),
  moneyColumn('open', 'À décider', ({ open }) => (open === 0 ? null : open), { width: 98 }),
  { ...stateColumn<StatementRecord>('finding', 'Constat', findingOf, { width: 220 }), sortable: false },
])

const views = [
  { value: 'undecided', label: 'À décider' },
  { value: 'claimed', label: 'Réclamées' },
  { value: 'agreed', label: 'Accordées' },
  { value: 'all', label: 'Toutes' },
] as const
type View = (typeof views)[number]['value']
const emptyTexts: Record<View, string> = {
  undecided: 'Tout est décidé.',
  claimed: 'Aucune ligne n’est réclamée.',
  agreed: 'Aucune ligne n’est encore accordée.',
  all: 'Aucune ligne. Ajoutez-les une par une, ou importez le fichier du relevé.',
}

interface StatementLinesProps {
  statement: BillStatementDetail
  opened: StatementRecord | null
  onOpen: (record: StatementRecord) => void
}

/** The lines of a statement, those to decide first; all proposals are accepted at once. */
export function StatementLines({ statement, opened, onOpen }: StatementLinesProps) {
  const { id, counts, state, lines } = statement
  const params = { id }
  const [view, setView] = useState<View>(counts.undecided > 0 ? 'undecided' : 'all')
  const search = useListSearch('Filtrer les lignes')
  const { header, query } = useServerSort<'position'>(columns)
  const asked = { show: view, ...query, ...search.query }
  const pages = usePages((page) =>
    queryOf(billStatements.records, onePage({ params, query: { ...asked, page, size: pageSize } })),
  )
  return (
    <>
      <div className={imports.tools}>
        <SegmentedControl
          aria-label="Lignes montrées"
          data={views.map(({ value, label }) => ({
            value,
            label: value === 'undecided' && counts.undecided > 0 ? `${label} (${counts.undecided})` : label,
          }))}
          value={view}
          onChange={(next) => setView(next as View)}
        />
        {search.field}
        {state === 'draft' && <AcceptProposals statement={statement} />}
        {state === 'draft' && <NewStatementLine statement={statement} />}
        <ListExport
          name={statementName(statement.reference)}
          columns={columns}
          filters={statement.supplierName}
          source={() => ({
            readPage: (page, size, signal) =>
              call(billStatements.records, onePage({ params, query: { ...asked, page, size } }), { signal }),
            rowKey: ({ position }: StatementRecord) => String(position),
          })}
        />
      </div>
      <TableRoom rows={Math.max(4, Math.min(lines, pages.table.rowCount))}>
        <ListRoom isStale={pages.isStale}>
          <DataTable
            label="Lignes du relevé"
            columns={columns}
            rowKey={({ position }) => String(position)}
            {...pages.table}
            {...header}
            emptyText={search.emptyText(emptyTexts[view])}
            selectedKey={opened ? String(opened.position) : null}
            onOpen={onOpen}
          />
        </ListRoom>
      </TableRoom>
    </>
  )
}

/** Takes all that is proposed as it is proposed. */
function AcceptProposals({ statement: { id, counts } }: { statement: BillStatementDetail }) {
  const send = useSend()
  const gesture = useGesture()
  if (!useMay(billStatements.decide) || counts.proposed === 0) return null
  const accept = async () => {
    const positions: number[] = []
    for (let page = 0; ; page++) {
      const query = { show: 'undecided' as const, page, size: pageSize }
      const { items, total } = await call(billStatements.records, { params: { id }, query })
      positions.push(...items.flatMap(({ position, certainty }) => (certainty === 'proposed' ? [position] : [])))
      if ((page + 1) * pageSize >= total) break
    }
    if (positions.length > 0)
      await send(billStatements.decide, { params: { id }, body: { positions, decision: 'match' } })
  }
  return (
    <>
      <WriteButton
        variant="default"
        loading={gesture.isRunning}
        onClick={() =>
          gesture.ask({
            title: 'Accepter ce qui est proposé\u202f?',
            text: `${plural(counts.proposed, 'ligne proposée', 'lignes proposées')}\u00a0: leurs écarts seront réclamés. Les lignes sans proposition restent à décider.`,
            yes: 'Accepter',
            run: accept,
          })
        }
      >
        Accepter les propositions
      </WriteButton>
      {gesture.modals}
    </>
  )
}
