import { AppError } from '#shared/domain/errors.ts'

/** Turns the refusal of an existing name into an issue of its field; a dialog would hide the field. */
export async function takenAt<Reply>(field: string, sending: Promise<Reply>): Promise<Reply> {
  try {
    return await sending
  } catch (error) {
    if (error instanceof AppError && error.message === 'requests:conflict')
      throw new AppError('requests:invalid', { issues: [{ path: `body.${field}`, message: 'taken' }] })
    throw error
  }
}
