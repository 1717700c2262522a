import type { Report, ReportRow } from '#shared/contract/reports.ts'
import { dimensions } from '#shared/domain/reports/dimensions.ts'
import { measures, type MeasureName } from '#shared/domain/reports/measures.ts'
import { groupName } from '#shared/domain/reports/report-words.ts'
import { formatAmount, formatPercent } from '#shared/ui/money-format.ts'
import {
  type ListColumn,
  moneyColumn,
  nothing,
  numberColumn,
  sortedHere,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'

/** The name of the group stays at every width, and its first figure beside it. */
export function columnsOf(data: Report): readonly ListColumn<ReportRow>[] {
  const isCompared = data.comparedPeriod !== null
  return sortedHere<ReportRow>([
    ...data.dimensions.map((dimension, at) =>
      textColumn<ReportRow>(
        at === 0 ? 'name' : 'then',
        dimensions[dimension].label,
        ({ names }) => groupName(dimension, names[at]),
        {
          strong: at === 0,
          // Beside a second group there is room for the figure on a phone.
          width: data.dimensions.length > 1 ? 100 : 120,
          grow: 1,
        },
      ),
    ),
    ...data.measures.flatMap((name, at) => [
      measureColumn(name, name, measures[name].label, ({ values }) => values[at] ?? null, at),
      ...(isCompared && at === 0
        ? [measureColumn('compared', name, 'Avant', ({ compared }) => compared?.[at] ?? null, 3)]
        : []),
    ]),
  ])
}

function measureColumn(
  key: string,
  name: MeasureName,
  label: string,
  read: (row: ReportRow) => number | null,
  place: number,
): ListColumn<ReportRow> {
  const shape = { width: Math.max(104, label.length * 8 + 28), ...(place > 0 && { priority: place + 1 }) }
  switch (measures[name].unit) {
    case 'money':
      return moneyColumn(key, label, read, { ...shape, strong: place === 0 })
    case 'count':
      return {
        ...numberColumn(key, label, read, shape),
        render: (row) => {
          const count = read(row)
          return count === null ? nothing : formatAmount(count, { decimals: 0 })
        },
      }
    case 'percent':
      return {
        ...numberColumn(key, label, read, shape),
        render: (row) => {
          const percent = read(row)
          return percent === null ? nothing : formatPercent(percent)
        },
      }
  }
}
