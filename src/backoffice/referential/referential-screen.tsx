import { type Product, products } from '#shared/contract/products.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { ProductPanel } from '#backoffice/referential/product-panel.tsx'
import { innText, mainCode, prescriptionTag } from '#backoffice/referential/product-words.ts'
import { type ListColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { serverPages } from '#backoffice/ui/lists/list-source.ts'

const columnsFor = (search: string): readonly ListColumn<Product>[] =>
  sortedByServer([
    textColumn('label', 'Produit', ({ label }) => label, { strong: true, search, width: 280, grow: 1.6 }),
    textColumn('inn', 'DCI', ({ inns }) => innText(inns), { search, width: 180, grow: 1, priority: 2 }),
    textColumn('brand', 'Laboratoire', ({ brand }) => brand, { quiet: true, width: 140, grow: 0.6, priority: 3 }),
    textColumn('atc', 'ATC', ({ atc }) => atc, { width: 84, priority: 4 }),
    textColumn('code', 'Code', ({ codes }) => mainCode(codes) ?? null, { width: 134 }),
    {
      ...textColumn('list', 'Liste', prescriptionTag, { width: 96 }),
      render: (product) => prescriptionTag(product) && <StatusTag>{prescriptionTag(product)}</StatusTag>,
    },
  ])

const productList = list({
  home: '/referentiel',
  title: 'Produits',
  noun: noun('produit', 'm'),
  source: serverPages(products.list),
  useColumns: ({ search }) => columnsFor(search),
  filters: [searchFilter('Filtrer les produits')],
  sums: () => 'référentiel commun à toutes les pharmacies',
  open: { panel: ProductPanel },
  words: { offline: 'Le référentiel demande le réseau.', empty: 'Le référentiel est vide.' },
})

/** The referential shared by all pharmacies: read-only, searched on the server. */
export function ReferentialScreen() {
  return <ListScreen list={productList} />
}
