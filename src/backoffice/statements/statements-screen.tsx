import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { type BillStatement, billStatements, statementStates } from '#shared/contract/bill-statements.ts'
import { NewStatementPanel } from '#backoffice/statements/new-statement-panel.tsx'
import { statementStateWords } from '#backoffice/statements/statement-words.ts'
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
import { useMay } from '#backoffice/ui/rights.ts'

type Query = QueryOf<typeof billStatements.list>

const columns = sortedByServer<BillStatement>([
  numberColumn('number', 'N°', ({ number }) => number, { width: 72 }),
  textColumn('supplier', 'Fournisseur', ({ supplierName }) => supplierName, { strong: true, width: 200, grow: 1 }),
  textColumn('reference', 'Relevé', ({ reference }) => reference, { width: 150, grow: 0.5 }),
  dayColumn('to', 'Arrêté au', ({ to }) => to, { priority: 1 }),
  dayColumn('dueOn', 'Échéance', ({ dueOn }) => dueOn),
  countColumn('lines', 'Lignes', ({ lines }) => lines, { width: 84, priority: 2 }),
  moneyColumn('total', 'Total', ({ total }) => total, { width: 130, strong: true }),
  moneyColumn('claimed', 'Réclamé', ({ claimed }) => claimed, { width: 120, priority: 2 }),
  textColumn('user', 'Saisi par', ({ createdByName }) => createdByName, { width: 140, grow: 0.5, priority: 2 }),
  stateColumn('state', 'État', ({ state }) => statementStateWords[state], { width: 130 }),
])

const statementList = list({
  home: '/releves',
  title: 'Relevés',
  noun: noun('relevé', 'm'),
  source: serverPages(billStatements.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer les relevés'),
    severalFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      many: 'états',
      choices: statementStates.map((state) => ({
        value: state,
        label: statementStateWords[state].label,
        asked: state,
      })),
      query: (state) => ({ state }),
    }),
    suppliersFilter<Query>(),
  ],
  open: { page: ({ id }) => `/releves/${id}` },
  create: { panel: NewStatementPanel, needs: billStatements.create.permission },
  Actions: ToImport,
  words: { empty: 'Aucun relevé. Saisissez ou importez celui d’un grossiste\u202f: chaque ligne est contrôlée.' },
})

/** Statements of suppliers, newest first. */
export function StatementsScreen() {
  return <ListScreen list={statementList} />
}

function ToImport() {
  return useMay(billStatements.create) ? (
    <Button variant="default" component={Link} href="/releves/import">
      Importer un fichier
    </Button>
  ) : null
}
