import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { moneyAccountKinds, type MoneyStatement, moneyStatements } from '#shared/contract/money-statements.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { accountKindWords } from '#backoffice/reconciliation/money-words.ts'
import { countColumn, dayColumn, moneyColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { choiceFilter, flagFilter, searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { useMay } from '#backoffice/ui/rights.ts'

type Query = QueryOf<typeof moneyStatements.list>

const columns = sortedByServer<MoneyStatement>([
  textColumn('account', 'Compte', ({ account }) => account, { strong: true, width: 200, grow: 1 }),
  dayColumn('from', 'Du', ({ from }) => from),
  dayColumn('to', 'Au', ({ to }) => to),
  countColumn('lines', 'Lignes', ({ lines }) => lines, { width: 90 }),
  moneyColumn('received', 'Reçu', ({ received }) => received, { width: 140 }),
  moneyColumn('unrecorded', 'Non enregistré', ({ unrecorded }) => unrecorded || null, { width: 150, strong: true }),
  moneyColumn('fees', 'Frais', ({ fees }) => fees || null, { width: 110 }),
  dayColumn('createdAt', 'Importé le', ({ createdAt }) => createdAt),
  textColumn('user', 'Par', ({ createdByName }) => createdByName, { width: 160, grow: 0.5 }),
])

const statementList = list({
  home: '/rapprochements',
  title: 'Rapprochements',
  noun: noun('relevé', 'm'),
  source: serverPages(moneyStatements.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer les relevés'),
    choiceFilter<Query>({
      key: 'nature',
      label: 'Comptes',
      all: 'Tous',
      choices: moneyAccountKinds.map((kind) => ({ value: kind, label: accountKindWords[kind], query: { kind } })),
    }),
    flagFilter<Query>({
      key: 'non-enregistre',
      label: 'Avec de l’argent non enregistré',
      query: { unrecorded: 'only' },
    }),
  ],
  facts: ({ total, unrecorded }) => (
    <>
      {plural(total, 'relevé')}, non enregistré <Money amount={unrecorded} unit />
    </>
  ),
  open: { page: ({ id }) => `/rapprochements/${id}` },
  Actions: ImportAction,
  whenEmpty: { label: 'Importer un relevé', needs: moneyStatements.create.permission, path: '/rapprochements/import' },
  words: { empty: 'Aucun relevé. Importez celui d’un opérateur de paiement mobile ou d’une banque.' },
})

/** The statements of operators of mobile money and of banks, newest first. */
export function ReconciliationScreen() {
  return <ListScreen list={statementList} />
}

function ImportAction() {
  return useMay(moneyStatements.create) ? (
    <Button component={Link} href="/rapprochements/import">
      Importer un relevé
    </Button>
  ) : null
}
