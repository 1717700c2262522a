import { IconReceiptTax } from '@tabler/icons-react'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { formatSince } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { useOpens } from '#backoffice/dashboard/opens.ts'
import type { Counted } from '#backoffice/dashboard/task.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** In seconds: an outage of the platform is rarely longer; after it something else is wrong. */
const longWait = 86_400
/** Refetch interval in ms: a document gets older without a hint. */
const everyMs = 5 * 60_000

/** Sales that the fiscal platform has not certified yet, with the age of the oldest. */
export function useFiscalTasks(): Counted {
  const enabled = useOpens()('/factures-normalisees')
  const waiting = useAnswer(
    fiscalDocuments.list,
    { query: { state: 'waiting', sort: 'soldAt', size: 1 } },
    { enabled, everyMs },
  )
  const { items: [oldest] = [], total = 0 } = waiting.data ?? {}
  if (!oldest) return { tasks: [], answers: enabled ? [waiting] : [] }
  const seconds = (pharmacyNow().getTime() - Date.parse(oldest.soldAt)) / 1000
  const task = {
    key: 'a-normaliser',
    icon: IconReceiptTax,
    tone: seconds > longWait ? ('warning' as const) : ('info' as const),
    text: `${plural(total, 'facture')} en attente de normalisation`,
    end: formatSince(seconds),
    to: '/factures-normalisees?periode=tout&etat=en-attente',
  }
  return { tasks: [task], answers: [waiting] }
}
