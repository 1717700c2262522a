import { useLocation, useParams, useSearch } from 'wouter'
import { products, type Product } from '#shared/contract/products.ts'
import { queryOf } from '#shared/store/queries.ts'
import { type Column, DataTable } from '#shared/ui/data-table.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { ProductPanel } from '#backoffice/referential/product-panel.tsx'
import { innText, mainCode, prescriptionTag } from '#backoffice/referential/product-words.ts'
import classes from '#backoffice/referential/referential.module.css'
import { FilterField } from '#backoffice/ui/filter-field.tsx'
import { listKeys, panelKeys } from '#backoffice/ui/list-keys.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useFilters } from '#backoffice/ui/use-filters.ts'
import { pageSize, usePages } from '#backoffice/ui/use-pages.ts'

const filterKeys = ['cherche'] as const
const typingMs = 200

function columnsFor(search: string): readonly Column<Product>[] {
  return [
    { key: 'label', header: 'Produit', width: 280, grow: 1.6, render: ({ label }) => <b><MarkedLabel text={label} search={search} /></b> },
    { key: 'inn', header: 'DCI', width: 180, grow: 1, priority: 2, render: (product) => <MarkedLabel text={innText(product.inns)} search={search} /> },
    { key: 'brand', header: 'Laboratoire', width: 140, grow: 0.6, priority: 3, render: ({ brand }) => <span className={classes.quiet}>{brand ?? '–'}</span> },
    { key: 'atc', header: 'ATC', width: 84, priority: 4, render: ({ atc }) => atc ?? '–' },
    { key: 'code', header: 'Code', width: 134, render: ({ codes }) => mainCode(codes) ?? '–' },
    { key: 'list', header: 'Liste', width: 96, render: (product) => prescriptionTag(product) && <StatusTag>{prescriptionTag(product)}</StatusTag> },
  ]
}

/** The referential that all pharmacies share: read only, searched by the server. */
export function ReferentialScreen() {
  const { id: openId } = useParams<{ id?: string }>()
  const [, go] = useLocation()
  const address = useSearch()
  const [filters, change] = useFilters(filterKeys)
  const search = filters.cherche?.slice(0, 100) ?? ''
  const pages = usePages((page) => queryOf(products.list, { query: { ...(search ? { search } : {}), page, size: pageSize } }))
  usePageKeys(openId ? panelKeys : listKeys, pages.listedAt ? `À jour à ${formatHour(pages.listedAt)}` : null)
  const withFilters = (path: string) => (address ? `${path}?${address}` : path)
  const open = (id: string) => go(withFilters(`/referentiel/${id}`), { replace: openId !== undefined })
  const openFirst = () => {
    const first = pages.isStale ? undefined : pages.rowAt(0)
    if (first) open(first.id)
  }
  return (
    <Page panel={openId && <ProductPanel key={openId} productId={openId} onClose={() => go(withFilters('/referentiel'))} />}>
      <PageHead title="Produits" facts="Référentiel commun à toutes les pharmacies" />
      <FilterChips
        start={<FilterField className={classes.find} label="Filtrer les produits" value={search} onChange={(cherche) => change({ cherche })} delayMs={typingMs} onSubmit={openFirst} />}
        chips={[]}
        onRemove={() => undefined}
        resultCount={pages.newest?.total}
      />
      <ListRoom isStale={pages.isStale}>
        <DataTable
          label="Produits du référentiel"
          columns={columnsFor(search)}
          rowKey={(product) => product.id}
          rowCount={pages.rowCount}
          rowAt={pages.rowAt}
          onRangeNeeded={pages.onRangeNeeded}
          face={pages.face}
          listedAt={pages.listedAt}
          onRetry={pages.onRetry}
          errorText="Les produits n’ont pas pu être chargés."
          offlineText="Le référentiel demande le réseau."
          emptyText={search ? `Aucun résultat pour «\u00a0${search}\u00a0»` : 'Le référentiel est vide.'}
          {...(search ? { emptyAction: { label: 'Effacer les filtres', onClick: () => change({ cherche: null }) } } : {})}
          question={pages.question}
          selectedKey={openId ?? null}
          onOpen={(product) => open(product.id)}
          compact={openId !== undefined}
        />
      </ListRoom>
    </Page>
  )
}
