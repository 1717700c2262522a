import { Button, Progress, SegmentedControl } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { call } from '#shared/client/call.ts'
import { inventories, type InventoryDetail, type InventoryLine } from '#shared/contract/inventories.ts'
import { onePage } from '#shared/contract/values.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { CloseInventoryModal } from '#backoffice/inventories/close-inventory-modal.tsx'
import classes from '#backoffice/inventories/inventories.module.css'
import { CancelInventory } from '#backoffice/inventories/cancel-inventory.tsx'
import { ResumeClosing } from '#backoffice/inventories/resume-closing.tsx'
import { inventoryStateWords, scopeWords } from '#backoffice/inventories/inventory-words.ts'
import { inventoryLineColumns } from '#backoffice/inventories/line-columns.tsx'
import { LinePanel } from '#backoffice/inventories/line-panel.tsx'
import { PhoneModal } from '#backoffice/inventories/phone-modal.tsx'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { FigureBar } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useListSearch } from '#backoffice/ui/use-list-search.tsx'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useServerSort } from '#backoffice/ui/use-server-sort.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** One inventory: what was counted and what differs, closed from here. */
export function InventoryScreen() {
  const { id } = useParams<{ id: string }>()
  const { data, error, retry } = useAnswer(inventories.read, { params: { id } })
  const back = { to: useListAddress('/inventaires'), title: 'Inventaires' }
  useTabTitle(data?.label ?? 'Inventaire')
  if (!data)
    return (
      <DetailFace
        back={back}
        title="Inventaire"
        error={error}
        onRetry={retry}
        missingText="Cet inventaire n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <KnownInventory key={id} inventory={data} back={back} />
}

function KnownInventory({ inventory, back }: { inventory: InventoryDetail; back: { to: string; title: string } }) {
  const mayClose = useMay(inventories.close)
  const isOpen = inventory.state === 'open'
  const [opened, setOpened] = useState<InventoryLine | null>(null)
  const { label, tone } = inventoryStateWords[inventory.state]
  return (
    <Page
      panel={
        opened && (
          <LinePanel
            key={opened.stockItemId}
            line={opened}
            inventoryId={inventory.id}
            mayExplain={isOpen && mayClose}
            onClose={() => setOpened(null)}
          />
        )
      }
    >
      <DetailHead
        back={back}
        title={inventory.label}
        record={inventory.id}
        marks={<StatusTag tone={tone}>{label}</StatusTag>}
        actions={
          isOpen ? (
            <Gestures inventory={inventory} mayClose={mayClose} />
          ) : (
            inventory.state === 'closing' && mayClose && <ResumeClosing inventory={inventory} />
          )
        }
      />
      <Figures inventory={inventory} />
      <Lines inventory={inventory} opened={opened} onOpen={setOpened} />
    </Page>
  )
}

function Gestures({ inventory, mayClose }: { inventory: InventoryDetail; mayClose: boolean }) {
  const [shown, setShown] = useState<'phone' | 'close' | null>(null)
  return (
    <>
      {mayClose && <CancelInventory inventory={inventory} />}
      <WriteButton
        variant="default"
        leftSection={<IconDeviceMobile size={18} aria-hidden />}
        onClick={() => setShown('phone')}
      >
        Compter au téléphone
      </WriteButton>
      <Button variant="default" component={Link} href={`/inventaires/${inventory.id}/compter`}>
        Compter ici
      </Button>
      {mayClose && <WriteButton onClick={() => setShown('close')}>Clôturer</WriteButton>}
      {shown === 'phone' && <PhoneModal inventory={inventory} onClose={() => setShown(null)} />}
      {shown === 'close' && <CloseInventoryModal inventory={inventory} onClose={() => setShown(null)} />}
    </>
  )
}

function Figures({ inventory }: { inventory: InventoryDetail }) {
  const currency = useCurrency()
  const { progress, lines, state, missing, surplus, number, createdAt, scope } = inventory
  const done = lines - progress.toCount
  return (
    <FigureBar
      figures={[
        { name: 'Inventaire', value: `n°\u00a0${number}` },
        { name: 'Portée', value: scopeWords(scope) },
        { name: 'Commencé le', value: formatDay(createdAt) },
        {
          name: 'Comptés',
          value: (
            <>
              {`${done} sur ${lines}`}
              <Progress value={lines === 0 ? 0 : (done * 100) / lines} size="sm" aria-label="Lots comptés" />
            </>
          ),
        },
        {
          name: 'À recompter',
          value: String(progress.toRecount),
          ...(progress.toRecount > 0 ? { tone: 'warning' as const } : {}),
        },
        ...(state === 'closed' && missing !== null && surplus !== null
          ? [
              { name: 'Manquants, au coût', value: formatMoney(missing, currency) },
              { name: 'En trop, au coût', value: formatMoney(surplus, currency) },
            ]
          : []),
      ]}
    />
  )
}

const views = [
  { value: 'ecarts', label: 'Écarts' },
  { value: 'recompter', label: 'À recompter' },
  { value: 'compter', label: 'À compter' },
  { value: 'tous', label: 'Tous' },
] as const
type View = (typeof views)[number]['value']

const queryOfView = {
  ecarts: { only: 'differing' },
  recompter: { state: 'to-recount' },
  compter: { state: 'to-count' },
  tous: {},
} as const

const emptyTexts: Record<View, string> = {
  ecarts: 'Aucun écart jusqu’ici.',
  recompter: 'Rien à recompter.',
  compter: 'Tout est compté.',
  tous: 'Aucun lot.',
}

interface LinesProps {
  inventory: InventoryDetail
  opened: InventoryLine | null
  onOpen: (line: InventoryLine) => void
}

function Lines({ inventory: { id, label, progress, state }, opened, onOpen }: LinesProps) {
  const mayClose = useMay(inventories.close)
  const [view, setView] = useState<View>(mayClose && (state === 'closed' || progress.counted > 0) ? 'ecarts' : 'tous')
  const search = useListSearch('Filtrer les lots')
  const { header, query } = useServerSort<NonNullable<LineSort>>(inventoryLineColumns)
  const asked = { ...queryOfView[view], ...query, ...search.query }
  const pages = usePages((page) =>
    queryOf(inventories.lines, onePage({ params: { id }, query: { ...asked, page, size: pageSize } })),
  )
  return (
    <>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="Lots montrés"
          data={views.filter(({ value }) => mayClose || value !== 'ecarts')}
          value={view}
          onChange={(next) => setView(next as View)}
        />
        {search.field}
        <ListExport
          name={label}
          columns={inventoryLineColumns}
          source={() => ({
            readPage: (page, size, signal) =>
              call(inventories.lines, onePage({ params: { id }, query: { ...asked, page, size } }), { signal }),
            rowKey: ({ stockItemId }: InventoryLine) => stockItemId,
          })}
        />
      </div>
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Lots de l’inventaire"
          columns={inventoryLineColumns}
          rowKey={({ stockItemId }) => stockItemId}
          {...pages.table}
          {...header}
          errorText="Les lots n’ont pas pu être chargés."
          offlineText="Les écarts demandent le réseau. Compter se fait aussi hors ligne."
          emptyText={search.emptyText(emptyTexts[view])}
          selectedKey={opened?.stockItemId ?? null}
          onOpen={onOpen}
        />
      </ListRoom>
    </>
  )
}

type LineSort =
  'label' | 'lot' | 'storage' | 'state' | 'rounds' | 'counted' | 'expected' | 'difference' | 'value' | 'reason' | 'user'
