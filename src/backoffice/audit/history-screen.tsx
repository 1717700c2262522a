import { Button } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { audit, type AuditEntry } from '#shared/contract/audit.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatHour, formatDay, formatShortDay } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { auditAct } from '#backoffice/audit/audit-sentence.ts'
import { nameOf, thingWords } from '#backoffice/audit/audit-words.ts'
import classes from '#backoffice/audit/audit.module.css'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const pageSize = 100
/** Of one answer. */
const mostRows = 2000

/** The history of one record as sentences, the latest first: who did what, when and where. */
export function HistoryScreen() {
  const { id } = useParams<{ id: string }>()
  const [pages, setPages] = useState(1)
  const currency = useCurrency()
  const { data, error, retry } = useAnswer(audit.list, {
    query: { recordId: id, page: 0, size: Math.min(mostRows, pages * pageSize) },
  })
  const back = { to: useListAddress('/parametres/journal'), title: 'Qui a changé quoi' }
  const latest = data?.items[0]
  if (!data || !latest)
    return (
      <DetailFace
        back={back}
        title="Historique"
        error={error}
        onRetry={retry}
        missingText="Rien n’est noté de cette fiche."
      />
    )
  const name = nameOf(latest)
  return (
    <Page scrolls>
      <DetailHead back={back} title={[thingWords[latest.thing], name].filter(Boolean).join(' ')} />
      <Sheet title="Historique" fact={plural(data.total, 'changement')}>
        <ol className={classes.history}>
          {data.items.map((entry, at) => (
            <li key={entry.id}>
              {isNewDay(entry, data.items[at - 1]) && <h3>{formatDay(entry.at)}</h3>}
              <Sentence entry={entry} currency={currency} />
            </li>
          ))}
        </ol>
        {data.total > data.items.length && data.items.length < mostRows && (
          <Button variant="default" onClick={() => setPages(pages + 1)}>
            Changements plus anciens
          </Button>
        )}
      </Sheet>
    </Page>
  )
}

function Sentence({ entry, currency }: { entry: AuditEntry; currency: ReturnType<typeof useCurrency> }) {
  const { action, sentence } = auditAct(entry, currency)
  return (
    <p>
      <span>
        {formatHour(entry.at)}, <b>{entry.byName ?? 'sans personne'}</b>
        {entry.terminalCode && `, poste ${entry.terminalCode}`}
      </span>
      <br />
      {[action, sentence].filter(Boolean).join('\u00a0: ')}
    </p>
  )
}

function isNewDay(entry: AuditEntry, before: AuditEntry | undefined): boolean {
  return !before || formatShortDay(entry.at) !== formatShortDay(before.at)
}
