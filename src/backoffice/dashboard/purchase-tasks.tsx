import { IconCalendarDollar, IconFileInvoice, IconMessageReport } from '@tabler/icons-react'
import { billStatements } from '#shared/contract/bill-statements.ts'
import { supplierPayments } from '#shared/contract/supplier-payments.ts'
import { wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import type { Counted } from '#backoffice/dashboard/task.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** What waits with suppliers: what is overdue, statements to check, and francs that were claimed. */
export function usePurchaseTasks(): Counted {
  const may = useMay(billStatements.validate)
  const open = { enabled: may }
  const owed = useAnswer(supplierPayments.payables, {}, open)
  const unchecked = useAnswer(billStatements.list, { query: { state: 'draft', size: 1 } }, open)
  const claimed = useAnswer(wholesalerClaims.list, { query: { size: 1 } }, open)
  const payables = owed.data ?? []
  const drafts = unchecked.data?.total ?? 0
  const claims = claimed.data
  const overdue = payables.reduce((sum, each) => sum + each.overdue, 0)
  const tasks = [
    ...(overdue > 0
      ? [
          {
            key: 'echu',
            icon: IconCalendarDollar,
            tone: 'danger' as const,
            text: `${plural(payables.filter((each) => each.overdue > 0).length, 'fournisseur')} à payer, échéance passée`,
            end: <Money amount={overdue} unit />,
            to: '/echeances',
          },
        ]
      : []),
    ...(drafts > 0
      ? [
          {
            key: 'releves',
            icon: IconFileInvoice,
            tone: 'warning' as const,
            text: `${plural(drafts, 'relevé')} à contrôler`,
            end: 'Contrôler',
            to: '/releves?etat=draft',
          },
        ]
      : []),
    ...(claims && claims.awaited > 0
      ? [
          {
            key: 'reclamations',
            icon: IconMessageReport,
            tone: 'info' as const,
            text: 'Réclamé aux fournisseurs, pas encore reçu',
            end: <Money amount={claims.awaited} unit />,
            to: '/reclamations?etat=sent,accepted,partly-accepted',
          },
        ]
      : []),
  ]
  return { tasks, answers: may ? [owed, unchecked, claimed] : [] }
}
