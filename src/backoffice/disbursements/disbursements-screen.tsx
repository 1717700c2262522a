import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { Link } from 'wouter'
import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { Money } from '#shared/ui/money.tsx'
import { disbursementColumns } from '#backoffice/disbursements/disbursement-columns.ts'
import { DisbursementPanel } from '#backoffice/disbursements/disbursement-panel.tsx'
import { daysFilter } from '#backoffice/ui/lists/days-filter.tsx'
import { linkFilter, searchFilter, severalRowsFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { newestDay } from '#backoffice/ui/lists/last-day.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { userFilter } from '#backoffice/ui/lists/user-filter.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

type Query = QueryOf<typeof disbursements.list>

const disbursementList = list({
  home: '/decaissements',
  title: 'Décaissements',
  noun: noun('décaissement', 'm'),
  source: serverPages(disbursements.list),
  useColumns: () => disbursementColumns,
  filters: [
    searchFilter<Query>('Filtrer les décaissements'),
    daysFilter<Query>(newestDay(disbursements.list, ({ spentAt }) => spentAt)),
    severalRowsFilter<Query>({
      key: 'motif',
      label: 'Motif',
      all: 'Tous',
      many: 'motifs',
      none: 'Aucun motif',
      unknown: 'Un motif',
      useChoices: useReasonChoices,
      query: (reasonId) => ({ reasonId }),
    }),
    userFilter<Query>({ label: 'Payé par', query: (userId) => ({ userId }) }),
    linkFilter<Query>({ key: 'caisse', label: 'Une caisse', query: (registerId) => ({ registerId }) }),
  ],
  sums: ({ amount }) => <Money amount={amount} unit />,
  open: { panel: DisbursementPanel },
  Actions: ToReasons,
  words: {
    error: 'Les décaissements n’ont pas pu être chargés. Le comptoir continue de vendre.',
    empty: 'Aucun décaissement. Ils se font au comptoir, dans une caisse ouverte.',
  },
})

/** Cash paid out for expenses, newest first. */
export function DisbursementsScreen() {
  return <ListScreen list={disbursementList} />
}

/** Archived reasons included: past disbursements have them. */
function useReasonChoices() {
  const reasons = useAnswer(disbursementReasons.list, { query: { size: 2000 } }).data?.items ?? []
  return reasons.map(({ id, label, archived }) => ({ value: id, label, archived }))
}

function ToReasons() {
  return (
    <Button
      variant="default"
      component={Link}
      href="/parametres/motifs"
      leftSection={<IconListDetails size={18} aria-hidden />}
    >
      Motifs
    </Button>
  )
}
