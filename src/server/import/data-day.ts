import type { BdpmFiles } from '#server/import/bdpm-files.ts'

type DatedFiles = {
  [Name in 'specialities' | 'presentations']: readonly Pick<BdpmFiles[Name][number], 'date'>[]
} & { availabilities: readonly Pick<BdpmFiles['availabilities'][number], 'start' | 'update'>[] }

/**
 * The day that the data stand at: the latest that the rows themselves name, up to `today` (a typing error may lie in the
 * future). Null when they name none.
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
