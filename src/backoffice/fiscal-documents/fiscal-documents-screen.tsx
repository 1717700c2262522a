import { Button } from '@mantine/core'
import { IconArrowsExchange, IconReportMoney, type TablerIcon } from '@tabler/icons-react'
import { Link } from 'wouter'
import { fiscalDocuments, type FiscalRow, fiscalStates } from '#shared/contract/fiscal-documents.ts'
import { mecef } from '#shared/contract/mecef.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import classes from '#backoffice/fiscal-documents/fiscal.module.css'
import { differenceWords } from '#backoffice/ui/platform-difference-words.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { fiscalReports } from '#shared/contract/fiscal-reports.ts'
import { stateWords } from '#backoffice/fiscal-documents/fiscal-words.ts'
import {
  moneyColumn,
  momentColumn,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import { choiceFilter, searchFilter, severalFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { useMay } from '#backoffice/ui/rights.ts'

type Query = QueryOf<typeof fiscalDocuments.list>

const columns = sortedByServer<FiscalRow>([
  stateColumn('state', 'État', ({ state }) => stateWords[state], { width: 148 }),
  textColumn('number', 'N°', ({ kind, number }) => (kind === 'credit' ? `Avoir ${number}` : number), {
    width: 92,
    strong: true,
  }),
  numberColumn('sale', 'Vente', ({ saleNumber }) => saleNumber, { width: 66, priority: 5 }),
  momentColumn('soldAt', 'Vendue le', ({ soldAt }) => soldAt, { width: 128, priority: 1 }),
  textColumn('client', 'Client', ({ clientName }) => clientName, { width: 130, grow: 1, priority: 3 }),
  textColumn('operator', 'Vendeur', ({ operator }) => operator, { width: 150, grow: 0.6, priority: 4 }),
  moneyColumn('total', 'Total', ({ total }) => total, { width: 90, strong: true }),
  textColumn('code', 'Code', ({ code }) => code, { width: 246, priority: 2 }),
  textColumn('nim', 'Machine', ({ nim }) => nim, { width: 106, priority: 4.5 }),
  {
    ...textColumn<FiscalRow>('trouble', 'Pourquoi', ({ trouble }) => trouble, { width: 220, grow: 1 }),
    isOptional: true,
    sortable: false,
  },
])

const fiscalList = list({
  home: '/factures-normalisees',
  title: 'Factures normalisées',
  noun: noun('facture', 'f', 'factures'),
  source: serverPages(fiscalDocuments.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer par code, machine, client ou numéro'),
    daysFilter<Query>(newestDay(fiscalDocuments.list, ({ soldAt }) => soldAt)),
    severalFilter<Query>({
      key: 'etat',
      label: 'État',
      all: 'Tous',
      many: 'états',
      choices: fiscalStates.map((state) => ({ ...stateWords[state], asked: state })),
      query: (state) => ({ state }),
    }),
    choiceFilter<Query>({
      key: 'nature',
      label: 'Nature',
      all: 'Toutes',
      choices: [
        { value: 'vente', label: 'Ventes', query: { kind: 'sale' } },
        { value: 'avoir', label: 'Avoirs', query: { kind: 'credit' } },
      ],
    }),
  ],
  open: { page: ({ id }) => `/factures-normalisees/${id}` },
  Above: Differences,
  Actions: ToReports,
  words: {
    error: 'Les factures normalisées n’ont pas pu être chargées. Le comptoir continue de vendre.',
    empty: 'Aucune facture normalisée. Chaque vente terminée en fait une.',
  },
})

/** The documents of the fiscal platform, newest first: what is certified, what waits, and what needs a person. */
export function FiscalDocumentsScreen() {
  return <ListScreen list={fiscalList} />
}

/** Sums are refused by a platform whose rates are others: the pharmacy learns it before its customers wait. */
function Differences() {
  const { data } = useAnswer(mecef.differences, {})
  if (!data || data.differences.length === 0) return null
  return (
    <div className={classes.differences} role="alert">
      <StatusTag tone="warning">Différences avec la plateforme</StatusTag>
      <ul>
        {data.differences.map((difference) => (
          <li key={difference.code}>{differenceWords(difference)}</li>
        ))}
      </ul>
    </div>
  )
}

function ToReports() {
  const mayReport = useMay(fiscalReports.list)
  return (
    <>
      <ToPage path="journal" icon={IconArrowsExchange} label="Échanges" />
      {mayReport && <ToPage path="rapports" icon={IconReportMoney} label="X, Z et A" />}
    </>
  )
}

function ToPage({ path, icon: Icon, label }: { path: string; icon: TablerIcon; label: string }) {
  return (
    <Button
      variant="default"
      component={Link}
      href={`/factures-normalisees/${path}`}
      leftSection={<Icon size={18} aria-hidden />}
    >
      {label}
    </Button>
  )
}
