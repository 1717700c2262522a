import type { Report } from '#shared/contract/reports.ts'
import { dimensions, overlapsOf } from '#shared/domain/reports/dimensions.ts'
import { measures, type MeasureName } from '#shared/domain/reports/measures.ts'
import { valueText } from '#shared/domain/reports/report-words.ts'
import { type Currency, formatAmount, formatPercent } from '#shared/ui/money-format.ts'

/** The change in words: « 4,2 % de plus », « 1,4 point de moins »; null when there is nothing to compare with. */
export function changeText(name: MeasureName, value: number | null, compared: number | null): string | null {
  if (value === null || compared === null) return null
  if (measures[name].unit === 'percent') {
    const points = Math.round(Math.abs(value - compared) * 10) / 10
    if (points === 0) return 'autant'
    return `${formatAmount(points * 10, { decimals: 1 })} ${points < 2 ? 'point' : 'points'} de ${value > compared ? 'plus' : 'moins'}`
  }
  if (value === compared) return 'autant'
  if (compared <= 0) return null
  const percent = Math.round((Math.abs(value - compared) / compared) * 1000) / 10
  if (percent === 0) return 'autant'
  return `${formatPercent(percent)} de ${value > compared ? 'plus' : 'moins'}`
}

/** The total of a report in one sentence, with its change. `than`: what it is compared with. */
export function sentenceOf(
  { measures: [name], rows, totals }: Report,
  { currency, than }: { currency: Currency; than: string },
): string {
  const total = totals.values[0] ?? null
  if (name === undefined || total === null || (total === 0 && rows.length === 0)) return 'Rien sur cette période.'
  const change = totals.compared && changeText(name, total, totals.compared[0] ?? null)
  return `${measures[name].label} : ${valueText(name, total, currency)}${change ? `, ${change} que ${than}` : ''}.`
}

/** How few of the groups make four fifths; null when they are not few. Beyond the limit the number of all is not known. */
export function mostText({
  measures: names,
  dimensions: [dimension, divided],
  rows,
  totals,
  groups,
}: Report): string | null {
  const total = totals.values[0] ?? 0
  const listed = rows.map(({ values: [value] }) => value ?? 0)
  const values = listed.toSorted((a, b) => b - a)
  const areAll = rows.length === groups
  // Cut in another order, the largest ones may be missing.
  if (!areAll && values.some((value, at) => value !== listed[at])) return null
  // Of a group that is divided, each row is only a part of it.
  if (dimension === undefined || divided !== undefined) return null
  // Those of the compared period alone are no part of the total.
  const parts = values.filter((value) => value > 0).length
  if (dimensions[dimension].isTime || names.some((name) => overlapsOf(dimension, name))) return null
  // Ratios do not add up.
  if (names[0] === undefined || 'of' in measures[names[0]]) return null
  if (total <= 0 || parts < 5) return null
  let sum = 0
  const count = values.findIndex((value) => (sum += value) >= total * 0.8) + 1
  if (count === 0 || (areAll && count > parts / 2)) return null
  if (count === 1) return 'Un seul fait 80 % du total.'
  return `${count}${areAll ? ` sur ${formatAmount(parts, { decimals: 0 })}` : ''} font 80 % du total.`
}
