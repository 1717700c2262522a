import { AppError } from '#shared/domain/errors.ts'
import type { Issue } from '#backoffice/ui/forms/issue-words.ts'

/** Turns a refusal that belongs to a field into an issue of this field; a dialog would hide the field. */
export async function refusedAtField<Reply>(
  { refusedAt = {} }: { refusedAt?: Readonly<Record<string, Issue>> },
  sending: Promise<Reply>,
): Promise<Reply> {
  try {
    return await sending
  } catch (error) {
    const issue = error instanceof AppError ? refusedAt[error.message] : undefined
    if (!issue) throw error
    throw new AppError('requests:invalid', { issues: [{ path: `body.${issue.path}`, message: issue.text }] })
  }
}
