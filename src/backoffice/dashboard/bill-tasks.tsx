import { IconClockExclamation, IconFileDollar } from '@tabler/icons-react'
import { bills } from '#shared/contract/bills.ts'
import { urgentDays } from '#shared/domain/billing/foreclosure.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import type { Counted } from '#backoffice/dashboard/task.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** What payers owe and no bill holds: what can be billed now, and what is lost if it is not. */
export function useBillTasks(): Counted {
  const [mayBill, mayRead] = [useMay(bills.create), useMay(bills.vouchers)]
  const open = { enabled: mayBill && mayRead }
  const asked = useAnswer(bills.vouchers, { query: { waiting: 'only', size: 1 } }, open)
  const lost = useAnswer(bills.vouchers, { query: { deadline: 'soon', size: 1 } }, open)
  const [waiting, soonLost] = [asked.data, lost.data]
  const tasks = [
    ...(soonLost && soonLost.total > 0
      ? [
          {
            key: 'forclusion',
            icon: IconClockExclamation,
            tone: 'danger' as const,
            text: `${plural(soonLost.total, 'bon')} ${pluralWord(soonLost.total, 'perdu')} d’ici ${urgentDays} jours`,
            end: <Money amount={soonLost.amount} unit />,
            to: '/factures/bons?delai=bientot',
          },
        ]
      : []),
    ...(waiting && waiting.total > 0
      ? [
          {
            key: 'bons',
            icon: IconFileDollar,
            tone: 'warning' as const,
            text: `${plural(waiting.total, 'bon')} à facturer`,
            end: <Money amount={waiting.amount} unit />,
            to: '/factures/bons?a-traiter=oui',
          },
        ]
      : []),
  ]
  return { tasks, answers: open.enabled ? [asked, lost] : [] }
}
