import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { type WholesalerClaim, wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { claimStates } from '#shared/domain/statements/claim-state.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { claimStateWords } from '#backoffice/claims/claim-words.ts'
import { NewClaimPanel } from '#backoffice/claims/new-claim-panel.tsx'
import {
  countColumn,
  dayColumn,
  moneyColumn,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { suppliersFilter } from '#backoffice/ui/lists/supplier-filter.ts'

type Query = QueryOf<typeof wholesalerClaims.list>

const columns = sortedByServer<WholesalerClaim>([
  numberColumn('number', 'N°', ({ number }) => number, { width: 72 }),
  textColumn('supplier', 'Fournisseur', ({ supplierName }) => supplierName, { strong: true, width: 190, grow: 1 }),
  textColumn('statement', 'Relevé', ({ statementReference }) => statementReference, { width: 130, grow: 0.5 }),
  dayColumn('createdAt', 'Préparée le', ({ createdAt }) => createdAt, { priority: 2 }),
  dayColumn('sentAt', 'Envoyée le', ({ sentAt }) => sentAt),
  countColumn('lines', 'Lignes', ({ lines }) => lines, { width: 84 }),
  moneyColumn('claimed', 'Réclamé', ({ claimed }) => claimed, { width: 116, strong: true }),
  moneyColumn('credited', 'Récupéré', ({ credited }) => credited, { width: 116 }),
  moneyColumn('awaited', 'Attendu', ({ awaited }) => awaited, { width: 116 }),
  moneyColumn('lost', 'Perdu', ({ lost }) => lost, { width: 106 }),
  stateColumn('state', 'État', ({ state }) => claimStateWords[state], { width: 160 }),
])

const claimList = list({
  home: '/reclamations',
  title: 'Réclamations',
  noun: noun('réclamation', 'f'),
  source: serverPages(wholesalerClaims.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer les réclamations'),
    severalFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      many: 'états',
      choices: claimStates.map((state) => ({ value: state, label: claimStateWords[state].label, asked: state })),
      query: (state) => ({ state }),
    }),
    suppliersFilter<Query>(),
  ],
  facts: ({ total, claimed, credited, awaited, lost }) => (
    <>
      {plural(total, 'réclamation')}&nbsp;: réclamé <Money amount={claimed} unit />, récupéré{' '}
      <Money amount={credited} unit />, attendu <Money amount={awaited} unit />, perdu <Money amount={lost} unit />
    </>
  ),
  open: { page: ({ id }) => `/reclamations/${id}` },
  create: { panel: NewClaimPanel, needs: wholesalerClaims.create.permission },
  Actions: ToReport,
  words: { empty: 'Aucune réclamation. Validez un relevé qui a des écarts pour en préparer une.' },
})

/** Claims against suppliers, newest first. */
export function ClaimsScreen() {
  return <ListScreen list={claimList} />
}

function ToReport() {
  return (
    <Button variant="default" component={Link} href="/reclamations/bilan">
      Bilan par mois
    </Button>
  )
}
