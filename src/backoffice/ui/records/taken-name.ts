import { AppError } from '#shared/domain/errors.ts'

/** A name that exists already is told at its field, not in a dialog that hides it. */
export async function takenAt<Reply>(field: string, sending: Promise<Reply>): Promise<Reply> {
  try {
    return await sending
  } catch (error) {
    if (error instanceof AppError && error.message === 'requests:conflict')
      throw new AppError('requests:invalid', { issues: [{ path: `body.${field}`, message: 'taken' }] })
    throw error
  }
}
