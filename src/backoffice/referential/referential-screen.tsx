import { useLocation, useParams, useSearch } from 'wouter'
import { call } from '#shared/client/call.ts'
import { products, type Product } from '#shared/contract/products.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { ProductPanel } from '#backoffice/referential/product-panel.tsx'
import { innText, mainCode, prescriptionTag } from '#backoffice/referential/product-words.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/referential/referential.module.css'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { listKeys, panelKeys } from '#backoffice/ui/list-keys.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useFilters } from '#backoffice/ui/use-filters.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'

const filterKeys = ['cherche'] as const
const typingMs = 200

function columnsFor(search: string): readonly ExportedColumn<Product>[] {
  return [
    {
      key: 'label',
      header: 'Produit',
      width: 280,
      grow: 1.6,
      render: ({ label }) => (
        <b>
          <MarkedLabel text={label} search={search} />
        </b>
      ),
      exported: ({ label }) => label,
    },
    {
      key: 'inn',
      header: 'DCI',
      width: 180,
      grow: 1,
      priority: 2,
      render: (product) => <MarkedLabel text={innText(product.inns)} search={search} />,
      exported: ({ inns }) => innText(inns),
    },
    {
      key: 'brand',
      header: 'Laboratoire',
      width: 140,
      grow: 0.6,
      priority: 3,
      render: ({ brand }) => <span className={text.quiet}>{brand ?? '–'}</span>,
      exported: ({ brand }) => brand,
    },
    { key: 'atc', header: 'ATC', width: 84, priority: 4, render: ({ atc }) => atc ?? '–', exported: ({ atc }) => atc },
    {
      key: 'code',
      header: 'Code',
      width: 134,
      render: ({ codes }) => mainCode(codes) ?? '–',
      exported: ({ codes }) => mainCode(codes) ?? null,
    },
    {
      key: 'list',
      header: 'Liste',
      width: 96,
      render: (product) => prescriptionTag(product) && <StatusTag>{prescriptionTag(product)}</StatusTag>,
      exported: prescriptionTag,
    },
  ]
}

/** The referential that all pharmacies share: read only, searched by the server. */
export function ReferentialScreen() {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const address = useSearch()
  const [filters, change] = useFilters(filterKeys)
  const search = filters.cherche?.slice(0, 100) ?? ''
  const query = search ? { search } : {}
  const columns = columnsFor(search)
  const pages = usePages((page) => queryOf(products.list, { query: { ...query, page, size: pageSize } }))
  usePageKeys(
    openId ? panelKeys : listKeys,
    pages.table.listedAt ? `À jour à ${formatHour(pages.table.listedAt)}` : null,
  )
  const withFilters = (path: string) => (address ? `${path}?${address}` : path)
  const open = (id: string) => go(withFilters(`/referentiel/${id}`), { replace: openId !== undefined })
  const openFirst = () => {
    const first = pages.isStale ? undefined : pages.table.rowAt(0)
    if (first) open(first.id)
  }
  return (
    <Page
      panel={openId && <ProductPanel key={openId} productId={openId} onClose={() => go(withFilters('/referentiel'))} />}
    >
      <PageHead
        title="Produits"
        facts="Référentiel commun à toutes les pharmacies"
        actions={
          <ListExport
            name="Produits"
            columns={columns}
            source={() => ({
              readPage: (page, size, signal) => call(products.list, { query: { ...query, page, size } }, { signal }),
              rowKey: ({ id }) => id,
            })}
          />
        }
      />
      <FilterChips
        start={
          <FilterField
            className={classes.find}
            label="Filtrer les produits"
            value={search}
            onChange={(cherche) => change({ cherche })}
            delayMs={typingMs}
            onSubmit={openFirst}
          />
        }
        chips={[]}
        onRemove={() => undefined}
        resultCount={pages.newest?.total}
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Produits du référentiel"
          columns={columns}
          rowKey={(product) => product.id}
          {...pages.table}
          errorText="Les produits n’ont pas pu être chargés."
          offlineText="Le référentiel demande le réseau."
          emptyText={search ? `Aucun résultat pour «\u00a0${search}\u00a0»` : 'Le référentiel est vide.'}
          {...(search
            ? { emptyAction: { label: 'Effacer les filtres', onClick: () => change({ cherche: null }) } }
            : {})}
          selectedKey={openId ?? null}
          onOpen={(product) => open(product.id)}
          compact={openId !== undefined}
        />
      </ListRoom>
    </Page>
  )
}
