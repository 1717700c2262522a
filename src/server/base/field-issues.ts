import { AppError } from '#shared/domain/errors.ts'

/** `path` has the form that the schemas use: `body.products.3.pharmacyProductId`. */
export type FieldIssue = { path: string; message: string }

/** Throws `requests:invalid` with the issue of each field. Does nothing when there are no issues. */
export function refuseFields(issues: readonly FieldIssue[]): void {
  if (issues.length > 0) throw new AppError('requests:invalid', { issues })
}
