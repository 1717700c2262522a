import { banks, type Bank } from '#shared/contract/banks.ts'
import { call } from '#shared/client/call.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { BankPanel, NewBankPanel } from '#backoffice/settings/bank-panel.tsx'
import { NamesScreen } from '#backoffice/settings/names-screen.tsx'
import { pageSize } from '#backoffice/ui/use-pages.ts'

const columns: readonly ExportedColumn<Bank>[] = [
  {
    key: 'name',
    header: 'Banque',
    width: 260,
    grow: 1,
    render: ({ name }) => <b>{name}</b>,
    exported: ({ name }) => name,
  },
  {
    key: 'state',
    header: 'État',
    width: 160,
    render: ({ archived }) => archived && <StatusTag>Archivée</StatusTag>,
    exported: ({ archived }) => (archived ? 'Archivée' : ''),
  },
]

/** The banks that a cheque can be of. */
export function BanksScreen() {
  return (
    <NamesScreen
      home="/parametres/banques"
      title="Banques"
      noun="banque"
      addLabel="Nouvelle banque"
      words={{
        errorText: 'Les banques n’ont pas pu être chargées.',
        offlineText: 'Les banques demandent le réseau.',
        emptyText: 'Aucune banque. Un chèque demande la sienne.',
      }}
      columns={columns}
      queryOfPage={(page) => queryOf(banks.list, { query: { page, size: pageSize } })}
      source={() => ({
        readPage: (page, size, signal) => call(banks.list, { query: { page, size } }, { signal }),
        rowKey: ({ id }) => id,
      })}
      newPanel={(onClose) => <NewBankPanel onClose={onClose} />}
      panelOf={(id, onClose) => <BankPanel key={id} id={id} onClose={onClose} />}
    />
  )
}
