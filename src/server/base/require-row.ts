import { AppError } from '#shared/domain/errors.ts'

/** Returns the row. Throws `requests:notFound` when there is none. */
export function requireRow<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new AppError('requests:notFound')
  return row
}
