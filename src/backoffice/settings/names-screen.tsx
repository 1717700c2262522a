import { IconPlus } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { settingsKeys, settingsPanelKeys } from '#backoffice/settings/settings-keys.ts'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { usePages } from '#backoffice/ui/use-pages.ts'
import { useWriteShortcuts, WriteButton } from '#backoffice/ui/write-button.tsx'

interface NamesScreenProps<Row extends { id: string }> {
  /** Its place; one of them opens below it. */
  home: string
  title: string
  /** « motif », « banque » */
  noun: string
  addLabel: string
  words: Pick<ComponentProps<typeof DataTable<Row>>, 'errorText' | 'offlineText' | 'emptyText'>
  columns: readonly ExportedColumn<Row>[]
  queryOfPage: Parameters<typeof usePages<{ items: readonly Row[]; total: number }>>[0]
  source: ComponentProps<typeof ListExport<Row>>['source']
  newPanel: (onClose: () => void) => ReactNode
  panelOf: (id: string, onClose: () => void) => ReactNode
}

/** A short list of names that the pharmacy keeps: all of them, a new one, and one beside the list. */
export function NamesScreen<Row extends { id: string }>({
  home,
  title,
  noun,
  addLabel,
  words,
  columns,
  queryOfPage,
  source,
  newPanel,
  panelOf,
}: NamesScreenProps<Row>) {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const leave = useLeave()
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useAtomValue(rightsAtom).has('settings.edit')
  const pages = usePages(queryOfPage)
  const hasPanel = isAdding || (mayEdit && openId !== undefined)
  usePageKeys(
    hasPanel ? settingsPanelKeys : settingsKeys,
    pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null,
  )

  const open = (id: string) => leave(() => (setIsAdding(false), go(`${home}/${id}`, { replace: openId !== undefined })))
  const close = () => go(home)
  const add = () => leave(() => (setIsAdding(true), close()))
  useWriteShortcuts({ n: add }, mayEdit && !isAdding)
  const panel = isAdding ? newPanel(() => setIsAdding(false)) : mayEdit && openId ? panelOf(openId, close) : null

  return (
    <Page panel={panel}>
      <PageHead
        title={title}
        facts={!hasPanel && pages.newest && plural(pages.newest.total, noun)}
        actions={
          <>
            <ListExport name={title} columns={columns} source={source} />
            {mayEdit && (
              <WriteButton leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
                {addLabel}
              </WriteButton>
            )}
          </>
        }
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label={title}
          columns={columns}
          rowKey={(row) => row.id}
          {...pages.table}
          {...words}
          {...(mayEdit ? { emptyAction: { label: addLabel, onClick: add }, onOpen: (row: Row) => open(row.id) } : {})}
          selectedKey={isAdding ? null : (openId ?? null)}
          compact={hasPanel}
        />
      </ListRoom>
    </Page>
  )
}
