import { IconChevronRight } from '@tabler/icons-react'
import type { FiscalDetail } from '#shared/contract/fiscal-documents.ts'
import { formatExactHour, formatShortDay } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import text from '#shared/ui/text.module.css'
import { stepText } from '#backoffice/fiscal-documents/fiscal-words.ts'
import classes from '#backoffice/fiscal-documents/fiscal.module.css'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'

type Exchange = FiscalDetail['exchanges'][number]

/** Each call of the platform about a document, word for word, folded. */
export function Exchanges({ exchanges }: { exchanges: readonly Exchange[] }) {
  return (
    <Sheet title="Journal des échanges" fact={exchanges.length > 0 && plural(exchanges.length, 'échange')}>
      {exchanges.length === 0 ? (
        <Nothing>Aucun échange avec la plateforme.</Nothing>
      ) : (
        exchanges.map((exchange, position) => (
          <details key={`${exchange.at} ${position}`} className={classes.exchange}>
            <summary className="officine-focus">
              <IconChevronRight size={16} aria-hidden />
              <span>{`${formatShortDay(exchange.at)} ${formatExactHour(exchange.at)}`}</span>
              <b>{stepText(exchange.step)}</b>
              <Outcome status={exchange.status} />
              <span className={text.quiet}>{`${exchange.tookMs}\u00a0ms`}</span>
            </summary>
            <h3>{`${exchange.method} ${exchange.url}`}</h3>
            {exchange.request !== null && <pre>{exchange.request}</pre>}
            <h3>Réponse</h3>
            <pre>{exchange.answer || 'Vide'}</pre>
          </details>
        ))
      )}
    </Sheet>
  )
}

function Outcome({ status }: Pick<Exchange, 'status'>) {
  if (status === null) return <StatusTag tone="warning">Sans réponse</StatusTag>
  return <StatusTag tone={status < 400 ? 'success' : 'danger'}>{status}</StatusTag>
}
