import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { ownReports, type OwnReport } from '#shared/contract/own-reports.ts'
import { longestQuestion, reports, type ReportMeta } from '#shared/contract/reports.ts'
import { dimensionNames, dimensions, isKnownOf, type DimensionName } from '#shared/domain/reports/dimensions.ts'
import { measures } from '#shared/domain/reports/measures.ts'
import { knownQuestion } from '#shared/domain/reports/own-question.ts'
import { periodOn, relativePeriodLabel, relativePeriods } from '#shared/domain/reports/relative-period.ts'
import { FilterChips } from '#shared/ui/filter-chips.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { ComparisonField, DaysFields } from '#backoffice/reports/asked-fields.tsx'
import { FilterPicker } from '#backoffice/reports/filter-picker.tsx'
import { KnownReport } from '#backoffice/reports/own-report-screen.tsx'
import {
  barrierOf,
  bodyOf,
  choiceChips,
  groupsOf,
  isWithoutPast,
  mostMeasures,
  valuesOf,
  valuesOfView,
  valuesOfWords,
  withoutChoice,
  type OwnReportValues,
} from '#backoffice/reports/own-report-values.ts'
import { ownReportsHome } from '#backoffice/reports/own-report-words.ts'
import { askedBy, type ReportFilter } from '#backoffice/reports/report-address.ts'
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

/** Builds a report of one’s own, or changes it: the report stands below while it is built. A new one may begin with a question of « Rapports », which the address says. */
export function OwnReportForm() {
  const { id } = useParams<{ id?: string }>()
  const { data: meta, error, retry } = useAnswer(reports.meta, {})
  const kept = useAnswer(ownReports.read, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  const today = useAtomValue(todayAtom)
  const [params] = useSearchParams()
  const words = id === undefined ? (params.get('mots')?.trim().slice(0, longestQuestion) ?? '') : ''
  const said = useAnswer(reports.understand, { query: { text: words } }, { enabled: words !== '' })
  const isRead = (id === undefined || kept.data !== undefined) && (words === '' || said.data !== undefined)
  const begun = () => {
    if (!meta || id !== undefined) return valuesOf(kept.data)
    const report = said.data?.report
    if (report) return valuesOfWords(words, report, askedBy(params, today).filters)
    return valuesOfView(params, { today, allowed: meta.measures.map(({ name }) => name) }) ?? valuesOf(undefined)
  }
  return (
    <Page scrolls>
      <TextLink to={ownReportsHome}>Nos rapports</TextLink>
      <PageHead title={id === undefined ? 'Nouveau rapport' : 'Modifier le rapport'} />
      {meta && isRead ? (
        <Builder meta={meta} initial={begun()} {...(kept.data && { report: kept.data })} />
      ) : (
        <PanelFace
          error={error ?? kept.error ?? said.error}
          onRetry={error ? retry : kept.error ? kept.retry : said.retry}
          missingText="Ce rapport n’existe pas, ou plus."
        />
      )}
    </Page>
  )
}

interface BuilderProps {
  meta: ReportMeta
  initial: OwnReportValues
  report?: OwnReport
}

function Builder({ meta, initial, report }: BuilderProps) {
  const today = useAtomValue(todayAtom)
  const [, navigate] = useLocation()
  const send = useSend()
  const form = useForm({
    initial,
    schema: ownReports.create.body!,
    bodyOf,
    send: (body) =>
      report ? send(ownReports.patch, { params: { id: report.id }, body }) : send(ownReports.create, { body }),
    onDone: ({ id }) => navigate(`${ownReportsHome}/${id}`),
    noun: noun('rapport', 'm'),
  })
  const { values } = form
  const allowed = meta.measures.map(({ name }) => name)
  const known = knownQuestion(bodyOf(values).question)
  const barrier = barrierOf(values)
  const chips = [
    ...values.filters.map(({ dimension, name }) => ({
      key: `${dimension}:${name}`,
      label: `${dimensions[dimension].label} : ${name}`,
    })),
    ...(groupsOf(values).length > 0 ? choiceChips(values) : []),
  ]
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
          chips={chips.filter(({ key }, at) => chips.findIndex((each) => each.key === key) === at)}
          onRemove={(removed) =>
            form.set({
              ...withoutChoice(values, removed),
              filters: values.filters.filter(({ dimension, name }) => `${dimension}:${name}` !== removed),
            })
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
      {!isWithoutPast(values) && (
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
      )}
    </>
  )
}

const isSame = (one: ReportFilter, other: ReportFilter) => one.dimension === other.dimension && one.key === other.key

/** By what the figures are grouped, and once more. */
function Grouping({ form: { values, set } }: { form: Form<OwnReportValues> }) {
  const offered = dimensionNames.filter((each) => values.measures.every((measure) => isKnownOf(each, measure)))
  const dataOf = (except: DimensionName | null) =>
    offered.filter((each) => each !== except).map((value) => ({ value, label: dimensions[value].label }))
  const named = (value: string | null) => dimensionNames.find((each) => each === value) ?? null
  return (
    <>
      <Select
        label="Groupé par"
        data={dataOf(values.thenBy)}
        placeholder="rien : le total"
        searchable
        clearable
        value={values.dimension}
        error={values.dimension && !offered.includes(values.dimension) && 'Inconnu de ces mesures'}
        onChange={(value) => set(value === null ? { dimension: null, thenBy: null } : { dimension: named(value) })}
      />
      <Select
        label="Puis par"
        data={dataOf(values.dimension)}
        placeholder="–"
        searchable
        clearable
        disabled={values.dimension === null}
        value={values.thenBy}
        error={values.thenBy && !offered.includes(values.thenBy) && 'Inconnu de ces mesures'}
        onChange={(value) => set({ thenBy: named(value) })}
      />
    </>
  )
}

const fixed = 'fixed'

function PeriodFields({ form: { values, set }, today }: { form: Form<OwnReportValues>; today: string }) {
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
