import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useLocation, useParams } from 'wouter'
import { ownReports, type OwnReport } from '#shared/contract/own-reports.ts'
import { reports, type ReportMeta } from '#shared/contract/reports.ts'
import type { Comparison, Period } from '#shared/domain/reports/compared-period.ts'
import { dimensionNames, dimensions, isKnownOf, type DimensionName } from '#shared/domain/reports/dimensions.ts'
import { measures, type MeasureName } from '#shared/domain/reports/measures.ts'
import { knownQuestion } from '#shared/domain/reports/own-question.ts'
import {
  periodOn,
  relativePeriodLabel,
  relativePeriods,
  type RelativePeriod,
} from '#shared/domain/reports/relative-period.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { ComparisonField, DaysFields } from '#backoffice/reports/asked-fields.tsx'
import { FilterPicker } from '#backoffice/reports/filter-picker.tsx'
import { KnownReport } from '#backoffice/reports/own-report-screen.tsx'
import { ownReportsHome } from '#backoffice/reports/own-report-words.ts'
import type { ReportFilter } from '#backoffice/reports/report-address.ts'
import classes from '#backoffice/reports/reports.module.css'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { type Form, useForm } from '#backoffice/ui/forms/use-form.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'

const mostMeasures = 6

/** Builds a report of one’s own, or changes it: the report stands below while it is built. */
export function OwnReportForm() {
  const { id } = useParams<{ id?: string }>()
  const { data: meta, error, retry } = useAnswer(reports.meta, {})
  const kept = useAnswer(ownReports.read, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  const isRead = id === undefined || kept.data !== undefined
  return (
    <Page scrolls>
      <TextLink to={ownReportsHome}>Nos rapports</TextLink>
      <PageHead title={id === undefined ? 'Nouveau rapport' : 'Modifier le rapport'} />
      {meta && isRead ? (
        <Builder meta={meta} {...(kept.data && { report: kept.data })} />
      ) : (
        <PanelFace
          error={error ?? kept.error}
          onRetry={error ? retry : kept.retry}
          missingText="Ce rapport n’existe pas, ou plus."
        />
      )}
    </Page>
  )
}

type Values = {
  name: string
  shared: boolean
  pinned: boolean
  measures: MeasureName[]
  dimension: DimensionName | null
  thenBy: DimensionName | null
  filters: readonly ReportFilter[]
  period: RelativePeriod | Period
  comparison: Comparison | null
}

function valuesOf(report: OwnReport | undefined): Values {
  if (!report)
    return {
      name: '',
      shared: true,
      pinned: false,
      measures: ['turnover'],
      dimension: 'day',
      thenBy: null,
      filters: [],
      period: 'this-month',
      comparison: 'before',
    }
  const { name, shared, pinned, question } = report
  const { measures: known, dimensions: grouped, filters } = knownQuestion(question)
  const [dimension = null, thenBy = null] = grouped
  const { period, comparison } = question
  return { name, shared, pinned, measures: known, dimension, thenBy, filters, period, comparison }
}

function bodyOf({ name, shared, pinned, measures: asked, dimension, thenBy, filters, period, comparison }: Values) {
  const grouped = [dimension, thenBy].filter((each) => each !== null)
  return { name, shared, pinned, question: { measures: asked, dimensions: grouped, filters, period, comparison } }
}

function Builder({ meta, report }: { meta: ReportMeta; report?: OwnReport }) {
  const today = useAtomValue(todayAtom)
  const [, navigate] = useLocation()
  const send = useSend()
  const form = useForm({
    initial: valuesOf(report),
    schema: ownReports.create.body!,
    bodyOf,
    send: (body) =>
      report ? send(ownReports.patch, { params: { id: report.id }, body }) : send(ownReports.create, { body }),
    onDone: ({ id }) => navigate(`${ownReportsHome}/${id}`),
    noun: noun('rapport', 'm'),
  })
  const { values } = form
  const allowed = meta.measures.map(({ name }) => name)
  const known = knownQuestion({
    measures: values.measures,
    dimensions: [values.dimension, values.thenBy].filter((each) => each !== null),
    filters: values.filters,
  })
  const barrier =
    values.measures.length === 0
      ? 'Choisissez au moins une mesure.'
      : known.lost.length > 0
        ? 'Ces mesures ne connaissent pas toutes ce regroupement ou ce filtre.'
        : undefined
  return (
    <>
      <FormFrame
        label="Rapport"
        form={form}
        onCancel={() => navigate(report ? `${ownReportsHome}/${report.id}` : ownReportsHome)}
        {...(barrier && { barrier })}
      >
        <div className={classes.asking}>
          <MultiSelect
            label="Mesures"
            className={classes.measures}
            data={allowed.map((value) => ({ value, label: measures[value].label }))}
            maxValues={mostMeasures}
            searchable
            hidePickedOptions
            value={values.measures}
            onChange={(names) => form.set({ measures: allowed.filter((each) => names.includes(each)) })}
          />
          <Grouping form={form} />
          <PeriodFields form={form} today={today} />
        </div>
        <FilterChips
          chips={values.filters.map(({ dimension, key, name }) => ({
            key: `${dimension}:${key}`,
            label: `${dimensions[dimension].label} : ${name}`,
          }))}
          onRemove={(removed) =>
            form.set({ filters: values.filters.filter(({ dimension, key }) => `${dimension}:${key}` !== removed) })
          }
          addMenu={(close) => (
            <FilterPicker
              measures={values.measures}
              period={periodOn(values.period, today)}
              onPick={(filter) => {
                form.set({ filters: [...values.filters.filter((each) => !isSame(each, filter)), filter] })
                close()
              }}
            />
          )}
        />
        <div className={classes.asking}>
          <TextInput label="Nom" className={classes.measures} required maxLength={60} {...form.text('name')} />
          <Checkbox
            label="Partagé avec ceux qui voient les rapports"
            checked={values.shared}
            onChange={(event) => form.set({ shared: event.currentTarget.checked })}
          />
          <Checkbox
            label="Épinglé au tableau de bord"
            checked={values.pinned}
            onChange={(event) => form.set({ pinned: event.currentTarget.checked })}
          />
        </div>
      </FormFrame>
      <KnownReport
        title={values.name.trim() || 'Aperçu'}
        known={{ ...known, lost: [] }}
        allowed={allowed}
        asked={{
          period: periodOn(values.period, today),
          comparison: values.comparison,
          filters: known.filters,
        }}
        onFilter={(filter) =>
          form.set({ filters: [...values.filters.filter((each) => !isSame(each, filter)), filter] })
        }
      />
    </>
  )
}

const isSame = (one: ReportFilter, other: ReportFilter) => one.dimension === other.dimension && one.key === other.key

/** By what the figures are grouped, and once more. */
function Grouping({ form: { values, set } }: { form: Form<Values> }) {
  const offered = dimensionNames.filter((each) => values.measures.every((measure) => isKnownOf(each, measure)))
  const dataOf = (except: DimensionName | null) =>
    offered.filter((each) => each !== except).map((value) => ({ value, label: dimensions[value].label }))
  const named = (value: string | null) => dimensionNames.find((each) => each === value) ?? null
  return (
    <>
      <Select
        label="Groupé par"
        data={dataOf(values.thenBy)}
        searchable
        allowDeselect={false}
        value={values.dimension}
        error={values.dimension && !offered.includes(values.dimension) && 'Inconnu de ces mesures'}
        onChange={(value) => set({ dimension: named(value) })}
      />
      <Select
        label="Puis par"
        data={dataOf(values.dimension)}
        placeholder="–"
        searchable
        clearable
        value={values.thenBy}
        error={values.thenBy && !offered.includes(values.thenBy) && 'Inconnu de ces mesures'}
        onChange={(value) => set({ thenBy: named(value) })}
      />
    </>
  )
}

const fixed = 'fixed'

function PeriodFields({ form: { values, set }, today }: { form: Form<Values>; today: string }) {
  const { period, comparison } = values
  return (
    <>
      <Select
        label="Période"
        data={[
          ...relativePeriods.map((value) => ({ value: value as string, label: relativePeriodLabel(value) })),
          { value: fixed, label: 'des jours fixes' },
        ]}
        allowDeselect={false}
        value={typeof period === 'string' ? period : fixed}
        onChange={(value) => set({ period: relativePeriods.find((each) => each === value) ?? periodOn(period, today) })}
      />
      {typeof period !== 'string' && (
        <DaysFields period={period} today={today} onChange={(days) => set({ period: days })} />
      )}
      <ComparisonField comparison={comparison} onChange={(chosen) => set({ comparison: chosen })} />
    </>
  )
}
