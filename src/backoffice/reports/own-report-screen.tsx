import { IconMail, IconPencil, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { exports } from '#shared/contract/exports.ts'
import { ownReports, type OwnReport } from '#shared/contract/own-reports.ts'
import { reports } from '#shared/contract/reports.ts'
import { dimensions } from '#shared/domain/reports/dimensions.ts'
import { measures, type MeasureName } from '#shared/domain/reports/measures.ts'
import { knownQuestion, type KnownQuestion } from '#shared/domain/reports/own-question.ts'
import { periodOn } from '#shared/domain/reports/relative-period.ts'
import { formatNearDay } from '#shared/ui/date-format.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import {
  dimensionText,
  measureText,
  ownReportsHome,
  problemText,
  scheduleText,
} from '#backoffice/reports/own-report-words.ts'
import { askedBy, withAsked, type AskedReport } from '#backoffice/reports/report-address.ts'
import { ReportView } from '#backoffice/reports/report-view.tsx'
import { ScheduleModal } from '#backoffice/reports/schedule-modal.tsx'
import classes from '#backoffice/reports/reports.module.css'
import { Page } from '#backoffice/ui/page.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** One report of a member, read with the rights of who opens it. */
export function OwnReportScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: report, error, retry } = useAnswer(ownReports.read, { params: { id } })
  return (
    <Page scrolls>
      <TextLink to={ownReportsHome}>Nos rapports</TextLink>
      {report ? (
        <Opened report={report} />
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Ce rapport n’existe pas, ou plus." />
      )}
    </Page>
  )
}

function Opened({ report }: { report: OwnReport }) {
  const { data: meta, error, retry } = useAnswer(reports.meta, {})
  const problem = problemText(report)
  const { schedule } = report
  return (
    <>
      <PageHead
        title={report.name}
        facts={[
          report.own ? (report.shared ? 'partagé' : null) : `de ${report.ownerName}`,
          schedule && `${scheduleText(schedule)} à ${schedule.to.join(', ')}`,
        ]
          .filter(Boolean)
          .join(', ')}
        actions={report.mayChange && <Gestures report={report} />}
      />
      {report.sending?.state === 'sent' && schedule && (
        <p className={classes.aside} role="status">
          Dernier envoi par e-mail : {formatNearDay(report.sending.day)}.
        </p>
      )}
      {problem && schedule && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {meta ? (
        <Asked report={report} allowed={meta.measures.map(({ name }) => name)} />
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Les rapports ne répondent pas." />
      )}
    </>
  )
}

function Gestures({ report }: { report: OwnReport }) {
  const [, navigate] = useLocation()
  const send = useSend()
  const gesture = useGesture()
  const [isScheduling, setIsScheduling] = useState(false)
  // An e-mail takes the figures out of the pharmacy, as an export does.
  const mayExport = useMay(exports.create)
  const { id, name, pinned } = report
  const remove = () =>
    gesture.ask({
      title: `Supprimer «\u00a0${name}\u00a0»\u202f?`,
      text: report.schedule ? 'Il ne sera plus envoyé par e-mail.' : 'Les ventes et les chiffres ne changent pas.',
      yes: 'Supprimer',
      run: async () => {
        await send(ownReports.remove, { params: { id } })
        navigate(ownReportsHome)
      },
    })
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={pinned ? <IconPinnedOff size={18} aria-hidden /> : <IconPin size={18} aria-hidden />}
        onClick={() => gesture.run(() => send(ownReports.patch, { params: { id }, body: { pinned: !pinned } }))}
      >
        {pinned ? 'Détacher' : 'Épingler'}
      </WriteButton>
      {mayExport && (
        <WriteButton
          variant="default"
          leftSection={<IconMail size={18} aria-hidden />}
          onClick={() => setIsScheduling(true)}
        >
          Par e-mail
        </WriteButton>
      )}
      <WriteButton variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={remove}>
        Supprimer
      </WriteButton>
      <WriteButton
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => navigate(`${ownReportsHome}/${id}/modifier`)}
      >
        Modifier
      </WriteButton>
      {isScheduling && <ScheduleModal report={report} onClose={() => setIsScheduling(false)} />}
      {gesture.modals}
    </>
  )
}

function Asked({ report: { name, question }, allowed }: { report: OwnReport; allowed: readonly MeasureName[] }) {
  const today = useAtomValue(todayAtom)
  const [params, setParams] = useSearchParams()
  const known = knownQuestion(question)
  const clicked = askedBy(params, today).filters
  const setFilters = (filters: AskedReport['filters']) =>
    setParams((now) => {
      const next = withAsked(new URLSearchParams(), { ...askedBy(now, today), filters })
      return new URLSearchParams(next.getAll('filtre').map((filter) => ['filtre', filter]))
    })
  return (
    <>
      {clicked.length > 0 && (
        <FilterChips
          chips={clicked.map((filter) => ({
            key: filter.dimension,
            label: `${dimensions[filter.dimension].label} : ${filter.name}`,
          }))}
          onRemove={(key) => setFilters(clicked.filter(({ dimension }) => dimension !== key))}
        />
      )}
      <KnownReport
        title={name}
        known={known}
        allowed={allowed}
        asked={{
          period: periodOn(question.period, today),
          comparison: question.comparison,
          filters: [
            ...known.filters.filter(({ dimension }) => clicked.every((each) => each.dimension !== dimension)),
            ...clicked,
          ],
        }}
        onFilter={(filter) =>
          setFilters([...clicked.filter(({ dimension }) => dimension !== filter.dimension), filter])
        }
      />
    </>
  )
}

/** How a view chooses its groups: as the kept question. */
function choiceOfView({ dimensions: grouped, order, limit, only }: KnownQuestion) {
  if (grouped.length === 0) return {}
  return { ...(order && { order }), ...(limit !== null && { limit }), ...(only.length > 0 && { only }) }
}

interface KnownReportProps {
  title: string
  known: KnownQuestion
  allowed: readonly MeasureName[]
  asked: AskedReport
  onFilter: (filter: AskedReport['filters'][number]) => void
}

/** What the vocabulary and the rights of the member leave of a question, and in words what they do not. */
export function KnownReport({ title, known, allowed, asked, onFilter }: KnownReportProps) {
  const shown = known.measures.filter((measure) => allowed.includes(measure))
  const hidden = known.measures.filter((measure) => !allowed.includes(measure))
  const [dimension, thenBy] = known.dimensions
  return (
    <>
      {known.lost.length > 0 && (
        <p className={classes.problem}>
          Ce rapport demande ce que les rapports ne connaissent plus&nbsp;:{' '}
          {known.lost.map((lost) => measureText(dimensionText(lost))).join(', ')}. Modifiez-le pour le garder.
        </p>
      )}
      {hidden.length > 0 && (
        <p className={classes.problem}>
          Vos droits ne montrent pas&nbsp;: {hidden.map((measure) => measures[measure].label).join(', ')}.
        </p>
      )}
      {shown.length > 0 && (
        <ReportView
          view={{
            title,
            measures: known.measures,
            dimension: dimension ?? null,
            ...(thenBy && { thenBy }),
            ...choiceOfView(known),
          }}
          isTotalSaid={false}
          asked={asked}
          allowed={allowed}
          onFilter={onFilter}
        />
      )}
    </>
  )
}
