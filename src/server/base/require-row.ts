import { AppError } from '#shared/domain/errors.ts'

/** What was found. Throws `requests:notFound` for nothing. */
export function requireRow<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new AppError('requests:notFound')
  return row
}
