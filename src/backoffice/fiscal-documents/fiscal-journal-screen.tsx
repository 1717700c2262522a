import { fiscalDocuments, type JournalRow } from '#shared/contract/fiscal-documents.ts'
import { formatExactHour, formatShortDay } from '#shared/ui/date-format.ts'
import { stepText } from '#backoffice/fiscal-documents/fiscal-words.ts'
import { exportOnlyColumn, numberColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'

type Query = QueryOf<typeof fiscalDocuments.journal>

/** In characters: the longest text that a cell of Excel holds is a little longer. */
const longestCell = 32_000

const momentText = ({ at }: JournalRow) => `${formatShortDay(at)} ${formatExactHour(at)}`
const cut = (text: string | null) => text?.slice(0, longestCell) ?? null

const columns = sortedByServer<JournalRow>([
  textColumn('at', 'Heure', momentText, { width: 156 }),
  textColumn('number', 'N°', ({ kind, number }) => (kind === 'credit' ? `Avoir ${number}` : number), {
    width: 96,
    strong: true,
  }),
  numberColumn('sale', 'Vente', ({ saleNumber }) => saleNumber, { width: 76, priority: 2 }),
  textColumn('step', 'Étape', ({ step }) => stepText(step), { width: 190, grow: 0.4 }),
  textColumn('status', 'Réponse', ({ status }) => (status === null ? 'Sans réponse' : String(status)), { width: 116 }),
  numberColumn('tookMs', 'Durée (ms)', ({ tookMs }) => tookMs, { width: 104, priority: 3 }),
  textColumn('url', 'Adresse', ({ method, url }) => `${method} ${url}`, {
    width: 260,
    grow: 1,
    priority: 1,
    quiet: true,
    sortable: false,
  }),
  exportOnlyColumn('request', 'Envoyé', ({ request }) => cut(request)),
  exportOnlyColumn('answer', 'Reçu', ({ answer }) => cut(answer)),
])

const journal = list({
  home: '/factures-normalisees/journal',
  title: 'Journal des échanges',
  noun: noun('échange', 'm'),
  source: serverPages(fiscalDocuments.journal),
  useColumns: () => columns,
  filters: [daysFilter<Query>(newestDay(fiscalDocuments.journal, ({ at }) => at))],
  Above: Withheld,
  open: { page: ({ documentId }) => `/factures-normalisees/${documentId}` },
  words: {
    error: 'Le journal n’a pas pu être chargé. Le comptoir continue de vendre.',
    empty: 'Aucun échange avec la plateforme.',
    exportName: 'Journal des échanges avec la plateforme fiscale',
  },
})

/** Every exchange with the platform, which the law keeps ten years; its file has what was sent and answered. */
export function FiscalJournalScreen() {
  return <ListScreen list={journal} />
}

function Withheld({ query }: { query: Partial<Query> }) {
  const { data } = useAnswer(fiscalDocuments.journal, { query: { ...query, page: 0, size: 1 } }, { keep: true })
  return <WithheldNote isShown={data?.withheld} />
}
