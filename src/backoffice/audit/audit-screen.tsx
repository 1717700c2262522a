import { audit, type AuditEntry } from '#shared/contract/audit.ts'
import { auditedThings } from '#shared/domain/audited-things.ts'
import { roleLabel } from '#shared/domain/permissions.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { actionText, thingWords } from '#backoffice/audit/audit-words.ts'
import { changeText } from '#backoffice/audit/change-text.ts'
import { dayColumn, hourColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
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
      dayColumn('day', 'Date', ({ at }: AuditEntry) => at),
      hourColumn('hour', 'Heure', ({ at }: AuditEntry) => at),
      textColumn('by', 'Par', ({ byName }: AuditEntry) => byName, { width: 160, strong: true }),
      textColumn('terminal', 'Poste', ({ terminalCode }: AuditEntry) => terminalCode, { width: 70 }),
      textColumn('thing', 'Fiche', ({ thing }: AuditEntry) => thingWords[thing], { width: 100 }),
      textColumn('record', 'Nom', nameOf, { width: 150, grow: 1 }),
      textColumn('action', 'Action', actionText, { width: 120 }),
      {
        ...textColumn('change', 'Avant → après', (entry: AuditEntry) => changeText(entry, currency), {
          width: 380,
          grow: 4,
        }),
        // Of a new record it is longer than any row.
        render: (entry: AuditEntry) => {
          const text = changeText(entry, currency)
          return <span title={text}>{text}</span>
        },
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

function nameOf({ thing, recordName }: AuditEntry): string | null {
  return thing === 'roles' && recordName !== null ? roleLabel(recordName) : recordName
}
