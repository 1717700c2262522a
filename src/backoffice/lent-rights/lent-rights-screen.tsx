import { type LentRight, lentRights } from '#shared/contract/lent-rights.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import {
  dayColumn,
  hourColumn,
  type ListColumn,
  nothing,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { rightText } from '#backoffice/ui/right-words.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'

type Query = QueryOf<typeof lentRights.list>

const subjectColumn: ListColumn<LentRight> = {
  ...textColumn('subject', 'Pour', (lent: LentRight) => subjectWords(lent.subject), {
    width: 200,
    grow: 2,
  }),
  render: ({ subject }: LentRight) => {
    const words = subjectWords(subject)
    const to = addressOf(subject)
    if (words === null) return nothing
    return to ? <TextLink to={to}>{words}</TextLink> : words
  },
}

const columns = sortedByServer(
  [
    dayColumn('day', 'Date', ({ usedAt }: LentRight) => usedAt),
    hourColumn('hour', 'Heure', ({ usedAt }: LentRight) => usedAt),
    textColumn('permission', 'Droit', ({ permission }: LentRight) => rightText(permission), {
      width: 240,
      grow: 2,
      strong: true,
    }),
    {
      ...textColumn('amount', 'Jusqu’à', amountWords, { width: 110 }),
      render: ({ permission, amount }: LentRight) =>
        amount === null ? nothing : isPercent(permission) ? formatPercent(amount) : <Money amount={amount} />,
    },
    subjectColumn,
    textColumn('usedBy', 'Demandé par', ({ usedByName }: LentRight) => usedByName, { width: 160, grow: 1 }),
    textColumn('grantedBy', 'Accordé par', ({ grantedByName }: LentRight) => grantedByName, { width: 160, grow: 1 }),
    stateColumn('proof', 'Code', ({ isProven }: LentRight) =>
      isProven ? { label: 'Vérifié', tone: 'success' } : { label: 'Non vérifiable', tone: 'warning' },
    ),
  ],
  { day: 'usedAt' },
)

const lentRightsList = list({
  home: '/parametres/droits-accordes',
  title: 'Droits accordés',
  noun: noun('droit accordé', 'm', 'droits accordés'),
  source: serverPages(lentRights.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer par membre'),
    daysFilter<Query>(newestDay(lentRights.list, ({ usedAt }) => usedAt)),
  ],
  words: {
    offline: 'Les droits accordés demandent le réseau.',
    empty: 'Aucun droit n’a été demandé à un collègue.',
    exportName: 'Droits accordés',
  },
})

/** Rights that members gave a colleague for one gesture, by their code: who asked, who gave, for what. */
export function LentRightsScreen() {
  return <ListScreen list={lentRightsList} />
}

function isPercent(permission: string): boolean {
  return permission === 'sale.discount' || permission === 'contract.edit'
}

function amountWords({ permission, amount }: LentRight): string | null {
  if (amount === null) return null
  return isPercent(permission) ? formatPercent(amount) : String(amount)
}

function subjectWords({ kind, label }: LentRight['subject']): string | null {
  if (label === null) return null
  if (kind === 'sale') return `Vente n°\u00a0${label}`
  return kind === 'register' ? `Caisse de ${label}` : label
}

function addressOf({ kind, id }: LentRight['subject']): string | null {
  if (kind === 'sale') return `/ventes/${id}`
  return kind === 'register' ? `/caisses/${id}` : null
}
