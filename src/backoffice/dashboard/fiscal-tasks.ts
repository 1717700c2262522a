import { IconReceiptTax } from '@tabler/icons-react'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { formatSince } from '#shared/ui/date-format.ts'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import { useOpens } from '#backoffice/dashboard/opens.ts'
import type { Counted, Task } from '#backoffice/dashboard/task.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** In seconds: an outage of the platform is rarely longer; after it something else is wrong. */
const longWait = 86_400
/** Refetch interval in ms: a document gets older without a hint. */
const everyMs = 5 * 60_000

/** What a person has to do for documents of a state, and who does it. */
const troubles = {
  rejected: {
    value: 'refusee',
    tone: 'danger',
    words: (count: number) => `${plural(count, 'facture')} ${pluralWord(count, 'refusée')} par la plateforme`,
    end: 'Corriger et renvoyer',
  },
  uncertain: {
    value: 'a-verifier',
    tone: 'danger',
    words: (count: number) => `${plural(count, 'facture')} peut-être ${pluralWord(count, 'normalisée')}`,
    end: 'Regarder sur le portail',
  },
  incomplete: {
    value: 'a-completer',
    tone: 'warning',
    words: (count: number) => `${plural(count, 'facture')} sans groupe de taxe`,
    end: 'Compléter',
  },
} as const

/** Sales that the fiscal platform has not certified: what waits, with the age of the oldest, and what needs a person. */
export function useFiscalTasks(): Counted {
  const enabled = useOpens()('/factures-normalisees')
  const mayDecide = useMay(fiscalDocuments.settle)
  const asked = { enabled, everyMs }
  const waiting = useAnswer(fiscalDocuments.list, { query: { state: 'waiting', sort: 'soldAt', size: 1 } }, asked)
  const rejected = useAnswer(fiscalDocuments.list, { query: { state: 'rejected', size: 1 } }, asked)
  const uncertain = useAnswer(fiscalDocuments.list, { query: { state: 'uncertain', size: 1 } }, asked)
  const incomplete = useAnswer(fiscalDocuments.list, { query: { state: 'incomplete', size: 1 } }, asked)
  const counts = { rejected, uncertain, incomplete }
  const tasks = (['rejected', 'uncertain', 'incomplete'] as const).flatMap((state): Task[] => {
    const count = counts[state].data?.total ?? 0
    const { value, tone, words, end } = troubles[state]
    return count === 0
      ? []
      : [
          {
            key: value,
            icon: IconReceiptTax,
            tone,
            text: words(count),
            end: mayDecide ? end : 'Prévenir le titulaire',
            to: `/factures-normalisees?periode=tout&etat=${value}`,
          },
        ]
  })
  const { items: [oldest] = [], total = 0 } = waiting.data ?? {}
  if (oldest) {
    const seconds = (pharmacyNow().getTime() - Date.parse(oldest.soldAt)) / 1000
    tasks.push({
      key: 'a-normaliser',
      icon: IconReceiptTax,
      tone: seconds > longWait ? 'warning' : 'info',
      text: `${plural(total, 'facture')} en attente de normalisation`,
      end: formatSince(seconds),
      to: '/factures-normalisees?periode=tout&etat=en-attente',
    })
  }
  return { tasks, answers: enabled ? [waiting, rejected, uncertain, incomplete] : [] }
}
