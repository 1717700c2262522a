import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import type { organizations } from '#shared/contract/organizations.ts'
import { persons } from '#shared/contract/persons.ts'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import { CreditLimit } from '#shared/ui/credit-limit.tsx'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { ArchiveButton } from '#backoffice/clients/archive-button.tsx'
import { BillTable } from '#backoffice/clients/bill-table.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { type DetailTab, DetailTabs } from '#backoffice/ui/detail-tabs.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { listKeys } from '#backoffice/ui/list-keys.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { ReadAge } from '#backoffice/ui/read-age.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { FigureBar, Sheets } from '#backoffice/ui/sheet.tsx'
import { TagMarks } from '#backoffice/ui/tag-marks.tsx'
import { useDetailTab } from '#backoffice/ui/use-detail-tab.ts'
import { useTags } from '#backoffice/ui/use-tags.ts'

interface ClientPageProps {
  kind: 'person' | 'organization'
  client: { id: string; archived: boolean; tags: readonly string[]; outgoing: number; creditLimit: number | null }
  name: string
  calls: typeof persons | typeof organizations
  back: { to: string; title: string }
  /** When the server sent it, in epoch ms; 0: it comes from a stored list of this terminal. */
  readAt: number
  /** When the stored list was last updated. */
  listedAt: number | null
  /** Describes the consequences of archiving. */
  archivingText: string
  /** Marks beside the name, after « Archivé ». */
  marks?: ReactNode
  /** Actions of this kind of client, before « Archiver »; null: it takes no gesture at all, as nothing names it. */
  actions?: ReactNode
  /** Keys of the tab « Fiche », for members who may edit it. */
  editKeys: readonly KeyHint[]
  /** Identifying figures; the credit follows them. */
  figures: ComponentProps<typeof FigureBar>['figures']
  sheets: { wide: ReactNode; narrow: ReactNode }
  /** The tab with its purchases or members, between « Fiche » and « Factures ». */
  list: DetailTab
}

/** Where the page of each kind of client is. */
const segments = { person: '/patients', organization: '/organismes' }
const noKeys: readonly KeyHint[] = []

/** The page of a person or an organization: the common parts around the specific ones. */
export function ClientPage({
  kind,
  client,
  name,
  calls,
  back,
  readAt,
  listedAt,
  archivingText,
  marks,
  actions,
  editKeys,
  figures,
  sheets,
  list,
}: ClientPageProps) {
  const { tab } = useDetailTab('fiche')
  const tags = useTags(kind)
  const mayEdit = useMay(persons.patch)
  const isOffline = useAtomValue(isOfflineAtom)
  const sheetKeys = mayEdit && !isOffline && actions !== null ? editKeys : noKeys
  usePageKeys(tab === 'fiche' ? sheetKeys : listKeys)
  const { id, archived } = client
  return (
    <Page scrolls={tab === 'fiche'}>
      <DetailHead
        back={back}
        title={name}
        marks={
          <>
            {archived && actions !== null && <StatusTag>Archivé</StatusTag>}
            {marks}
            <TagMarks ids={client.tags} tags={tags} />
          </>
        }
        record={id}
        actions={
          <>
            <Button variant="default" component={Link} href={`${segments[kind]}/${id}/releve`}>
              Relevé de compte
            </Button>
            {actions}
            {mayEdit && actions !== null && (
              <ArchiveButton of={{ id, name, archived }} calls={calls} text={archivingText} />
            )}
          </>
        }
      />
      <ReadAge readAt={readAt} listedAt={listedAt} />
      <FigureBar figures={[...figures, ...creditFigures(client)]} />
      <DetailTabs
        tabs={[
          { value: 'fiche', label: 'Fiche', sheets: true, children: <Sheets {...sheets} /> },
          list,
          {
            value: 'factures',
            label: 'Factures',
            children: <BillTable clientId={id} bills={calls.bills} name={name} />,
          },
        ]}
      />
    </Page>
  )
}

function creditFigures({ outgoing, creditLimit }: ClientPageProps['client']): ClientPageProps['figures'] {
  const isOver = creditLimit !== null && outgoing > creditLimit
  return [
    { name: 'Encours', value: <Money amount={outgoing} unit />, ...(isOver ? { tone: 'danger' as const } : {}) },
    { name: 'Limite de crédit', value: <CreditLimit limit={creditLimit} /> },
  ]
}
