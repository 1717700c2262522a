import { IconPlus } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { call } from '#shared/client/call.ts'
import { banks, type Bank } from '#shared/contract/banks.ts'
import { queryOf } from '#shared/store/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { BankPanel, NewBankPanel } from '#backoffice/settings/bank-panel.tsx'
import { settingsKeys, settingsPanelKeys } from '#backoffice/settings/settings-keys.ts'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useWriteShortcuts, WriteButton } from '#backoffice/ui/write-button.tsx'

const home = '/parametres/banques'

const columns: readonly ExportedColumn<Bank>[] = [
  { key: 'name', header: 'Banque', width: 260, grow: 1, render: ({ name }) => <b>{name}</b>, exported: ({ name }) => name },
  { key: 'state', header: 'État', width: 160, render: ({ archived }) => archived && <StatusTag>Archivée</StatusTag>, exported: ({ archived }) => (archived ? 'Archivée' : '') },
]

/** The banks that a cheque can be of. */
export function BanksScreen() {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const leave = useLeave()
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useAtomValue(rightsAtom).has('settings.edit')
  const pages = usePages((page) => queryOf(banks.list, { query: { page, size: pageSize } }))
  const hasPanel = isAdding || (mayEdit && openId !== undefined)
  usePageKeys(hasPanel ? settingsPanelKeys : settingsKeys, pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null)

  const open = (id: string) => leave(() => (setIsAdding(false), go(`${home}/${id}`, { replace: openId !== undefined })))
  const close = () => go(home)
  const add = () => leave(() => (setIsAdding(true), close()))
  useWriteShortcuts({ n: add }, mayEdit && !isAdding)
  const panel = isAdding ? <NewBankPanel onClose={() => setIsAdding(false)} /> : mayEdit && openId ? <BankPanel key={openId} id={openId} onClose={close} /> : null

  return (
    <Page panel={panel}>
      <PageHead
        title="Banques"
        facts={pages.newest && plural(pages.newest.total, 'banque')}
        actions={
          <>
            <ListExport name="Banques" columns={columns} source={() => ({ readPage: (page, size, signal) => call(banks.list, { query: { page, size } }, { signal }), rowKey: ({ id }) => id })} />
            {mayEdit && (
              <WriteButton leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
                Nouvelle banque
              </WriteButton>
            )}
          </>
        }
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Banques"
          columns={columns}
          rowKey={(bank) => bank.id}
          {...pages.table}
          errorText="Les banques n’ont pas pu être chargées."
          offlineText="Les banques demandent le réseau."
          emptyText="Aucune banque. Un chèque demande la sienne."
          {...(mayEdit ? { emptyAction: { label: 'Nouvelle banque', onClick: add }, onOpen: (bank: Bank) => open(bank.id) } : {})}
          selectedKey={isAdding ? null : (openId ?? null)}
          compact={hasPanel}
        />
      </ListRoom>
    </Page>
  )
}
