import { isDay } from '#shared/domain/dates.ts'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import { sourcesOf, type MeasureName } from '#shared/domain/reports/measures.ts'
import type { AskedReport } from '#backoffice/reports/report-address.ts'

/** The key of « Ventes » for each dimension that it filters by. */
const saleKeys: Partial<Record<DimensionName, string>> = { seller: 'vendeur', means: 'paiement' }

/**
 * The address of the sales behind a measure, whose sum there is the same; null when the list of sales does not know the
 * measure or a filter.
 */
export function salesBehind(
  name: MeasureName,
  { period, filters }: Pick<AskedReport, 'period' | 'filters'>,
): string | null {
  if (!sourcesOf(name).every((source) => source === 'lines' || source === 'sales' || source === 'payments')) return null
  const day = filters.find(({ dimension, key }) => dimension === 'day' && isDay(key))
  const others = filters.filter((filter) => filter !== day)
  if (others.some(({ dimension, key }) => saleKeys[dimension] === undefined || key === '')) return null
  // « Ventes » has one key of each.
  if (new Set(others.map(({ dimension }) => dimension)).size < others.length) return null
  const days = day ? { from: day.key, to: day.key } : period
  if (days.from < period.from || days.to > period.to) return null
  const address = new URLSearchParams({ du: days.from, au: days.to, etat: 'cloturees' })
  for (const { dimension, key } of others) address.set(saleKeys[dimension]!, key)
  return `/ventes?${address}`
}
