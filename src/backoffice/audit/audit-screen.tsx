import { audit, type AuditEntry } from '#shared/contract/audit.ts'
import { auditedThings } from '#shared/domain/audited-things.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { auditAct, shortened } from '#backoffice/audit/audit-sentence.ts'
import { nameOf, thingWords } from '#backoffice/audit/audit-words.ts'
import classes from '#backoffice/audit/audit.module.css'
import { dayColumn, hourColumn, type ListColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import { choiceFilter, rowFilter, searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'

type Query = QueryOf<typeof audit.list>

const auditList = list({
  home: '/parametres/journal',
  title: 'Qui a changé quoi',
  noun: noun('changement', 'm'),
  source: serverPages(audit.list),
  useColumns: () => {
    const currency = useCurrency()
    return [
      dayColumn('day', 'Date', ({ at }: AuditEntry) => at, { priority: 1 }),
      hourColumn('hour', 'Heure', ({ at }: AuditEntry) => at, { priority: 1.5 }),
      whole(textColumn('by', 'Par', ({ byName }: AuditEntry) => byName, { width: 126, strong: true })),
      textColumn('terminal', 'Poste', ({ terminalCode }: AuditEntry) => terminalCode, { width: 70, priority: 4 }),
      whole(textColumn('thing', 'Fiche', ({ thing }: AuditEntry) => thingWords[thing], { width: 110, priority: 3 })),
      whole(textColumn('record', 'Nom', nameOf, { width: 150, grow: 0.5, priority: 2.5 })),
      whole(
        textColumn('action', 'Action', (entry: AuditEntry) => auditAct(entry, currency).action, {
          width: 120,
          priority: 2,
        }),
      ),
      {
        ...textColumn('change', 'Ce qui a changé', (entry: AuditEntry) => auditAct(entry, currency).sentence, {
          width: 220,
          grow: 4,
        }),
        render: (entry: AuditEntry) => (
          <span className={classes.whole}>{shortened(auditAct(entry, currency).sentence)}</span>
        ),
      },
    ]
  },
  filters: [
    searchFilter<Query>('Filtrer par personne ou poste'),
    daysFilter<Query>(newestDay(audit.list, ({ at }) => at)),
    choiceFilter<Query>({
      key: 'genre',
      label: 'Type de fiche',
      all: 'Tous',
      choices: auditedThings.map((thing) => ({ value: thing, label: thingWords[thing], query: { thing } })),
    }),
    rowFilter<Query>({
      key: 'fiche',
      label: 'Fiche',
      all: 'Toutes',
      none: 'Aucune fiche',
      unknown: 'Une seule fiche',
      useChoices: () => [],
      query: (recordId) => ({ recordId }),
    }),
  ],
  rowHeight: 72,
  open: { page: ({ recordId }) => `/parametres/journal/${recordId}` },
  words: {
    offline: 'Le journal des changements demande le réseau.',
    empty: 'Aucun changement.',
    exportName: 'Qui a changé quoi',
  },
})

/** The audit: who changed what, when, at which terminal, before and after. */
export function AuditScreen() {
  return <ListScreen list={auditList} />
}

/** A column whose text goes on over several lines. */
function whole(column: ListColumn<AuditEntry>): ListColumn<AuditEntry> {
  return { ...column, render: (entry) => <span className={classes.whole}>{column.render(entry)}</span> }
}
