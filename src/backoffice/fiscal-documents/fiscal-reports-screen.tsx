import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { fiscalStates } from '#shared/contract/fiscal-documents.ts'
import { type FiscalReport, fiscalReports, type ZRow } from '#shared/contract/fiscal-reports.ts'
import { isDay } from '#shared/domain/dates.ts'
import { formatDay, formatHour, formatMoment } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { TypedDayInput } from '#shared/ui/typed-day-input.tsx'
import { FiscalReportPages } from '#backoffice/fiscal-documents/fiscal-report-pages.tsx'
import {
  ArticleTable,
  DocumentsTable,
  MeansTable,
  TaxTable,
} from '#backoffice/fiscal-documents/fiscal-report-tables.tsx'
import { countedState, stateWords, withheldWords, zNumbers } from '#backoffice/fiscal-documents/fiscal-words.ts'
import classes from '#backoffice/fiscal-documents/fiscal-reports.module.css'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'

const home = '/factures-normalisees/rapports'
const pageSize = 50
/** Of one answer. */
const mostRows = 2000

/** The report asked for by the address: one closing, all closings of a day, or, with neither, what is still open. */
type Asked = { z?: number; day?: string }

/** X of the day, Z of each closing and of each day, and their articles (A). */
export function FiscalReportsScreen() {
  const back = { to: useListAddress('/factures-normalisees'), title: 'Factures normalisées' }
  const today = useAtomValue(todayAtom)
  const [params, setParams] = useSearchParams()
  const asked = askedBy(params)
  const [pages, setPages] = useState(1)
  const size = Math.min(mostRows, pages * pageSize)
  const closings = useAnswer(fiscalReports.list, { query: { page: 0, size } }, { keep: true })
  const { data: report, error, retry } = useAnswer(fiscalReports.read, { query: asked })
  const closing = closings.data?.items.find(({ number }) => number === asked.z)
  const title = titleOf(asked)
  return (
    <Page scrolls>
      <DetailHead
        back={back}
        title="Rapports X, Z et A"
        actions={report && !isEmptyDay(asked, report) && <Print title={title} report={report} closing={closing} />}
      />
      <div className={classes.columns}>
        <div className={classes.choice}>
          <TypedDayInput
            label="Z de la journée"
            today={today}
            max={today}
            yearsAhead={0}
            value={asked.day ?? null}
            onChange={(day) => setParams(day === null ? {} : { jour: day })}
          />
          <nav aria-label="Rapports" className={classes.list}>
            <Link href={home} className="officine-focus" aria-current={isOpen(asked) ? 'page' : undefined}>
              <b>Rapport X (en cours)</b>
            </Link>
            {closings.data ? (
              closings.data.items.map((row) => <Closing key={row.number} row={row} isShown={row.number === asked.z} />)
            ) : (
              <PanelFace error={closings.error} onRetry={closings.retry} missingText="Aucun Z." />
            )}
            {closings.data && closings.data.total > size && size < mostRows && (
              <Button variant="subtle" onClick={() => setPages(pages + 1)}>
                Z plus anciens
              </Button>
            )}
          </nav>
        </div>
        <section className={classes.report} aria-label={title}>
          <h2>{title}</h2>
          {report ? (
            <Report asked={asked} report={report} closing={closing} />
          ) : (
            <PanelFace error={error} onRetry={retry} missingText="Ce Z n’existe pas, ou l’adresse est incomplète." />
          )}
        </section>
      </div>
    </Page>
  )
}

function Closing({ row, isShown }: { row: ZRow; isShown: boolean }) {
  const { number, closingNumber, closedAt, closedByName, documents, total } = row
  return (
    <Link href={`${home}?z=${number}`} className="officine-focus" aria-current={isShown ? 'page' : undefined}>
      <span>
        <b>{`Z n°\u00a0${number}`}</b>
        <b>
          <Money amount={total} />
        </b>
      </span>
      <span>
        {formatMoment(closedAt)}
        <span>{plural(documents, 'document')}</span>
      </span>
      <small>{[closingNumber !== null && closingName(closingNumber), closedByName].filter(Boolean).join(', ')}</small>
    </Link>
  )
}

type ReportProps = { report: FiscalReport; closing: ZRow | undefined }

function Report({ asked, report, closing }: ReportProps & { asked: Asked }) {
  if (isEmptyDay(asked, report)) return <Nothing>Aucune caisse n’a été clôturée ce jour-là.</Nothing>
  return (
    <>
      <div className={classes.facts}>
        {factsOf(report, closing).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {closing && <TextLink to={`/caisses/${closing.registerId}`}>Voir la caisse</TextLink>}
      </div>
      <div className={classes.states}>
        {fiscalStates.map((state) => {
          const count = report.states[state] ?? 0
          return (
            count > 0 && (
              <StatusTag key={state} tone={stateWords[state].tone}>
                {countedState(state, count)}
              </StatusTag>
            )
          )
        })}
      </div>
      <WithheldNote isShown={report.withheld > 0}>{withheldWords(report.withheld)}</WithheldNote>
      <div className={classes.sums}>
        <Sheet title="Factures et avoirs">
          <DocumentsTable report={report} />
        </Sheet>
        <Sheet title="Paiements">
          {report.means.length === 0 ? <Nothing>Aucun paiement.</Nothing> : <MeansTable report={report} />}
        </Sheet>
      </div>
      <Sheet title="Ventilation des impôts">
        {report.groups.length === 0 ? <Nothing>Aucune facture.</Nothing> : <TaxTable report={report} />}
      </Sheet>
      <Sheet title="Articles (A)" fact={report.articles.length > 0 && plural(report.articles.length, 'article')}>
        {report.articles.length === 0 ? <Nothing>Aucun article.</Nothing> : <ArticleTable report={report} />}
      </Sheet>
    </>
  )
}

function Print({ title, report, closing }: ReportProps & { title: string }) {
  const [isPrinting, setPrinting] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => setPrinting(true)}>
        Imprimer
      </Button>
      {isPrinting && (
        <FiscalReportPages
          title={title}
          facts={factsOf(report, closing)}
          report={report}
          onPrinted={() => setPrinting(false)}
        />
      )}
    </>
  )
}

function askedBy(params: URLSearchParams): Asked {
  const z = Number(params.get('z'))
  if (Number.isInteger(z) && z > 0) return { z }
  const day = params.get('jour') ?? ''
  return isDay(day) ? { day } : {}
}

const isOpen = ({ z, day }: Asked) => z === undefined && day === undefined
const isEmptyDay = ({ day }: Asked, { numbers }: FiscalReport) => day !== undefined && numbers.length === 0
const closingName = (number: number) => `Clôture n°\u00a0${number}`

function titleOf({ z, day }: Asked): string {
  if (z !== undefined) return `Rapport Z n°\u00a0${z}`
  return day === undefined ? 'Rapport X (en cours)' : `Z de la journée du ${formatDay(day)}`
}

/** Which closings it sums, and from when to when their documents are. */
function factsOf({ numbers, from, to }: FiscalReport, closing: ZRow | undefined): string[] {
  return [
    ...(closing
      ? [
          [closing.closingNumber !== null && closingName(closing.closingNumber), formatMoment(closing.closedAt)]
            .filter(Boolean)
            .join(' du '),
          ...(closing.closedByName ? [`Par ${closing.closedByName}`] : []),
        ]
      : numbers.length > 0
        ? [`Z ${zNumbers(numbers)}`]
        : []),
    ...(from && to ? [spanText(from, to)] : []),
  ]
}

function spanText(from: string, to: string): string {
  if (formatDay(from) === formatDay(to))
    return `Documents du ${formatDay(from)}, de ${formatHour(from)} à ${formatHour(to)}`
  return `Documents du ${formatMoment(from)} au ${formatMoment(to)}`
}
