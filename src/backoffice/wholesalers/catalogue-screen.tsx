import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { call } from '#shared/client/call.ts'
import { wholesalerProducts, wholesalers, type WholesalerProduct } from '#shared/contract/wholesalers.ts'
import { onePage } from '#shared/contract/values.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { CodeModal } from '#backoffice/wholesalers/code-modal.tsx'
import { availabilityWords, freeUnitsText } from '#backoffice/wholesalers/wholesaler-words.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import imports from '#backoffice/ui/imports/imports.module.css'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import {
  dayColumn,
  moneyColumn,
  percentColumn,
  sortedByServer,
  stateColumn,
  supplierPriceColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useListSearch } from '#backoffice/ui/use-list-search.tsx'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'
import { useServerSort } from '#backoffice/ui/use-server-sort.ts'

type Row = WholesalerProduct

const columns = [
  ...sortedByServer<Row>([
    textColumn('code', 'Code', ({ code }) => code, { width: 140 }),
    textColumn('label', 'Désignation du grossiste', ({ label }) => label, { strong: true, width: 210, grow: 1 }),
    textColumn('productLabel', 'Produit du référentiel', ({ productLabel }) => productLabel, { width: 210, grow: 1 }),
    stateColumn('availability', 'Disponibilité', ({ availability }) => availabilityWords[availability], { width: 130 }),
    supplierPriceColumn('price', 'Prix HT', ({ price }) => price, { width: 104 }),
    moneyColumn('publicPrice', 'Prix public', ({ publicPrice }) => publicPrice, { width: 110 }),
    dayColumn('listedOn', 'Tarif du', ({ listedOn }) => listedOn),
  ]),
  textColumn<Row>('freeUnits', 'UG', freeUnitsText, { width: 80 }),
  percentColumn<Row>('rebate', 'Remise', ({ rebate }) => (rebate === 0 ? null : rebate / 100), { width: 84 }),
]

const views = [
  { value: 'listed', label: 'Au tarif' },
  { value: 'untied', label: 'Sans produit' },
  { value: 'archived', label: 'Retirés du tarif' },
] as const
type View = (typeof views)[number]['value']
const emptyTexts: Record<View, string> = {
  listed: 'Aucun tarif. Importez le fichier du grossiste.',
  untied: 'Chaque code a son produit.',
  archived: 'Aucun code retiré du tarif.',
}

/** The price list of a wholesaler: each code with its product, its price and its history. */
export function CatalogueScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: wholesaler, error, retry } = useAnswer(wholesalers.read, { params: { id } })
  const back = { to: useListAddress('/grossistes'), title: 'Grossistes' }
  const title = wholesaler ? `Tarif de ${wholesaler.name}` : 'Tarif'
  useTabTitle(title)
  if (!wholesaler)
    return (
      <DetailFace
        back={back}
        title={title}
        error={error}
        onRetry={retry}
        missingText="Ce grossiste n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <Catalogue wholesalerId={id} title={title} back={back} />
}

function Catalogue({
  wholesalerId,
  title,
  back,
}: {
  wholesalerId: string
  title: string
  back: { to: string; title: string }
}) {
  const [view, setView] = useState<View>('listed')
  const [opened, setOpened] = useState<Row | null>(null)
  const search = useListSearch('Filtrer le tarif')
  const { header, query } = useServerSort<'code'>(columns)
  const asked = { wholesalerId, show: view, ...query, ...search.query }
  const pages = usePages((page) =>
    queryOf(wholesalerProducts.list, onePage({ query: { ...asked, page, size: pageSize } })),
  )
  return (
    <Page>
      <DetailHead
        back={back}
        title={title}
        actions={
          <Button component={Link} href={`/grossistes/${wholesalerId}/tarif/import`}>
            Importer un tarif
          </Button>
        }
      />
      <div className={imports.tools}>
        <SegmentedControl
          aria-label="Codes montrés"
          data={views.map(({ value, label }) => ({ value, label }))}
          value={view}
          onChange={(next) => setView(next as View)}
        />
        {search.field}
        <ListExport
          name={title}
          columns={columns}
          source={() => ({
            readPage: (page, size, signal) =>
              call(wholesalerProducts.list, onePage({ query: { ...asked, page, size } }), { signal }),
            rowKey: ({ code }: Row) => code,
          })}
        />
      </div>
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Tarif"
          columns={columns}
          rowKey={({ code }) => code}
          {...pages.table}
          {...header}
          emptyText={search.emptyText(emptyTexts[view])}
          selectedKey={opened?.code ?? null}
          onOpen={setOpened}
        />
      </ListRoom>
      {opened && <CodeModal row={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}
