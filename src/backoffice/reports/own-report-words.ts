import type { OwnReport, SendingProblem } from '#shared/contract/own-reports.ts'
import { dimensionNames, dimensions } from '#shared/domain/reports/dimensions.ts'
import { measureNames, measures } from '#shared/domain/reports/measures.ts'
import { relativePeriodLabel } from '#shared/domain/reports/relative-period.ts'
import { byText, daysText } from '#shared/domain/reports/report-words.ts'
import { rhythmLabels } from '#shared/domain/reports/schedule.ts'
import { formatNearDay } from '#shared/ui/date-format.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

export const ownReportsHome = '/rapports/nos-rapports'

/** Where the builder begins with a question of « Rapports »: that of an address, `view` the title of one of its views. */
export function keepAddress(params: URLSearchParams, view?: string): string {
  const next = new URLSearchParams(params)
  if (view !== undefined) next.set('vue', view)
  return `${ownReportsHome}/nouveau?${next}`
}

/** « Chiffre d’affaires, Quantités · par mois · cette année » */
export function questionText({ measures: names, dimensions: grouped, filters, period }: OwnReport['question']): string {
  const filtered = filters.map(({ dimension, name }) => `${dimensionText(dimension)} = ${name}`)
  return [
    names.map(measureText).join(', '),
    ...grouped.map((name) => byText(dimensionText(name))),
    ...new Set(filtered),
    typeof period === 'string' ? relativePeriodLabel(period) : daysText(period),
  ].join(' · ')
}

/** The label of a measure; its stored name when it no longer exists. */
export function measureText(name: string): string {
  const known = measureNames.find((each) => each === name)
  return known ? measures[known].label : name
}

export function dimensionText(name: string): string {
  const known = dimensionNames.find((each) => each === name)
  return known ? dimensions[known].label : name
}

/** « Le lundi à 7 h » */
export function scheduleText({ rhythm, hour }: Pick<NonNullable<OwnReport['schedule']>, 'rhythm' | 'hour'>): string {
  return `${rhythmLabels[rhythm]} à ${hour}\u00a0h`
}

const problemWords: Record<SendingProblem, (by: string) => string> = {
  gone: (by) => `${by}, qui l’a programmé, ne travaille plus ici`,
  rights: (by) => `${by}, qui l’a programmé, n’a plus les droits qu’il demande`,
  words: () => 'une mesure ou un regroupement n’existe plus',
  off: () => 'le serveur n’envoie pas d’e-mails',
  failed: () => 'le serveur n’a pas pu le préparer',
  refused: () => 'le serveur de messagerie l’a refusé',
}

/** How the last e-mail of a report ended; null before the first one. */
export function sendingState({ sending, schedule }: OwnReport): { label: string; tone?: StatusTone } | null {
  if (!sending) return null
  const day = formatNearDay(sending.day)
  if (sending.state === 'failed') return { label: `Non envoyé ${day}`, tone: schedule ? 'danger' : 'neutral' }
  return sending.state === 'sent' ? { label: `Envoyé ${day}`, tone: 'success' } : { label: 'En attente', tone: 'info' }
}

/** Why the last e-mail did not leave, as a sentence; null when it left. */
export function problemText({ sending, schedule, ownerName }: OwnReport): string | null {
  if (!sending?.problem) return null
  const why = problemWords[sending.problem](schedule?.byName ?? ownerName)
  return `Le rapport n’est pas parti ${formatNearDay(sending.day)}\u00a0: ${why}${sending.reason ? ` (${sending.reason})` : ''}.`
}
