import { AppError } from '#shared/domain/errors.ts'

/** `path` as the schemas write it: `body.products.3.pharmacyProductId`. */
export type FieldIssue = { path: string; message: string }

/** Throws `requests:invalid` with what is wrong at which field; nothing wrong passes. */
export function refuseFields(issues: readonly FieldIssue[]): void {
  if (issues.length > 0) throw new AppError('requests:invalid', { issues })
}
