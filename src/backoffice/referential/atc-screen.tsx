import { type Atc, atcs } from '#shared/contract/referential.ts'
import { atcAncestors } from '#shared/domain/atc.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/referential/referential.module.css'
import { countColumn, type ListColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import type { Filter } from '#backoffice/ui/lists/filter.ts'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { type AskedProps, list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

type Query = QueryOf<typeof atcs.list>
const home = '/referentiel/atc'
const levelOf = (code: string) => `${home}?sous=${code}`
const productsOf = (code: string) => `/referentiel?atc=${code}`

/** The level that is shown; a search covers the whole tree. */
const levelFilter: Filter<Query> = {
  keys: ['sous'],
  query: ({ sous, cherche }) => (sous ? { parent: sous } : cherche ? {} : { parent: 'root' }),
  chip: ({ sous }) => sous ?? null,
}

const columnsFor = (search: string): readonly ListColumn<Atc>[] => [
  textColumn('id', 'Code', ({ id }) => id, { strong: true, width: 110, search }),
  textColumn('label', 'Nom', ({ label }) => label, { width: 320, grow: 1, search }),
  countColumn('children', 'Sous-groupes', ({ children }) => children, { width: 120 }),
  {
    ...countColumn<Atc>('products', 'Produits', ({ products }) => products, { width: 110 }),
    render: ({ id, products }) =>
      products === 0 ? 0 : <TextLink to={productsOf(id)}>{formatAmount(products, { decimals: 0 })}</TextLink>,
  },
]

/** « Toute la classification › J Anti-infectieux › J01 … », each a link. */
function Trail({ values: { sous } }: AskedProps<Query>) {
  if (sous === undefined) return null
  return (
    <nav className={classes.trail} aria-label="Niveaux">
      <TextLink to={home}>Toute la classification</TextLink>
      {[...atcAncestors(sous), sous].map((code) => (
        <span key={code}>
          <span className={text.quiet} aria-hidden>
            ›{' '}
          </span>
          {code === sous ? <Level code={code} /> : <TextLink to={levelOf(code)}>{code}</TextLink>}
        </span>
      ))}
    </nav>
  )
}

function Level({ code }: { code: string }) {
  const { data } = useAnswer(atcs.read, { params: { id: code } })
  return <b>{`${code} ${data?.label ?? ''}`}</b>
}

const atcList = list({
  home,
  title: 'Classification ATC',
  noun: noun('code', 'm'),
  source: serverPages(atcs.list),
  useColumns: ({ search }) => columnsFor(search),
  filters: [searchFilter<Query>('Filtrer les codes'), levelFilter],
  Above: Trail,
  open: { page: ({ id, children }) => (children > 0 ? levelOf(id) : productsOf(id)) },
  words: { offline: 'Le référentiel demande le réseau.', empty: 'Aucun code ATC.' },
})

/** The ATC classification, level by level, with the products under each code. */
export function AtcScreen() {
  return <ListScreen list={atcList} />
}
