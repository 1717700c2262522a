import type { UnderstoodQuestion } from '#shared/contract/reports.ts'
import type { ReportFilter } from '#backoffice/reports/report-address.ts'

/** The filters of a question in words, each with its name; a row that was clicked since stands for what was said. */
export function saidFilters(
  { filters }: Pick<NonNullable<UnderstoodQuestion['report']>, 'filters'>,
  clicked: readonly ReportFilter[],
): ReportFilter[] {
  const said = filters
    .filter((filter) => clicked.every((each) => each.dimension !== filter.dimension))
    .flatMap(({ dimension, keys, name }) => keys.map((key) => ({ dimension, key, name })))
  return [...said, ...clicked]
}
