import { IconPlus } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { call } from '#shared/client/call.ts'
import { type DisbursementReason, disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { queryOf } from '#shared/store/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { NewReasonPanel, ReasonPanel } from '#backoffice/settings/reason-panel.tsx'
import { settingsKeys, settingsPanelKeys } from '#backoffice/settings/settings-keys.ts'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useWriteShortcuts, WriteButton } from '#backoffice/ui/write-button.tsx'

const home = '/parametres/motifs'

const columns: readonly ExportedColumn<DisbursementReason>[] = [
  { key: 'label', header: 'Motif', width: 260, grow: 1, render: ({ label }) => <b>{label}</b>, exported: ({ label }) => label },
  { key: 'state', header: 'État', width: 160, render: ({ archived }) => archived && <StatusTag>Archivé</StatusTag>, exported: ({ archived }) => (archived ? 'Archivé' : '') },
]

/** What money may leave a drawer for. */
export function ReasonsScreen() {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const leave = useLeave()
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useAtomValue(rightsAtom).has('settings.edit')
  const pages = usePages((page) => queryOf(disbursementReasons.list, { query: { page, size: pageSize } }))
  const hasPanel = isAdding || (mayEdit && openId !== undefined)
  usePageKeys(hasPanel ? settingsPanelKeys : settingsKeys, pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null)

  const open = (id: string) => leave(() => (setIsAdding(false), go(`${home}/${id}`, { replace: openId !== undefined })))
  const close = () => go(home)
  const add = () => leave(() => (setIsAdding(true), close()))
  useWriteShortcuts({ n: add }, mayEdit && !isAdding)
  const panel = isAdding ? <NewReasonPanel onClose={() => setIsAdding(false)} /> : mayEdit && openId ? <ReasonPanel key={openId} id={openId} onClose={close} /> : null

  return (
    <Page panel={panel}>
      <PageHead
        title="Motifs de décaissement"
        facts={!hasPanel && pages.newest && plural(pages.newest.total, 'motif')}
        actions={
          <>
            <ListExport name="Motifs de décaissement" columns={columns} source={() => ({ readPage: (page, size, signal) => call(disbursementReasons.list, { query: { page, size } }, { signal }), rowKey: ({ id }) => id })} />
            {mayEdit && (
              <WriteButton leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
                Nouveau motif
              </WriteButton>
            )}
          </>
        }
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Motifs de décaissement"
          columns={columns}
          rowKey={(reason) => reason.id}
          {...pages.table}
          errorText="Les motifs n’ont pas pu être chargés."
          offlineText="Les motifs demandent le réseau."
          emptyText="Aucun motif. Un décaissement demande le sien."
          {...(mayEdit ? { emptyAction: { label: 'Nouveau motif', onClick: add }, onOpen: (reason: DisbursementReason) => open(reason.id) } : {})}
          selectedKey={isAdding ? null : (openId ?? null)}
          compact={hasPanel}
        />
      </ListRoom>
    </Page>
  )
}
