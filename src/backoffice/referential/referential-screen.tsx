import type { CallReply } from '#shared/contract/endpoint.ts'
import { type Product, products } from '#shared/contract/products.ts'
import { atcs, brands, forms, productCategories } from '#shared/contract/referential.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { familyLabel } from '#backoffice/referential/family-field.tsx'
import { NewProductPanel, ProductPanel } from '#backoffice/referential/product-panel.tsx'
import { innText, mainCode, prescriptionChoices, prescriptionTag } from '#backoffice/referential/product-words.ts'
import { archivedColumn, type ListColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import type { Choice } from '#backoffice/ui/lists/filter.ts'
import { choiceFilter, linkFilter, rowFilter, searchFilter, textFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

type Query = QueryOf<typeof products.list>

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
    archivedColumn<Product>('Archivé', { width: 96, sortable: false, isOptional: true }),
  ])

const most = 2000
type Named = CallReply<typeof forms.all>[number] | CallReply<typeof brands.all>[number]
const choicesOf = (rows: readonly Named[] | undefined): readonly Choice[] =>
  (rows ?? []).map((row) => ({ value: row.id, label: 'name' in row ? row.name : row.label }))

const filters = [
  searchFilter<Query>('Filtrer les produits'),
  textFilter<Query>({
    key: 'atc',
    label: 'ATC',
    all: 'Tous',
    none: 'Aucun code',
    useChoices: () =>
      (useAnswer(atcs.list, { query: { size: most } }).data?.items ?? []).map((atc) => ({
        value: atc.id,
        label: familyLabel('atc', atc),
      })),
    query: (atc) => ({ atc }),
  }),
  rowFilter<Query>({
    key: 'forme',
    label: 'Forme',
    all: 'Toutes',
    none: 'Aucune forme',
    unknown: 'Une forme',
    useChoices: () => choicesOf(useAnswer(forms.all, {}).data),
    query: (formId) => ({ formId }),
  }),
  rowFilter<Query>({
    key: 'laboratoire',
    label: 'Laboratoire',
    all: 'Tous',
    none: 'Aucun laboratoire',
    unknown: 'Un laboratoire',
    useChoices: () => choicesOf(useAnswer(brands.all, {}).data),
    query: (brandId) => ({ brandId }),
  }),
  rowFilter<Query>({
    key: 'categorie',
    label: 'Catégorie',
    all: 'Toutes',
    none: 'Aucune catégorie',
    unknown: 'Une catégorie',
    useChoices: () => choicesOf(useAnswer(productCategories.all, {}).data),
    query: (categoryId) => ({ categoryId }),
  }),
  choiceFilter<Query>({
    key: 'liste',
    label: 'Prescription',
    all: 'Toutes',
    choices: prescriptionChoices.map(({ value, label }) => ({ value, label, query: { list: value } })),
  }),
  choiceFilter<Query>({
    key: 'etat',
    label: 'État',
    all: 'Tous',
    choices: [
      { value: 'en-usage', label: 'En usage', query: { only: 'in-use' } },
      { value: 'archives', label: 'Archivés', query: { only: 'archived' } },
    ],
  }),
  linkFilter<Query>({ key: 'dci', label: 'Une DCI', query: (innId) => ({ innId }) }),
  linkFilter<Query>({ key: 'unite', label: 'Une unité', query: (unitId) => ({ unitId }) }),
  linkFilter<Query>({
    key: 'conditionnement',
    label: 'Un conditionnement',
    query: (packagingId) => ({ packagingId }),
  }),
]

const productList = list({
  home: '/referentiel',
  title: 'Produits',
  noun: noun('produit', 'm'),
  source: serverPages(products.list),
  useColumns: ({ search }) => columnsFor(search),
  filters,
  sums: () => 'référentiel commun à toutes les pharmacies',
  open: { panel: ProductPanel },
  create: { needs: products.create.permission, panel: NewProductPanel },
  useBatch: () => {
    const send = useSend()
    return [
      {
        label: 'Archiver',
        needs: products.archive.permission,
        fits: ({ archived }) => !archived,
        run: ({ id }) => send(products.archive, { body: { productId: id } }),
      },
    ]
  },
  words: { offline: 'Le référentiel demande le réseau.', empty: 'Le référentiel est vide.' },
})

/** The referential shared by all pharmacies, searched on the server and edited by the platform's admin. */
export function ReferentialScreen() {
  return <ListScreen list={productList} />
}
