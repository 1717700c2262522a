import { type DisbursementReason, disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { call } from '#shared/client/call.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { NewReasonPanel, ReasonPanel } from '#backoffice/settings/reason-panel.tsx'
import { NamesScreen } from '#backoffice/settings/names-screen.tsx'
import { pageSize } from '#backoffice/ui/use-pages.ts'

const columns: readonly ExportedColumn<DisbursementReason>[] = [
  {
    key: 'label',
    header: 'Motif',
    width: 260,
    grow: 1,
    render: ({ label }) => <b>{label}</b>,
    exported: ({ label }) => label,
  },
  {
    key: 'state',
    header: 'État',
    width: 160,
    render: ({ archived }) => archived && <StatusTag>Archivé</StatusTag>,
    exported: ({ archived }) => (archived ? 'Archivé' : ''),
  },
]

/** What money may leave a drawer for. */
export function ReasonsScreen() {
  return (
    <NamesScreen
      home="/parametres/motifs"
      title="Motifs de décaissement"
      noun="motif"
      addLabel="Nouveau motif"
      words={{
        errorText: 'Les motifs n’ont pas pu être chargés.',
        offlineText: 'Les motifs demandent le réseau.',
        emptyText: 'Aucun motif. Un décaissement demande le sien.',
      }}
      columns={columns}
      queryOfPage={(page) => queryOf(disbursementReasons.list, { query: { page, size: pageSize } })}
      source={() => ({
        readPage: (page, size, signal) => call(disbursementReasons.list, { query: { page, size } }, { signal }),
        rowKey: ({ id }) => id,
      })}
      newPanel={(onClose) => <NewReasonPanel onClose={onClose} />}
      panelOf={(id, onClose) => <ReasonPanel key={id} id={id} onClose={onClose} />}
    />
  )
}
