import { SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { call } from '#shared/client/call.ts'
import { tags, type Tag } from '#shared/contract/tags.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { settingsKeys, settingsPanelKeys } from '#backoffice/settings/settings-keys.ts'
import text from '#shared/ui/text.module.css'
import { NewTagPanel, TagPanel } from '#backoffice/settings/tag-panel.tsx'
import { tagColorWords, tagTypeChoices, tagTypeOf, tagTypeWords } from '#backoffice/settings/tag-words.ts'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { TagMark } from '#backoffice/ui/tag-marks.tsx'
import { useFilters } from '#backoffice/ui/use-filters.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useWriteShortcuts, WriteButton } from '#backoffice/ui/write-button.tsx'

const home = '/parametres/etiquettes'
const filterKeys = ['type'] as const

const columns: readonly ExportedColumn<Tag>[] = [
  {
    key: 'label',
    header: 'Étiquette',
    width: 220,
    grow: 1,
    render: ({ label, color }) => (
      <b>
        <TagMark label={label} color={color} />
      </b>
    ),
    exported: ({ label }) => label,
  },
  {
    key: 'type',
    header: 'Pour',
    width: 160,
    grow: 0.5,
    render: ({ type }) => tagTypeWords[type],
    exported: ({ type }) => tagTypeWords[type],
  },
  {
    key: 'color',
    header: 'Couleur',
    width: 120,
    grow: 0.5,
    render: ({ color }) => <span className={text.quiet}>{tagColorWords[color]}</span>,
    exported: ({ color }) => tagColorWords[color],
  },
]

/** The words by which the pharmacy sorts its clients, policies and products. */
export function TagsScreen() {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const address = useSearch()
  const leave = useLeave()
  const [filters, change] = useFilters(filterKeys)
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useAtomValue(rightsAtom).has('client.edit')
  const type = tagTypeOf(filters.type)
  const query = type ? { types: type } : {}
  const pages = usePages((page) => queryOf(tags.list, { query: { ...query, page, size: pageSize } }))
  const hasPanel = isAdding || (mayEdit && openId !== undefined)
  usePageKeys(
    hasPanel ? settingsPanelKeys : settingsKeys,
    pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null,
  )

  const withFilters = (path: string) => (address ? `${path}?${address}` : path)
  const open = (id: string) =>
    leave(() => (setIsAdding(false), go(withFilters(`${home}/${id}`), { replace: openId !== undefined })))
  const close = () => go(withFilters(home))
  const add = () => leave(() => (setIsAdding(true), close()))
  useWriteShortcuts({ n: add }, mayEdit && !isAdding)
  const panel = isAdding ? (
    <NewTagPanel type={type ?? 'person'} onClose={() => setIsAdding(false)} />
  ) : mayEdit && openId ? (
    <TagPanel key={openId} id={openId} onClose={close} />
  ) : null

  return (
    <Page panel={panel}>
      <PageHead
        title="Étiquettes"
        facts={!hasPanel && pages.newest && plural(pages.newest.total, 'étiquette')}
        actions={
          <>
            <SegmentedControl
              aria-label="Étiquettes de"
              withItemsBorders={false}
              data={[{ value: '', label: 'Toutes' }, ...tagTypeChoices]}
              value={type ?? ''}
              onChange={(next) => change({ type: next || null })}
            />
            <ListExport
              name="Étiquettes"
              columns={columns}
              source={() => ({
                readPage: (page, size, signal) => call(tags.list, { query: { ...query, page, size } }, { signal }),
                rowKey: ({ id }) => id,
              })}
            />
            {mayEdit && (
              <WriteButton leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
                Nouvelle étiquette
              </WriteButton>
            )}
          </>
        }
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Étiquettes"
          columns={columns}
          rowKey={(tag) => tag.id}
          {...pages.table}
          errorText="Les étiquettes n’ont pas pu être chargées."
          offlineText="Les étiquettes demandent le réseau."
          emptyText={type ? 'Aucune étiquette de ce type.' : 'Aucune étiquette.'}
          {...(mayEdit
            ? { emptyAction: { label: 'Nouvelle étiquette', onClick: add }, onOpen: (tag: Tag) => open(tag.id) }
            : {})}
          selectedKey={isAdding ? null : (openId ?? null)}
          compact={hasPanel}
        />
      </ListRoom>
    </Page>
  )
}
