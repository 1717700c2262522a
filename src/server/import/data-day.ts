import type { BdpmFiles } from '#server/import/bdpm-files.ts'

type DatedFiles = {
  [Name in 'specialities' | 'presentations']: readonly Pick<BdpmFiles[Name][number], 'date'>[]
} & { availabilities: readonly Pick<BdpmFiles['availabilities'][number], 'start' | 'update'>[] }

/**
 * The date of the data: the latest date in the rows that is not after `today`, because a typing error may give a later
 * one. Null when the rows contain no date.
 */
export function dataDay({ specialities, presentations, availabilities }: DatedFiles, today: string): string | null {
  const printed = [
    ...specialities.map(({ date }) => date),
    ...presentations.map(({ date }) => date),
    ...availabilities.flatMap(({ start, update }) => [start, update]),
  ]
  return printed.map(isoDay).reduce((latest, day) => (day > latest && day <= today ? day : latest), '') || null
}

/** `04/07/2025` as `2025-07-04`; empty for another text. */
function isoDay(text: string): string {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  return year === undefined ? '' : `${year}-${month}-${day}`
}
